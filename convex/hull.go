package convex

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Hull is the convex hull of finitely many points: the smallest convex set that contains them.
// HullOf makes it; it must not be changed. It is safe for concurrent use.
type Hull struct {
	// Vertices are the extreme points, those not in the hull of the others, each once, in
	// lexicographic order.
	Vertices []geom.Vec
	// Faces are the maximal faces, as indices of their corners: counter-clockwise as seen from
	// outside, starting with the smallest, in lexicographic order. No two lie in one plane, no
	// three corners of a face are collinear. Two faces pass each edge, one each way.
	//
	// A flat hull has one face, counter-clockwise around a normal whose first coordinate other than
	// 0 is positive. The face of a segment is its two ends, that of a point the point; the hull of
	// no points has no face.
	Faces [][]uint32

	inner   vec
	inside  float64 // the radius of a ball around inner within the hull, a lower bound
	around  surround
	packets packets // the vertices, if a scan of all of them is the fastest
	climb   *climb  // otherwise
}

// HullOf returns the convex hull of points. Every decision is the exact sign of an orientation, and
// faces are merged if they lie exactly in one plane: a point outside by one unit in the last place
// is a vertex. The hull does not depend on the order of the points or on copies of them, and scales
// with the points by powers of two. -0 is +0. HullOf fails only for a coordinate that is not
// finite, and with ctx's error soon after ctx ends.
//
// This is quickhull (C. B. Barber, D. P. Dobkin and H. Huhdanpaa, "The Quickhull Algorithm for
// Convex Hulls", ACM Transactions on Mathematical Software 22, 1996), with exact signs where the
// paper has thick facets. It takes about n·log n steps for n points of most kinds; some kinds take
// n².
func HullOf(ctx context.Context, points []geom.Vec) (*Hull, error) {
	own := make([]geom.Vec, len(points))
	for i, p := range points {
		if !p.Finite() {
			return nil, fmt.Errorf("point %d of %d is not finite: %v", i, len(points), p)
		}
		own[i] = p.Add(geom.Vec{}) // -0 + 0 is +0
	}
	corners, dimension := spanOf(own)
	switch dimension {
	case 3:
		surface, err := quickhull(ctx, own, corners)
		if err != nil {
			return nil, err
		}
		return numbered(own, surface.polygons()), nil
	case 2:
		return numbered(own, [][]uint32{polygonOf(own, corners)}), nil
	case 1:
		return numbered(own, [][]uint32{corners[:2]}), nil
	case 0:
		return numbered(own, [][]uint32{corners[:1]}), nil
	}
	return &Hull{}, nil
}

// numbered returns the hull with the given faces, which are indices of points.
func numbered(points []geom.Vec, faces [][]uint32) *Hull {
	corners := slices.Concat(faces...)
	slices.Sort(corners)
	corners = slices.Compact(corners)
	slices.SortFunc(corners, func(i, j uint32) int { return compare(&points[i], &points[j]) })
	h := &Hull{Vertices: make([]geom.Vec, len(corners)), Faces: faces}
	number := make([]uint32, len(points))
	for k, i := range corners {
		h.Vertices[k], number[i] = points[i], uint32(k)
	}
	for _, f := range faces {
		for k, i := range f {
			f[k] = number[i]
		}
		startAtSmallest(f)
	}
	slices.SortFunc(faces, slices.Compare)
	h.inner = vecOf(Cloud(h.Vertices).Inner())
	h.inside = h.ball()
	h.around = surroundOf(geom.BoxOf(h.Vertices), h.inner)
	if len(h.Vertices) > fewVertices && h.Dimension() == 3 {
		h.climb = climbOf(h)
	} else {
		h.packets = packetsOf(h.Vertices)
	}
	return h
}

