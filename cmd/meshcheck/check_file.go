package main

import (
	"context"
	"slices"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/internal/model"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// checked is the result of one file, with the times that it took.
type checked struct {
	cache.Result
	model *assets.File // for the formats that show it
	times timings
}

// size estimates the memory of a result, in bytes.
func (c checked) size() int64 {
	const stringSize = 16
	n := len(c.JSON)
	for _, names := range c.Named {
		for _, name := range names {
			n += stringSize + len(name)
		}
	}
	if c.model != nil && c.model.Excerpt != nil {
		n += pageModels / 2 // the most that a page gives to one file
	}
	return batch.Size(&c.File) + int64(n)
}

// fail notes why the file could not be checked with some options.
func (c *checked) fail(d *batch.Deadline, err error, o *check.Options) {
	c.File.Problem = problemWithin(d, c.File.Path, err, o)
}

// checkFile loads and checks one file. found is its cached result, or nil. It is safe for
// concurrent use.
func (r *runner) checkFile(ctx context.Context, number int, found *cache.Result, s *batch.Share, watch watcher) checked {
	path := r.inputs[number].Path
	settings := r.layers.Of(path)
	subject := r.subject(path, settings)
	c := checked{Result: cache.Result{File: report.File{Path: path, Options: settings.Differing(r.layers.Base())}}}
	o := settings.Options()
	d := batch.NewDeadline(ctx, settings.Timeout)
	defer d.End()
	if err := s.Take(ctx, s.ForFile(path)); err != nil {
		c.fail(d, err, &o)
		return c
	}
	begin := time.Now()
	ctx = d.Context()
	d.Run("loading")
	loaded, err := model.Open(ctx, path, loader.Options{Workers: s.Threads(), UVs: o.Checks.Has(check.UV), Unit: settings.Unit, Progress: watch.loading(), MaxTriangles: settings.MaxTriangles, MaxMemory: r.memory, Side: subject.Reading(0), Named: c.naming(0)})
	c.times.Load = time.Since(begin)
	if loaded != nil {
		c.File.Format, c.File.SHA256 = string(loaded.Format), loaded.SHA256
		subject.Read(0, loaded.SHA256)
	}
	if err != nil {
		c.fail(d, err, &o)
		r.remember(subject, &c, err)
		return c
	}
	scene, err := r.against(ctx, &c, loaded.Scene, s, &o, subject)
	if err != nil {
		c.fail(d, err, &o)
		return c
	}
	c.File.Unit, c.File.Warnings = scene.Unit, scene.Warnings

	var geometry check.Geometry
	d.Pause()
	if err = s.Take(ctx, s.ForTriangles(scene.Triangles())); err == nil {
		d.Run("checking")
		defer limits.TightenGC(scene.Triangles())()
		if subject.Matches(found) {
			c.Result, c.times.Cached = *found, 1
		} else {
			asked := o
			asked.Workers, asked.Progress = s.Threads(), watch.checking()
			if settings.Checks == 0 {
				asked.Checks = 0 // the default depends on the scene
			}
			geometry, err = checkScene(ctx, &c, scene, asked, isDrawn(scene, &asked, r.needs.At(number)))
		}
	}
	if err != nil {
		c.fail(d, err, &o)
	}
	if c.times.Cached == 0 {
		r.remember(subject, &c, err)
	}
	if err != nil {
		return c
	}
	begin = time.Now()
	d.Run("drawing it for a report")
	drawn := excerptOptions(len(r.inputs), s.Threads())
	drawn.Geometry = geometry
	if c.model, err = assets.New(ctx, scene, c.File.Result, r.needs.At(number), drawn); err != nil {
		c.fail(d, err, &o)
		c.File.Result = nil
	}
	c.times.Report = time.Since(begin)
	return c
}

// isDrawn reports whether a report of the scene draws geometry that the check computes.
func isDrawn(s *mesh.Scene, o *check.Options, needs report.Needs) bool {
	if needs.Excerpt || needs.Layouts {
		return true
	}
	hulls := func() bool {
		search := checks.FindHulls(s, &o.Hulls)
		return search != nil && len(search.Hulls) > 0
	}
	return needs.Scene && (o.Checks.Has(check.UV) || o.PartsOf == check.ByShell || hulls())
}

// checkScene checks the scene of a file. It returns the geometry that is computed, if it is to be
// kept.
func checkScene(ctx context.Context, c *checked, scene *mesh.Scene, o check.Options, keep bool) (geometry check.Geometry, err error) {
	if keep {
		c.File.Result, geometry, err = meshcheck.CheckWithGeometry(ctx, scene, o)
	} else {
		c.File.Result, err = meshcheck.Check(ctx, scene, o)
	}
	if err != nil {
		return nil, err
	}
	for _, found := range c.File.Result.Sections {
		c.File.Warnings = slices.Concat(c.File.Warnings, found.Common().Warnings)
	}
	c.times.Weld, c.times.Check = c.File.Result.Timings.Weld, c.File.Result.Timings.Check
	return geometry, nil
}

// pageModels limits the size of all models in a page, in bytes.
const pageModels = 8_000_000

// excerptOptions returns the options for one of the files of a page.
func excerptOptions(files, threads int) drawing.Options {
	o := drawing.ExcerptShare(files, pageModels)
	o.Workers = threads
	return o
}
