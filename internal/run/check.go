package run

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/internal/model"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// task is the work on one input.
type task struct {
	Outcome
	run      *Run
	needs    report.Needs
	settings *config.Settings
	options  check.Options
	subject  *cache.Subject
	root     string // loader.Options.Root
	loaded   *loader.Model
	size     int64 // of the file, as in batch.Need
	share    *batch.Share
	geometry check.Geometry // what the check computed, if it is drawn
}

// check loads, checks and draws an input of the given size, as in batch.Need. found is its cached result,
// or nil. It is safe for concurrent use.
func (r *Run) check(ctx context.Context, number int, size int64, found *cache.Result, s *batch.Share) Outcome {
	in := &r.Inputs[number]
	path, settings := in.Path, r.Layers.Of(in.Path)
	t := &task{run: r, needs: r.Needs, settings: settings, options: settings.Options(), subject: r.subject(in, settings), root: rootOf(in, settings), size: size, share: s}
	t.File = report.File{Path: path, Options: settings.Differing(r.Layers.Base())}
	d := batch.NewDeadline(ctx, settings.Timeout)
	defer d.End()
	ctx = d.Context()
	loading, checking := r.Progress(number)
	scene, err := t.load(ctx, d, loading)
	if err == nil {
		err = s.Take(ctx, s.ForTriangles(scene.Triangles()))
	}
	if err == nil {
		d.Run("checking")
		defer limits.TightenGC(scene.Triangles())()
		err = t.checkScene(ctx, scene, found, checking)
	}
	if t.loaded != nil {
		t.loaded.Wait()
		t.File.SHA256 = t.loaded.SHA256
	}
	if err != nil {
		t.File.Problem = problemWithin(d, path, err, &t.options)
	}
	if t.Times.Cached == 0 {
		r.remember(t.subject, &t.Outcome, err)
	}
	if err != nil {
		return t.Outcome
	}
	d.Pause() // other files may have the memory
	release, err := t.reserveTextures(ctx, scene)
	defer release()
	begin := time.Now()
	d.Run("drawing it for a report")
	if err == nil {
		t.Model, err = model.Draw(ctx, scene, t.File.Result, &t.options, t.geometry, t.needs.For(&t.File, len(r.Inputs)), len(r.Inputs), s.Threads())
	}
	if err != nil {
		t.File.Problem, t.File.Result = problemWithin(d, path, err, &t.options), nil
	}
	t.Times.Report = time.Since(begin)
	return t.Outcome
}

// load returns the scene to check.
func (t *task) load(ctx context.Context, d *batch.Deadline, progress func(done, total int64)) (*mesh.Scene, error) {
	if err := t.share.Take(ctx, t.share.ForFile(t.size)); err != nil {
		return nil, err
	}
	d.Run("loading")
	defer d.Pause()
	begin := time.Now()
	colors := t.needs.Excerpt && t.run.Against == "" // joined scenes have none
	// The cache needs the hash before the check.
	load := loader.Options{HashLater: t.subject == nil, Colors: colors, Unit: t.settings.Unit, MaxTriangles: t.settings.MaxTriangles, Progress: progress}
	loaded, err := t.open(ctx, 0, t.File.Path, batch.Loading(load, t.options.Checks))
	t.Times.Load = time.Since(begin)
	if t.loaded = loaded; loaded != nil {
		t.File.Format, t.File.SHA256 = string(loaded.Format), loaded.SHA256
	}
	if err != nil {
		return nil, err
	}
	scene := loaded.Scene
	if path := t.run.Against; path != "" {
		if scene, err = t.join(ctx, scene, path); err != nil {
			return nil, &againstError{path, err}
		}
	}
	describe(&t.File, scene)
	return scene, nil
}

// describe notes in a file what its scene says besides its meshes.
func describe(f *report.File, scene *mesh.Scene) {
	f.Unit, f.Up, f.Omitted = scene.Unit, scene.Up(), omittedOf(scene)
	f.Warnings = append(slices.Clone(scene.Warnings), report.OmittedSentences(f.Omitted)...)
}

