package oracle

import (
	"math/big"
	"slices"
)

// checker holds the triangles that take part in pairs.
type checker struct {
	faces []*face
	// edges lists all triangles that have both vertices of an edge.
	edges map[edge][]*face
}

func (c *checker) add(f *face) {
	c.faces = append(c.faces, f)
	for k := range 3 {
		e := f.edge(k)
		c.edges[e] = append(c.edges[e], f)
	}
}

// finding is a pair with what its measures are computed from, in integer units.
type finding struct {
	Pair
	normal integer
	points []point
}

// pair decides how a and b meet.
func (c *checker) pair(a, b *face) (finding, bool) {
	points, coplanar := meet(a, b)
	if len(points) == 0 {
		return finding{}, false
	}
	shared := sharedVertices(a, b)
	out := finding{
		Pair:   Pair{I: a.index, J: b.index, SharedVertices: len(shared)},
		normal: a.normal,
		points: points,
	}
	switch {
	case len(shared) == 3:
		out.Kind, out.Facing = Duplicate, facing(a, b)
	case within(points, shared):
		return finding{}, false
	default:
		c.classify(&out, a, b, coplanar)
	}
	return out, true
}

// classify tells crossings, overlaps and touches apart. The interiors of two
// convex sets meet exactly where every relatively interior point of their
// intersection is interior to both, so one such point decides.
func (c *checker) classify(out *finding, a, b *face, coplanar bool) {
	m := middle(out.points)
	inA, inB := a.strictlyInside(m), b.strictlyInside(m)
	switch {
	case inA && inB && coplanar:
		out.Kind, out.Facing = Overlap, facing(a, b)
	case inA && inB:
		out.Kind = Crossing
	case !coplanar && (inA && c.through(a, b) || inB && c.through(b, a)):
		out.Kind, out.ThroughEdge = Crossing, true
	default:
		out.Kind = Touch
	}
}

// through reports whether an edge of g lies in the plane of f and the triangles
// that have this edge stand strictly on both sides of the plane. Where g is not
// in that plane, what g and f have in common then lies on the edge.
func (c *checker) through(f, g *face) bool {
	h := g.over(f.plane)
	for k := range 3 {
		if h[k].Sign() != 0 || h[(k+1)%3].Sign() != 0 {
			continue
		}
		above, below := false, false
		for _, other := range c.edges[g.edge(k)] {
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
// of a shared edge that hull is all that one triangle has.
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
