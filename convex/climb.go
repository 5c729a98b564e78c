package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// climb finds the farthest vertex by hill climbing along edges. A vertex of a convex body that is
// not below any of its neighbours is not below any vertex.
type climb struct {
	// around[first[v]:first[v+1]] are the neighbours of vertex v.
	first, around []uint32
	// start has a vertex to start from for the directions of each cell. The cells are those of a
	// cube around the origin whose sides are divided into side × side squares.
	start []uint32
	side  int
	// hubs are the vertices with many neighbours.
	hubs map[uint32]*hub
}

// fewVertices is the number of vertices up to which a scan of all of them is faster.
const fewVertices = 64

// mostSquares bounds the number of cells, otherwise one for every four vertices: filling a
// cell may take as many steps as there are vertices.
const mostSquares = 16

// climbOf prepares h for climbing.
func climbOf(h *Hull) *climb {
	n := len(h.Vertices)
	c := &climb{first: make([]uint32, n+1), side: min(mostSquares, int(math.Ceil(math.Sqrt(float64(n)/24))))}
	c.link(h.Faces)
	c.hubs = hubsOf(h, c)
	c.start = make([]uint32, 6*c.side*c.side)
	at := uint32(0)
	for cell := range c.start {
		at = c.top(h.Vertices, at, c.middle(cell))
		c.start[cell] = at
	}
	return c
}

// link collects the neighbours. An edge is passed once each way: the face that passes it
// from v to w makes w a neighbour of v.
func (c *climb) link(faces [][]uint32) {
	for _, f := range faces {
		for _, v := range f {
			c.first[v+1]++
		}
	}
	for v := range c.first[1:] {
		c.first[v+1] += c.first[v]
	}
	c.around = make([]uint32, c.first[len(c.first)-1])
	filled := make([]uint32, len(c.first))
	copy(filled, c.first)
	for _, f := range faces {
		for k, v := range f {
			c.around[filled[v]] = f[(k+1)%len(f)]
			filled[v]++
		}
	}
}

func (c *climb) neighbours(v uint32) []uint32 { return c.around[c.first[v]:c.first[v+1]] }

// top climbs from v. It only takes steps that certainly lead up, and so terminates.
func (c *climb) top(vertices []geom.Vec, v uint32, d geom.Vec) uint32 {
	for {
		var up uint32
		if around := c.neighbours(v); len(around) > fewNeighbours {
			up = c.hubs[v].up(vertices, v, d)
		} else {
			up, _ = steepest(vertices, v, around, d, v, 0)
		}
		if up == v {
			return v
		}
		v = up
	}
}

// steepest returns the neighbour of v that is highest in direction d, and how much higher than v it
// is, if that is certainly positive and more than most; otherwise it returns up and most.
func steepest(vertices []geom.Vec, v uint32, around []uint32, d geom.Vec, up uint32, most float64) (uint32, float64) {
	p := &vertices[v]
	for _, w := range around {
		q := &vertices[w]
		x, y, z := float64((q[0]-p[0])*d[0]), float64((q[1]-p[1])*d[1]), float64((q[2]-p[2])*d[2])
		gain := x + y + z
		// There are five roundings, including those of the differences and products.
		if gain > most && gain > 0x1p-50*(math.Abs(x)+math.Abs(y)+math.Abs(z)) {
			up, most = w, gain
		}
	}
	return up, most
}

// cell returns the cell that the direction d points to.
func (c *climb) cell(d geom.Vec) int {
	axis := 0
	for k := range 3 {
		if math.Abs(d[k]) > math.Abs(d[axis]) {
			axis = k
		}
	}
	side := 2 * axis
	if d[axis] < 0 {
		side++
	}
	scale := 1 / math.Abs(d[axis])
	row := c.square(d[(axis+1)%3] * scale)
	return (side*c.side+row)*c.side + c.square(d[(axis+2)%3]*scale)
}

// square returns the index of the square along a side that contains x, from -1 to 1.
func (c *climb) square(x float64) int {
	at := (x + 1) / 2 * float64(c.side)
	if !(at >= 0) { // not a number, for d = 0
		return 0
	}
	return int(min(at, float64(c.side-1)))
}

// middle returns a direction to the centre of a cell.
func (c *climb) middle(cell int) (d geom.Vec) {
	at := func(k int) float64 { return (float64(k)+0.5)/float64(c.side)*2 - 1 }
	side, row, column := cell/c.side/c.side, cell/c.side%c.side, cell%c.side
	axis := side / 2
	d[axis] = 1 - 2*float64(side%2)
	d[(axis+1)%3], d[(axis+2)%3] = at(row), at(column)
	return d
}

// Support returns a vertex of the hull that is farthest in direction d, up to rounding of inner
// products: it misses at most 2^-48 of |d| times the size of the hull. For d = 0 it returns any
// vertex, and for the hull of no points the origin.
//
// In hulls of many vertices it climbs from a vertex looked up by the direction (the walk of S.
// Cameron, "Enhancing GJK: Computing Minimum and Penetration Distances between Convex Polyhedra",
// ICRA 1997, which starts where the last one ended).
func (h *Hull) Support(d geom.Vec) geom.Vec {
	if len(h.Vertices) == 0 {
		return geom.Vec{}
	}
	return h.Vertices[h.top(d)]
}

// top returns the number of a vertex that is farthest in direction d. There must be one.
func (h *Hull) top(d geom.Vec) uint32 {
	if c := h.climb; c != nil {
		return c.top(h.Vertices, c.start[c.cell(d)], d)
	}
	return uint32(h.packets.farthest(vecOf(d)))
}

// fewNeighbours is the number of neighbours up to which a scan of all of them is faster.
const fewNeighbours = 64

// hub is a vertex with many neighbours: the ring of neighbours around it, in order, and a binary
// tree of stretches of the ring. It finds the highest neighbour by pruning stretches below the
// highest one so far: about log n steps for n neighbours if the ring bends evenly, n at worst.
type hub struct {
	ring   []uint32
	pieces []stretch
}

// stretch is the ring from lo to hi. No vertex in it is farther than off from the segment between
// its ends. Its halves are the stretches next and next+1, unless next is 0.
type stretch struct {
	lo, hi, next int
	off          float64
}

// hubsOf returns the vertices of a hull that have more than few neighbours.
func hubsOf(h *Hull, c *climb) map[uint32]*hub {
	var hubs map[uint32]*hub
	var after map[uint32]map[uint32]uint32 // for each hub, the successor of each neighbour in its ring
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

// bound returns an upper bound of the height of the vertices of a stretch above v.
func (w *upward) bound(k int) float64 {
	s, p := &w.pieces[k], w.vertices[w.v]
	a, b := w.vertices[w.ring[s.lo]].Sub(p).Dot(w.d), w.vertices[w.ring[s.hi-1]].Sub(p).Dot(w.d)
	return max(a, b) + s.off*w.length
}
