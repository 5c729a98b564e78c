package fan

import (
	"sync"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// longFan is the number of triangles at a vertex from which the spreads of its edges are
// cached. A shorter fan is scanned each time.
const longFan = 32

// Spreads determines how the triangles at edges of one mesh, at one place, are spread around them.
// For vertices with long fans it caches the spreads of all edges on the first query, in time
// linear in the fan, so that a query takes constant time however many triangles are at the
// edge. It is safe for concurrent use.
type Spreads struct {
	mesh  *mesh.Welded
	place geom.Affine
	fan   func(vertex uint32) []mesh.Corner

	mu sync.Mutex
	at map[uint32]map[uint32]*spread
	// depths caches what Depth returned at vertices with long fans.
	depths map[depthKey]float64
}

// NewSpreads returns the spreads of a mesh at a place. fan returns the triangles at a vertex.
func NewSpreads(m *mesh.Welded, place geom.Affine, fan func(vertex uint32) []mesh.Corner) *Spreads {
	return &Spreads{mesh: m, place: place, fan: fan}
}

// BothSides reports whether the triangles at the edge between two vertices are strictly on both
// sides of the plane of a triangle in which the edge lies. The triangle is at the place of the
// mesh; it need not be of it.
func (s *Spreads) BothSides(from, to uint32, t *geom.Triangle) bool {
	plane := geom.PlaneOf(t[0], t[1], t[2])
	fan := s.fan(from)
	if len(fan) > longFan {
		return s.of(fan, from, to).bothSides(&plane)
	}
	var above, below bool
	s.mesh.EachApex(fan, to, func(apex uint32) {
		side := plane.Side(s.vertex(apex))
		above, below = above || side > 0, below || side < 0
	})
	return above && below
}

// vertex returns a vertex at the place of the mesh.
func (s *Spreads) vertex(v uint32) geom.Vec { return s.place.Apply(s.mesh.Vertices[v]) }

// of returns the spread of the triangles at an edge, among those of the fan at one end.
func (s *Spreads) of(fan []mesh.Corner, from, to uint32) *spread {
	s.mu.Lock()
	defer s.mu.Unlock()
	edges := s.at[from]
	if edges == nil {
		edges = map[uint32]*spread{}
		for _, corner := range fan {
			f := s.mesh.Faces[corner.Triangle()]
			t := geom.Triangle{s.vertex(f[0]), s.vertex(f[1]), s.vertex(f[2])}
			if t.Degenerate() {
				continue // on neither side of any plane through the edge
			}
			k := corner.Index()
			a, b := (k+1)%3, (k+2)%3
			addToSpread(edges, f[a], line{t[k], t[a]}, t[b])
			addToSpread(edges, f[b], line{t[k], t[b]}, t[a])
		}
		if s.at == nil {
			s.at = map[uint32]map[uint32]*spread{}
		}
		s.at[from] = edges
	}
	return edges[to]
}

func addToSpread(edges map[uint32]*spread, to uint32, edge line, apex geom.Vec) {
	s := edges[to]
	if s == nil {
		s = &spread{line: edge}
		edges[to] = s
	}
	s.add(apex)
}

// spread is the half planes of the triangles around an edge: the least wedge that holds
// them all, if one of at most 180 degrees does.
type spread struct {
	line
	// first and last are corners in the two sides of the wedge, counter-clockwise.
	first, last geom.Vec
	width       width
}

// width is how wide a wedge is.
type width uint8

const (
	noWidth     width = iota // no triangle was added
	flatWidth                // 0 degrees
	acuteWidth               // between 0 and 180 degrees
	planeWidth               // 180 degrees, with nothing in between
	halfWidth                // 180 degrees, with something in between
	aroundWidth              // no wedge of 180 degrees holds all
)

// add widens the wedge by the triangle with the corner p.
func (s *spread) add(p geom.Vec) {
	if s.width == noWidth {
		s.first, s.last, s.width = p, p, flatWidth
		return
	}
	fromFirst, toLast := s.turn(s.first, p), s.turn(p, s.last)
	switch s.width {
	case flatWidth:
		switch {
		case fromFirst > 0:
			s.last, s.width = p, acuteWidth
		case fromFirst < 0:
			s.first, s.width = p, acuteWidth
		case s.opposite(s.first, p):
			s.last, s.width = p, planeWidth
		}
	case acuteWidth:
		s.widen(p, fromFirst, toLast)
	case planeWidth:
		if fromFirst < 0 {
			s.first, s.last = s.last, s.first
		}
		if fromFirst != 0 {
			s.width = halfWidth
		}
	case halfWidth:
		if fromFirst < 0 {
			s.width = aroundWidth
		}
	}
}

// widen is add for a wedge of an angle that is neither 0 nor 180 degrees. Where p is in
// the plane of one side and not within the wedge, it is opposite to that side.
func (s *spread) widen(p geom.Vec, fromFirst, toLast int) {
	switch {
	case fromFirst >= 0 && toLast >= 0:
		return
	case fromFirst >= 0:
		s.last = p
	case toLast >= 0:
		s.first = p
	default:
		s.width = aroundWidth
		return
	}
	if fromFirst == 0 || toLast == 0 {
		s.width = halfWidth
	}
}

// bothSides reports whether there are triangles strictly on both sides of a plane through
// the edge: if the plane does not divide the wedge, all triangles are on one of its sides,
// and if no wedge holds all triangles, some are on each side of every plane.
func (s *spread) bothSides(plane *geom.Plane) bool {
	return s.width == aroundWidth || s.width != noWidth && plane.Side(s.first)*plane.Side(s.last) < 0
}
