package hulls

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// gather makes the groups of hulls, with the geometry of both sides.
func (c *checker) gather(ctx context.Context) error {
	seen, hulls := c.world.Gatherer(check.ByMesh), c.world.Gatherer(c.partsOf)
	groups := map[*hullname.Body]*group{}
	var bodies []*hullname.Body
	for i := range c.search.Hulls {
		f := &c.search.Hulls[i]
		g := groups[f.Body]
		if g == nil {
			g = &group{HullGroup: check.HullGroup{Name: mesh.ShortName(f.Body.Name)}}
			groups[f.Body] = g
			bodies = append(bodies, f.Body)
		}
		if err := c.makeHulls(ctx, hulls, g, f); err != nil {
			return err
		}
	}
	c.world.AllDone(world.Hulls)
	slices.SortStableFunc(bodies, func(a, b *hullname.Body) int { return cmp.Compare(a.First(), b.First()) })
	for _, b := range bodies {
		g := groups[b]
		if len(g.hulls) == 0 {
			continue
		}
		if err := c.gatherVisuals(ctx, seen, g, b); err != nil {
			return err
		}
		c.groups = append(c.groups, g)
	}
	c.world.AllDone(world.Visuals)
	c.summary.NotChecked = slices.Concat(c.summary.NotChecked, hulls.NotChecked, seen.NotChecked)
	return nil
}

// expect announces to w the meshes that Check makes hulls and visuals of.
func expect(w *world.World, search *hullname.Search) {
	for i := range search.Hulls {
		h := &search.Hulls[i]
		switch {
		case h.Instance >= 0:
			w.Expect(world.Hulls, search.Instances[h.Instance].Mesh)
		case w.Scene().Colliders[h.Collider].Shape.HasMesh():
			w.Expect(world.Hulls, w.Scene().Colliders[h.Collider].Mesh)
		}
		for _, k := range h.Body.Visuals {
			w.Expect(world.Visuals, search.Instances[k].Mesh)
		}
	}
}

// gatherVisuals makes the objects that a group of hulls belongs to.
func (c *checker) gatherVisuals(ctx context.Context, seen *world.Gatherer, g *group, b *hullname.Body) error {
	for _, i := range b.Visuals {
		objects, err := seen.Place(ctx, i, &c.search.Instances[i])
		if err != nil {
			return err
		}
		if in := &c.search.Instances[i]; len(objects) == 0 && seen.Empty(in) {
			c.summary.NotChecked = append(c.summary.NotChecked, check.ObjectProblem{Object: seen.NameOf(i, in, 0), Reason: "it has hulls, but no triangle with an area"})
		}
		for _, o := range objects {
			g.visuals = append(g.visuals, o)
			g.Visuals = append(g.Visuals, o.Name)
		}
	}
	return nil
}

// makeHulls makes the hulls of a match: several if its mesh is divided.
func (c *checker) makeHulls(ctx context.Context, hulls *world.Gatherer, g *group, f *hullname.Hull) error {
	if f.Collider >= 0 && !c.scene.Colliders[f.Collider].Shape.HasMesh() {
		c.makeShape(g, f)
		return nil
	}
	i, in := f.Instance, mesh.Instance{}
	if i >= 0 {
		in = c.search.Instances[i]
	} else {
		in = world.InstanceOf(&c.scene.Colliders[f.Collider])
	}
	before := len(hulls.NotChecked)
	objects, err := hulls.Place(ctx, i, &in)
	if err != nil {
		return err
	}
	for k := range hulls.NotChecked[before:] {
		hulls.NotChecked[before+k].Object.Collider = f.Collider
	}
	for _, o := range objects {
		o.Name.Collider = f.Collider
		if err := c.makeSurface(ctx, g, f, o); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			c.summary.NotChecked = append(c.summary.NotChecked, check.ObjectProblem{Object: o.Name, Reason: err.Error()})
		}
	}
	if len(objects) == 0 && len(hulls.NotChecked) == before {
		o := hulls.NameOf(i, &in, 0)
		o.Collider = f.Collider
		c.summary.NotChecked = append(c.summary.NotChecked, check.ObjectProblem{Object: o, Reason: "it has no triangle with an area"})
	}
	return nil
}

// makeSurface makes the hull of an object.
func (c *checker) makeSurface(ctx context.Context, g *group, f *hullname.Hull, o *world.Object) error {
	h := &hull{found: f, object: o, place: o.World, seen: f.Visible || c.isSeen(f)}
	h.Hull = check.Hull{Object: o.Name, Shape: shapes[f.Shape], Scheme: f.Scheme, Box: o.Box, Rounding: o.Rounding}
	w := o.Shape.Welded
	if f.Shape == mesh.ShapeTrimesh {
		h.Vertices, h.Faces = len(w.Vertices), o.Shape.Count
	} else {
		var err error
		if h.cooked, err = convex.HullOf(ctx, w.Vertices); err != nil {
			return err
		}
		h.set = convex.Placed{Set: h.cooked, World: h.place}
		h.Vertices, h.Faces = len(h.cooked.Vertices), mergedFaces(h.cooked, localRounding(o))
	}
	g.hulls = append(g.hulls, h)
	return nil
}

// isSeen reports whether the mesh of a shape of an extension is one that the shape belongs to.
func (c *checker) isSeen(f *hullname.Hull) bool {
	return f.Collider >= 0 && f.Body != nil && slices.ContainsFunc(f.Body.Visuals, func(v int) bool {
		return c.search.Instances[v].Mesh == c.scene.Colliders[f.Collider].Mesh
	})
}

// localRounding bounds how far float32 numbers can have moved a point of an object in its
// stored coordinates.
func localRounding(o *world.Object) float64 {
	identity := geom.Identity()
	stored := world.ExactRounding(&identity)
	return stored.Within(o.Shape.MaxAbs())
}

// mergedFaces counts the faces of a hull, where faces that share an edge and are in one plane
// up to rounding count as one: they are one face before the rounding of the file's numbers,
// and cooking merges them.
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
