package tripacket

import "github.com/meshcheck/meshcheck/geom"

// VertexMeeting is how the triangles t and u of a pair meet that have exactly one corner in common.
type VertexMeeting struct {
	T, U int // the common corner
	// Apart: they have nothing else in common. Otherwise they are a Crossing for tritri.Relate.
	Apart bool
	// End is the end of the segment in which they cross that is not the common corner, and Point where
	// that is, the same as for tritri.Segment.
	End   End
	Point geom.Vec
}

// AtVertex decides how t meets u in a lane of pairs, which were compared. ok is false unless they certainly
// have one corner in common and the bounds of the Comparison decide the rest. The lane must not be one
// that Compare found to be apart.
//
// The common corner v lies in both planes. If t's other corners are strictly on one side of u's plane,
// t meets that plane in v alone. Otherwise t meets the common line of the planes in an interval from v to
// its edge opposite to v. Let n and m be the normals of t and u, and a t's corner after v. If a lies above
// u's plane, a turn about n from a to the corner after it passes n×m, so that t's interval runs from v in
// that direction, and otherwise in the opposite one. For u, the direction is m×n. So the intervals run
// the same way if and only if one of the corners after v lies above the plane of the other triangle and
// the other one below. The volume of both opposite edges then tells which of them is nearer to v.
func (c *Comparison) AtVertex(p *Pairs, lane int) (m VertexMeeting, ok bool) {
	a := allSpokes[sidesOf(c.ht[0][lane], c.ht[1][lane], c.ht[2][lane], c.boundsT[lane])]
	b := allSpokes[sidesOf(c.hu[0][lane], c.hu[1][lane], c.hu[2][lane], c.boundsU[lane])]
	if m.T, m.U = int(a.corner), int(b.corner); a.after == 0 || b.after == 0 || !p.common(lane, m.T, m.U) {
		return m, false
	}
	if m.Apart = !a.mixed || !b.mixed || a.after == b.after; m.Apart {
		return m, true
	}
	nearer := Sign(c.volumes[3*next[m.T]+next[m.U]][lane], c.bounds[lane])
	if nearer != int(a.after) {
		u := p.U(lane)
		m.End, m.Point = End{true, next[m.U]}, cutOpposite(&u, &c.hu, lane, m.U)
	} else {
		t := p.T(lane)
		m.End, m.Point = End{false, next[m.T]}, cutOpposite(&t, &c.ht, lane, m.T)
	}
	return m, nearer != 0
}

// common reports whether corner i of t is corner j of u.
func (p *Pairs) common(lane, i, j int) bool {
	t, u := p.t.corners[3*i:], p.u.corners[3*j:]
	return t[0][lane] == u[0][lane] && t[1][lane] == u[1][lane] && t[2][lane] == u[2][lane]
}

// cutOpposite returns the point in which a plane cuts the edge of t opposite to a corner, measured from
// the end with the lower index, as tritri does. t is the triangle in a lane.
func cutOpposite(t *geom.Triangle, heights *[3][Width]float64, lane, corner int) geom.Vec {
	i, k := next[corner], next[next[corner]]
	h := [3]float64{heights[0][lane], heights[1][lane], heights[2][lane]}
	return cut(t, &h, min(i, k), max(i, k))
}

// spokes are the sides, by their bounds, on which two corners of a triangle lie, of which the third is
// possibly in the plane.
type spokes struct {
	corner uint8 // the third
	after  int8  // the side of the corner after that; 0 unless exactly two sides are certain
	mixed  bool  // the two are on different sides
}

// allSpokes has the spokes for each number of sidesOf.
var allSpokes = func() (table [27]spokes) {
	eachSides(func(n int, sides [3]int) {
		for k, side := range sides {
			if after, last := sides[next[k]], sides[next[next[k]]]; side == 0 && after != 0 && last != 0 {
				table[n] = spokes{uint8(k), int8(after), after != last}
			}
		}
	})
	return table
}()
