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
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Check finds how the triangles of each mesh of s meet each other. A mesh is
// checked once, in its local coordinates, however many nodes show it. With check.Parts
// it finds how the objects of the scene meet each other in the world, as well or
// instead, with check.Clearance which of them are too near, and with check.Hulls what an
// engine will make of its collision hulls, which it does unasked where there are any.
//
// Dirty meshes are findings, not errors: Check fails only with a *CutError of ctx's error
// when it is cancelled (within about a tenth of a second), for impossible options, with
// ErrNoUnit for a length whose unit means nothing to the scene, and for a
// mesh of more than MaxTriangles triangles or mesh.MaxPoints vertices. It does not
// change s, and is safe for concurrent use.
func Check(ctx context.Context, s *mesh.Scene, o Options) (*Result, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	if _, err := o.clearanceIn(s.Unit); err != nil {
		return nil, err // before the long work
	}
	criteria, err := o.criteriaIn(s)
	if err != nil {
		return nil, err
	}
	o = o.withDefaults(s)
	o.criteria = criteria
	o.ListTouches = o.ListTouches || criteria[check.Touch].Severity == check.Error
	if o.Checks.Has(check.Hulls) {
		if _, err := o.Hulls.limitsIn(s); err != nil {
			return nil, err
		}
	}
	r := &Result{Meshes: make([]MeshResult, len(s.Meshes))}
	progress := newProgress(s, o)
	places, room := placesOf(s), newRoom(o)
	for i, m := range s.Meshes {
		found := &MeshResult{Triangles: m.Triangles(), Parts: partsOf(m), Box: geom.EmptyBox()}
		if o.Checks.Has(check.Self) {
			if err := checkSize(m); err != nil {
				return nil, fmt.Errorf("mesh %d: %w", i, err)
			}
			c := selfCheck{mesh: m, world: places[i].world, options: o, progress: progress.share(m.Triangles())}
			c.options.MaxFindings = room.next()
			var err error
			if found, err = c.run(ctx, &r.Timings); err != nil {
				return nil, cut(ctx, err, c.phase, i, r.Counts.Add(c.counts()))
			}
			room.take(max(len(found.Findings), len(found.Regions)))
		}
		found.Index, found.Name, found.Instances, found.Measured = i, mesh.ShortName(m.Name), places[i].paths, places[i].measured
		r.Meshes[i] = *found
		r.Counts = r.Counts.Add(found.Counts)
	}
	if o.Checks&check.Between != 0 {
		start := time.Now()
		if err := checkBetween(ctx, s, o, r, progress); err != nil {
			return nil, cut(ctx, err, ComparingObjects, -1, r.Counts)
		}
		r.Timings.Check += time.Since(start)
	}
	if o.Checks.Has(check.Hulls) {
		start := time.Now()
		if err := checkHulls(ctx, s, o, r, progress); err != nil {
			return nil, cut(ctx, err, CheckingHulls, -1, r.Counts)
		}
		r.Timings.Check += time.Since(start)
	}
	r.Status = r.verdict()
	return r, nil
}

// verdict is NotChecked where some object could not be checked at all.
func (r *Result) verdict() Status {
	switch {
	case r.Between != nil && len(r.Between.NotChecked) > 0, r.Hulls != nil && len(r.Hulls.NotChecked) > 0:
		return NotChecked
	case r.Counts.Failing() > 0, r.Between != nil && r.Between.Counts.Failing() > 0, r.Hulls != nil && r.Hulls.Counts.Failing() > 0:
		return Fail
	}
	return Pass
}

func (o Options) validate() error {
	if v := o.Tolerance.Value; !(v >= 0) || math.IsInf(v, 0) {
		return fmt.Errorf("tolerance %v is not a finite length of 0 or more", v)
	}
	if o.Checks&^(check.Self|check.Between|check.Hulls) != 0 || o.PartsOf > ByPrimitive {
		return fmt.Errorf("checks %b of parts %d are not known", o.Checks, o.PartsOf)
	}
	for _, text := range o.Allow {
		if err := AllowRule(text); err != nil {
			return fmt.Errorf("allow %q: %w", text, err)
		}
	}
	if v := o.Clearance.Value; o.Checks.Has(check.Clearance) && !(v > 0 && v <= math.MaxFloat64) {
		return fmt.Errorf("clearance %v is not a finite length above 0", v)
	}
	if err := cmp.Or(o.Hulls.validate(), o.Policy.Validate()); err != nil {
		return err
	}
	if o.Workers < 0 {
		return fmt.Errorf("%d workers: use 0 for as many as there are processors", o.Workers)
	}
	return nil
}

