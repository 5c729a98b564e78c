package penetration

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/containment"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
)

// Reach returns how far two open surfaces that pass through each other extend beyond each other,
// on the side where they extend less: the greatest such distance of either, over all places
// where they meet. It is at least the depth of their deepest crossing. Near has the neighbours
// of the two.
func Reach(p containment.Pair, near *containment.Neighbours, crossing float64) Depth {
	d := reachOf(p[0], p[1], 0, near).Max(reachOf(p[1], p[0], 1, near))
	if d.Value < crossing {
		return Depth{Found: true, Value: crossing, At: crossingPoint(p, near)}
	}
	return d
}

// crossingPoint returns a point where the surfaces cross.
func crossingPoint(p containment.Pair, near *containment.Neighbours) geom.Vec {
	for _, pair := range near.Pairs {
		t, u := p[0].Triangle(pair[0]), p[1].Triangle(pair[1])
		if m := tritri.Relate(&t, &u); m.Kind == tritri.Crossing {
			from, to := m.Segment()
			return from.Lerp(to, 0.5)
		}
	}
	return p[0].Box.Min
}

// surface is an open surface cut along another one: without the triangles near that, it falls
// into pieces, each of which lies on one side of the other surface where it is cut.
type surface struct {
	*world.Object
	rounding float64
	pieces   *mesh.Union // of vertices
	// farthest has the vertex of each piece that is farthest from the other surface.
	farthest map[uint32]Depth
}

// cut cuts o, which is object k of a pair, along the other object.
func cut(o, other *world.Object, k int, near *containment.Neighbours) *surface {
	isCut := make(map[uint32]bool, len(near.Pairs))
	for _, f := range near.Of(k) {
		isCut[f] = true
	}
	w := o.Shape.Welded
	s := &surface{Object: o, rounding: near.Rounding, pieces: mesh.NewUnion(len(w.Vertices))}
	for i, proper := range o.Shape.Proper {
		if f := w.Faces[i]; proper && !isCut[uint32(i)] {
			s.pieces.Join(f[0], f[1])
			s.pieces.Join(f[0], f[2])
		}
	}
	s.measureFarthest(other)
	return s
}

// reachOf measures o, which is object k of a pair.
func reachOf(o, other *world.Object, k int, near *containment.Neighbours) (d Depth) {
	s := cut(o, other, k, near)
	around := 2 * containment.Nearby * near.Rounding
	seen := containment.NewCells(around / 2)
	for _, pair := range near.Pairs {
		t, u := o.Triangle(pair[k]), other.Triangle(pair[1-k])
		radius := 0.0
		if t.Box().Diagonal() < around {
			if _, first := seen.First(t[0]); !first {
				continue
			}
			radius = around
		}
		if sides, both := s.sidesAt(pair[k], &u, radius); both {
			lesser := sides[0]
			if sides[1].Value < lesser.Value {
				lesser = sides[1]
			}
			d = d.Max(lesser)
		}
	}
	return d
}

// measureFarthest finds the farthest vertex of each piece.
func (s *surface) measureFarthest(other *world.Object) {
	search := newSearch(s.Object, other)
	defer search.release()
	used := make([]bool, len(s.Shape.Welded.Vertices))
	for i, proper := range s.Shape.Proper {
		if proper {
			for _, v := range s.Shape.Welded.Faces[i] {
				used[v] = true
			}
		}
	}
	s.farthest = map[uint32]Depth{}
	var last geom.Vec
	most := math.Inf(1) // the distance of last is at most that
	for v, u := range used {
		if !u {
			continue
		}
		root := s.pieces.Find(uint32(v))
		at := s.Vertex(uint32(v))
		// The next vertex is no farther than the last one and the way between them.
		most = (most + at.Sub(last).Norm()) * (1 + 0x1p-40)
		last = at
		best := s.farthest[root]
		if best.Found && most <= best.Value {
			continue
		}
		// A distance well below the greatest saves measuring the vertices that follow.
		far, _ := search.distance(at, best.Value/2, most)
		if most = far; far > best.Value || !best.Found {
			s.farthest[root] = Depth{Found: true, Value: far, At: at}
		}
	}
}

// sidesAt returns how far the pieces of s at its triangle f, and at those that share an edge
// with it or are within a radius, extend above and below triangle u. both reports whether there
// are pieces on both sides.
func (s *surface) sidesAt(f uint32, u *geom.Triangle, radius float64) (sides [2]Depth, both bool) {
	n := u.UnitNormal()
	visit := func(v uint32, q geom.Vec) {
		side := 0
		switch h := n.Dot(q.Sub(u[0])); {
		case h < -s.rounding:
			side = 1
		case h <= s.rounding:
			return
		}
		if d := s.farthest[s.pieces.Find(v)]; !sides[side].Found || d.Value > sides[side].Value {
			sides[side] = d
		}
	}
	corners := s.Shape.Welded.Faces[f]
	for k, v := range corners {
		visit(v, s.Vertex(v))
		s.Shape.Welded.EachApex(s.Shape.Around(v), corners[(k+1)%3], func(w uint32) { visit(w, s.Vertex(w)) })
	}
	if radius > 0 {
		s.EachAround(corners[0], radius, visit)
	}
	return sides, sides[0].Found && sides[1].Found
}
