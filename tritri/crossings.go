package tritri

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Crossings are measures of triangles of a packet that cross a triangle t, by lane. The assembly
// kernels rely on the order of its fields.
type Crossings struct {
	Min, Max [3][Width]float64 // the bounds of the segment, axis by axis
	Length   [Width]float64    // of the segment
	Depth    [Width]float64
}

// Crossings finds lanes in which float64 is certain, by the bounds of a Comparison, that t, the
// triangle that was compared, and that of the packet have no vertex in common and are a Crossing
// for Relate. It measures these, without a look at one pair at a time: the same segment as
// Facet.Segment's, and the same depth as the function Depth's. All of them are deeper than least.
// Only lanes that Compare did not find to be apart may be given.
//
// Each triangle has one corner alone on its side of the other's plane, the apex, and the ends of
// its interval on the common line are on the edges at that corner. The order of four ends takes
// four of the nine volumes of edges.
func (c *Comparison) Crossings(t *Probe, q *Packet, lanes uint16, least float64, out *Crossings) (certain uint16) {
	if lanes &^= c.unmeasured; lanes == 0 {
		return 0
	}
	return crossings(c, t, q, lanes, least, out)
}

// Box returns the bounds of the segment in a lane.
func (c *Crossings) Box(lane int) geom.Box {
	return geom.Box{
		Min: geom.Vec{c.Min[0][lane], c.Min[1][lane], c.Min[2][lane]},
		Max: geom.Vec{c.Max[0][lane], c.Max[1][lane], c.Max[2][lane]},
	}
}

// crossingsGo is the portable kernel of Crossings.
func crossingsGo(c *Comparison, t *Probe, q *Packet, lanes uint16, least float64, out *Crossings) (certain uint16) {
	f := t.Facet()
	f.compared = c
	for lane := range Width {
		if lanes&(1<<lane) == 0 {
			continue
		}
		f.lane, f.ordered = lane, false
		c.sides(lane, &f)
		depth := math.Sqrt(c.squares[lane])
		if !f.st.strict() || !f.su.strict() || !(depth > least && depth <= math.MaxFloat64) {
			continue
		}
		a, b := f.ends()
		before, after := f.glance(a.corner, a.last, b.corner, b.first), f.glance(a.corner, a.first, b.corner, b.last)
		first, last := f.glance(a.corner, a.first, b.corner, b.first), f.glance(a.corner, a.last, b.corner, b.last)
		if before >= 0 || after <= 0 || first == 0 || last == 0 {
			continue
		}
		u := q.Triangle(lane)
		from, to := f.cut(&u, first > 0, a.first, b.first), f.cut(&u, last < 0, a.last, b.last)
		if d := from.Sub(to); !(d.Dot(d) > 0x1p-900 && d.Dot(d) < 0x1p+900) {
			continue // what Norm does not take the root of
		}
		certain |= 1 << lane
		box := geom.PointBox(from).Include(to)
		for k := range 3 {
			out.Min[k][lane], out.Max[k][lane] = box.Min[k], box.Max[k]
		}
		out.Length[lane], out.Depth[lane] = from.Sub(to).Norm(), depth
	}
	return certain
}

// strict reports that one corner is strictly on one side of the plane and two on the other.
func (s sides) strict() bool { return s[0] != 0 && s[1] != 0 && s[2] != 0 && s.mixed() }
