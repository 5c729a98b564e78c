package oracle

import (
	"math/big"
	"slices"
)

// surface holds the triangles of a soup that take part in pairs.
type surface struct {
	faces []*face
	// edges lists all triangles that have both vertices of an edge.
	edges map[edge][]*face
}

func (s *surface) add(f *face) {
	if s.edges == nil {
		s.edges = map[edge][]*face{}
	}
	f.surface = s
	s.faces = append(s.faces, f)
	for k := range 3 {
		e := f.edge(k)
		s.edges[e] = append(s.edges[e], f)
	}
}

// finding is a pair with the data for its measures, in integer units.
type finding struct {
	Pair
	normal integer
	points []point
}

// pair decides how a and b meet, if they do. The kind is "" if their intersection is just
// the hull of their shared vertices.
func pair(a, b *face) (out finding, met bool) {
	points, coplanar := meet(a, b)
	if len(points) == 0 {
		return out, false
	}
	shared := sharedVertices(a, b)
	out = finding{
		Pair:   Pair{I: a.index, J: b.index, SharedVertices: len(shared)},
		normal: a.normal,
		points: points,
	}
	switch {
	case len(shared) == 3:
		out.Kind, out.Facing = Duplicate, facing(a, b)
	case !within(points, shared):
		out.classify(a, b, coplanar)
	}
	return out, true
}

// classify distinguishes crossings, overlaps and touches. The interiors of two
// convex sets meet exactly if every relatively interior point of their
// intersection is interior to both, so one such point decides.
func (out *finding) classify(a, b *face, coplanar bool) {
	m := middle(out.points)
	inA, inB := a.strictlyInside(m), b.strictlyInside(m)
	switch {
	case inA && inB && coplanar:
		out.Kind, out.Facing = Overlap, facing(a, b)
	case inA && inB:
		out.Kind = Crossing
	case !coplanar && (inA && a.pierced(b) || inB && b.pierced(a)):
		out.Kind, out.ThroughEdge = Crossing, true
	default:
		out.Kind = Touch
	}
}

// pierced reports whether an edge of g lies in the plane of f and the triangles of
// g's surface that have this edge lie strictly on both sides of the plane. If g is not
// in that plane, the intersection of g and f lies on the edge.
func (f *face) pierced(g *face) bool {
	h := g.over(f.plane)
	for k := range 3 {
		if h[k].Sign() != 0 || h[(k+1)%3].Sign() != 0 {
			continue
		}
		above, below := false, false
		for _, other := range g.surface.edges[g.edge(k)] {
			for _, height := range other.over(f.plane) {
				above = above || height.Sign() > 0
				below = below || height.Sign() < 0
			}
		}
		return above && below
	}
	return false
}

// sharedVertices returns the corners of a that are corners of b.
func sharedVertices(a, b *face) []integer {
	var shared []integer
	for k, v := range a.vertices {
		if slices.Contains(b.vertices[:], v) {
			shared = append(shared, a.corners[k])
		}
	}
	return shared
}

// within reports whether all points, which belong to both triangles, lie in the
// convex hull of the shared vertices, of which there are at most two. On the line
// of a shared edge, a triangle has no points outside that hull.
func within(points []point, shared []integer) bool {
	for _, p := range points {
		switch len(shared) {
		case 0:
			return false
		case 1:
			if !p.equal(point{shared[0], big.NewInt(1)}) {
				return false
			}
		case 2:
			if !collinear(p, shared[0], shared[1]) {
				return false
			}
		}
	}
	return true
}

// collinear reports whether p lies on the line through v and w.
func collinear(p point, v, w integer) bool {
	var arm integer // from v to p, times p.den
	for k := range arm {
		arm[k] = new(big.Int).Mul(v[k], p.den)
		arm[k].Sub(p.num[k], arm[k])
	}
	return arm.cross(w.sub(v)).zero()
}

// facing compares the windings of two triangles in one plane.
func facing(a, b *face) string {
	if a.normal.dot(b.normal).Sign() > 0 {
		return Same
	}
	return Opposite
}
