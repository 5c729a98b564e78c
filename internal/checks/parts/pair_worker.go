package parts

import (
	"math"
	"math/bits"
	"sync"

	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/tripacket"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/containment"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/tritri"
)

// pairWorker is one worker's state.
type pairWorker struct {
	contact contact
	// far caches the triangles of leaf J of the current block: ready has those that are set,
	// flat those that are degenerate in the world, and inRange those that pairs has.
	leaf                 int
	ready, flat, inRange uint16
	far                  [boxtree.Width]geom.Triangle
	normals              [boxtree.Width]geom.Vec
	// numbered has the numbers of the triangles of a in rows, plus 1, each at its number modulo
	// the length.
	numbered [rowSlots]uint32
	rows     [rowSlots]row
	// pairs are those of the current triangle of leaf I with those of far, and compared is the comparison
	// of these.
	pairs    tripacket.Pairs
	compared tripacket.Comparison
}

// row is a triangle of object a, prepared to be compared with those of b.
type row struct {
	triangle      geom.Triangle
	normal        geom.Vec
	flat, inRange bool
}

// rowSlots is the number of triangles that a worker keeps prepared: most of them are compared with
// several leaves of b.
const rowSlots = 256

// pairWorkers are workers that are done, whose memory others use.
var pairWorkers = sync.Pool{New: func() any { return new(pairWorker) }}

func newPairWorker() *pairWorker {
	w := pairWorkers.Get().(*pairWorker)
	w.leaf, w.contact = -1, newContact()
	clear(w.numbered[:])
	return w
}

// row returns a triangle of an object. It is valid until the next call.
func (w *pairWorker) row(o *world.Object, f uint32) *row {
	x := &w.rows[f%rowSlots]
	if number := &w.numbered[f%rowSlots]; *number != f+1 {
		*number = f + 1
		x.triangle = o.Triangle(f)
		t := &x.triangle
		x.normal, x.flat, x.inRange = t.Normal(), t.Degenerate(), tripacket.InRange(t)
	}
	return x
}

// decide relates the candidate pairs of a block in world coordinates.
func (c *pairCheck) decide(worker int, b *boxtree.Block) {
	w := c.workers[worker]
	if w.leaf != b.J {
		w.leaf, w.ready, w.flat, w.inRange = b.J, 0, 0, 0
	}
	near, far := c.objects[0].Shape.Tree.Leaf(b.I), c.objects[1].Shape.Tree.Leaf(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		t := w.row(c.objects[0], near[x])
		if t.flat {
			continue
		}
		w.prepare(c.objects[1], far, b.Masks[x])
		if lanes := b.Masks[x] &^ w.flat; lanes != 0 {
			w.contact.near = true
			c.decideRow(worker, near[x], far, t, lanes)
		}
	}
}

// prepare sets triangles of the far leaf.
func (w *pairWorker) prepare(o *world.Object, far []uint32, lanes uint16) {
	for lanes &^= w.ready; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros16(lanes)
		w.ready |= 1 << lane
		u := &w.far[lane]
		if *u = o.Triangle(far[lane]); u.Degenerate() {
			w.flat |= 1 << lane
			continue
		}
		w.normals[lane] = u.Normal()
		if tripacket.InRange(u) {
			w.inRange |= 1 << lane
			w.pairs.SetU(lane, u)
		}
	}
}

// decideRow relates triangle f of a to some of the far leaf. Those in the range of float64 are
// compared with it many at once, which proves most of them to be apart.
func (c *pairCheck) decideRow(worker int, f uint32, far []uint32, x *row, lanes uint16) {
	w := c.workers[worker]
	t := &x.triangle
	compared, apart := uint16(0), uint16(0)
	if x.inRange {
		compared = lanes & w.inRange
	}
	if compared != 0 {
		w.pairs.SetT(t)
		apart = w.compared.Compare(&w.pairs, compared)
	}
	for ; lanes != 0; lanes &= lanes - 1 {
		y := bits.TrailingZeros16(lanes)
		u, g, lane := &w.far[y], far[y], uint16(1)<<y
		if apart&lane == 0 {
			var m tritri.Meeting
			if compared&lane != 0 {
				var e tritri.Estimates
				w.compared.Estimates(y, (*tripacket.Estimates)(&e))
				m = tritri.RelateEstimated(t, u, &e)
			} else {
				m = tritri.Relate(t, u)
			}
			if m.Kind != tritri.Apart {
				c.enter(worker, f, g, t, y, compared&lane != 0, &m)
			} else if !m.Disjoint() { // a common vertex is contact
				c.meet(w, f, g)
			}
		}
		if containment.NearlyParallel(&x.normal, &w.normals[y]) {
			c.noteCoincident(&w.contact, containment.Triangles{f, g}, t, u, x.normal.Dot(w.normals[y]) > 0)
		}
	}
}

// depth returns the depth of t and the triangle in a lane of the far leaf; compared tells
// whether the row has it.
func (w *pairWorker) depth(t *geom.Triangle, lane int, compared bool) float64 {
	if compared {
		if depth, known := w.compared.Depth(lane); known {
			return depth
		}
	}
	return tritri.Depth(t, &w.far[lane])
}

// veryWide is how many times wider than rounding a polygon has to be, in every direction of its
// plane, for triangles within rounding of each other over it to coincide. It distinguishes
// coplanar surfaces from those that cross at a small angle.
const veryWide = 1024

// noteCoincident records whether triangles p[0] of the first object and p[1] of the second, which
// are nearly parallel, coincide or face each other.
func (c *pairCheck) noteCoincident(known *contact, p containment.Triangles, t, u *geom.Triangle, sameFacing bool) {
	a, b := c.objects[0], c.objects[1]
	facing := a.Closed() && b.Closed() && sameFacing != (a.Inward() == b.Inward())
	if facing && known.faces && p.Compare(known.facing) > 0 || !facing && known.coincident {
		return
	}
	if !nearPlane(t, u, a.Rounding+b.Rounding) {
		return
	}
	if facing {
		known.face(p)
		return
	}
	rounding := c.objects.Rounding(p)
	if _, width := tritri.CommonPolygon(t, u, rounding); width > veryWide*rounding {
		known.coincident = true
	}
}

// nearPlane reports whether u has a point that is at most a distance away from the plane of t.
func nearPlane(t, u *geom.Triangle, distance float64) bool {
	low, high := math.Inf(1), math.Inf(-1)
	n := t.UnitNormal()
	for _, p := range u {
		h := n.Dot(p.Sub(t[0]))
		low, high = min(low, h), max(high, h)
	}
	return low <= distance && high >= -distance
}
