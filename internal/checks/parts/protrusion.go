package parts

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// protrusion measures how far two open surfaces that pass through each other extend beyond
// each other, on the side where they extend less: the greatest such distance of either, over
// all places where they meet.
func protrusion(ctx context.Context, p *arrangement, pc *pairCheck) (d depth) {
	if len(p.near.pairs) == 0 {
		near, err := pc.neighbours(ctx, 1)
		if err != nil {
			return d
		}
		p.near = near
	}
	return p.protrusionOf(0).deeper(p.protrusionOf(1))
}

// protrusionOf measures object k. Without the triangles near the other surface, its own
// surface falls into pieces, each of which lies on one side of the other where it is cut.
func (p *arrangement) protrusionOf(k int) (d depth) {
	o, other := p.objects[k], p.objects[1-k]
	cut := make(map[uint32]bool, len(p.near.pairs))
	for _, f := range p.near.of(k) {
		cut[f] = true
	}
	w := o.Shape.Welded
	pieces := mesh.NewUnion(len(w.Vertices))
	for i, proper := range o.Shape.Proper {
		if f := w.Faces[i]; proper && !cut[uint32(i)] {
			pieces.Join(f[0], f[1])
			pieces.Join(f[0], f[2])
		}
	}
	farthest := p.farthest(o, other, pieces)
	around := 2 * nearby * p.near.rounding
	cells := newCells(around / 2)
	for _, pair := range p.near.pairs {
		f, g := pair.of(k)
		t, u := o.Triangle(f), other.Triangle(g)
		radius := 0.0
		if t.Box().Diagonal() < around {
			if _, first := cells.first(t[0]); !first {
				continue
			}
			radius = around
		}
		if sides, both := p.sidesAt(o, f, &u, radius, pieces, farthest); both {
			lesser := sides[0]
			if sides[1].most < lesser.most {
				lesser = sides[1]
			}
			d = d.deeper(lesser)
		}
	}
	return d
}

// farthest returns for each piece of o the vertex that is farthest from the other surface.
func (p *arrangement) farthest(o, other *object, pieces *mesh.Union) map[uint32]depth {
	s := newDepthSearch(o, other)
	defer s.release()
	used := make([]bool, len(o.Shape.Welded.Vertices))
	for i, proper := range o.Shape.Proper {
		if proper {
			for _, v := range o.Shape.Welded.Faces[i] {
				used[v] = true
			}
		}
	}
	out := map[uint32]depth{}
	var last geom.Vec
	reach := math.Inf(1) // the distance of last is at most that
	for v, u := range used {
		if !u {
			continue
		}
		root := pieces.Find(uint32(v))
		at := o.World.Apply(o.Shape.Welded.Vertices[v])
		// The next vertex is no farther than the last one and the way between them.
		reach = (reach + at.Sub(last).Norm()) * (1 + 0x1p-40)
		last = at
		best := out[root]
		if best.of != check.NoDepth && reach <= best.most {
			continue
		}
		// A distance well below the greatest spares the vertices that follow.
		far, _ := s.distance(at, best.most/2, reach)
		if reach = far; far > best.most || best.of == check.NoDepth {
			out[root] = depth{of: check.DepthOfReach, most: far, at: at}
		}
	}
	return out
}

// sidesAt returns how far the pieces of o at its triangle f, and at those that share an edge
// with it or are within a radius, extend above and below triangle u. both reports whether there are
// pieces on both sides.
func (p *arrangement) sidesAt(o *object, f uint32, u *geom.Triangle, radius float64, pieces *mesh.Union, farthest map[uint32]depth) (sides [2]depth, both bool) {
	n := u.UnitNormal()
	visit := func(v uint32, q geom.Vec) {
		side := 0
		switch h := n.Dot(q.Sub(u[0])); {
		case h < -p.near.rounding:
			side = 1
		case h <= p.near.rounding:
			return
		}
		if d := farthest[pieces.Find(v)]; sides[side].of == check.NoDepth || d.most > sides[side].most {
			sides[side] = d
		}
	}
	corners := o.Shape.Welded.Faces[f]
	for k, v := range corners {
		visit(v, o.World.Apply(o.Shape.Welded.Vertices[v]))
		o.Shape.Welded.EachApex(o.Shape.Around(v), corners[(k+1)%3], func(w uint32) {
			visit(w, o.World.Apply(o.Shape.Welded.Vertices[w]))
		})
	}
	if radius > 0 {
		o.eachAround(corners[0], radius, visit)
	}
	return sides, sides[0].of != check.NoDepth && sides[1].of != check.NoDepth
}
