package hulls

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/hausdorff"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Model is the geometry of a group of hulls and of their visuals, in the world, as the check
// measured it, for drawing. It is safe for concurrent use.
type Model struct {
	visuals []*world.Object
	hulls   []*hull

	prepared sync.Once
	union    *hausdorff.Union
	target   *hausdorff.Meshes
}

// models returns the models of the groups that were checked, in the order of Result.Groups.
func (c *checker) models() []*Model {
	all := make([]*Model, len(c.groups))
	for i, g := range c.groups {
		all[i] = &Model{visuals: g.visuals, hulls: g.hulls}
	}
	return all
}

// NewModel makes the hulls and visuals of a group of an earlier check from its scene. It fails if
// world.Locate does not find them in s, if the box of a hull is different, and with ctx's error.
func NewModel(ctx context.Context, s *mesh.Scene, g *check.HullGroup, workers int) (*Model, error) {
	b := &modeller{checker: checker{world: world.New(s, workers), scene: s, options: check.Settings{Workers: workers}, summary: &check.HullResult{}}}
	m := &Model{}
	for i := range g.Visuals {
		o, err := b.visual(ctx, &g.Visuals[i])
		if err != nil {
			return nil, fmt.Errorf("visual %d: %w", i, err)
		}
		m.visuals = append(m.visuals, o)
	}
	for i := range g.Hulls {
		h, err := b.hull(ctx, &g.Hulls[i])
		if err != nil {
			return nil, fmt.Errorf("hull %d: %w", i, err)
		}
		m.hulls = append(m.hulls, h)
	}
	return m, nil
}

// prepare makes the sets that distances are measured from.
func (m *Model) prepare() {
	c := comparison(m.visuals, m.hulls)
	m.union, m.target = c.Sets()
}

// Visual returns the triangles of a visual.
func (m *Model) Visual(i int) []geom.Triangle { return m.visuals[i].Triangles() }

// Surface returns the surface of a hull in the file. If the file has none, or if it is the same as
// that of a visual, it returns the surface of the body that an engine makes of the hull, with
// round surfaces as facets.
func (m *Model) Surface(i int) []geom.Triangle {
	h := m.hulls[i]
	itself := h.object != nil && slices.ContainsFunc(m.visuals, func(v *world.Object) bool {
		return v.World == h.object.World && v.Name.Mesh == h.object.Name.Mesh && v.Of == h.object.Of
	})
	if h.object == nil || itself && h.set != nil {
		return convex.Triangulate(h.set, drawnRings)
	}
	return h.object.Triangles()
}

// SurfaceSize returns the number of triangles of a hull in the file, 0 if it is given by
// numbers.
func (m *Model) SurfaceSize(i int) int {
	if o := m.hulls[i].object; o != nil {
		return o.Shape.Count
	}
	return 0
}

// drawnRings is the number of chords for a quarter of a circle in drawings: chords are within
// 0.5 % of the radius.
const drawnRings = 8

// OffHulls returns the distance of p from the union of the hulls, 0 within it; +Inf if there
// are no hulls. Group.Gap has the greatest such distance of the visuals.
func (m *Model) OffHulls(p geom.Vec) float64 {
	m.prepared.Do(m.prepare)
	return max(0, m.union.Distance(p, 0))
}

// OffVisuals returns the distance of p from the visuals, 0 within one that is closed; +Inf if
// there are none. Group.Excess has the greatest such distance of the hulls.
func (m *Model) OffVisuals(p geom.Vec) float64 {
	m.prepared.Do(m.prepare)
	return max(0, m.target.Distance(p, 0))
}

// modeller makes the geometry of objects that a result names.
type modeller struct {
	checker
	by [3]*world.Gatherer // of whole meshes, parts and shells
}

// objectAt makes the object that o names, which is at an instance.
func (b *modeller) objectAt(ctx context.Context, o *check.Object, in *mesh.Instance) (*world.Object, error) {
	of := check.ByMesh
	switch {
	case o.Part >= 0:
		of = check.ByPrimitive
	case o.Shell >= 0:
		of = check.ByShell
	}
	if b.by[of] == nil {
		b.by[of] = b.world.Gatherer(of)
	}
	made, err := b.by[of].Place(ctx, o.Instance, in)
	if err != nil {
		return nil, err
	}
	for _, m := range made {
		if m.Name.Part == o.Part && m.Name.Shell == o.Shell {
			return m, nil
		}
	}
	return nil, fmt.Errorf("mesh %d is not shown anywhere", o.Mesh)
}

// visual makes the object that a visual names.
func (b *modeller) visual(ctx context.Context, o *check.Object) (*world.Object, error) {
	in, err := world.Locate(b.scene, o)
	if err != nil {
		return nil, err
	}
	return b.objectAt(ctx, o, &in)
}

// hull makes what a hull names, which must have its box.
func (b *modeller) hull(ctx context.Context, h *check.Hull) (*hull, error) {
	in, err := world.Locate(b.scene, &h.Object)
	if err != nil {
		return nil, err
	}
	var g group
	f := &hullname.Hull{Collider: h.Object.Collider, Scheme: h.Scheme, Shape: colliderShapes[h.Shape]}
	switch {
	case f.Collider >= 0 && (b.scene.Colliders[f.Collider].Extension != f.Scheme || b.scene.Colliders[f.Collider].Shape != f.Shape):
		return nil, errors.New("the collision shape is not the one that was checked")
	case in.Mesh < 0:
		b.makeShape(&g, f)
	default:
		o, err := b.objectAt(ctx, &h.Object, &in)
		if err != nil {
			return nil, err
		}
		if err := b.makeSurface(ctx, &g, f, o); err != nil {
			return nil, err
		}
	}
	if len(g.hulls) == 0 || g.hulls[0].Box != h.Box {
		return nil, errors.New("the hull has moved since the check")
	}
	return g.hulls[0], nil
}
