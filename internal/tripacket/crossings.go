package tripacket

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Crossings are measures of pairs of triangles that cross, by lane.
type Crossings struct {
	Min, Max [3][Width]float64 // the bounds of the segment, axis by axis
	Length   [Width]float64    // of the segment
	Depth    [Width]float64
}

// Crossings finds the lanes of pairs, which were compared, that certainly have no vertex in common and are
// a Crossing for tritri.Relate, deeper than least, by the bounds of a Comparison. It measures all of them at
// once: the same segment as tritri.Segment's, and the same depth as tritri.Depth's. Lanes that Compare
// found to be apart must not be given.
//
// Each triangle has one corner alone on its side of the other's plane, the apex, and the ends of
// its interval on the common line are on the edges at that corner. The order of four ends takes
// four of the nine volumes of edges.
func (c *Comparison) Crossings(p *Pairs, lanes uint16, least float64, out *Crossings) (certain uint16) {
	if lanes &^= c.unmeasured; lanes == 0 {
		return 0
	}
	return crossings(c, p, lanes, least, out)
}

// Box returns the bounds of the segment in a lane.
func (c *Crossings) Box(lane int) geom.Box {
	return geom.Box{
		Min: geom.Vec{c.Min[0][lane], c.Min[1][lane], c.Min[2][lane]},
		Max: geom.Vec{c.Max[0][lane], c.Max[1][lane], c.Max[2][lane]},
	}
}

// crossingsGo is the portable kernel of Crossings.
func crossingsGo(c *Comparison, p *Pairs, lanes uint16, least float64, out *Crossings) (certain uint16) {
	for lane := range Width {
		if lanes&(1<<lane) == 0 {
			continue
		}
		depth := math.Sqrt(c.squares[lane])
		t, u := p.T(lane), p.U(lane)
		from, to, ok := c.segment(&t, &u, lane)
		if !ok || !(depth > least && depth <= math.MaxFloat64) {
			continue
		}
		d := from.Sub(to)
		if square := d.Dot(d); !(square > 0x1p-900 && square < 0x1p+900) {
			continue // outside the range in which Norm takes a plain root
		}
		certain |= 1 << lane
		box := geom.PointBox(from).Include(to)
		for k := range 3 {
			out.Min[k][lane], out.Max[k][lane] = box.Min[k], box.Max[k]
		}
		out.Length[lane], out.Depth[lane] = d.Norm(), depth
	}
	return certain
}

// segment returns the segment in which t and u, the pair in a lane, cross; ok is false unless
// that is certain.
func (c *Comparison) segment(t, u *geom.Triangle, lane int) (from, to geom.Vec, ok bool) {
	a, b, ok := c.intervals(lane)
	if !ok {
		return from, to, false
	}
	before, after := c.side(lane, a.apex, a.last, b.apex, b.first), c.side(lane, a.apex, a.first, b.apex, b.last)
	first, last := c.side(lane, a.apex, a.first, b.apex, b.first), c.side(lane, a.apex, a.last, b.apex, b.last)
	if before >= 0 || after <= 0 || first == 0 || last == 0 {
		return from, to, false
	}
	var ht, hu [3]float64
	for k := range 3 {
		ht[k], hu[k] = c.ht[k][lane], c.hu[k][lane]
	}
	// The later of both first ends, and the earlier of both last ones.
	if from = cut(t, &ht, a.apex, a.first); first > 0 {
		from = cut(u, &hu, b.apex, b.first)
	}
	if to = cut(t, &ht, a.apex, a.last); last < 0 {
		to = cut(u, &hu, b.apex, b.last)
	}
	return from, to, true
}

// End is an end of the segment of a crossing.
type End struct {
	// InT: it is inside t, on an edge of u. Otherwise it is inside u, on an edge of t.
	InT  bool
	Edge int // the corner at which that edge begins
}

