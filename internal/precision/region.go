package precision

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// neighbourhood is the memory of one decision: the triangles around the places of a group.
type neighbourhood struct {
	frame
	most     int     // how many triangles are looked at
	scale    Scale   // of the places
	near     []Place // those of a cell
	places   []Place // T of each is on the first surface, U on the second
	segments []geom.Segment
	radius   float64 // within which triangles are listed
	// seeds are the triangles of the places on both surfaces. They are the first faces.
	seeds   [2][]uint32
	faces   []face
	numbers []uint32
	corners []corner
	local   map[uint32]int32 // the numbers of corners by vertex, if they are many
	edges   []edge           // of all faces, in order, once they are asked for
	next    [][3]int32       // what acrossEdges returns, once it is asked for
	pairs   [][2]int32
	order   []int32 // of faces
	settled []bool  // of corners
	shifts  []geom.Vec
	normals [2][]geom.Vec // of both sides, as outward returns them, if they are known
	grid    raster
	sided   bool // each face is known to belong to one surface
	snapped bool // corners of borders are made one
	crowded bool // there is more to look at than is looked at

	_ parallel.Padding
}

// face is a triangle of a neighbourhood, in coordinates relative to its origin.
type face struct {
	number  uint32
	corners [3]int32
	box     geom.Box
	normal  geom.Vec // of length 1
	reach   float64  // the greatest distance of a corner from the origin along an axis
	sides   side     // of all of its corners
	// excluded: it is on neither surface.
	excluded bool
}

// corner is a vertex of a neighbourhood.
type corner struct {
	geom.Vec
	vertex uint32
	// far are the lengths of the shortest ways along edges from the places, by way of triangles of the
	// first and of the second surface.
	far  [2]float64
	side side
	// excluded: all faces around it are.
	excluded bool
}

// side tells which surface of a place a corner belongs to: one of the bits, or several for the
// corners of a triangle.
type side uint8

const (
	ofT side = 1 << iota
	ofU
	ofBoth // a corner that both have, or as near to the one as to the other
	ofNone // not reached from the places
)

// setPlaces begins a decision on a group of places.
func (n *neighbourhood) setPlaces(s *Surfaces, places []Place, g []member) {
	n.places = n.places[:0]
	for k := range n.seeds {
		n.seeds[k] = n.seeds[k][:0]
	}
	for _, m := range g {
		p := places[m.place]
		p.T, p.U = p.sides(m.turned)
		n.places = append(n.places, p)
		n.seeds[0], n.seeds[1] = append(n.seeds[0], p.T), append(n.seeds[1], p.U)
	}
	if len(g) > 1 {
		for k := range n.seeds {
			slices.Sort(n.seeds[k])
			n.seeds[k] = slices.Compact(n.seeds[k])
		}
	}
	n.setFrame(s)
}

// gather lists the triangles within a radius of the places. It reports false if there are more than
// are looked at.
func (n *neighbourhood) gather(s *Surfaces, radius float64) bool {
	n.radius, n.snapped, n.crowded = radius, false, false
	n.faces, n.corners = n.faces[:0], n.corners[:0]
	n.forgetEdges()
	if len(n.local) > 0 {
		clear(n.local)
	}
	seeds := len(n.seeds[0]) + len(n.seeds[1])
	if seeds > n.most {
		return false
	}
	n.numbers = n.numbers[:0]
	var pieces [mostPieces]geom.Box
	boxes := n.pieces(&pieces)
	for _, b := range boxes {
		s.touching(b, func(ids []uint32) {
			if len(n.numbers) <= candidates*n.most {
				n.numbers = append(n.numbers, ids...)
			}
		})
	}
	if len(n.numbers) > candidates*n.most {
		return false
	}
	slices.Sort(n.numbers)
	if len(boxes) > 1 {
		n.numbers = slices.Compact(n.numbers)
	}
	for k := range n.seeds {
		for _, i := range n.seeds[k] {
			n.add(s, i)
		}
	}
	for _, i := range n.numbers {
		if n.isSeed(i) {
			continue
		}
		if n.add(s, i); len(n.faces) > n.most {
			return false
		}
	}
	return true
}

func (n *neighbourhood) isSeed(i uint32) bool {
	for k := range n.seeds {
		if _, found := slices.BinarySearch(n.seeds[k], i); found {
			return true
		}
	}
	return false
}

