package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/meshcheck/meshcheck/report"
)

// stdout is what messages call standard output.
const stdout = "standard output"

// timings are the times of the phases, summed over files. Files that are checked
// side by side make the sum greater than the time that went by.
type timings struct{ Load, Weld, Check, Report time.Duration }

func (t *timings) add(u timings) {
	t.Load += u.Load
	t.Weld += u.Weld
	t.Check += u.Check
	t.Report += u.Report
}

// MarshalJSON writes the times in seconds.
func (t timings) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `{"load":%.6f,"weld":%.6f,"check":%.6f,"report":%.6f}`,
		t.Load.Seconds(), t.Weld.Seconds(), t.Check.Seconds(), t.Report.Seconds()), nil
}

// wantsText reports whether standard output is for text rather than a report or nothing.
func (r *runner) wantsText() bool { return r.settings.format.String() == "text" && !r.settings.quiet }

// print writes text for people to standard output, if it is wanted there.
func (r *runner) print(text func(io.Writer, report.TextOptions) error) {
	if !r.wantsText() || r.mute || r.con.gone {
		return
	}
	begin := time.Now()
	var b bytes.Buffer
	err := text(&b, report.TextOptions{Color: r.con.color(), Check: r.settings.options()})
	if err == nil {
		err = r.con.result(b.Bytes())
	}
	r.times.Report += time.Since(begin)
	r.wrote(stdout, err)
}

// wrote notes whether a result could be written; the exit status tells of failure.
func (r *runner) wrote(where string, err error) {
	if err == nil || errors.Is(err, context.Canceled) {
		return // an interrupted run says so once, at its end
	}
	r.con.errorf("cannot write %s: %v", where, cause(err))
	r.broken = true
	r.mute = r.mute || where == stdout // once is enough
}

// finish writes the reports of a run whose files are all done and returns its
// exit status.
func (r *runner) finish(ctx context.Context) (int, error) {
	rep := &report.Report{Version: version(), Options: r.settings.options(), Files: r.files}
	rep.Options.Workers = 0 // the same bytes for any number of threads
	if len(r.files) > 1 {
		r.print(func(w io.Writer, o report.TextOptions) error { return report.TextSummary(w, rep, o) })
	}
	begin := time.Now()
	if err := r.writeAll(ctx, rep); err != nil {
		return 0, err
	}
	if format := r.settings.format.String(); format != "text" {
		w := bufio.NewWriterSize(os.Stdout, 1<<16)
		r.wrote(stdout, r.con.outputError(firstError(report.Write(w, format, rep), w.Flush())))
		if format == "github" {
			r.wrote("$"+stepSummary, summarize(rep))
		}
	}
	r.times.Report += time.Since(begin)
	if r.settings.timings {
		line, _ := json.Marshal(r.times)
		fmt.Fprintf(os.Stderr, "%s\n", line)
	}
	switch {
	case r.broken:
		return statusNotChecked, nil
	case r.unread():
		return statusUnread, nil
	}
	return exitStatus(rep.Summary().Status), nil
}

// writeAll writes the reports to their files. It fails only when the context ends, and
// nothing is in its place then.
func (r *runner) writeAll(ctx context.Context, rep *report.Report) error {
	for _, o := range r.outputs {
		r.wrote(shown(o.path), o.write(ctx, rep))
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	for _, o := range r.outputs {
		r.wrote(shown(o.path), o.commit())
	}
	return nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
