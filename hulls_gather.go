package meshcheck

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// gather makes the groups of hulls, with the geometry of both sides.
func (c *hullsCheck) gather(ctx context.Context) error {
	whole := c.options
	whole.PartsOf = ByMesh
	seen := newGatherer(c.scene, whole, &PairSummary{})
	hulls := newGatherer(c.scene, c.options, &PairSummary{})
	groups := map[*hullname.Body]*hullGroup{}
	var bodies []*hullname.Body
	for i := range c.search.Hulls {
		f := &c.search.Hulls[i]
		g := groups[f.Body]
		if g == nil {
			g = &hullGroup{HullGroup: HullGroup{Name: mesh.ShortName(f.Body.Name)}}
			groups[f.Body] = g
			bodies = append(bodies, f.Body)
		}
		if err := c.make(ctx, hulls, g, f); err != nil {
			return err
		}
	}
	slices.SortStableFunc(bodies, func(a, b *hullname.Body) int { return cmp.Compare(a.First(), b.First()) })
	for _, b := range bodies {
		g := groups[b]
		if len(g.hulls) == 0 {
			continue
		}
		if err := c.show(ctx, seen, g, b); err != nil {
			return err
		}
		c.groups = append(c.groups, g)
	}
	c.problems(hulls.summary)
	c.problems(seen.summary)
	return nil
}

// problems takes over what was found about objects that cannot be checked.
func (c *hullsCheck) problems(s *PairSummary) {
	c.summary.NotChecked = append(c.summary.NotChecked, s.NotChecked...)
}

// show makes the objects that a group of hulls stands for.
func (c *hullsCheck) show(ctx context.Context, seen *gatherer, g *hullGroup, b *hullname.Body) error {
	for _, i := range b.Visuals {
		objects, err := seen.place(ctx, i, &c.search.Instances[i])
		if err != nil {
			return err
		}
		if in := &c.search.Instances[i]; len(objects) == 0 && seen.silent(in.Mesh) {
			c.summary.NotChecked = append(c.summary.NotChecked, ObjectProblem{seen.nameOf(i, in, 0), "it has hulls, and no triangle with an area"})
		}
		for _, o := range objects {
			g.visuals = append(g.visuals, o)
			g.Visuals = append(g.Visuals, o.name)
		}
	}
	return nil
}

// silent reports whether nothing was noted about a mesh without objects: it has no
// triangle that could be checked, and none that is not finite.
func (g *gatherer) silent(mesh int) bool {
	return !slices.ContainsFunc(g.shapes[mesh], func(s *world.Shape) bool { return s.Count > 0 || s.Nonfinite > 0 })
}

// make makes the hulls of what was found, several where a mesh is taken apart.
func (c *hullsCheck) make(ctx context.Context, hulls *gatherer, g *hullGroup, f *hullname.Hull) error {
	if f.Collider >= 0 && !c.scene.Colliders[f.Collider].Shape.HasMesh() {
		c.makeShape(g, f)
		return nil
	}
	i, in := f.Instance, mesh.Instance{}
	if i >= 0 {
		in = c.search.Instances[i]
	} else {
		k := &c.scene.Colliders[f.Collider]
		in = mesh.Instance{Path: k.Path, Name: k.Name, Mesh: k.Mesh, World: k.World}
	}
	noted := func() int { return len(hulls.summary.NotChecked) }
	before := noted()
	objects, err := hulls.place(ctx, i, &in)
	if err != nil {
		return err
	}
	for _, o := range objects {
		if err := c.makeSurface(ctx, g, f, o); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			c.summary.NotChecked = append(c.summary.NotChecked, ObjectProblem{o.name, err.Error()})
		}
	}
	if len(objects) == 0 && noted() == before {
		c.summary.NotChecked = append(c.summary.NotChecked, ObjectProblem{hulls.nameOf(i, &in, 0), "it has no triangle with an area"})
	}
	return nil
}

// makeSurface makes the hull of an object.
func (c *hullsCheck) makeSurface(ctx context.Context, g *hullGroup, f *hullname.Hull, o *object) error {
	h := &hull{found: f, object: o, place: o.world}
	h.Hull = Hull{Object: o.name, Shape: hullShapes[f.Shape], Scheme: f.Scheme, Box: o.box, Rounding: o.rounding}
	w := o.shape.Welded
	if f.Shape == mesh.ShapeTrimesh {
		h.Vertices, h.Faces = len(w.Vertices), o.shape.Count
	} else {
		var err error
		if h.cooked, err = convex.HullOfContext(ctx, w.Vertices); err != nil {
			return err
		}
		h.set = convex.Placed{Set: h.cooked, World: h.place}
		h.Vertices, h.Faces = len(h.cooked.Vertices), mergedFaces(h.cooked, localRounding(o))
	}
	g.hulls = append(g.hulls, h)
	return nil
}

// localRounding bounds how far float32 numbers can have moved a point of an object in its
// stored coordinates.
func localRounding(o *object) float64 {
	identity := geom.Identity()
	stored := world.ExactRounding(&identity)
	return stored.Within(o.shape.MaxAbs())
}

// mergedFaces counts the faces of a hull, those that meet at an edge and are in one plane
// up to rounding being one face: cooking puts them together, and rounding a file's
// numbers has taken them apart.
func mergedFaces(h *convex.Hull, rounding float64) int {
	if h.Dimension() < 3 {
		return len(h.Faces)
	}
	n := len(h.Faces)
	joined := mesh.NewUnion(n)
	faceOf := map[[2]uint32]uint32{}
	for i, f := range h.Faces {
		for k, v := range f {
			w := f[(k+1)%len(f)]
			j, ok := faceOf[[2]uint32{w, v}]
			if !ok {
				faceOf[[2]uint32{v, w}] = uint32(i)
				continue
			}
			if joined.Find(uint32(i)) != joined.Find(j) && (onPlane(h, i, int(j), rounding) || onPlane(h, int(j), i, rounding)) {
				joined.Join(uint32(i), j)
				n--
			}
		}
	}
	return n
}

// onPlane reports whether the corners of face j are in the plane of face i, up to rounding.
func onPlane(h *convex.Hull, i, j int, rounding float64) bool {
	from, normal := h.FaceNormal(i, geom.Identity())
	for _, v := range h.Faces[j] {
		if math.Abs(h.Vertices[v].Sub(from).Dot(normal)) > rounding {
			return false
		}
	}
	return true
}
