package precision

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// neighbourhood is the memory of one decision: the triangles around the places of a group.
type neighbourhood struct {
	frame
	most     int     // how many triangles are examined
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
	edges   []edge           // of all faces, in order, once they are needed
	next    [][3]int32       // what acrossEdges returns, once it is needed
	pairs   [][2]int32
	order   []int32 // of faces
	settled []bool  // of corners
	shifts  []geom.Vec
	normals [2][]geom.Vec // of both sides, as outward returns them, if they are known
	grid    raster
	sided   bool // each face is known to belong to one surface
	snapped bool // corners of borders are made one
	crowded bool // there is more to examine than the limits allow

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

// side is the surface of a place that a corner belongs to: one of the bits, or several for the
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

// gather lists the triangles within a radius of the places. It returns false if there are too many.
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

// add lists a triangle if it is one of the places or within the radius.
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