// Ends returns the ends of the segment of a pair that Crossings is certain of.
func (c *Comparison) Ends(lane int) [2]End {
	a, b, _ := c.intervals(lane)
	end := func(inT bool, x, y int) End {
		if inT {
			return End{true, edgeBetween[b.apex][y]}
		}
		return End{false, edgeBetween[a.apex][x]}
	}
	return [2]End{
		end(c.side(lane, a.apex, a.first, b.apex, b.first) > 0, a.first, b.first),
		end(c.side(lane, a.apex, a.last, b.apex, b.last) < 0, a.last, b.last),
	}
}

// interval is the part of a triangle on the common line of two planes: its ends are on the edges from the
// apex, the corner that is alone on its side of the other plane, to two others, in the order of one
// direction of that line.
type interval struct{ apex, first, last int }

// intervals returns the intervals of t and u; ok is false unless all sides are certain, and each triangle
// is on both sides.
func (c *Comparison) intervals(lane int) (t, u interval, ok bool) {
	a := apexes[sidesOf(c.ht[0][lane], c.ht[1][lane], c.ht[2][lane], c.boundsT[lane])]
	b := apexes[sidesOf(c.hu[0][lane], c.hu[1][lane], c.hu[2][lane], c.boundsU[lane])]
	t.apex, u.apex = int(a.corner), int(b.corner)
	t.first, t.last = ordered(t.apex, b.positive)
	u.first, u.last = ordered(u.apex, !a.positive)
	return t, u, a.ok && b.ok
}

// sidesOf returns the sides on which three corners lie, by the bound of their heights, as a number: the
// digits to the base of three are 0 for below, 1 for possibly in the plane, and 2 for above.
func sidesOf(a, b, c, bound float64) int {
	return 9*Sign(a, bound) + 3*Sign(b, bound) + Sign(c, bound) + 13
}

// eachSides calls f with each number of sidesOf, and the sides.
func eachSides(f func(n int, sides [3]int)) {
	for n := range 27 {
		f(n, [3]int{n/9 - 1, n/3%3 - 1, n%3 - 1})
	}
}

// apexes has for each number of sidesOf the corner that is alone on its side, and whether that is the
// positive one; ok is false unless all sides are certain and not the same.
var apexes = func() (table [27]struct {
	corner       uint8
	positive, ok bool
}) {
	eachSides(func(n int, sides [3]int) {
		for k, s := range sides {
			if after := sides[next[k]]; s == -after && after != 0 && after == sides[next[next[k]]] {
				table[n].corner, table[n].positive, table[n].ok = uint8(k), s > 0, true
			}
		}
	})
	return table
}()

// ordered returns the corners after and before an apex, or before and after it.
func ordered(apex int, before bool) (first, last int) {
	if before {
		return next[next[apex]], next[apex]
	}
	return next[apex], next[next[apex]]
}

// edgeBetween has the corner at which the edge between two corners begins.
var edgeBetween = [3][3]int{{0, 0, 2}, {0, 1, 1}, {2, 1, 2}}

// side returns the sign of Orient3D of two edges, from corner i to k of t and from j to l of the
// triangle in a lane, or 0 if it is not certain.
func (c *Comparison) side(lane, i, k, j, l int) int {
	s := -1
	if next[i] != k {
		i, s = k, -s // the edge runs the other way
	}
	if next[j] != l {
		j, s = l, -s
	}
	return s * Sign(c.volumes[3*i+j][lane], c.bounds[lane])
}

// Sign returns the sign of x, or 0 if its error bound leaves the sign open. It has no branches, because
// the signs of one pair of triangles say nothing about those of the next.
func Sign(x, bound float64) int { return bit(x > bound) - bit(x < -bound) }

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// cut returns the point in which a plane cuts the edge of t between two corners with these heights.
func cut(t *geom.Triangle, heights *[3]float64, i, k int) geom.Vec {
	return t[i].Lerp(t[k], heights[i]/(heights[i]-heights[k]))
}
