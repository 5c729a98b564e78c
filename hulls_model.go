package meshcheck

import (
	"context"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/hausdorff"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/mesh"
)

// HullModel is the geometry of a group of hulls and of what they stand for, in the world
// and as the check measured it: for those who draw them. It is safe for concurrent use.
type HullModel struct {
	visuals []*object
	hulls   []*hull
	union   *hausdorff.Union
	target  *hausdorff.Meshes
}

// NewHullModel finds the hulls and visuals of a group in the scene that was checked, by
// their instances or, where these are not known, by their paths and boxes. It fails for
// a group that is not of s, where several nodes could be meant, and with ctx's error.
func NewHullModel(ctx context.Context, s *mesh.Scene, g *HullGroup, workers int) (*HullModel, error) {
	b := &hullModeller{hullsCheck: hullsCheck{scene: s, options: Options{Workers: workers}, summary: &HullSummary{}}}
	m := &HullModel{}
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
	m.prepare()
	return m, nil
}

// prepare makes what distances are measured from.
func (m *HullModel) prepare() {
	box := geom.EmptyBox()
	for _, o := range m.visuals {
		box = box.Union(o.box)
	}
	for _, h := range m.hulls {
		box = box.Union(h.Box)
	}
	var bodies []hausdorff.Body
	for _, h := range m.hulls {
		if h.set != nil {
			bodies = append(bodies, hausdorff.Body{Set: h.set, Box: h.Box})
		} else {
			bodies = append(bodies, hausdorff.Body{Mesh: h.object.near().Prepare(box), Box: h.Box})
		}
	}
	var surfaces []*hausdorff.Mesh
	for _, o := range m.visuals {
		surfaces = append(surfaces, o.near().Prepare(box))
	}
	m.union, m.target = &hausdorff.Union{Bodies: bodies}, &hausdorff.Meshes{Meshes: surfaces}
}

// Visual returns the triangles of a visual.
func (m *HullModel) Visual(i int) []geom.Triangle { return m.visuals[i].triangles() }

// VisualSize returns the number of triangles of a visual.
func (m *HullModel) VisualSize(i int) int { return m.visuals[i].shape.Count }

// Surface returns the surface of a hull: that which the file has, and where there is
// none, or it is that of a visual, the one of the body that an engine makes of it, round
// ones in facets.
func (m *HullModel) Surface(i int) []geom.Triangle {
	h := m.hulls[i]
	itself := h.object != nil && slices.ContainsFunc(m.visuals, func(v *object) bool {
		return v.world == h.object.world && v.name.Mesh == h.object.name.Mesh
	})
	if h.object == nil || itself && h.set != nil {
		return convex.Triangulate(h.set, drawnRings)
	}
	return h.object.triangles()
}

// SurfaceSize returns the number of triangles that a hull has in the file, 0 if it is
// given by numbers.
func (m *HullModel) SurfaceSize(i int) int {
	if o := m.hulls[i].object; o != nil {
		return o.shape.Count
	}
	return 0
}

// drawnRings is how finely round surfaces are drawn: their chords are within 0.5 % of the
// radius.
const drawnRings = 8

// OffHulls returns how far p is from the union of the hulls, 0 within it; +Inf if there is
// none. It is what Coverage says of HullGroup.Gap.
func (m *HullModel) OffHulls(p geom.Vec) float64 {
	return max(0, m.union.Distance(p, 0))
}

// OffVisuals returns how far p is from the visuals, 0 within one that is closed; +Inf if
// there is none. It is what Coverage says of HullGroup.Excess.
func (m *HullModel) OffVisuals(p geom.Vec) float64 { return max(0, m.target.Distance(p, 0)) }

// triangles returns all that have an area, in the world.
func (o *object) triangles() (out []geom.Triangle) {
	for f, solid := range o.shape.Proper {
		if solid {
			out = append(out, o.triangle(uint32(f)))
		}
	}
	return out
}

// hullModeller makes the geometry of objects that a result names.
type hullModeller struct {
	hullsCheck
	by [3]*gatherer // of whole meshes, parts and shells
}

// objectAt makes the object that o names, at a place.
func (b *hullModeller) objectAt(ctx context.Context, o *Object, i int, in *mesh.Instance) (*object, error) {
	kind := ByMesh
	switch {
	case o.Part >= 0:
		kind = ByPrimitive
	case o.Shell >= 0:
		kind = ByShell
	}
	if b.by[kind] == nil {
		options := b.options
		options.PartsOf = kind
		b.by[kind] = newGatherer(b.scene, options, &PairSummary{})
	}
	made, err := b.by[kind].place(ctx, i, in)
	if err != nil {
		return nil, err
	}
	for _, m := range made {
		if m.name.Part == o.Part && m.name.Shell == o.Shell {
			return m, nil
		}
	}
	return nil, nil
}

// visual makes what a visual names.
func (b *hullModeller) visual(ctx context.Context, o *Object) (*object, error) {
	places := b.placesOf(o)
	if len(places) != 1 {
		return nil, fmt.Errorf("%d nodes could be meant", len(places))
	}
	made, err := b.objectAt(ctx, o, places[0], &shown(b.scene)[places[0]])
	if err == nil && made == nil {
		err = fmt.Errorf("there is nothing to be seen of mesh %d", o.Mesh)
	}
	return made, err
}

// placesOf returns the instances that an object may be of.
func (b *hullModeller) placesOf(o *Object) (places []int) {
	for i, in := range shown(b.scene) {
		if in.Mesh == o.Mesh && (o.Instance < 0 || o.Instance == i) && mesh.ShortName(in.Path) == o.Path {
			places = append(places, i)
		}
	}
	return places
}

// hull makes what a hull names: the first of that name that has its box.
func (b *hullModeller) hull(ctx context.Context, h *Hull) (*hull, error) {
	var g hullGroup
	for i := range b.scene.Colliders {
		if k := &b.scene.Colliders[i]; k.Extension == h.Scheme && hullShapes[k.Shape] == h.Shape && k.Mesh == h.Object.Mesh && mesh.ShortName(k.Path) == h.Object.Path {
			if err := b.collider(ctx, &g, h, i); err != nil {
				return nil, err
			}
		}
	}
	if h.Object.Mesh >= 0 {
		for _, i := range b.placesOf(&h.Object) {
			if err := b.node(ctx, &g, h, i, &shown(b.scene)[i]); err != nil {
				return nil, err
			}
		}
	}
	for _, made := range g.hulls {
		if made.Box == h.Box {
			return made, nil
		}
	}
	return nil, fmt.Errorf("of %d that could be meant, none is where it was", len(g.hulls))
}

// collider adds the hull that a shape of an extension makes.
func (b *hullModeller) collider(ctx context.Context, g *hullGroup, h *Hull, i int) error {
	k := &b.scene.Colliders[i]
	if k.Shape.HasMesh() {
		return b.node(ctx, g, h, -1, &mesh.Instance{Path: k.Path, Name: k.Name, Mesh: k.Mesh, World: k.World})
	}
	b.makeShape(g, &hullname.Hull{Collider: i, Scheme: h.Scheme, Shape: colliderShapes[h.Shape]})
	return nil
}

// node adds the hull that the mesh of a node makes.
func (b *hullModeller) node(ctx context.Context, g *hullGroup, h *Hull, i int, in *mesh.Instance) error {
	o, err := b.objectAt(ctx, &h.Object, i, in)
	if err != nil || o == nil {
		return err
	}
	return b.makeSurface(ctx, g, &hullname.Hull{Collider: -1, Scheme: h.Scheme, Shape: colliderShapes[h.Shape]}, o)
}
