// Package precision decides whether the place at which two triangles of a mesh meet shows more
// than what rounding may have made of surfaces that only touch.
//
// Two triangles say little about the surfaces that they belong to: they may be thin, or smaller
// than the distance in question. So a decision looks at the surroundings of both: all triangles
// near the place, each of them on the side of the one or of the other triangle. A place is
// separable within a distance if moving one side by no more than that leaves nothing in which
// the two sides go through each other. Surfaces lie along each other where a line across them
// meets two of them at once, over a whole disc.
//
// No check asks it yet. It calls some clean places inseparable, such as a rib between two walls that are
// near each other, since it knows moves of whole sides in few directions only; and where thousands of
// triangles are around each of many places, it takes milliseconds for one.
//
// Whether moved triangles meet is decided exactly. What is moved, and where to, is chosen among
// few possibilities, so that a place may be called inseparable though it is not. It is never
// called separable where none of these moves parts the two sides.
package precision

import (
	"math"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Surfaces are the triangles of a mesh at which places are looked at. They are safe for concurrent
// use.
type Surfaces struct {
	mesh   *mesh.Welded
	tree   *bvh.Tree
	copies *mesh.Copies
	world  geom.Affine // in which distances are measured
	moved  bool        // world is not the identity
	memory sync.Pool
	discs  discs
}

// NewSurfaces returns those of a mesh that is placed in the world. The tree holds the triangles that
// take part in pairs, by their numbers; copies has those that a triangle of the tree stands for.
func NewSurfaces(w *mesh.Welded, t *bvh.Tree, copies *mesh.Copies, world geom.Affine) *Surfaces {
	return &Surfaces{mesh: w, tree: t, copies: copies, world: world, moved: world != geom.Identity()}
}

// Place is where two triangles of a mesh meet.
type Place struct {
	T, U uint32
	// Ends are those of the segment in which they meet, in the world, or the two corners of the
	// polygon that are farthest apart.
	Ends geom.Segment
}

// step is how far a side moves, as a share of the distance. It is less than 1 so that moves do
// not run from one point of a grid to another. Rounding moves a point by at most half of the
// square root of 3 steps of a grid, and two points by 1.74 steps against each other.
const step = 0.9375

// Verdict says what a place shows.
type Verdict uint8

const (
	// Through: the surfaces go through each other, or may do so.
	Through Verdict = iota
	// Along: they are separable, and lie along each other.
	Along
	// Within: neither.
	Within
)

// Judge reports whether a place is separable within a distance, as Separable does, and if it is,
// whether the surfaces are within the distance of each other over a disc of a diameter.
func (s *Surfaces) Judge(p *Place, distance, radius, diameter float64) Verdict {
	n := s.neighbourhood()
	defer s.memory.Put(n)
	if n.gather(s, p, radius, fewTriangles) {
		switch {
		case !n.separable(distance):
			return Through
		case n.along(distance, diameter):
			return Along
		}
		return Within
	}
	along := s.discNear(p, distance, diameter) // asked once for many places
	most := mostMoves
	if along {
		most = 1
	}
	moves := n.remaining(s, p, nil, most, distance, radius/nearby)
	switch {
	case len(moves) == 0:
		return Through
	case along:
		return Along
	case !n.widely(s, p, moves, distance, radius):
		return Through
	}
	return Within
}

// Separable reports whether moving the surroundings of one of the triangles of a place by no more
// than a distance leaves nothing within a radius in which they go through those of the other one.
// Where it cannot tell, it reports false. The answer depends neither on the order of triangles
// nor on their winding.
func (s *Surfaces) Separable(p *Place, distance, radius float64) bool {
	n := s.neighbourhood()
	defer s.memory.Put(n)
	if n.gather(s, p, radius, fewTriangles) {
		return n.separable(distance)
	}
	moves := n.remaining(s, p, nil, mostMoves, distance, radius/nearby)
	return len(moves) > 0 && n.widely(s, p, moves, distance, radius)
}

// widely reports whether one of the moves that separate a place within a small radius does so within a
// radius.
func (n *neighbourhood) widely(s *Surfaces, p *Place, moves []move, distance, radius float64) bool {
	moves = n.remaining(s, p, moves, mostMoves, distance, radius/4)
	return len(moves) > 0 && len(n.remaining(s, p, moves, 1, distance, radius)) > 0
}

// What cannot be separated within a small radius cannot within a large one, and most that goes
// through is told by the triangles nearby.
const nearby = 32

// fewTriangles is how many triangles are looked at all at once.
const fewTriangles = 64

// remaining returns at most so many of the moves, or if there are none of all that come into question,
// that separate a place within a radius.
func (n *neighbourhood) remaining(s *Surfaces, p *Place, moves []move, most int, distance, radius float64) []move {
	if !n.gather(s, p, radius, mostTriangles) {
		return nil
	}
	kept := n.separating(moves, most, distance)
	if len(kept) == 0 && n.snap(distance) {
		kept = n.separating(moves, most, distance)
	}
	return kept
}

// separable reports whether a move by a distance separates the sides of the neighbourhood.
func (n *neighbourhood) separable(distance float64) bool {
	return len(n.separating(nil, 1, distance)) > 0 || n.snap(distance) && len(n.separating(nil, 1, distance)) > 0
}

// Beyond these numbers of triangles around a place, of pairs of them that may come together, and of
// borders near each other for each border, nothing is shown: the work for one place is bounded.
const (
	mostTriangles = 1 << 12
	mostPairs     = 1 << 13
	mostNear      = 16
)

// neighbourhood is the memory of one decision: the triangles around a place.
type neighbourhood struct {
	frame
	place   *Place
	radius  float64 // within which triangles are listed
	faces   []face  // the first two are those of the place
	numbers []uint32
	corners []corner
	local   map[uint32]int32 // the numbers of corners by vertex, if they are many
	pairs   [][2]int32
	order   []int32 // of faces
	settled []bool  // of corners
	grid    raster
	snapped bool // corners of borders are made one
	crowded bool // there is more to look at than is looked at
}

// face is a triangle of a neighbourhood, in coordinates relative to its origin.
type face struct {
	number  uint32
	corners [3]int32
	box     geom.Box
	sides   side // of all of its corners
	flat    bool // without an area, since corners are made one
}

// corner is a vertex of a neighbourhood.
type corner struct {
	geom.Vec
	vertex uint32
	// far are the lengths of the shortest ways along edges from the place, by way of the first
	// and of the second triangle.
	far  [2]float64
	side side
}

// side tells which side of a place a corner belongs to: one of the bits, or several for the
// corners of a triangle.
type side uint8

const (
	ofT side = 1 << iota
	ofU
	ofBoth // a corner that both triangles have, or as near to the one as to the other
	ofNone // not reached from the place
)

func (s *Surfaces) neighbourhood() *neighbourhood {
	if n, ok := s.memory.Get().(*neighbourhood); ok {
		return n
	}
	return &neighbourhood{local: map[uint32]int32{}}
}

// gather lists the triangles within a radius of a place. It reports false if there are more than
// most.
func (n *neighbourhood) gather(s *Surfaces, p *Place, radius float64, most int) bool {
	n.place, n.radius, n.snapped, n.crowded = p, radius, false, false
	n.faces, n.corners = n.faces[:0], n.corners[:0]
	if len(n.local) > 0 {
		clear(n.local)
	}
	n.setFrame(s, p)
	n.numbers = append(n.numbers[:0], p.T, p.U)
	var pieces [mostPieces]geom.Box
	for _, b := range n.pieces(&pieces) {
		s.touching(b, func(ids []uint32) {
			if len(n.numbers) <= candidates*most {
				n.numbers = append(n.numbers, ids...)
			}
		})
	}
	if len(n.numbers) > candidates*most {
		return false
	}
	distinct(&n.numbers)
	for _, i := range n.numbers {
		if n.add(s, i); len(n.faces) > most {
			return false
		}
	}
	return true
}

// candidates is how many boxes near a place are looked at for each triangle that may be listed.
const candidates = 8

// touching calls visit with the triangles whose boxes in the world may meet a box.
func (s *Surfaces) touching(b geom.Box, visit func(ids []uint32)) {
	transform := bvh.Identity()
	if s.moved {
		transform = bvh.Transform{Map: s.world, Unit: 1}
	}
	s.tree.Touching(bvh.Round(b), transform, visit)
}

// distinct sorts numbers, but for the first two, and removes those that are there already.
func distinct(numbers *[]uint32) {
	rest := (*numbers)[2:]
	slices.Sort(rest)
	rest = slices.Compact(rest)
	kept := (*numbers)[:2]
	t, u := kept[0], kept[1]
	for _, i := range rest {
		if i != t && i != u {
			kept = append(kept, i)
		}
	}
	*numbers = kept
}

// add lists a triangle, unless it is farther away than the radius.
func (n *neighbourhood) add(s *Surfaces, number uint32) {
	t := s.triangle(number)
	for k := range t {
		t[k] = t[k].Sub(n.origin)
	}
	if len(n.faces) > 1 && n.outside(&t, n.radius) {
		return
	}
	f := face{number: number, box: t.Box()}
	for k, v := range s.mesh.Faces[number] {
		f.corners[k] = n.corner(v, t[k])
	}
	n.faces = append(n.faces, f)
}

// triangle returns a triangle in the world.
func (s *Surfaces) triangle(number uint32) geom.Triangle {
	t := s.mesh.Triangle(int(number))
	if s.moved {
		t = s.world.ApplyTriangle(t)
	}
	return t
}

// corner returns the number of the corner at a vertex, which is listed if it is new.
func (n *neighbourhood) corner(vertex uint32, p geom.Vec) int32 {
	const few = 32
	if len(n.corners) < few {
		if k := slices.IndexFunc(n.corners, func(c corner) bool { return c.vertex == vertex }); k >= 0 {
			return int32(k)
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

// frame has the axes of a place: the first along its segment.
type frame struct {
	origin geom.Vec
	ends   geom.Segment // relative to the origin
	axes   [3]geom.Vec
	length float64
}

// setFrame puts the origin in a corner near the place, because differences of stored numbers that
// are near each other are exact.
func (n *neighbourhood) setFrame(s *Surfaces, p *Place) {
	n.origin = nearestCorner(s, p)
	n.ends = geom.Segment{p.Ends[0].Sub(n.origin), p.Ends[1].Sub(n.origin)}
	along := n.ends[1].Sub(n.ends[0])
	n.length = along.Norm()
	n.axes[0] = geom.Vec{1, 0, 0}
	if n.length > 0 {
		n.axes[0] = along.Unit()
	}
	n.axes[1] = n.axes[0].Perpendicular()
	n.axes[2] = n.axes[0].Cross(n.axes[1])
}

func nearestCorner(s *Surfaces, p *Place) (nearest geom.Vec) {
	middle, least := p.Ends[0].Lerp(p.Ends[1], 0.5), math.Inf(1)
	for _, i := range [...]uint32{p.T, p.U} {
		for _, v := range s.mesh.Faces[i] {
			w := s.world.Apply(s.mesh.Vertices[v])
			if d := w.Sub(middle).Norm(); d < least {
				nearest, least = w, d
			}
		}
	}
	return nearest
}

// mostPieces is how many boxes cover a segment at most.
const mostPieces = 4

// pieces returns boxes that together hold all within the radius of the segment.
func (n *neighbourhood) pieces(boxes *[mostPieces]geom.Box) []geom.Box {
	count := 1 + int(min(mostPieces-1, n.length/(4*n.radius)))
	for k := range count {
		a := n.ends[0].Lerp(n.ends[1], float64(k)/float64(count))
		b := n.ends[0].Lerp(n.ends[1], float64(k+1)/float64(count))
		boxes[k] = geom.PointBox(a.Add(n.origin)).Include(b.Add(n.origin)).Grown(n.radius)
	}
	return boxes[:count]
}

// outside reports whether a triangle is farther from the segment than a radius along one of the
// axes of the frame or across its own plane.
func (n *neighbourhood) outside(t *geom.Triangle, radius float64) bool {
	for k, axis := range n.axes {
		from := axis.Dot(n.ends[0])
		to := from
		if k == 0 {
			to += n.length
		}
		a, b, c := axis.Dot(t[0]), axis.Dot(t[1]), axis.Dot(t[2])
		if min(a, b, c) > to+radius || max(a, b, c) < from-radius {
			return true
		}
	}
	normal := t.Normal().Unit()
	a, b := normal.Dot(n.ends[0].Sub(t[0])), normal.Dot(n.ends[1].Sub(t[0]))
	return min(a, b) > radius || max(a, b) < -radius
}
