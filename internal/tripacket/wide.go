package tripacket

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// WidePacket is a Packet of triangles with float64 coordinates, which must be in range.
type WidePacket struct {
	corners [9][Width]float64 // coordinate a of corner k at 3k+a
}

// Set sets the triangle of a lane to t.
func (p *WidePacket) Set(lane int, t *geom.Triangle) {
	for k := range t {
		p.corners[3*k][lane] = t[k][0]
		p.corners[3*k+1][lane] = t[k][1]
		p.corners[3*k+2][lane] = t[k][2]
	}
}

// Triangle returns the triangle of a lane.
func (p *WidePacket) Triangle(lane int) geom.Triangle {
	c := &p.corners
	return geom.Triangle{
		{c[0][lane], c[1][lane], c[2][lane]},
		{c[3][lane], c[4][lane], c[5][lane]},
		{c[6][lane], c[7][lane], c[8][lane]},
	}
}

// next is the cyclic successor of a corner.
var next = [3]int{1, 2, 0}

// Coordinates of triangles in range are below farthest, and their size, the greatest coordinate of
// an edge, is at least smallest.
const (
	farthest = 0x1p+100
	smallest = 0x1p-138
)

// InRange reports whether the bounds of a Comparison hold for a triangle and others in range. A
// determinant of six products is then below 2^310, so float64 can represent its square and the
// squared lengths of axes. Its bound is at least 2^-45·2^(-3·138); the loss of products to
// underflow, at most 2^-1074 times 2^102 each, is negligible. All are in the range in which
// tritri.Depth uses them unchanged.
func InRange(t *geom.Triangle) bool {
	size := 0.0
	for k := range t {
		p, q := &t[k], &t[next[k]]
		if !(max(math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2])) < farthest) {
			return false
		}
		size = max(size, math.Abs(q[0]-p[0]), math.Abs(q[1]-p[1]), math.Abs(q[2]-p[2]))
	}
	return size >= smallest
}

// ProbeOf returns t prepared as a probe.
func ProbeOf(t *geom.Triangle) (p Probe) {
	p.corners = *t
	p.prepare()
	return p
}

// CompareWide is Compare for the triangles of a wide packet. Those in the lanes and t must be in
// range.
func (c *Comparison) CompareWide(t *Probe, q *WidePacket, lanes uint16) (apart uint16) {
	apart, c.unmeasured = compareWide(t, q, lanes, &c.comparison)
	return apart
}