// seedsOf returns the faces that are the triangles of the places on a surface, as a range.
func (n *neighbourhood) seedsOf(surface int) (first, end int) {
	if surface == 0 {
		return 0, len(n.seeds[0])
	}
	return len(n.seeds[0]), len(n.seeds[0]) + len(n.seeds[1])
}

// add lists a triangle, unless it is none of the places and farther away than the radius.
func (n *neighbourhood) add(s *Surfaces, number uint32) {
	t := s.triangle(number)
	for k := range t {
		t[k] = t[k].Sub(n.origin)
	}
	f := face{number: number}
	f.measure(&t)
	if _, seeds := n.seedsOf(1); len(n.faces) >= seeds && (n.beside(&t, n.radius) || n.above(&t, &f.normal, n.radius)) {
		return
	}
	for k, v := range s.mesh.Faces[number] {
		f.corners[k] = n.corner(v, t[k])
	}
	n.faces = append(n.faces, f)
}

// measure sets what depends on the corners of a face.
func (f *face) measure(t *geom.Triangle) {
	f.box, f.normal, f.reach = t.Box(), t.UnitNormal(), 0
	for k := range f.box.Min {
		f.reach = max(f.reach, -f.box.Min[k], f.box.Max[k])
	}
}

// corner returns the number of the corner at a vertex, which is listed if it is new.
func (n *neighbourhood) corner(vertex uint32, p geom.Vec) int32 {
	const few = 32
	if len(n.corners) < few {
		for k := range n.corners {
			if n.corners[k].vertex == vertex {
				return int32(k)
			}
		}
	} else {
		if len(n.local) == 0 {
			for k := range n.corners {
				n.local[n.corners[k].vertex] = int32(k)
			}
		}
		if k, known := n.local[vertex]; known {
			return k
		}
		n.local[vertex] = int32(len(n.corners))
	}
	n.corners = append(n.corners, corner{Vec: p, vertex: vertex})
	return int32(len(n.corners) - 1)
}

// triangle returns the corners of a face.
func (n *neighbourhood) triangle(f *face) geom.Triangle {
	return geom.Triangle{n.corners[f.corners[0]].Vec, n.corners[f.corners[1]].Vec, n.corners[f.corners[2]].Vec}
}

// frame is a box that holds the ends of the places: with axes along and across a single place, along the
// axes of the world for more.
type frame struct {
	origin    geom.Vec
	axes      [3]geom.Vec
	low, high [3]float64
}

// setFrame puts the origin in a corner near the places, because differences of stored numbers that
// are near each other are exact.
func (n *neighbourhood) setFrame(s *Surfaces) {
	box := geom.EmptyBox()
	for k := range n.places {
		box = box.Include(n.places[k].Ends[0]).Include(n.places[k].Ends[1])
	}
	n.origin = n.nearestCorner(s, box.Min.Lerp(box.Max, 0.5))
	n.segments = n.segments[:0]
	for k := range n.places {
		e := &n.places[k].Ends
		n.segments = append(n.segments, geom.Segment{e[0].Sub(n.origin), e[1].Sub(n.origin)})
	}
	n.axes = [3]geom.Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	if len(n.places) > 1 {
		n.low, n.high = box.Min.Sub(n.origin), box.Max.Sub(n.origin)
		return
	}
	if along := n.segments[0][1].Sub(n.segments[0][0]).Unit(); along != (geom.Vec{}) {
		across := along.Perpendicular()
		n.axes = [3]geom.Vec{along, across, along.Cross(across)}
	}
	for k, axis := range n.axes {
		a, b := axis.Dot(n.segments[0][0]), axis.Dot(n.segments[0][1])
		n.low[k], n.high[k] = min(a, b), max(a, b)
	}
}

// nearestCorner returns the corner of the triangles of the places that is nearest to a point.
func (n *neighbourhood) nearestCorner(s *Surfaces, p geom.Vec) (nearest geom.Vec) {
	least := math.Inf(1)
	for _, seeds := range n.seeds {
		for _, i := range seeds {
			for _, v := range s.triangle(i) {
				if d := v.Sub(p).Norm(); d < least {
					nearest, least = v, d
				}
			}
		}
	}
	return nearest
}

// mostPieces is how many boxes cover the places at most.
const mostPieces = 4

