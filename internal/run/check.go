package run

import (
	"context"
	"slices"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/checks/geometry"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/internal/model"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// fail notes why the file could not be checked with some options.
func (c *Outcome) fail(d *batch.Deadline, err error, o *check.Options) {
	c.File.Problem = problemWithin(d, c.File.Path, err, o)
}

// naming returns a function that records the files that one of the models refers to.
func (c *Outcome) naming(i int) func(name string) {
	return func(name string) { c.Named[i] = append(c.Named[i], name) }
}

// check loads and checks one input. found is its cached result, or nil. It is safe for concurrent
// use.
func (r *Run) check(ctx context.Context, number int, found *cache.Result, s *batch.Share) Outcome {
	path := r.Inputs[number].Path
	settings := r.Layers.Of(path)
	subject := r.subject(path, settings)
	loading, checking := r.Progress(number)
	c := Outcome{Result: cache.Result{File: report.File{Path: path, Options: settings.Differing(r.Layers.Base())}}}
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
	loaded, err := model.Open(ctx, path, loader.Options{Workers: s.Threads(), UVs: o.Checks.Has(check.UV), Unit: settings.Unit, Progress: loading, MaxTriangles: settings.MaxTriangles, MaxMemory: r.Memory, Side: subject.Reading(0), Named: c.naming(0)})
	c.Times.Load = time.Since(begin)
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

	d.Pause()
	if err = s.Take(ctx, s.ForTriangles(scene.Triangles())); err == nil {
		d.Run("checking")
		defer limits.TightenGC(scene.Triangles())()
		if subject.Matches(found) {
			c.Result, c.Times.Cached = *found, 1
		} else {
			asked := o
			asked.Workers, asked.Progress = s.Threads(), checking
			if isDrawn(scene, &asked, r.Needs.At(number)) {
				ctx = geometry.Keep(ctx)
			}
			err = checkScene(ctx, &c, scene, asked)
		}
	}
	if err != nil {
		c.fail(d, err, &o)
	}
	if c.Times.Cached == 0 {
		r.remember(subject, &c, err)
	}
	if err != nil {
		return c
	}
	begin = time.Now()
	d.Run("drawing it for a report")
	if c.Model, err = model.Draw(ctx, scene, c.File.Result, r.Needs.At(number), len(r.Inputs), s.Threads()); err != nil {
		c.fail(d, err, &o)
		c.File.Result = nil
	}
	c.Times.Report = time.Since(begin)
	return c
}

// isDrawn reports whether a report of the scene draws geometry that the check computes.
func isDrawn(s *mesh.Scene, o *check.Options, needs report.Needs) bool {
	if needs.Excerpt || needs.Layouts {
		return true
	}
	hulls := func() bool {
		search := hullname.Find(s, &o.Hulls)
		return search != nil && len(search.Hulls) > 0
	}
	return needs.Scene && (o.Checks.Has(check.UV) || o.PartsOf == check.ByShell || hulls())
}

// checkScene checks the scene of a file.
func checkScene(ctx context.Context, c *Outcome, scene *mesh.Scene, o check.Options) (err error) {
	if c.File.Result, err = meshcheck.Check(ctx, scene, o); err != nil {
		return err
	}
	for _, found := range c.File.Result.Sections {
		c.File.Warnings = slices.Concat(c.File.Warnings, found.Common().Warnings)
	}
	c.Times.Weld, c.Times.Check = c.File.Result.Timings.Weld, c.File.Result.Timings.Check
	return nil
}
