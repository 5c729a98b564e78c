package fit

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// BoxFit is the distance of the best box from a body, and where it is: a corner of the box,
// and the nearest point of the body.
type BoxFit struct {
	Distance float64
	Places   [2]geom.Vec
}

// maxSides is the number of faces of a hull, the largest first, that are tried as a side of
// the best box. A box has six.
const maxSides = 48

// Box returns the distance of the best box around a hull, in the world of m, from the hull.
//
// The distance of a box around a body is that of its farthest corner: the distance from a
// convex set is a convex function, greatest at a corner. Of the boxes with a side in the plane of a face of
// the hull, and of these with the least rectangle around the rest (H. Freeman and R. Shapira,
// "Determining the Minimum-Area Encasing Rectangle for an Arbitrary Closed Curve",
// Communications of the ACM 18, 1975), the least distance is taken. For a box this finds the
// box itself; for another body there may be a better box whose sides touch only edges (J. O'Rourke,
// "Finding Minimal Enclosing Boxes", International Journal of Computer and Information
// Sciences 14, 1985).
func Box(h *convex.Hull, m geom.Affine) BoxFit {
	points := make(convex.Cloud, len(h.Vertices))
	for i, v := range h.Vertices {
		points[i] = m.Apply(v)
	}
	best := BoxFit{Distance: math.Inf(1)}
	for _, normal := range sideNormals(h, m) {
		box, ok := boxAlong(points, normal)
		if !ok {
			continue
		}
		off := BoxFit{}
		for _, p := range box {
			d := convex.Distance(convex.Sphere{Center: p}, convex.Placed{Set: h, World: m})
			if d.Distance > off.Distance {
				off = BoxFit{d.Distance, d.Points}
			}
			if off.Distance >= best.Distance {
				break
			}
		}
		if off.Distance < best.Distance {
			best = off
		}
	}
	return best
}

// sideNormals returns the normals of the largest faces.
func sideNormals(h *convex.Hull, m geom.Affine) []geom.Vec {
	type side struct {
		normal geom.Vec
		area   float64
	}
	all := make([]side, len(h.Faces))
	for i, f := range h.Faces {
		from, normal := h.FaceNormal(i, m)
		var sum geom.Vec
		for k := 2; k < len(f); k++ {
			sum = sum.Add(m.Apply(h.Vertices[f[k-1]]).Sub(from).Cross(m.Apply(h.Vertices[f[k]]).Sub(from)))
		}
		all[i] = side{normal, sum.Norm()}
	}
	slices.SortStableFunc(all, func(a, b side) int { return cmp.Compare(b.area, a.area) })
	var normals []geom.Vec
	for _, s := range all[:min(len(all), maxSides)] {
		// Opposite sides make the same boxes.
		if s.area > 0 && !slices.ContainsFunc(normals, func(n geom.Vec) bool { return n.Cross(s.normal).Norm() < 1e-12 }) {
			normals = append(normals, s.normal)
		}
	}
	return normals
}

// boxAlong returns the corners of the least box around points with a side across the
// normal. ok is false for points on a line along it.
func boxAlong(points []geom.Vec, normal geom.Vec) (corners [8]geom.Vec, ok bool) {
	e := normal.Perpendicular()
	f := normal.Cross(e)
	flat := make([]geom.Vec, len(points))
	for i, p := range points {
		flat[i] = geom.Vec{p.Dot(e), p.Dot(f), 0}
	}
	outline, err := convex.HullOf(context.Background(), flat)
	if err != nil || outline.Dimension() < 2 {
		return corners, false
	}
	least := math.Inf(1)
	polygon := outline.Faces[0]
	for k, v := range polygon {
		along := outline.Vertices[polygon[(k+1)%len(polygon)]].Sub(outline.Vertices[v]).Unit()
		axes := [3]geom.Vec{e.Scale(along[0]).Add(f.Scale(along[1])), f.Scale(along[0]).Sub(e.Scale(along[1])), normal}
		low, high := extents(points, axes)
		if volume := (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]); volume < least {
			least, corners = volume, cornersOf(axes, low, high)
		}
	}
	return corners, true
}

// extents returns the least and the greatest of the points along each axis.
func extents(points []geom.Vec, axes [3]geom.Vec) (low, high geom.Vec) {
	b := geom.EmptyBox()
	for _, p := range points {
		b = b.Include(geom.Vec{p.Dot(axes[0]), p.Dot(axes[1]), p.Dot(axes[2])})
	}
	return b.Min, b.Max
}

func cornersOf(axes [3]geom.Vec, low, high geom.Vec) (corners [8]geom.Vec) {
	for k := range corners {
		for axis := range axes {
			at := low[axis]
			if k>>axis&1 == 1 {
				at = high[axis]
			}
			corners[k] = corners[k].Add(axes[axis].Scale(at))
		}
	}
	return corners
}