// pieces returns boxes that together hold all within the radius of the places.
func (n *neighbourhood) pieces(boxes *[mostPieces]geom.Box) []geom.Box {
	if len(n.places) > 1 {
		boxes[0] = geom.Box{Min: geom.Vec(n.low).Add(n.origin), Max: geom.Vec(n.high).Add(n.origin)}.Grown(n.radius)
		return boxes[:1]
	}
	e := &n.segments[0]
	count := 1 + int(min(mostPieces-1, e[0].Sub(e[1]).Norm()/(4*n.radius)))
	for k := range count {
		a := e[0].Lerp(e[1], float64(k)/float64(count))
		b := e[0].Lerp(e[1], float64(k+1)/float64(count))
		boxes[k] = geom.PointBox(a.Add(n.origin)).Include(b.Add(n.origin)).Grown(n.radius)
	}
	return boxes[:count]
}

// beside reports whether a triangle is farther from the box of the places than a radius along one of the
// axes.
func (n *neighbourhood) beside(t *geom.Triangle, radius float64) bool {
	for k, axis := range n.axes {
		if low, high := t.Extent(axis); low > n.high[k]+radius || high < n.low[k]-radius {
			return true
		}
	}
	return false
}

// segmentBeside is beside for a segment and the radius within which triangles are listed.
func (n *neighbourhood) segmentBeside(a, b geom.Vec) bool {
	return n.beside(&geom.Triangle{a, b, a}, n.radius)
}

// above reports whether the plane of a triangle is farther from the box of the places than a radius.
func (n *neighbourhood) above(t *geom.Triangle, normal *geom.Vec, radius float64) bool {
	from, reach := normal.Dot(t[0]), 0.0
	for k := range n.axes {
		d := normal.Dot(n.axes[k])
		from -= d * (n.low[k] + n.high[k]) / 2
		reach += math.Abs(d) * (n.high[k] - n.low[k]) / 2
	}
	return math.Abs(from) > reach+radius
}

// middle returns the middle of the box of the places.
func (f *frame) middle() (m geom.Vec) {
	for k, axis := range f.axes {
		m = m.Add(axis.Scale((f.low[k] + f.high[k]) / 2))
	}
	return m
}

// distance returns about how far a face is from the box of the places.
func (n *neighbourhood) distance(f *face) (most float64) {
	t := n.triangle(f)
	for k, axis := range n.axes {
		low, high := t.Extent(axis)
		most = max(most, low-n.high[k], n.low[k]-high)
	}
	return most
}

// edge is an edge of a face.
type edge struct{ low, high, face int32 }

// listEdges lists the edges of all faces in order.
func (n *neighbourhood) listEdges() {
	if len(n.edges) > 0 {
		return
	}
	for k := range n.faces {
		f := &n.faces[k].corners
		for i := range f {
			a, b := f[i], f[(i+1)%3]
			n.edges = append(n.edges, edge{min(a, b), max(a, b), int32(k)})
		}
	}
	slices.SortFunc(n.edges, func(a, b edge) int {
		switch {
		case a.low != b.low:
			return int(a.low - b.low)
		case a.high != b.high:
			return int(a.high - b.high)
		}
		return int(a.face - b.face)
	})
}

// forgetEdges makes the lists of edges new when they are asked for again.
func (n *neighbourhood) forgetEdges() { n.edges, n.next = n.edges[:0], n.next[:0] }

// sameEdge reports whether two entries of the list of edges, if there are such, are of one edge.
func (n *neighbourhood) sameEdge(k, l int) bool {
	return k >= 0 && l < len(n.edges) && n.edges[k].low == n.edges[l].low && n.edges[k].high == n.edges[l].high
}

// acrossEdges returns for each face those that have an edge in common with it and no others, -1 for none.
func (n *neighbourhood) acrossEdges() [][3]int32 {
	if len(n.next) > 0 {
		return n.next
	}
	n.listEdges()
	n.next = n.next[:0]
	for range n.faces {
		n.next = append(n.next, [3]int32{-1, -1, -1})
	}
	link := func(e, f edge) {
		for i, c := range n.faces[e.face].corners {
			d := n.faces[e.face].corners[(i+1)%3]
			if min(c, d) == e.low && max(c, d) == e.high {
				n.next[e.face][i] = f.face
			}
		}
	}
	for k := range n.edges {
		if n.sameEdge(k, k+1) && !n.sameEdge(k-1, k) && !n.sameEdge(k, k+2) {
			link(n.edges[k], n.edges[k+1])
			link(n.edges[k+1], n.edges[k])
		}
	}
	return n.next
}
