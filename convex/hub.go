package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// fewNeighbours is the number of neighbours up to which a scan of all of them is quicker.
const fewNeighbours = 64

// hub is a vertex of many neighbours: these in the order of the ring around it, and a binary
// tree of stretches of the ring. It finds the highest neighbour by pruning stretches that are
// below the highest neighbour so far: about log n steps for n neighbours where the ring bends
// evenly, n at worst.
type hub struct {
	ring   []uint32
	pieces []stretch
}

// stretch is the ring from lo on up to hi: no vertex in it is farther than off from the
// segment between its ends. Its halves are the stretches next and next+1, if next is not 0.
type stretch struct {
	lo, hi, next int
	off          float64
}

// hubsOf returns the vertices of a hull that have more than few neighbours.
func hubsOf(h *Hull, c *climb) map[uint32]*hub {
	var hubs map[uint32]*hub
	var after map[uint32]map[uint32]uint32 // for each hub the next of each neighbour in its ring
	for v := range h.Vertices {
		if n := len(c.neighbours(uint32(v))); n > fewNeighbours {
			if hubs == nil {
				hubs, after = map[uint32]*hub{}, map[uint32]map[uint32]uint32{}
			}
			hubs[uint32(v)], after[uint32(v)] = &hub{}, make(map[uint32]uint32, n)
		}
	}
	if hubs == nil {
		return nil
	}
	for _, f := range h.Faces {
		for k, v := range f {
			if ring := after[v]; ring != nil {
				ring[f[(k+1)%len(f)]] = f[(k+len(f)-1)%len(f)]
			}
		}
	}
	for v, hub := range hubs {
		first := c.neighbours(v)[0]
		hub.ring = append(hub.ring, first)
		for w := after[v][first]; w != first; w = after[v][w] {
			hub.ring = append(hub.ring, w)
		}
		hub.pieces = append(hub.pieces, stretch{})
		hub.divide(h.Vertices, 0, 0, len(hub.ring))
	}
	return hubs
}

// divide makes stretch k and the stretches below it.
func (h *hub) divide(vertices []geom.Vec, k, lo, hi int) {
	s := stretch{lo: lo, hi: hi}
	ends := geom.Segment{vertices[h.ring[lo]], vertices[h.ring[hi-1]]}
	for _, w := range h.ring[lo:hi] {
		_, d := ends.Nearest(vertices[w])
		s.off = max(s.off, d)
	}
	s.off *= 1 + 0x1p-40
	if hi-lo > fewNeighbours/4 {
		s.next = len(h.pieces)
		h.pieces = append(h.pieces, stretch{}, stretch{})
		middle := (lo + hi) / 2
		h.divide(vertices, s.next, lo, middle)
		h.divide(vertices, s.next+1, middle, hi)
	}
	h.pieces[k] = s
}

// up is steepest for all neighbours of v, up to rounding; it returns v if none is higher.
func (h *hub) up(vertices []geom.Vec, v uint32, d geom.Vec) uint32 {
	w := upward{hub: h, vertices: vertices, v: v, up: v, d: d, length: d.Norm()}
	w.visit(0, math.Inf(1))
	return w.up
}

// upward is a search for the highest neighbour.
type upward struct {
	*hub
	vertices []geom.Vec
	v, up    uint32
	d        geom.Vec
	length   float64
	most     float64
	visited  int
}

// visit searches a stretch whose vertices are at most bound higher than v.
func (w *upward) visit(k int, bound float64) {
	if bound <= w.most { // not so for NaN
		return
	}
	s := &w.pieces[k]
	w.visited++
	if s.next == 0 {
		w.visited += s.hi - s.lo
		w.up, w.most = steepest(w.vertices, w.v, w.ring[s.lo:s.hi], w.d, w.up, w.most)
		return
	}
	a, b := w.bound(s.next), w.bound(s.next+1)
	if b > a {
		w.visit(s.next+1, b)
		w.visit(s.next, a)
		return
	}
	w.visit(s.next, a)
	w.visit(s.next+1, b)
}

// bound returns an upper bound of how much higher than v the vertices of a stretch are.
func (w *upward) bound(k int) float64 {
	s, p := &w.pieces[k], w.vertices[w.v]
	a, b := w.vertices[w.ring[s.lo]].Sub(p).Dot(w.d), w.vertices[w.ring[s.hi-1]].Sub(p).Dot(w.d)
	return max(a, b) + s.off*w.length
}
