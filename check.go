// Package meshcheck finds every pair of triangles in a 3D model that cross, cover
// or duplicate each other, exactly.
//
// Load a scene with package loader, hand it to Check, and read the Result or write
// it with package report:
//
//	model, err := loader.Open(ctx, "chair.glb", loader.Options{})
//	…
//	result, err := meshcheck.Check(ctx, model.Scene, meshcheck.Options{})
//
// Two corners are the same vertex when their coordinates are equal; indices, seams
// and solids do not matter. Two triangles are a finding when they meet in more than
// the vertices and the edge they share. Whether they do is decided exactly, without
// tolerance; lengths, areas and depths are measured in float64.
package meshcheck

import (
	"context"
	"sync"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/check/hulls"
	"github.com/meshcheck/meshcheck/internal/check/parts"
	"github.com/meshcheck/meshcheck/internal/check/uv"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Check finds how the triangles of each mesh of s meet each other. A mesh is
// checked once, in its local coordinates, however many nodes show it. With check.Parts
// it finds how the objects of the scene meet each other in the world, with check.Clearance
// which of them are too near, with check.UV what overlaps in its UV sets, which s must have been
// loaded with, and with check.Hulls what an engine will make of its collision
// hulls; check.Hulls runs by default where the scene has any. Collision hulls are no objects of
// check.Parts and check.Clearance.
//
// Dirty meshes are findings, not errors: Check fails only with a *check.CutError
// when ctx is cancelled (within about a tenth of a second), for impossible options, with
// check.ErrNoUnit for a length whose unit means nothing to the scene, and for a mesh of more
// than 1<<28 triangles or mesh.MaxPoints vertices. It does not change s, and is safe for
// concurrent use.
func Check(ctx context.Context, s *mesh.Scene, o check.Options) (*check.Result, error) {
	c := checker{scene: s}
	return c.run(ctx, o)
}

// CheckGeometry is Check, and also returns the geometry that it made of s, which takes memory.
func CheckGeometry(ctx context.Context, s *mesh.Scene, o check.Options) (*check.Result, *Geometry, error) {
	c := checker{scene: s, keep: true}
	result, err := c.run(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	return result, &Geometry{c.world, c.models}, nil
}

// run makes all checks that are asked for.
func (c *checker) run(ctx context.Context, o check.Options) (*check.Result, error) {
	if err := validate(&o); err != nil {
		return nil, err
	}
	s := c.scene
	c.result = &check.Result{Meshes: make([]check.Mesh, len(s.Meshes))}
	var err error
	if c.clearance, err = clearanceIn(&o, s.Unit); err != nil {
		return nil, err // before the long work
	}
	criteria, err := o.Policy.In(s.Unit)
	if err != nil {
		return nil, err
	}
	tolerance, err := o.Tolerance.In(s.Unit)
	if err != nil {
		return nil, err
	}
	if o.Checks == 0 || o.Checks&(check.Hulls|check.Between) != 0 {
		c.search = hulls.Find(s, &o.Hulls)
	}
	c.options = withDefaults(o, c.search != nil && len(c.search.Hulls) > 0)
	if c.options.Checks.Has(check.Hulls) {
		if err := hulls.ValidateFor(&c.options.Hulls, s); err != nil {
			return nil, err
		}
	}
	c.settings = check.Settings{
		Criteria: criteria, Tolerance: tolerance, ListTouches: o.ListTouches || criteria[check.Touch].Severity == check.Error,
		MaxFindings: c.options.MaxFindings, Workers: c.options.Workers,
	}
	c.progress = newProgress(s, c.options)
	c.world = world.New(s, c.options.Workers)
	c.expect()
	for _, run := range []func(context.Context) error{c.self, c.parts, c.hulls, c.uvs} {
		if err := run(ctx); err != nil {
			return nil, err
		}
	}
	c.cover()
	c.result.Status = verdict(c.result)
	return c.result, nil
}

// checker runs the checks on one scene.
type checker struct {
	scene     *mesh.Scene
	keep      bool // the geometry, for CheckGeometry
	world     *world.World
	models    []*hulls.Model
	options   check.Options
	settings  check.Settings
	clearance float64          // in the unit of the scene
	search    *hullname.Search // nil where hulls are not looked for
	progress  *progress
	result    *check.Result
}

// expect announces to the world which meshes are asked for after their self check.
func (c *checker) expect() {
	if c.options.Checks&check.Between != 0 {
		parts.Expect(c.world, c.onlyHulls())
	}
	if c.options.Checks.Has(check.Hulls) {
		hulls.Expect(c.world, c.search)
	}
	if c.options.Checks.Has(check.UV) {
		uv.Expect(c.world)
	}
	for i := range c.scene.Meshes {
		// A mesh that only drawing asks for is welded again, rather than kept in memory while
		// others are checked.
		if c.keep && (i == len(c.scene.Meshes)-1 || c.world.Expects(i)) {
			c.world.Expect(world.Drawing, i)
		}
	}
}

// onlyHulls tells of each instance whether it is a collision hull and nothing else; nil where
// hulls are not looked for.
func (c *checker) onlyHulls() []bool {
	if c.search == nil {
		return nil
	}
	return c.search.Only
}

// parts checks objects against each other.
func (c *checker) parts(ctx context.Context) (err error) {
	o := parts.Options{
		Settings: c.settings, Checks: c.options.Checks & check.Between, PartsOf: c.options.PartsOf,
		Clearance: c.clearance, Allow: c.options.Allow, Hulls: c.onlyHulls(),
	}
	if o.Checks == 0 {
		return nil
	}
	start := time.Now()
	c.result.Between, c.result.Pairs, err = parts.Check(ctx, c.world, o, func() func(float64) { return c.progress.share(c.scene.Triangles()) })
	c.result.Timings.Check += time.Since(start)
	return check.Interrupted(ctx, err, check.ComparingObjects, c.result.Counts)
}

// hulls checks collision hulls.
func (c *checker) hulls(ctx context.Context) error {
	if !c.options.Checks.Has(check.Hulls) {
		return nil
	}
	var meshes []check.Mesh
	if c.options.Checks.Has(check.Self) {
		meshes = c.result.Meshes
	}
	start := time.Now()
	share := c.progress.share(c.scene.Triangles())
	found, models, err := hulls.Check(ctx, c.world, c.search, &c.options.Hulls, c.options.PartsOf, c.settings, meshes, share)
	c.result.Hulls = found
	if c.keep {
		c.models = models
	}
	c.result.Timings.Check += time.Since(start)
	return check.Interrupted(ctx, err, check.CheckingHulls, c.result.Counts)
}

// uvs checks UV sets.
func (c *checker) uvs(ctx context.Context) (err error) {
	if !c.options.Checks.Has(check.UV) {
		return nil
	}
	start := time.Now()
	c.result.UV, err = uv.Check(ctx, c.world, &c.options.UV, c.settings, c.progress.share(c.scene.Triangles()))
	c.result.Timings.Check += time.Since(start)
	return check.Interrupted(ctx, err, check.CheckingUVs, c.result.Counts)
}

// progress adds up the work of several meshes, in triangles.
type progress struct {
	report      func(done, total int64)
	done, total int64
}

func newProgress(s *mesh.Scene, o check.Options) *progress {
	p := &progress{report: o.Progress}
	for _, c := range check.All.Members() {
		if o.Checks.Has(c) {
			p.total += int64(s.Triangles())
		}
	}
	return p
}

// share returns a function for a piece of the work, of n triangles, to call with the share of
// it that is done, from any goroutine.
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

// verdict is NotChecked where some object could not be checked at all.
func verdict(r *check.Result) check.Status {
	switch {
	case r.Between != nil && len(r.Between.NotChecked) > 0, r.Hulls != nil && len(r.Hulls.NotChecked) > 0:
		return check.NotChecked
	case r.Failing() > 0:
		return check.Fail
	}
	return check.Pass
}
