package inspect

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/internal/output"
	"github.com/meshcheck/meshcheck/internal/run"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
)

// temporaries are the files of reports that are not complete.
var temporaries = atomicfile.NewTemporaries()

// writer writes the reports of one call.
type writer struct {
	options *Options
	reports *output.Reports
	head    report.Report
	sum     report.Summary
	skipped []report.Skipped
	lines   *json.Lines // on Output; nil for another format
	err     error       // of lines
}

// newWriter prepares the reports on a check of the models at some paths.
func (o *Options) newWriter(checked check.Options, models []string) (*writer, error) {
	reports, err := output.New(temporaries, o.Reports, o.Format, output.Sources{}.With("input", models...))
	if err != nil {
		return nil, err
	}
	checked.Workers = 0 // the same bytes for any number of goroutines
	w := &writer{options: o, reports: reports, head: report.Report{Version: version(), Options: checked}}
	if o.Format == "ndjson" {
		w.lines = json.NewLines(o.Output, &w.head)
	}
	_ = reports.Spool(o.memory(), 1, &w.head) // without temporary files, reports stay in memory
	return w, nil
}

// skip counts models that were not read.
func (w *writer) skip(skipped []report.Skipped) {
	w.skipped = skipped
	w.sum.Skip(skipped)
}

// add adds a model to the reports.
func (w *writer) add(out *run.Outcome) {
	w.sum.Add(&out.File)
	for _, names := range out.Named {
		w.reports.Spare(out.File.Path, names)
	}
	if w.lines != nil && w.err == nil {
		w.err = w.lines.Add(&out.File)
	}
	w.reports.Add(out.File, out.JSON, out.Model)
}

// finish writes the reports.
func (w *writer) finish(ctx context.Context) error {
	rep := w.head
	rep.Files, rep.Skipped = w.reports.Files(), w.skipped
	var failed []error
	err := w.reports.WriteFiles(ctx, &rep, w.sum, func(path string, err error) {
		if err != nil {
			failed = append(failed, &output.PathError{Path: path, Err: err})
		}
	})
	if err != nil {
		return err
	}
	return errors.Join(append(failed, w.output(&rep))...)
}

// output writes the report on Output.
func (w *writer) output(rep *report.Report) error {
	switch {
	case w.options.Output == nil:
		return nil
	case w.lines != nil:
		return cmp.Or(w.err, w.lines.End(rep, w.sum))
	}
	out := bufio.NewWriterSize(w.options.Output, 1<<16)
	return cmp.Or(w.reports.Write(out, w.options.Format, rep, w.sum), out.Flush())
}

func (w *writer) close() { w.reports.Close() }

func (o *Options) workers() int { return cmp.Or(o.Check.Workers, runtime.GOMAXPROCS(0)) }

func (o *Options) memory() int64 { return cmp.Or(o.Memory, limits.Memory()) }

const module = "github.com/meshcheck/meshcheck"

// version returns the version of meshcheck in this program.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	found := ""
	if info.Main.Path == module {
		found = info.Main.Version
	}
	for _, dep := range info.Deps {
		if dep.Path == module {
			found = dep.Version
			if dep.Replace != nil {
				found = dep.Replace.Version
			}
		}
	}
	if found == "" || found == "(devel)" {
		return "devel"
	}
	return strings.TrimPrefix(found, "v")
}
