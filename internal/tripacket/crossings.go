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
// a Crossing for tritri.Relate, deeper than least, by the bounds of a Comparison. It measures all of them at once: the same segment as
// tritri.Segment's, and the same depth as tritri.Depth's. Lanes that Compare found to be apart must
// not be given.
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
	var ht, hu [3]float64
	for k := range 3 {
		ht[k], hu[k] = c.ht[k][lane], c.hu[k][lane]
	}
	a, aboveU, ok := apexOf(&ht, c.boundsT[lane])
	b, aboveT, okU := apexOf(&hu, c.boundsU[lane])
	if !ok || !okU {
		return from, to, false
	}
	// The corners whose edges to the apex have the ends of the interval of a triangle, in the order
	// of one direction of the common line.
	firstT, lastT := ordered(a, aboveT)
	firstU, lastU := ordered(b, !aboveU)
	before, after := c.side(lane, a, lastT, b, firstU), c.side(lane, a, firstT, b, lastU)
	first, last := c.side(lane, a, firstT, b, firstU), c.side(lane, a, lastT, b, lastU)
	if before >= 0 || after <= 0 || first == 0 || last == 0 {
		return from, to, false
	}
	// The later of both first ends, and the earlier of both last ones.
	if from = cut(t, &ht, a, firstT); first > 0 {
		from = cut(u, &hu, b, firstU)
	}
	if to = cut(t, &ht, a, lastT); last < 0 {
		to = cut(u, &hu, b, lastU)
	}
	return from, to, true
}

// apexOf returns the corner that is alone on its side of a plane, and whether that is the positive
// one; ok is false unless all sides are certain and not the same.
func apexOf(heights *[3]float64, bound float64) (apex int, positive, ok bool) {
	var side [3]int
	for k, h := range heights {
		if side[k] = Sign(h, bound); side[k] == 0 {
			return 0, false, false
		}
	}
	for k, s := range side {
		if s != side[next[k]] && s != side[next[next[k]]] {
			return k, s > 0, true
		}
	}
	return 0, false, false
}

// ordered returns the corners after and before an apex, or before and after it.
func ordered(apex int, before bool) (first, last int) {
	if before {
		return next[next[apex]], next[apex]
	}
	return next[apex], next[next[apex]]
}

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
