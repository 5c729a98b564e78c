package tripacket

import "github.com/meshcheck/meshcheck/geom"

// VertexMeeting is how the triangles t and u of a pair meet that have exactly one corner in common.
type VertexMeeting struct {
	T, U int // the common corner
	// Apart: they have nothing else in common. Otherwise they are a Crossing for tritri.Relate.
	Apart bool
	// InT: the segment in which they cross ends inside t, on the edge of u opposite to the common
	// corner. Otherwise it ends inside u.
	InT bool
	// End is that end of the segment, the same as tritri.Segment's.
	End geom.Vec
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
	ht := [3]float64{c.ht[0][lane], c.ht[1][lane], c.ht[2][lane]}
	hu := [3]float64{c.hu[0][lane], c.hu[1][lane], c.hu[2][lane]}
	a, b := spokesOf(&ht, c.boundsT[lane]), spokesOf(&hu, c.boundsU[lane])
	if m.T, m.U = int(a.corner), int(b.corner); a.after == 0 || b.after == 0 || !p.common(lane, m.T, m.U) {
		return m, false
	}
	if m.Apart = !a.mixed || !b.mixed || a.after == b.after; m.Apart {
		return m, true
	}
	nearer := Sign(c.volumes[3*next[m.T]+next[m.U]][lane], c.bounds[lane])
	if m.InT = nearer != int(a.after); m.InT {
		u := p.U(lane)
		m.End = cutOpposite(&u, &hu, m.U)
	} else {
		t := p.T(lane)
		m.End = cutOpposite(&t, &ht, m.T)
	}
	return m, nearer != 0
}

// common reports whether corner i of t is corner j of u.
func (p *Pairs) common(lane, i, j int) bool {
	t, u := p.t.corners[3*i:], p.u.corners[3*j:]
	return t[0][lane] == u[0][lane] && t[1][lane] == u[1][lane] && t[2][lane] == u[2][lane]
}

// cutOpposite returns the point in which a plane cuts the edge of t opposite to a corner, measured from
// the end with the lower index, as tritri does.
func cutOpposite(t *geom.Triangle, heights *[3]float64, corner int) geom.Vec {
	i, k := next[corner], next[next[corner]]
	return cut(t, heights, min(i, k), max(i, k))
}

// spokes are the sides, by their bounds, on which two corners of a triangle lie, of which the third is
// possibly in the plane.
type spokes struct {
	corner uint8 // the third
	after  int8  // the side of the corner after that; 0 unless exactly two sides are certain
	mixed  bool  // the two are on different sides
}

// spokesOf returns the spokes for heights with an error bound.
func spokesOf(heights *[3]float64, bound float64) spokes {
	n := 13
	for k, power := range [3]int{9, 3, 1} {
		n += power * Sign(heights[k], bound)
	}
	return allSpokes[n]
}

// allSpokes has the spokes for each combination of sides, the digits of a number to the base of three.
var allSpokes = func() (table [27]spokes) {
	for n := range table {
		sides := [3]int{n/9 - 1, n/3%3 - 1, n%3 - 1}
		for k, side := range sides {
			if after, last := sides[next[k]], sides[next[next[k]]]; side == 0 && after != 0 && last != 0 {
				table[n] = spokes{uint8(k), int8(after), after != last}
			}
		}
	}
	return table
}()
