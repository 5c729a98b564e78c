package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/formats"
	"github.com/meshcheck/meshcheck/report/text"
)

// stdout is the name of standard output in messages.
const stdout = "standard output"

// timings are the times of the phases, summed over files. For files that are checked
// concurrently the sum exceeds the elapsed time.
type timings struct {
	Load, Weld, Check, Report time.Duration
	Cached                    int  // number of files found in the cache
	cache                     bool // there is one
}

func (t *timings) add(u timings) {
	t.Load += u.Load
	t.Weld += u.Weld
	t.Check += u.Check
	t.Report += u.Report
	t.Cached += u.Cached
}

// MarshalJSON writes the times in seconds, and the number of files found in the cache.
func (t timings) MarshalJSON() ([]byte, error) {
	text := fmt.Appendf(nil, `{"load":%.6f,"weld":%.6f,"check":%.6f,"report":%.6f`,
		t.Load.Seconds(), t.Weld.Seconds(), t.Check.Seconds(), t.Report.Seconds())
	if t.cache {
		text = fmt.Appendf(text, `,"cached":%d`, t.Cached)
	}
	return append(text, '}'), nil
}

// wantsText reports whether standard output gets text, not a report or nothing.
func (r *runner) wantsText() bool {
	return r.settings.format.String() == "text" && !r.settings.quiet && !r.settings.baseline.mode.rewrites()
}

// print writes text to standard output if wantsText.
func (r *runner) print(write func(io.Writer, text.Options) error) {
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
func (r *runner) wrote(where string, err error) {
	if err == nil || errors.Is(err, context.Canceled) {
		return // interrupted reports it, once
	}
	r.con.errorf("cannot write %s: %v", where, fserror.Cause(err))
	r.broken = true
	r.mute = r.mute || where == stdout // one message is enough
}

// finish writes the reports after the last file.
func (r *runner) finish(ctx context.Context) error {
	rep := &report.Report{Version: version(), Options: r.settings.Reported(), Files: r.files,
		Interrupted: r.sum.Interrupted, Unreached: r.sum.Unreached, Skipped: r.skipped, Shard: r.shard.head()}
	rep.Options.Workers = 0 // the same bytes for any number of threads
	if r.hulls.asked && !r.hulls.found && !r.sum.Interrupted {
		r.con.warningf("no collision hulls were found")
	}
	r.sayShard()
	r.saySkipped()
	r.sayTotal()
	begin := time.Now()
	// Results so far are written even if the run was interrupted.
	if err := r.publish(context.WithoutCancel(ctx), rep); err != nil {
		return err
	}
	verdict := r.finishBaseline(r.sum.Status)
	r.times.Report += time.Since(begin)
	if r.settings.timings {
		r.times.cache = r.cache != nil
		line, _ := json.Marshal(r.times)
		fmt.Fprintf(os.Stderr, "%s\n", line)
	}
	if ctx.Err() == nil && r.cache != nil {
		r.cache.Trim()
	}
	switch {
	case ctx.Err() != nil:
		return r.interrupted(ctx)
	case r.broken:
		return exitWith(statusNotChecked)
	case r.unread():
		return exitWith(statusUnread)
	}
	return exitFor(verdict)
}

// saySkipped prints on standard error which models were skipped, if they fail the run or
// standard output does not get text.
func (r *runner) saySkipped() {
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
func (r *runner) sayTotal() {
	r.print(func(w io.Writer, o text.Options) error {
		return text.WriteSummary(w, r.sum, r.failed, r.unchecked, time.Since(r.begin), o)
	})
}

// publish writes the reports to their files and to standard output. It fails only when
// the context ends.
func (r *runner) publish(ctx context.Context, rep *report.Report) error {
	if err := r.writeAll(ctx, rep); err != nil {
		return err
	}
	if format := r.settings.format.String(); format != "text" {
		w := bufio.NewWriterSize(os.Stdout, 1<<16)
		r.wrote(stdout, r.con.outputError(cmp.Or(r.report(w, format, rep), w.Flush())))
		if format == "github" {
			r.wrote("$"+stepSummary, summarize(rep))
		}
	}
	return nil
}

// report writes a report in one format.
func (r *runner) report(w io.Writer, format string, rep *report.Report) error {
	if format == "json" && r.json != nil {
		return r.json.write(w, rep, r.sum)
	}
	return formats.Write(w, format, rep, r.models)
}

// interrupted returns the failure of an interrupted run that has written its reports.
func (r *runner) interrupted(ctx context.Context) error {
	f := &failure{}
	errors.As(context.Cause(ctx), &f)
	text := fmt.Sprintf("interrupted; %d of %d files were checked, and the reports say so", r.sum.Files, len(r.inputs))
	if r.settings.baseline.mode.rewrites() {
		text = fmt.Sprintf("interrupted; %d of %d files were checked, and the baseline stays as it was", r.sum.Files, len(r.inputs))
	}
	if r.sum.Unreached == 0 {
		text = "interrupted after all files were checked; the reports are complete"
	}
	return &failure{status: f.status, err: errors.New(text)}
}

// writeAll writes the reports to their files. It fails only when the context ends, and then
// no file has been replaced.
func (r *runner) writeAll(ctx context.Context, rep *report.Report) error {
	for _, o := range r.outputs {
		r.wrote(shown(o.path), o.Write(ctx, func(w io.Writer) error { return r.report(w, o.format, rep) }))
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	for _, o := range r.outputs {
		r.wrote(shown(o.path), o.Commit())
	}
	return nil
}
