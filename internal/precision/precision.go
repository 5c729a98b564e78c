// Package precision decides whether the places at which triangles of a mesh meet show more than what
// rounding may have made of surfaces that only touch.
//
// Two triangles show little about the surfaces that they belong to: they may be thin, or smaller
// than the distance in question. So a decision examines the surroundings of both: all triangles
// near the place, each assigned to the side of one of the two (sides.go). A place is separable
// within a distance if the two sides no longer go through each other after one of them has moved
// by no more than that (separate.go). Surfaces lie along each other if, over a whole disc, the
// lines across them meet both sides within the distance (along.go, raster.go).
//
// Whether moved triangles meet is decided exactly. Only a few moves are tried, so that a separable
// place may be called inseparable. A place is called separable only if one of these moves separates
// the two sides.
package precision

import (
	"context"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
)

// Surfaces are the triangles of a mesh in which places are judged. They are safe for concurrent use.
type Surfaces struct {
	mesh   *mesh.Welded
	tree   *boxtree.Tree
	copies *mesh.Copies
	world  geom.Affine // in which distances are measured
	moved  bool        // world is not the identity
	memory sync.Pool
}

// NewSurfaces returns the surfaces of a mesh that is placed in the world. The tree holds the triangles
// that take part in pairs, by their numbers; copies has the copies that a triangle of the tree
// represents.
func NewSurfaces(w *mesh.Welded, t *boxtree.Tree, copies *mesh.Copies, world geom.Affine) *Surfaces {
	return &Surfaces{mesh: w, tree: t, copies: copies, world: world, moved: world != geom.Identity()}
}

// Place is where two triangles of a mesh go through or cover each other, and what has to be decided
// about it.
type Place struct {
	T, U uint32
	// Ends are those of the segment in which they meet, in the world, or the two corners of the
	// polygon that are farthest apart.
	Ends geom.Segment
	// Distance is how far one surface may be moved against the other. If it is 0 the place is not
	// examined, and the verdict is Through.
	Distance float64
	// Depth is how deep they are in each other.
	Depth float64
	// Flat reports that both lie in one plane.
	Flat bool
}

// Scale has lengths in units of the distance of a place.
type Scale struct {
	// Radius is that of the surroundings of a place.
	Radius float64
	// Diameter is that of the discs over which surfaces that lie along each other are within the distance.
	// It is 0 for distances other than those of rounding: no verdict is Along then.
	Diameter float64
	// MostDiameter is an upper bound of the diameter, in the world.
	MostDiameter float64
}

// What rounding may have made, in resolutions: within surroundings of the radius Surroundings two
// surfaces go no farther than Gap through each other, and they are not within Gap of each other over a
// disc with the diameter discWidth, or with discShare of the diagonal of the box around them if that is
// less.
const (
	Gap          = 2
	Surroundings = 128
	discWidth    = 64
	discShare    = 0x1p-9
)

// ScaleOfRounding returns the scale of distances that are Gap resolutions, for a diagonal of a box.
func ScaleOfRounding(diagonal float64) Scale {
	return Scale{Radius: Surroundings / Gap, Diameter: discWidth / Gap, MostDiameter: discShare * diagonal}
}

// DiameterFor returns the diameter of discs, in the world, for a distance.
func (s Scale) DiameterFor(distance float64) float64 {
	return min(s.Diameter*distance, s.MostDiameter)
}

// ofRounding reports whether distances are those of rounding, not of a limit that a user gives.
func (s *Scale) ofRounding() bool { return s.Diameter > 0 }

// Verdict is the decision on a place.
type Verdict uint8

const (
	// Through: the surfaces go through each other, or may do so, or cover each other in one plane,
	// by more than the distance.
	Through Verdict = iota
	// Along: they are separable, and lie along each other.
	Along
	// Within: they are separable, and do not lie along each other.
	Within
)

// Limits of the work. A place with more around it is Through.
const (
	// workEach is about how many triangles are examined around all places of a mesh together, for each
	// triangle of the mesh, and mostWork about how many in all.
	workEach, mostWork = 1 << 11, 1 << 22
	// mostTriangles and leastTriangles limit how many are examined around one place: the more places
	// there are, the fewer.
	mostTriangles, leastTriangles = 1 << 12, 1 << 6
	// candidates is how many boxes near a place are examined for each triangle that may be listed.
	candidates = 8
	// pairsEach is how many pairs of triangles that may come together are listed for each triangle that
	// may be.
	pairsEach = 16
	// mostNear is how many pairs of corners or borders near each other are compared for each triangle
	// that may be.
	mostNear = 32
)

