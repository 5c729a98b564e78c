package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/internal/output"
	"github.com/meshcheck/meshcheck/internal/run"
	"github.com/meshcheck/meshcheck/internal/terminal"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/text"
)

// checkRun is one run of a command that checks files.
type checkRun struct {
	results
	layers   *config.Layers
	inputs   []input.File
	shard    *shardRun    // nil if the run is not sharded
	baseline *baselineRun // nil if there is none
	since    *sinceRun    // nil if there is none
	cache    *cache.Cache // nil if there is none
	hulls    hullSearch
	page     temporaryPage
	hinted   int // number of missing files for which a hint was sought
}

// checkPaths checks the files that the paths and the given flags name.
func checkPaths(ctx context.Context, paths []string, given *settings) error {
	r, err := newRun(paths, given)
	if err != nil {
		return err
	}
	r.page.wanted = given.open && !slices.ContainsFunc(given.outputs, isPage)
	defer r.close()
	if err := r.prepare(ctx, paths, given); err != nil {
		return err
	}
	r.con.expectReader(r.settings.format)
	if err := r.checkAll(ctx, r.deliver, nil); err != nil {
		return err
	}
	return r.finish(ctx)
}

// checkAll checks the files and delivers each as soon as all files before it are done; known is that
// of the run. It stops early when nobody reads the results any more, and when the context ends. It
// returns the context's cause if no file is done then.
func (r *checkRun) checkAll(ctx context.Context, deliver func(run.Outcome), known func(int) *run.Outcome) error {
	r.spool(len(r.inputs), r.head())
	r.cache = openCache(r.settings, r.con)
	if !r.settings.quiet {
		r.con.bar = watchedProgress(pathsOf(r.inputs))
	}
	files := run.Run{
		Inputs: r.inputs, Against: r.settings.hulls.against, Layers: r.layers, Threads: r.settings.allThreads(), Memory: r.memory,
		Needs: r.reports.Needs(), Cache: r.cache, Members: r.reports.Spooled() && r.baseline == nil && r.since == nil, Progress: r.con.bar.callbacks,
		Known: known,
	}
	ended := files.Do(ctx, func(i int, o run.Outcome) bool {
		r.shard.reached(i)
		deliver(o)
		return !r.unread()
	})
	r.con.bar.erase()
	if ended == nil {
		return nil
	}
	r.sum.Interrupt(len(r.inputs) - r.sum.Files)
	if r.sum.Files == 0 {
		return ended
	}
	return nil
}

// judged counts the outcome of a file and returns the file, compared with the baseline.
func (r *checkRun) judged(o *run.Outcome) report.File {
	f := o.File
	r.spare(o)
	r.baseline.judge(&f, r.layers.Of(f.Path).Reported())
	r.since.compare(&f)
	r.count(&f)
	r.hulls.add(f.Result)
	r.times.Add(o.Times)
	r.con.bar.next()
	return f
}

// deliver prints the outcome of a file and adds it to the reports.
func (r *checkRun) deliver(o run.Outcome) {
	f := r.judged(&o)
	for _, w := range f.Warnings {
		r.con.warningf("%s: %s", shown(f.Path), shown(w))
	}
	if p := f.Problem; p != nil && !(r.wantsText() && terminal.OneStream()) {
		r.con.errorf("%s: %s", shown(f.Path), shown(p.Sentence()))
	}
	r.line(&f)
	if r.settings.format == "text" {
		r.print(func(w io.Writer, o text.Options) error {
			if f.Options != nil {
				o.Check = *f.Options
			}
			return text.Write(w, &f, o)
		})
	}
	if hint := cmp.Or(report.HintText(f.Problem), r.missing(&f)); hint != "" {
		r.con.hintf("%s", hint)
	}
	r.reports.Add(f, o.JSON, o.Model)
}

// spare protects the files that the models refer to from being overwritten.
func (r *checkRun) spare(o *run.Outcome) {
	for i, names := range o.Named {
		model := o.File.Path
		if i > 0 && o.File.Against != nil {
			model = o.File.Against.Path
		}
		r.reports.Spare(model, names)
		if r.baseline != nil && r.baseline.out != nil {
			output.Spare(r.baseline.out, model, names)
		}
	}
}

// hullSearch records whether hulls were checked, and whether any file has some.
type hullSearch struct{ asked, found bool }

// add counts one more file.
func (s *hullSearch) add(r *check.Result) {
	if r == nil || r.Hulls() == nil {
		return
	}
	s.asked = true
	s.found = s.found || len(r.Hulls().Groups) > 0 || len(r.Hulls().NotChecked) > 0
}

// head returns what a report says before its files.
func (r *checkRun) head() *report.Report {
	rep := &report.Report{Version: toolVersion(), Options: r.settings.Reported()}
	rep.Options.Workers = 0 // the same bytes for any number of threads
	return rep
}

// report returns the report after the last file.
func (r *checkRun) report() *report.Report {
	rep := r.head()
	rep.Files, rep.Shard = r.reports.Files(), r.shard.head()
	rep.Interrupted, rep.Unreached, rep.Skipped = r.sum.Interrupted, r.sum.Unreached, r.skipped
	return rep
}

// finish writes the reports after the last file.
func (r *checkRun) finish(ctx context.Context) error {
	rep := r.report()
	r.sayHulls()
	r.sayShard()
	r.saySkipped()
	r.sayTotal()
	verdict := r.finishSince(rep, r.sum.Status)
	begin := time.Now()
	// Results so far are written even if the run was interrupted.
	if err := r.publish(context.WithoutCancel(ctx), rep); err != nil {
		return err
	}
	verdict = r.finishBaseline(verdict)
	r.times.Report += time.Since(begin)
	r.sayTimings()
	if ctx.Err() != nil {
		return r.interrupted(ctx)
	}
	if r.page.path != "" {
		r.con.notef("the page is %s", shown(r.page.path))
	}
	opened := !r.settings.open || r.con.open(r.reports.Written())
	if r.cache != nil {
		r.cache.Trim()
	}
	if !opened && r.settings.mustOpen {
		return exitWith(statusNotChecked)
	}
	return r.exit(verdict)
}

// sayHulls warns if hulls were checked and no file has any.
func (r *checkRun) sayHulls() {
	if r.hulls.asked && !r.hulls.found && !r.sum.Interrupted {
		r.con.warningf("no collision hulls were found")
	}
}

// sayTimings prints the times on standard error if that is wanted.
func (r *checkRun) sayTimings() {
	if r.settings.timings {
		fmt.Fprintf(os.Stderr, "%s\n", r.timings())
	}
}

// timings returns the times in seconds, and the number of files found in the cache, as JSON.
func (r *checkRun) timings() []byte {
	t := r.times
	text := fmt.Appendf(nil, `{"load":%.6f,"weld":%.6f,"check":%.6f,"report":%.6f`,
		t.Load.Seconds(), t.Weld.Seconds(), t.Check.Seconds(), t.Report.Seconds())
	if r.cache != nil {
		text = fmt.Appendf(text, `,"cached":%d`, t.Cached)
	}
	return append(text, '}')
}

// interrupted returns the failure of an interrupted run that has written its reports.
func (r *checkRun) interrupted(ctx context.Context) error {
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
