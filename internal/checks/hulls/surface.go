package hulls

import (
	"context"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/quantity"
	"github.com/meshcheck/meshcheck/internal/solid"
)

// checkSurface checks whether the surface of a hull is closed and consistently oriented.
func (c *checker) checkSurface(ctx context.Context, h *hull) error {
	edges, err := h.object.Shape.Closure(ctx)
	if err != nil {
		return err
	}
	switch {
	case edges.Nonfinite > 0:
		c.add(h, check.HullFinding{Rule: check.HullNotClosed, Value: float64(edges.Nonfinite),
			Reason: fmt.Sprintf("%d of %d triangles %s a corner that is not finite", edges.Nonfinite, edges.Triangles, quantity.Agree(edges.Nonfinite, "has", "have"))})
	case edges.NonManifold > 0:
		c.notClosed(h, &edges)
	case edges.Misoriented > 0:
		e := &edges.FirstMisoriented
		c.add(h, check.HullFinding{Rule: check.HullInverted, Value: float64(edges.Misoriented), Places: h.ends(e),
			Reason: fmt.Sprintf("at %d of %d edges the two triangles face opposite ways", edges.Misoriented, edges.Edges)})
	}
	if edges.Oriented() {
		c.checkWinding(h)
	}
	return nil
}

// notClosed adds the finding for edges that do not belong to two triangles. A trimesh is a
// surface and need not be closed, nor need a mesh that is seen.
func (c *checker) notClosed(h *hull, edges *solid.Closure) {
	e := &edges.FirstNonManifold
	f := check.HullFinding{Rule: check.HullNotClosed, Value: float64(edges.NonManifold), Places: h.ends(e),
		Reason: fmt.Sprintf("%d of %d edges %s not belong to two triangles (the first belongs to %d)", edges.NonManifold, edges.Edges, quantity.Agree(edges.NonManifold, "does", "do"), e.Forward+e.Backward)}
	switch {
	case h.Shape == check.TrimeshShape:
		f.Severity = check.Info
	case h.seen && h.found.Collider >= 0:
		f.Severity = check.Warning // an engine is asked to wrap it
	}
	c.add(h, f)
}

// ends returns the ends of an edge in the world.
func (h *hull) ends(e *solid.Edge) []geom.Vec {
	vertices := h.object.Shape.Welded.Vertices
	return []geom.Vec{h.place.Apply(vertices[e.V]), h.place.Apply(vertices[e.W])}
}

// checkWinding measures the volume within a closed surface and checks that its normals do not
// point inwards. A node that mirrors the surface reverses its windings too, which is not a
// fault.
func (c *checker) checkWinding(h *hull) {
	volume := solid.SignedVolume(h.object.Shape.Welded)
	h.Volume = math.Abs(volume * h.place.Determinant())
	h.inverted = volume < 0
	if size := h.object.Shape.Box.Diagonal(); math.Abs(volume) < 1e-9*size*size*size {
		h.inverted = h.polyhedron(h.triangles()).VolumeSign() < 0 // too small to decide in float64
	}
	h.oriented = true
	if h.inverted {
		c.add(h, check.HullFinding{Rule: check.HullInverted, Value: float64(h.object.Shape.Count), Reason: "all triangles face inwards"})
	}
}

// triangles returns the finite triangles of the surface.
func (h *hull) triangles() (faces [][3]uint32) {
	w := h.object.Shape.Welded
	for i, f := range w.Faces {
		if w.Finite(i) {
			faces = append(faces, f)
		}
	}
	return faces
}

// polyhedron returns the surface with the given faces.
func (h *hull) polyhedron(faces [][3]uint32) *convex.Polyhedron {
	p, err := convex.PolyhedronOf(h.object.Shape.Welded.Vertices, faces)
	if err != nil {
		panic("hulls: a welded mesh has a vertex that is not finite")
	}
	return p
}

// isFlat reports whether the hull is flat up to rounding, and adds the finding if it is.
func (c *checker) isFlat(h *hull) bool {
	if d := h.cooked.Dimension(); d < 3 {
		c.add(h, check.HullFinding{Rule: check.HullFlat, Limit: 2 * h.Rounding, Reason: fmt.Sprintf("all its vertices lie %s", [...]string{"in one point", "on one line", "in one plane"}[max(d, 0)])})
		return true
	}
	thickness, at := h.thickness()
	if thickness > 2*h.Rounding {
		return false
	}
	c.add(h, check.HullFinding{Rule: check.HullFlat, Value: thickness, Limit: 2 * h.Rounding, Places: at[:],
		Reason: fmt.Sprintf("it is %s thick, which may be only rounding to float32", c.length(thickness))})
	return true
}

// thickness returns the least extent of the hull along the normal of one of its faces, and
// two points at that distance. It is an upper bound of the width of the hull, which may be
// along the common normal of two edges.
func (h *hull) thickness() (least float64, at [2]geom.Vec) {
	least = math.Inf(1)
	for i := range h.cooked.Faces {
		from, normal := h.cooked.FaceNormal(i, h.place)
		if normal == (geom.Vec{}) {
			continue
		}
		to := h.set.Support(normal.Scale(-1))
		if d := from.Sub(to).Dot(normal); d < least {
			least, at = max(0, d), [2]geom.Vec{to.Add(normal.Scale(d)), to}
		}
	}
	return least, at
}

// checkBudget compares the hull that an engine cooks with the limits of the engine.
func (c *checker) checkBudget(h *hull) {
	for _, of := range []struct {
		have, most int
		what       string
	}{{h.Vertices, c.profile.Vertices, "vertices"}, {h.Faces, c.profile.Faces, "faces"}} {
		if of.most > 0 && of.have > of.most {
			c.add(h, check.HullFinding{Rule: check.HullVertexBudget, Value: float64(of.have), Limit: float64(of.most),
				Reason: fmt.Sprintf("its convex hull has %d %s; %s allows %d", of.have, of.what, c.profile.Name, of.most)})
		}
	}
}