// MaxTriangles is the greatest number of triangles that one mesh may have: all
// vertices and three tags for each triangle are numbered in 32 bits.
const MaxTriangles = 1 << 28

// checkSize fails for a mesh that is too large.
func checkSize(m *mesh.Mesh) error {
	if n := m.Triangles(); n > MaxTriangles || m.Points() > mesh.MaxPoints {
		return fmt.Errorf("%d triangles of %d vertices are more than can be checked at once", n, m.Points())
	}
	return nil
}

// maxWorkers is more than any machine has use for.
const maxWorkers = 1024

func (o Options) withDefaults(s *mesh.Scene) Options {
	if o.Checks == 0 {
		o.Checks = check.Self
		if HasHulls(s, &o.Hulls) {
			o.Checks |= check.Hulls
		}
	}
	if o.MaxFindings == 0 {
		o.MaxFindings = DefaultMaxFindings
	}
	o.MaxFindings = min(max(o.MaxFindings, 0), math.MaxInt32) // twice as many can be counted
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Workers = min(o.Workers, maxWorkers)
	return o
}

// place is where a mesh is shown: the paths of its instances, the map that carries its
// stored coordinates to where it is reported, and which instance that is of.
type place struct {
	paths    []string
	world    geom.Affine
	measured int // among paths; -1 if they all flatten the mesh, 0 if there is none
}

// sameStretch is the share of the greatest stretch from which an instance shows its mesh
// as large as any: far more than rounding makes of a matrix that is turned, and far less
// than any difference in size that is meant.
const sameStretch = 1 - 0x1p-40

// placesOf chooses for each mesh the world of the instance that shows it largest, the
// first of several, among those that neither flatten it nor carry it where float64 ends,
// and the mesh's own units if there is none. So the order of the nodes decides nothing
// but which of equals is named.
func placesOf(s *mesh.Scene) []place {
	places, stretches := make([]place, len(s.Meshes)), make([]float64, len(s.Instances))
	largest := make([]float64, len(s.Meshes))
	for k, in := range s.Instances {
		p := &places[in.Mesh]
		p.paths, p.measured = append(p.paths, mesh.ShortName(in.Path)), -1
		if measurable(in.World) {
			stretches[k] = in.World.SpectralNorm()
			largest[in.Mesh] = max(largest[in.Mesh], stretches[k])
		}
	}
	for i, m := range s.Meshes {
		places[i].world = geom.Identity().ScaleInput(cmp.Or(m.Scale, 1))
	}
	before := make([]int, len(s.Meshes)) // instances of the mesh
	for k, in := range s.Instances {
		if p := &places[in.Mesh]; p.measured < 0 && stretches[k] > 0 && stretches[k] >= sameStretch*largest[in.Mesh] {
			p.measured, p.world = before[in.Mesh], in.World.ScaleInput(cmp.Or(s.Meshes[in.Mesh].Scale, 1))
		}
		before[in.Mesh]++
	}
	return places
}

// Worlds returns for each mesh of s the map from its stored coordinates to the
// places that Check reports: MeshResult.Measured says which instance it is that of.
func Worlds(s *mesh.Scene) []geom.Affine {
	worlds := make([]geom.Affine, len(s.Meshes))
	for i, p := range placesOf(s) {
		worlds[i] = p.world
	}
	return worlds
}

// measurable reports whether lengths and areas of float32 meshes stay finite and
// above zero in the world of m.
func measurable(m geom.Affine) bool {
	const huge = 1e60
	for _, row := range m {
		for _, x := range row {
			if !(math.Abs(x) < huge) {
				return false
			}
		}
	}
	return !m.Singular()
}

// progress adds up the work of several meshes, in triangles.
type progress struct {
	report      func(done, total int64)
	done, total int64
}

func newProgress(s *mesh.Scene, o Options) *progress {
	p := &progress{report: o.Progress}
	for _, c := range []check.Set{check.Self, check.Parts, check.Clearance, check.Hulls} {
		if o.Checks.Has(c) {
			p.total += int64(triangles(s))
		}
	}
	return p
}

// triangles returns the number of triangles of all meshes.
func triangles(s *mesh.Scene) (n int) {
	for _, m := range s.Meshes {
		n += m.Triangles()
	}
	return n
}

// share returns what a piece of the work of n triangles calls with the share of it
// that is done, from any goroutine.
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