// open loads file i of the input, the model or what it is checked against.
func (t *task) open(ctx context.Context, i int, path string, o loader.Options) (*loader.Model, error) {
	o.Workers, o.MaxMemory, o.Side, o.Root = t.share.Threads(), t.run.Memory, t.subject.Reading(i), t.root
	o.Named = func(name string) { t.Named[i] = append(t.Named[i], name) }
	open := model.Open
	if i == 0 && t.size >= 0 {
		open = loader.Open // which model.Open would call, after it has looked at the file once more
	}
	loaded, err := open(ctx, path, o)
	if loaded != nil {
		t.subject.Read(i, loaded.SHA256)
	}
	return loaded, err
}

// join adds the meshes of the model at a path to a scene of hulls, and marks the hulls.
func (t *task) join(ctx context.Context, hulls *mesh.Scene, path string) (*mesh.Scene, error) {
	visual, err := t.open(ctx, 1, path, loader.Options{Unit: t.run.Layers.Of(path).Unit, MaxTriangles: t.run.Layers.Base().MaxTriangles})
	if visual != nil {
		t.File.Against = &report.Companion{Path: filepath.ToSlash(path), SHA256: visual.SHA256}
	}
	if err != nil {
		return nil, err
	}
	for i := range hulls.Meshes {
		t.options.Hulls.Meshes = append(t.options.Hulls.Meshes, i)
	}
	return model.Join(hulls, visual.Scene, t.File.Path, path)
}

// againstError is an error about Run.Against.
type againstError struct {
	path string
	err  error
}

func (e *againstError) Error() string { return printable(e.path) + ": " + fserror.Cause(e.err).Error() }
func (e *againstError) Unwrap() error { return e.err }

func printable(path string) string { return wording.Printable(path, wording.PathLimit) }

// checkScene checks the scene, unless the cached result is that of what was loaded.
func (t *task) checkScene(ctx context.Context, scene *mesh.Scene, found *cache.Result, progress func(done, total int64)) (err error) {
	if t.subject.Matches(found) {
		t.Result, t.Times.Cached = *found, 1
		return nil
	}
	o := t.options
	o.Workers, o.Progress = t.share.Threads(), progress
	if t.geometry, err = checkInto(ctx, &t.File, scene, o, t.needs); err != nil {
		return err
	}
	t.Times.Weld, t.Times.Check = t.File.Result.Timings.Weld, t.File.Result.Timings.Check
	return nil
}

// checkInto checks a scene and notes the result in its file. It returns the geometry that the check
// computed, if reports with the given needs draw it.
func checkInto(ctx context.Context, f *report.File, scene *mesh.Scene, o check.Options, needs report.Needs) (geometry check.Geometry, err error) {
	drawn, err := isDrawn(ctx, scene, &o, needs)
	if err != nil {
		return nil, err
	}
	if drawn {
		f.Result, geometry, err = meshcheck.CheckWithGeometry(ctx, scene, o)
	} else {
		f.Result, err = meshcheck.Check(ctx, scene, o)
	}
	if err != nil {
		return nil, err
	}
	for _, found := range f.Result.Sections {
		f.Warnings = slices.Concat(f.Warnings, found.Common().Warnings)
	}
	return geometry, nil
}

// isDrawn reports whether a report of the scene draws geometry that the check computes.
func isDrawn(ctx context.Context, s *mesh.Scene, o *check.Options, needs report.Needs) (bool, error) {
	if needs.Excerpt || needs.Layouts || needs.Scene && (o.Checks.Has(check.UV) || o.PartsOf == check.ByShell) {
		return true, nil
	}
	if !needs.Scene {
		return false, nil
	}
	search, err := hullname.Find(ctx, s, &o.Hulls)
	if err != nil {
		return false, check.Interrupted(ctx, err, check.CheckingHulls, check.Counts{})
	}
	return search != nil && len(search.Hulls) > 0, nil
}