// Judge returns the verdicts on n places, of which place returns each by its number, from 0 on.
//
// Places near each other between the same surfaces are judged together. The order of triangles and their
// winding change nothing but the rounding of measures, on which a verdict near a bound may depend.
func (s *Surfaces) Judge(ctx context.Context, workers, n int, place func(k int) *Place, scale Scale) ([]Verdict, error) {
	order, err := inCells(ctx, workers, n, place, scale.Radius)
	if err != nil {
		return nil, err
	}
	var cells [][]located
	for first, k := 0, 0; k < len(order); k++ {
		if k+1 == len(order) || order[k+1].cell != order[k].cell {
			cells = append(cells, order[first:k+1])
			first = k + 1
		}
	}
	work := min(workEach*len(s.mesh.Faces), mostWork) / max(1, len(cells))
	verdicts := make([]Verdict, n)
	const some = 16
	err = parallel.Ranges(ctx, workers, len(cells), some, func(lo, hi int) {
		around := s.neighbourhood()
		defer s.memory.Put(around)
		around.scale = scale
		for _, cell := range cells[lo:hi] {
			s.judgeCell(ctx, around, cell, place, work, verdicts)
		}
	})
	return verdicts, err
}

// judgeCell sets the verdicts on the places of a cell. Work is about how many triangles it may look at.
func (s *Surfaces) judgeCell(ctx context.Context, n *neighbourhood, cell []located, place func(k int) *Place, work int, verdicts []Verdict) {
	n.near = n.near[:0]
	for _, l := range cell {
		n.near = append(n.near, *place(l.place))
	}
	groups := s.groups(n.near)
	n.most = min(max(leastTriangles, work/len(groups)), mostTriangles)
	for _, g := range groups {
		if ctx.Err() != nil {
			return
		}
		judged := false
		var v Verdict
		for _, m := range g {
			p := &n.near[m.place]
			if p.Flat && n.wider(s, p) {
				continue
			}
			if !judged {
				v, judged = n.judge(s, n.near, g), true
			}
			verdicts[cell[m.place].place] = v
		}
	}
}

// judge returns the verdict on the surroundings of a group of places.
func (n *neighbourhood) judge(s *Surfaces, places []Place, g []member) Verdict {
	n.setPlaces(s, places, g)
	if n.seeds[0][0] == n.seeds[1][0] || !n.gather(s, n.scale.Radius*n.places[0].Distance) {
		return Through
	}
	switch distance := n.places[0].Distance; {
	case !n.separable(distance):
		return Through
	case n.scale.ofRounding() && n.along(distance, n.scale.DiameterFor(distance)):
		return Along
	}
	return Within
}

// Wider reports whether the parts of a plane in which triangles overlap are wider than the distance
// of a flat place, around what its two triangles have in common.
func (s *Surfaces) Wider(p *Place) bool {
	n := s.neighbourhood()
	defer s.memory.Put(n)
	n.most = mostTriangles
	return n.wider(s, p)
}

// neighbourhood returns memory for decisions.
func (s *Surfaces) neighbourhood() *neighbourhood {
	if n, ok := s.memory.Get().(*neighbourhood); ok {
		return n
	}
	return &neighbourhood{local: map[uint32]int32{}}
}

// triangle returns a triangle in the world.
func (s *Surfaces) triangle(number uint32) geom.Triangle {
	t := s.mesh.Triangle(int(number))
	if s.moved {
		t = s.world.ApplyTriangle(t)
	}
	return t
}

// touching calls visit with the triangles whose boxes in the world may meet a box.
func (s *Surfaces) touching(b geom.Box, visit func(ids []uint32)) {
	transform := boxtree.Identity()
	if s.moved {
		transform = boxtree.Transform{Map: s.world, Unit: 1}
	}
	s.tree.Touching(b, transform, visit)
}

// common returns the polygon that the triangles of a flat place have in common, in the world.
func (s *Surfaces) common(p *Place) []geom.Vec {
	t, u := s.mesh.Triangle(int(p.T)), s.mesh.Triangle(int(p.U))
	polygon := tritri.Polygon(&t, &u)
	if s.moved {
		for k := range polygon {
			polygon[k] = s.world.Apply(polygon[k])
		}
	}
	return polygon
}
