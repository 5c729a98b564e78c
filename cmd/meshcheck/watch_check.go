//go:build !js

package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/internal/run"
	"github.com/meshcheck/meshcheck/internal/watch"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/html"
)

// check checks all files once. A file that has not changed since the last check keeps its outcome.
func (w *watchRun) check(ctx context.Context) error {
	if err := w.watcher.Begin(ctx); err != nil { // first, so that no later save is missed
		return err
	}
	r, err := newRun(w.paths, w.given)
	if err != nil {
		return err
	}
	defer r.close()
	if w.checks > 0 {
		r.con = newConsole(true)     // warnings have been said
		r.settings.AllowEmpty = true // what is gone may come back
	}
	r.settings.format = "html" // what is needed for the page
	if err := r.prepare(ctx, w.paths, w.given); err != nil {
		return err
	}
	w.sayBegin()
	var outcomes []run.Outcome
	problems := map[string]string{}
	err = r.checkAll(ctx, func(o run.Outcome) {
		f := r.judged(&o)
		outcomes = append(outcomes, o)
		w.sayProblem(r, &f, problems)
		w.sayFile(r, &f)
		r.reports.Add(f, o.JSON, o.Model)
	}, w.known(r))
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	w.remember(r, outcomes, problems)
	return w.publish(ctx, r)
}

// publish serves and writes the reports of a check, and prints its line.
func (w *watchRun) publish(ctx context.Context, r *checkRun) error {
	rep := r.report()
	change := w.tracker.Next(rep)
	var page bytes.Buffer
	if err := html.WriteServed(&page, rep, r.reports.Models, html.Served{Check: w.checks + 1, Changed: change.String()}); err != nil {
		return err
	}
	if err := r.reports.WriteFiles(ctx, rep, r.sum, r.wrote); err != nil {
		return err
	}
	r.sayHulls()
	r.saySkipped()
	w.checks++
	w.verdict = r.finishBaseline(r.sum.Status)
	if r.broken {
		w.verdict = check.NotChecked
	}
	if r.cache != nil {
		r.cache.Trim()
	}
	w.server.Show(w.checks, page.Bytes())
	w.sayCheck(r, rep, change)
	r.sayTimings()
	return nil
}

// sayProblem prints why a file could not be checked, unless the check before has said so.
func (w *watchRun) sayProblem(r *checkRun, f *report.File, problems map[string]string) {
	if f.Problem == nil {
		return
	}
	text := f.Problem.Sentence()
	problems[f.Path] = text
	if w.said[f.Path] != text {
		r.con.errorf("%s: %s", shown(f.Path), shown(text))
	}
}

// known returns the outcomes of the last check that still hold, nil if none can: of more files than
// a page shows in detail, not everything is kept.
func (w *watchRun) known(r *checkRun) func(int) *run.Outcome {
	configured := r.layers.File()
	if r.settings.hulls.against != "" || len(w.kept) != len(r.inputs) || len(r.inputs) > report.FilesPerPage || configured != nil && !w.watcher.Same(configured.Path) {
		return nil
	}
	return func(i int) *run.Outcome {
		o := &w.kept[i]
		path := r.inputs[i].Path
		if o.File.Path != path || o.File.Result == nil || !w.watcher.Same(path) {
			return nil
		}
		for _, side := range w.sides[path] {
			if !w.watcher.Same(side) {
				return nil
			}
		}
		return o
	}
}

// remember keeps what a check has found for the next one.
func (w *watchRun) remember(r *checkRun, outcomes []run.Outcome, problems map[string]string) {
	w.kept, w.said, w.sides = outcomes, problems, map[string][]string{}
	for i := range outcomes {
		o := &outcomes[i]
		o.Times = run.Times{}
		for k, names := range o.Named {
			model := o.File.Path
			if k > 0 {
				model = r.settings.hulls.against
			}
			for _, name := range names {
				w.sides[o.File.Path] = append(w.sides[o.File.Path], filepath.Join(filepath.Dir(model), filepath.FromSlash(name)))
			}
		}
	}
}

// list returns what to watch as the files, the configuration and the lists are now. Errors in them
// are left to the check.
func (w *watchRun) list(ctx context.Context) (watch.Set, error) {
	s := *w.given
	var set watch.Set
	if layers, err := s.layers(); err == nil {
		s.Settings = *layers.Base()
	}
	if path, err := s.config.find(); err == nil {
		set.Beside = append(set.Beside, path)
	}
	set.Beside = append(set.Beside, s.Baseline, s.inputs.filesFrom)
	for _, sides := range w.sides {
		set.Beside = append(set.Beside, sides...)
	}
	set.Beside = slices.DeleteFunc(set.Beside, func(path string) bool { return path == "" })
	if s.hulls.hulls != "" {
		set.Inputs = []string{s.hulls.hulls, s.hulls.against}
		return set, nil
	}
	var listed []string
	if from := s.inputs.filesFrom; from != "" {
		listed, _ = input.ReadList(ctx, from)
	}
	o := s.inputOptions()
	o.AllowEmpty, o.Warn = true, func(string, string) {}
	o.Entered = func(folder string) { set.Folders = append(set.Folders, folder) }
	files, _ := input.Gather(ctx, w.paths, listed, o)
	set.Inputs = pathsOf(files)
	for _, path := range w.paths {
		set.Folders = append(set.Folders, folderOf(path))
	}
	return set, context.Cause(ctx)
}

// folderOf returns the folder in which the files of an argument begin to be.
func folderOf(path string) string {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.Mode().Type() == fs.ModeDir:
		return path
	case err != nil && input.IsGlob(path):
		base, _ := doublestar.SplitPattern(filepath.ToSlash(path))
		return filepath.FromSlash(base)
	}
	return filepath.Dir(path)
}