// ball returns the radius of a ball around the inner point that is certainly within the hull, or 0
// if it is small compared to the hull.
func (h *Hull) ball() float64 {
	if len(h.Faces) < 2 {
		return 0
	}
	least, size := math.Inf(1), 0.0
	for _, f := range h.Faces {
		a := vecOf(h.Vertices[f[0]])
		e, g := vecOf(h.Vertices[f[1]]).sub(a), vecOf(h.Vertices[f[2]]).sub(a)
		n, from := e.cross(g), a.sub(h.inner)
		// The normal of a narrow triangle is turned by rounding.
		off := 0x1p-40 * e.norm1() * g.norm1() * from.norm1()
		least, size = min(least, (n.dot(from)-off)/n.length()), max(size, from.norm1())
	}
	if !(least > 0x1p-10*size) { // not a number, beyond the range of products
		return 0
	}
	return least
}

// compare orders points lexicographically.
func compare(p, q *geom.Vec) int {
	return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]), cmp.Compare(p[2], q[2]))
}

// startAtSmallest rotates a ring so that it starts with its smallest number.
func startAtSmallest(ring []uint32) {
	at := slices.Index(ring, slices.Min(ring))
	copy(ring, slices.Concat(ring[at:], ring[:at]))
}

// Dimension returns 3 for a body, 2 for a flat polygon, 1 for a segment, 0 for a point and
// -1 for the hull of no points, exactly.
func (h *Hull) Dimension() int {
	switch {
	case len(h.Faces) > 1:
		return 3
	case len(h.Vertices) > 2:
		return 2
	}
	return len(h.Vertices) - 1
}

// Plane returns the plane of face i, with its normal outwards, exactly. The hull must have a
// dimension of 2 or 3.
func (h *Hull) Plane(i int) geom.Plane {
	f := h.Faces[i] // any three corners span the plane, no three being on one line
	return geom.PlaneOf(h.Vertices[f[0]], h.Vertices[f[1]], h.Vertices[f[2]])
}

// Inner returns the mean of the vertices in float64: a point inside, unless the hull is so thin
// that rounding moves it out. For the hull of no points it is the origin.
func (h *Hull) Inner() geom.Vec { return h.inner.point() }

// Volume returns the volume in float64, 0 if the hull is not a body. The error is rounding alone:
// it adds up pyramids over the faces, none of which is negative.
func (h *Hull) Volume() float64 {
	var sum float64
	h.fans(func(a, b, c *geom.Vec) {
		sum += pyramid(&h.Vertices[0], a, b, c)
	})
	return max(0, sum/6)
}

// Area returns the area of the surface in float64: that of both sides of a flat hull, and
// 0 for a segment or a point.
func (h *Hull) Area() float64 {
	var sum float64
	h.fans(func(a, b, c *geom.Vec) {
		t := geom.Triangle{*a, *b, *c}
		sum += t.Area()
	})
	if h.Dimension() == 2 {
		return 2 * sum
	}
	return sum
}

// fans calls visit for the triangles of a fan in each face.
func (h *Hull) fans(visit func(a, b, c *geom.Vec)) {
	for _, f := range h.Faces {
		for k := 2; k < len(f); k++ {
			visit(&h.Vertices[f[0]], &h.Vertices[f[k-1]], &h.Vertices[f[k]])
		}
	}
}

// pyramid returns six times the signed volume of the pyramid over the triangle abc with apex o,
// positive if the triangle's normal points away from o.
func pyramid(o, a, b, c *geom.Vec) float64 {
	return geom.TripleProduct(a.Sub(*o), b.Sub(*a), c.Sub(*a))
}

// FaceNormal returns a corner of face i in the world of m and the outward unit normal there, in
// float64. The normal is 0 for a face without area.
func (h *Hull) FaceNormal(i int, m geom.Affine) (from, normal geom.Vec) {
	f := h.Faces[i]
	from = m.Apply(h.Vertices[f[0]])
	for k := 2; k < len(f); k++ {
		e, d := m.Apply(h.Vertices[f[k-1]]).Sub(from), m.Apply(h.Vertices[f[k]]).Sub(from)
		normal = normal.Add(e.Cross(d))
	}
	if m.Mirrors() {
		normal = normal.Scale(-1)
	}
	return from, normal.Unit()
}
