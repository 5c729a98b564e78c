package hulls

import (
	"context"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/hullname"
)

// convexity determines whether the surface of a hull is convex, exactly in its stored
// coordinates and whichever way it faces. A surface that lies no deeper under its convex hull
// than rounding accounts for counts as convex.
func (c *checker) convexity(ctx context.Context, h *hull) error {
	faces := h.outward()
	p := h.polyhedron(faces)
	_, closed := p.Closed()
	found := p.Convex()
	if h.convex = !found.Outside && (found.Convex || !closed); h.convex {
		return nil
	}
	deeper, err := h.isDeeperThan(ctx, 2*h.Rounding)
	if h.convex = !deeper && found.Outside; err != nil || h.convex {
		return err
	}
	c.add(h, c.concavity(h, faces, found.Outside))
	return nil
}

// outward returns the triangles of the surface, turned to face outwards: all of them if it is
// closed and inverted; each separately, away from a point inside the convex hull, if it bounds
// no volume. The triangles of a convex surface then face outwards; for other surfaces it does
// not matter.
func (h *hull) outward() [][3]uint32 {
	faces, v := h.triangles(), h.object.Shape.Welded.Vertices
	for i, f := range faces {
		if h.inverted || !h.oriented && geom.Orient3D(v[f[0]], v[f[1]], v[f[2]], h.cooked.Inner()) > 0 {
			faces[i][1], faces[i][2] = f[2], f[1]
		}
	}
	return faces
}

// isDeeperThan reports whether the surface lies deeper under its convex hull than a limit, at
// a vertex or at the centroid of a triangle. The depth is a concave function on a triangle
// and never negative: nowhere is it more than three times that of the centroid.
func (h *hull) isDeeperThan(ctx context.Context, limit float64) (bool, error) {
	d := newDepths(h.cooked, h.place, limit)
	s := h.object.Shape
	for i, v := range s.Welded.Vertices {
		if i%256 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if d.deeperThanLimit(h.place.Apply(v)) {
			return true, nil
		}
	}
	for i, proper := range s.Proper {
		if i%256 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if t := h.object.Triangle(uint32(i)); proper && d.deeperThanLimit(t.Centroid()) {
			return true, nil
		}
	}
	return false, nil
}

// concavity returns the finding for a surface that is not convex, with its worst place in
// the world.
func (c *checker) concavity(h *hull, faces [][3]uint32, outside bool) check.HullFinding {
	f := check.HullFinding{Rule: check.HullNotConvex, Limit: 2 * h.Rounding, Reason: "its surface winds around the body more than once"}
	if h.seen {
		f.Severity = check.Warning // what is seen need not be convex: an engine is asked to make it so
	}
	if !outside {
		return f
	}
	vertices := h.corners()
	if h.place.Mirrors() {
		for i, t := range faces {
			faces[i][1], faces[i][2] = t[2], t[1]
		}
	}
	p, err := convex.PolyhedronOf(vertices, faces)
	if err != nil {
		panic("hulls: a place in the world that was found finite is not")
	}
	worst := p.Convex()
	if !worst.Outside {
		return f
	}
	v, t := vertices[worst.Vertex], faces[worst.Face]
	corners := geom.Triangle{vertices[t[0]], vertices[t[1]], vertices[t[2]]}
	normal := corners.Normal().Unit()
	f.Value, f.Places = worst.Distance, []geom.Vec{v, v.Sub(normal.Scale(worst.Distance))}
	f.Reason = fmt.Sprintf("a vertex is %s outside the plane of a face", c.length(math.Abs(worst.Distance)))
	if h.Scheme == hullname.SchemeUnreal && c.profile.Name == "unreal" {
		f.Reason += ": Unreal takes the convex hull, or that of each loose piece, without a message"
	}
	return f
}
