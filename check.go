// Package meshcheck finds geometric faults in 3D models, exactly: triangles of a mesh that cross,
// overlap or duplicate each other; objects that pass through each other or are too close; collision
// hulls that an engine cannot use or that do not fit their mesh; and UV islands that overlap, fold
// or are too close.
//
// Load a scene with package loader, pass it to Check, and read the Result or write it with package
// report:
//
//	model, err := loader.Open(ctx, "chair.glb", loader.Options{})
//	…
//	result, err := meshcheck.Check(ctx, model.Scene, meshcheck.Options{})
//
// Two corners are the same vertex if their coordinates are equal; indices, seams and solids do not
// matter. Two triangles are a finding if they meet in more than the vertices and the edge they
// share. Whether they do is decided exactly, without tolerance; lengths, areas and depths are
// measured in float64.
package meshcheck

import (
	"context"
	"sync"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/checks/geometry"
	"github.com/meshcheck/meshcheck/internal/checks/hulls"
	"github.com/meshcheck/meshcheck/internal/checks/parts"
	"github.com/meshcheck/meshcheck/internal/checks/poses"
	"github.com/meshcheck/meshcheck/internal/checks/self"
	"github.com/meshcheck/meshcheck/internal/checks/uv"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Check runs the checks of o.Checks on s:
//
//   - check.Self: how the triangles of each mesh meet each other. A mesh is checked once, in its local
//     coordinates, however many nodes show it.
//   - check.Parts: how the objects of the scene meet each other in the world.
//   - check.Clearance: which objects are too near to each other. It runs whenever o has a clearance.
//   - check.Hulls: what an engine will make of the collision hulls. By default it runs if the scene has
//     any. Hulls are not objects of check.Parts and check.Clearance.
//   - check.UV: what overlaps in UV sets, which s must have been loaded with.
//   - check.Poses: what the animations of the scene add to that, which s must have been loaded with.
//
// Faults of a model are findings, not errors. Check fails only with a *check.CutError if ctx is
// cancelled (within about a tenth of a second), for impossible options, with check.ErrNoUnit for a
// length whose unit cannot be converted to that of the scene, and for a mesh of more than 1<<28
// triangles or mesh.MaxPoints vertices. It does not change s, and is safe for concurrent use.
func Check(ctx context.Context, s *mesh.Scene, o Options) (*Result, error) {
	j, err := run(ctx, s, o, newChecks(), false)
	return j.Result, err
}

// CheckWithGeometry is Check, and also returns the geometry that the checks computed, which takes
// memory: with it in drawing.Options, what draws the result does not compute it again.
func CheckWithGeometry(ctx context.Context, s *mesh.Scene, o Options) (*Result, check.Geometry, error) {
	all := newChecks()
	j, err := run(ctx, s, o, all, true)
	if err != nil {
		return nil, nil, err
	}
	return j.Result, geometry.New(j.World, all), nil
}

// newChecks returns all checks in the order in which they run.
func newChecks() []checks.Check {
	return []checks.Check{&self.Check{}, &parts.Check{}, &hulls.Check{}, &uv.Check{}, &poses.Check{}}
}

// run runs the checks that are asked for. If keep is set, it keeps the geometry of all meshes for
// drawing. The result is nil on error.
func run(ctx context.Context, s *mesh.Scene, o Options, all []checks.Check, keep bool) (*checks.Job, error) {
	j, err := newJob(ctx, s, o, all)
	if err != nil {
		return &checks.Job{}, err
	}
	j.Keep = keep
	p := progress{report: o.Progress}
	var made []checks.Check
	var work []int
	for _, c := range all {
		if j.Options.Checks&c.Of() == 0 {
			continue
		}
		n, err := c.Prepare(j)
		if err != nil {
			return &checks.Job{}, err
		}
		made, work = append(made, c), append(work, n)
		p.total += int64(n)
	}
	if keep {
		expectDrawing(j)
	}
	for k, c := range made {
		start, before := time.Now(), j.Result.Timings
		found, err := c.Run(ctx, j, p.share(work[k]))
		if err != nil {
			return &checks.Job{}, err
		}
		j.Result.Put(found)
		if j.Result.Timings == before { // the check has no times of its own
			j.Result.Timings.Check += time.Since(start)
		}
	}
	cover(j)
	j.Result.Status = verdict(j.Result)
	return j, nil
}

// newJob returns the job of a scene, with defaults applied to the options.
func newJob(ctx context.Context, s *mesh.Scene, o Options, all []checks.Check) (*checks.Job, error) {
	if err := validate(&o, all); err != nil {
		return nil, err
	}
	j := &checks.Job{Scene: s, Options: withDefaults(o), Result: &Result{Meshes: describe(s)}}
	if err := j.FindHulls(ctx); err != nil {
		return nil, err
	}
	j.Options.Checks = o.AllChecks()
	if o.Checks == 0 {
		for _, c := range all {
			j.Options.Checks |= c.Default(j)
		}
	}
	j.Result.Checks = j.Options.Checks
	var err error
	j.Settings, err = settingsIn(s.Unit, &j.Options)
	j.World = world.New(s, j.Options.Workers)
	return j, err
}

// describe returns the meshes of a scene as they are before any check.
func describe(s *mesh.Scene) []check.Mesh {
	meshes := make([]check.Mesh, len(s.Meshes))
	for i, place := range world.PlacesOf(s) {
		m := s.Meshes[i]
		meshes[i] = check.Mesh{
			Index: i, Name: mesh.ShortName(m.Name), Triangles: m.Triangles(), Parts: world.Parts(m), Box: geom.EmptyBox(),
			Instances: place.Paths, Measured: place.Measured,
		}
	}
	return meshes
}

// expectDrawing announces that drawing will ask for meshes. A mesh that only drawing asks for is
// welded again rather than kept in memory while others are checked.
func expectDrawing(j *checks.Job) {
	for i := range j.Scene.Meshes {
		if i == len(j.Scene.Meshes)-1 || j.World.Expects(i) {
			j.World.Expect(world.Drawing, i)
		}
	}
}

// verdict returns NotChecked if some object could not be checked.
func verdict(r *Result) Status {
	for _, found := range r.Sections {
		if len(found.Common().NotChecked) > 0 {
			return NotChecked
		}
	}
	if r.Failing() > 0 {
		return Fail
	}
	return Pass
}

// progress adds up the work of several checks, in triangles.
type progress struct {
	report      func(done, total int64)
	done, total int64
}

// share returns a function that reports the completed fraction of a piece of work of n triangles.
// It may be called from any goroutine.
func (p *progress) share(n int) func(share float64) {
	if p.report == nil {
		return func(float64) {}
	}
	before, most := p.done, int64(-1)
	p.done += int64(n)
	var mu sync.Mutex
	return func(share float64) {
		mu.Lock()
		defer mu.Unlock()
		if now := int64(share * float64(n)); now > most {
			most = now
			p.report(before+now, p.total)
		}
	}
}
