package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/internal/output"
	"github.com/meshcheck/meshcheck/internal/run"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/markdown"
	"github.com/meshcheck/meshcheck/report/text"
)

// stdout is the name of standard output in messages.
const stdout = "standard output"

// results prints what a command finds, and writes its reports.
type results struct {
	con      *console
	settings *settings
	memory   int64 // available, in bytes
	reports  *output.Reports
	skipped  []report.Skipped
	sum      report.Summary
	// The files that did not pass, by verdict.
	failed, unchecked []string
	begin             time.Time      // of the run
	base              *check.Options // of the report, for files without their own
	lines             *json.Lines    // on standard output; nil if none are wanted
	times             run.Times
	broken            bool // some result could not be written
	mute              bool // standard output could not be written
}

// newResults begins a command with the given settings, within their limit of memory.
func newResults(s *settings) results {
	r := results{con: newConsole(s.quiet), settings: s, memory: memoryFor(s.memory), begin: time.Now()}
	limits.SetHeap(r.memory)
	return r
}

// unread reports whether nobody reads the results any more.
func (r *results) unread() bool { return r.con.gone && !r.reports.InFiles() }

// skip counts models that were not read.
func (r *results) skip(skipped []report.Skipped) {
	r.skipped = skipped
	r.sum.Skip(skipped)
}

// count counts a file.
func (r *results) count(f *report.File) {
	r.sum.Add(f)
	switch f.Status() {
	case check.Fail:
		r.failed = append(r.failed, f.Path)
	case check.NotChecked:
		r.unchecked = append(r.unchecked, f.Path)
	}
}

// wantsText reports whether standard output gets text, not a report or nothing.
func (r *results) wantsText() bool {
	return forPeople(r.settings.format) && !r.settings.quiet && !r.settings.baseline.mode.rewrites()
}

// print writes text to standard output if wantsText.
func (r *results) print(write func(io.Writer, text.Options) error) {
	if !r.wantsText() || r.mute || r.con.gone {
		return
	}
	begin := time.Now()
	var b bytes.Buffer
	err := write(&b, text.Options{Color: r.con.color(), Width: r.con.columns(), Check: r.settings.Reported()})
	if err == nil {
		err = r.con.result(b.Bytes())
	}
	r.times.Report += time.Since(begin)
	r.wrote(stdout, err)
}

// wrote records whether a result could be written, for the exit status.
func (r *results) wrote(where string, err error) {
	if err == nil || errors.Is(err, context.Canceled) {
		return // the end of the run says so, once
	}
	r.con.errorf("cannot write %s: %v", shown(where), fserror.Cause(err))
	r.broken = true
	r.mute = r.mute || where == stdout // one message is enough
}

// spool lets reports that begin with a head grow while files are added.
func (r *results) spool(files int, head *report.Report) {
	r.base = &head.Options
	if r.settings.format == "ndjson" {
		r.lines = json.NewLines(resultWriter{r.con}, head)
	}
	workers := 1 // besides those that check
	if files == 1 {
		workers = r.settings.allThreads()
	}
	err := r.reports.Spool(r.memory, workers, head)
	if err != nil && (files != 1 || os.Getenv(atomicfile.FolderVariable()) != "") {
		r.con.warningf("%v; the report is kept in memory", err)
	}
}

// resultWriter writes results to standard output. A broken pipe is not an error.
type resultWriter struct{ con *console }

func (w resultWriter) Write(b []byte) (int, error) { return len(b), w.con.result(b) }

// line prints the line of a file in a report of lines, or in the short text.
func (r *results) line(f *report.File) {
	switch {
	case r.lines != nil && !r.mute:
		r.wrote(stdout, r.lines.Add(f))
	case r.settings.format == "short":
		row := report.RowOf(f, cmp.Or(f.Options, r.base))
		r.print(func(w io.Writer, o text.Options) error { return text.WriteShort(w, &row, o) })
	}
}

// saySkipped prints on standard error which models were skipped, if they fail the run or
// standard output does not get text.
func (r *results) saySkipped() {
	text := report.SkippedText(r.skipped)
	switch {
	case text == "":
	case report.FailingSkipped(r.skipped):
		r.con.errorf("%s; the policy has skipped as an error", text)
	case !r.wantsText():
		r.con.warningf("%s", text)
	}
}

// sayTotal writes the last line of the text.
func (r *results) sayTotal() {
	r.print(func(w io.Writer, o text.Options) error {
		if r.settings.format == "short" {
			return text.WriteShortSummary(w, r.sum, time.Since(r.begin), o)
		}
		return text.WriteSummary(w, r.sum, r.failed, r.unchecked, time.Since(r.begin), o)
	})
}

// publish writes the reports to their files and to standard output. It fails only when
// the context ends.
func (r *results) publish(ctx context.Context, rep *report.Report) error {
	if err := r.reports.WriteFiles(ctx, rep, r.sum, r.wrote); err != nil {
		return err
	}
	switch format := r.settings.format; {
	case r.lines != nil && !r.mute:
		r.wrote(stdout, r.lines.End(rep, r.sum))
	case r.lines == nil && !forPeople(format):
		w := bufio.NewWriterSize(os.Stdout, 1<<16)
		r.wrote(stdout, r.con.outputError(cmp.Or(r.reports.Write(w, format, rep, r.sum), w.Flush())))
		if format == "github" {
			r.wrote("$"+stepSummary, summarize(rep))
		}
	}
	return nil
}

// exit ends the run with the status for a verdict, or for results that could not be written.
func (r *results) exit(verdict check.Status) error {
	switch {
	case r.broken:
		return exitWith(statusNotChecked)
	case r.unread():
		return exitWith(statusUnread)
	}
	return exitFor(verdict)
}

// stepSummary is the environment variable with the path of a GitHub step's summary.
const stepSummary = "GITHUB_STEP_SUMMARY"

// summarize appends the report to the summary of the step, if there is one. GitHub does
// not show a summary that is too long, so the present length of the file counts.
func summarize(rep *report.Report) (err error) {
	path := os.Getenv(stepSummary)
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if info.Size() > 0 {
		b.WriteByte('\n') // the text of others may not end with one
	}
	room := markdown.Limit - info.Size() - int64(b.Len())
	if err := markdown.WriteWithin(&b, rep, int(room)); err != nil {
		return err
	}
	_, err = f.Write(b.Bytes())
	return err
}
