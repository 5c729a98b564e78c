package tripacket

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Pairs are up to Width pairs of a triangle t and a triangle u, by lane. Their coordinates are float32
// numbers, or all triangles are in range.
type Pairs struct{ t, u wide }

// wide holds triangles by lane.
type wide struct {
	corners [9][Width]float64 // coordinate a of corner k at 3k+a
}

// Set sets the pair in a lane.
func (p *Pairs) Set(lane int, t, u *geom.Triangle) {
	p.t.set(lane, t)
	p.u.set(lane, u)
}

// SetT sets t in all lanes.
func (p *Pairs) SetT(t *geom.Triangle) { p.t.fill(t) }

// SetU sets u in a lane.
func (p *Pairs) SetU(lane int, u *geom.Triangle) { p.u.set(lane, u) }

// SetRow sets t in all lanes to one triangle, and u to the triangles of q.
func (p *Pairs) SetRow(t *geom.Triangle, q *Packet) {
	p.t.fill(t)
	p.u.widen(q)
}

// fill sets all lanes to t.
func (w *wide) fill(t *geom.Triangle) { fill(w, t) }

// fillGo is the portable kernel of fill.
func fillGo(w *wide, t *geom.Triangle) {
	for lane := range Width {
		w.set(lane, t)
	}
}

// widen sets the lanes to the triangles of q.
func (w *wide) widen(q *Packet) { widen(w, q) }

// widenGo is the portable kernel of widen.
func widenGo(w *wide, q *Packet) {
	for k := range q.corners {
		for lane, x := range q.corners[k] {
			w.corners[k][lane] = float64(x)
		}
	}
}

// T returns the triangle t of a lane.
func (p *Pairs) T(lane int) geom.Triangle { return p.t.triangle(lane) }

// U returns the triangle u of a lane.
func (p *Pairs) U(lane int) geom.Triangle { return p.u.triangle(lane) }

func (w *wide) set(lane int, t *geom.Triangle) {
	for k := range t {
		w.corners[3*k][lane] = t[k][0]
		w.corners[3*k+1][lane] = t[k][1]
		w.corners[3*k+2][lane] = t[k][2]
	}
}

func (w *wide) triangle(lane int) geom.Triangle {
	c := &w.corners
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
