package main

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
)

// check carries out the root command and returns the exit status of its verdict.
func check(ctx context.Context, paths []string, s *settings) (int, error) {
	if err := firstError(s.validHulls(paths), s.validChecks()); err != nil {
		return 0, err
	}
	inputs := paths
	if s.hulls.hulls != "" {
		paths = []string{s.hulls.hulls}
		inputs = []string{s.hulls.hulls, s.hulls.against}
	}
	if err := validPaths(paths); err != nil {
		return 0, err
	}
	outputs, err := prepareOutputs(s.outputs, inputs)
	if err != nil {
		return 0, err
	}
	defer outputs.discard()

	con := newConsole(s.quiet)
	if !s.quiet && smart(os.Stderr) {
		con.bar = newProgress(os.Stderr, paths)
	}
	r := &runner{con: con, settings: s, outputs: outputs, paths: paths}
	err = r.checkAll(ctx)
	con.bar.erase()
	if err != nil {
		return 0, err
	}
	return r.finish(ctx)
}

// validPaths reports wrong usage that no file needs to be read for.
func validPaths(paths []string) error {
	if len(paths) == 0 {
		return &failure{statusUsage, errors.New("no file to check"),
			`"meshcheck model.glb" checks a file, "meshcheck --help" says more`}
	}
	stdin := 0
	for _, p := range paths {
		if p == "" {
			return &failure{statusUsage, errors.New("a path is empty"), ""}
		}
		if p == "-" {
			stdin++
		}
	}
	if stdin > 1 {
		return &failure{statusUsage, errors.New("standard input (-) can be read only once"), ""}
	}
	return nil
}

// runner is one run over all files.
type runner struct {
	con      *console
	settings *settings
	outputs  outputs
	paths    []string
	files    []report.File
	times    timings
	broken   bool // some result could not be written
	mute     bool // standard output could not be written
}

// checked is one file with the times it took.
type checked struct {
	file  report.File
	times timings
}

// checkAll checks the files side by side and delivers them in the order given,
// each as soon as those before it are done. It stops early when nobody is left to
// read the results, and with the cause when the context ends.
func (r *runner) checkAll(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := r.start(ctx)
	for _, result := range results {
		select {
		case <-ctx.Done():
		case c := <-result:
			if ctx.Err() == nil {
				r.deliver(c)
			}
		}
		// A file that is being read may be a pipe that nobody writes to, so an
		// interrupted run does not wait for its workers.
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if r.unread() {
			return nil
		}
	}
	return nil
}

// unread reports whether nobody is left to read what the run finds.
func (r *runner) unread() bool { return r.con.gone && len(r.outputs) == 0 }

// start begins to check the files in their order and returns a channel for the
// result of each.
func (r *runner) start(ctx context.Context) []chan checked {
	paths := r.paths
	threads := r.settings.threads.n
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	slots := semaphore.NewWeighted(int64(threads))
	results := make([]chan checked, len(paths))
	for i := range results {
		results[i] = make(chan checked, 1)
	}
	var next atomic.Int64
	for range min(threads, len(paths)) {
		go func() {
			// One goroutine after the other would grow its stack for every file.
			for i := int(next.Add(1)) - 1; i < len(paths); i = int(next.Add(1)) - 1 {
				s := &share{slots: slots, all: threads, only: len(paths) == 1}
				if s.take(ctx, s.forFile(paths[i])) != nil {
					return
				}
				c := r.checkFile(ctx, paths[i], s, r.con.bar.watch(i))
				s.release()
				results[i] <- c
			}
		}()
	}
	return results
}

// checkFile loads and checks one file. It may run beside others.
func (r *runner) checkFile(ctx context.Context, path string, s *share, watch watcher) checked {
	c := checked{file: report.File{Path: path}}
	begin := time.Now()
	model, err := open(ctx, path, loader.Options{Workers: s.threads, Progress: watch.loading(), MaxTriangles: r.settings.maxTriangles.n})
	c.times.Load = time.Since(begin)
	if model != nil {
		c.file.Format, c.file.SHA256 = string(model.Format), model.SHA256
	}
	if err != nil {
		c.file.Problem = problem(path, err)
		return c
	}
	o := r.settings.options()
	scene, err := r.against(ctx, &c, model.Scene, s, &o)
	if err != nil {
		c.file.Problem = problem(path, err)
		return c
	}
	c.file.Unit, c.file.Warnings = scene.Unit, scene.Warnings

	if err = s.take(ctx, s.forScene(scene)); err == nil {
		defer frugal(scene)()
		o.Workers, o.Progress = s.threads, watch.checking()
		if r.settings.checks == 0 && o.Checks != 0 && meshcheck.HasHulls(scene, &o.Hulls) {
			o.Checks |= meshcheck.HullsCheck // a clearance comes on top of the default
		}
		c.file.Result, err = meshcheck.Check(ctx, scene, o)
	}
	if err != nil {
		c.file.Problem = problem(path, err)
		return c
	}
	if b := c.file.Result.Between; b != nil {
		c.file.Warnings = slices.Concat(c.file.Warnings, b.Warnings)
	}
	if h := c.file.Result.Hulls; h != nil {
		c.file.Warnings = slices.Concat(c.file.Warnings, h.Warnings)
	}
	c.times.Weld, c.times.Check = c.file.Result.Timings.Weld, c.file.Result.Timings.Check
	begin = time.Now()
	if err := c.file.Attach(ctx, scene, r.outputs.needs(), excerptOptions(len(r.paths), s.threads)); err != nil {
		c.file.Problem, c.file.Result = problem(path, err), nil
	}
	c.times.Report = time.Since(begin)
	return c
}

// pageModels is how much of a page all models together may take, in bytes.
const pageModels = 8_000_000

// excerptOptions are those for one of the files of a page.
func excerptOptions(files, threads int) report.ExcerptOptions {
	o := report.ExcerptShare(files, pageModels)
	o.Workers = threads
	return o
}

func open(ctx context.Context, path string, o loader.Options) (*loader.Model, error) {
	if path == "-" {
		return loader.Read(ctx, os.Stdin, o)
	}
	return loader.Open(ctx, path, o)
}

// deliver says what became of a file and keeps it for the reports.
func (r *runner) deliver(c checked) {
	f := c.file
	r.files = append(r.files, f)
	r.times.add(c.times)
	r.con.bar.next()
	for _, w := range f.Warnings {
		r.con.warningf("%s: %s", shown(f.Path), shown(w))
	}
	if p := f.Problem; p != nil && !(r.wantsText() && r.con.oneScreen()) {
		r.con.errorf("%s: %s", shown(f.Path), sentence(p))
	}
	r.print(func(w io.Writer, o report.TextOptions) error { return report.Text(w, &f, o) })
	if hint := problemHint(&f); hint != "" {
		r.con.hintf("%s", hint)
	}
}
