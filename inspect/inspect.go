// Package inspect checks models and writes reports of them, in one call: File for one file, Files for
// any number of files, folders and globs, Scene for what is in memory. It does what the program does:
// it loads and checks files concurrently within limits of memory and time, draws what the page and the
// marked model show, and writes reports completely or not at all. It reads no configuration file and
// no baseline.
//
// A model that cannot be checked is no error. It is a *report.File with a Problem, its Status is
// check.NotChecked, and reports say so. Errors are for what stops the call: impossible options, reports
// that cannot be written, the end of the context. When the context ends, no report is written.
//
// For more control, put the pieces together: package loader, meshcheck.Check, package report and those
// below it.
package inspect

import (
	"context"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/internal/run"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// File checks the model file at a path and writes the reports.
func File(ctx context.Context, path string, o Options) (*report.File, error) {
	s, err := o.settings(ctx)
	if err != nil {
		return nil, err
	}
	w, err := o.newWriter(s.Reported(), []string{path})
	if err != nil {
		return nil, err
	}
	defer w.close()
	w.reports.KeepFindings()
	var file report.File
	err = o.check(ctx, w, s, []input.File{{Path: path}}, func(f *report.File) { file = *f })
	if err == nil {
		err = w.finish(ctx)
	}
	if err != nil {
		return nil, err
	}
	return &file, nil
}

// Files checks the models that paths name, which are files, folders and globs as on the command line,
// and writes the reports. If each is not nil, it is called with each file in order, as soon as the file
// and all before it are done. Each must not keep the file: when it returns, findings that no report
// needs are dropped. Models in formats that are not read are counted in the summary. It is an error if
// a folder or a glob has no models.
func Files(ctx context.Context, paths []string, o Options, each func(*report.File)) (report.Summary, error) {
	s, err := o.settings(ctx)
	if err != nil {
		return report.Summary{}, err
	}
	inputs, skipped, err := o.gather(ctx, paths)
	if err != nil {
		return report.Summary{}, err
	}
	names := make([]string, len(inputs))
	for i := range inputs {
		names[i] = inputs[i].Path
	}
	w, err := o.newWriter(s.Reported(), names)
	if err != nil {
		return report.Summary{}, err
	}
	defer w.close()
	w.skip(skipped)
	if err = o.check(ctx, w, s, inputs, each); err == nil {
		err = w.finish(ctx)
	}
	return w.sum, err
}

// Scene checks a scene in memory and writes the reports, which call it by the name. It fails for a
// scene that is not valid (see mesh.Scene.Validate), and with the errors of meshcheck.Check. The limits
// of Options on files do not apply.
func Scene(ctx context.Context, name string, s *mesh.Scene, o Options) (*report.File, error) {
	if err := o.validate(ctx); err != nil {
		return nil, err
	}
	if err := s.Validate(); err != nil {
		return nil, err
	}
	reported := o.Check
	reported.Checks, reported.Progress = reported.AllChecks(), nil
	w, err := o.newWriter(reported, nil)
	if err != nil {
		return nil, err
	}
	defer w.close()
	w.reports.KeepFindings()
	c := o.Check
	c.Workers, c.Progress = o.workers(), o.progress()(name, false)
	out, err := run.Scene(ctx, name, s, c, w.reports.Needs())
	if err != nil {
		return nil, err
	}
	f := out.File
	w.add(&out)
	if err := w.finish(ctx); err != nil {
		return nil, err
	}
	return &f, nil
}

// gather returns the files that paths name, and the models among them that are not read.
func (o *Options) gather(ctx context.Context, paths []string) ([]input.File, []report.Skipped, error) {
	var skipped run.Skipped
	severity := o.Check.Policy.Of(check.Skipped).Severity
	inputs, err := input.Gather(ctx, paths, nil, input.Options{
		Outputs: o.Reports,
		Warn:    func(string, string) {}, // what cannot be read is among the files
		Skip:    func(_, ending string) { skipped.Add(ending, severity) },
	})
	return inputs, skipped.All(), err
}

// check checks files and adds them to the reports.
func (o *Options) check(ctx context.Context, w *writer, s *config.Settings, inputs []input.File, each func(*report.File)) error {
	progress := o.progress()
	files := run.Run{
		Inputs: inputs, Layers: config.Fixed(s), Threads: o.workers(), Memory: o.memory(), Needs: w.reports.Needs(),
		Progress: func(i int) (loading, checking func(done, total int64)) {
			return progress(inputs[i].Path, true), progress(inputs[i].Path, false)
		},
	}
	return files.Do(ctx, func(_ int, out run.Outcome) bool {
		if each != nil {
			each(&out.File)
		}
		w.add(&out)
		return true
	})
}

// progress returns the callbacks for phases of the work on a model, nil if nobody watches.
func (o *Options) progress() func(path string, loading bool) func(done, total int64) {
	if o.Progress == nil {
		return func(string, bool) func(done, total int64) { return nil }
	}
	var mu sync.Mutex
	return func(path string, loading bool) func(done, total int64) {
		return func(done, total int64) {
			mu.Lock()
			defer mu.Unlock()
			o.Progress(Progress{Path: path, Loading: loading, Done: done, Total: total})
		}
	}
}
