package parts

import (
	"math"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/precision"
)

// passesThrough reports whether the surface of object k passes through the other's surface
// along one of its own edges. Both surfaces are open.
//
// It looks for a path on the surface that meets the other surface an odd number of times,
// whose ends keep the distance from the other surface, and which keeps it from that
// surface's border. Then the two also meet without rounding: the number of times, modulo
// two, changes only if an end of the path passes through the surface or the path passes over
// its border. The same holds if the path is replaced by the straight line between its ends,
// as long as the triangle between the two keeps the distance from the border.
//
// Where surfaces pass through each other but no two triangles cross by more than rounding
// explains, they do so along edges of one surface that lie in triangles of the other. Only
// these are tested.
func (p *arrangement) passesThrough(k int) bool {
	o, other := p.objects[k], p.objects[1-k]
	for i, pair := range p.near.pairs {
		if i%64 == 0 && p.ctx.Err() != nil {
			return false
		}
		f, g := pair.of(k)
		u := other.Triangle(g)
		found := false
		o.edges(f, func(v, w uint32, s geom.Segment) {
			if x, ok := clipToVicinity(&u, &s, p.distance()); ok && !found {
				if (x.to-x.from)*s[1].Sub(s[0]).Norm() > 4*p.distance() {
					found = p.passesThroughAt(o, other, v, w, s[0].Lerp(s[1], (x.from+x.to)/2), &u)
				}
			}
		})
		if found {
			return true
		}
	}
	return false
}

// passesThroughAt reports whether the triangles of o at its edge from v to w pass through the
// other's surface at a point of that edge, which is near triangle u of the other.
func (p *arrangement) passesThroughAt(o, other *object, v, w uint32, at geom.Vec, u *geom.Triangle) bool {
	n := u.UnitNormal()
	var ends [2]geom.Vec // the corners farthest above and below u
	var heights [2]float64
	o.Shape.Welded.EachApex(o.Shape.Around(v), w, func(apex uint32) {
		q := o.World.Apply(o.Shape.Welded.Vertices[apex])
		h, side := n.Dot(q.Sub(u[0])), 0
		if h < 0 {
			h, side = -h, 1
		}
		if h > heights[side] {
			ends[side], heights[side] = q, h
		}
	})
	if min(heights[0], heights[1]) <= 2*p.distance() {
		return false
	}
	for h := 2 * p.distance(); h <= 2*max(heights[0], heights[1]); h *= 2 {
		var path [2]geom.Vec
		far := 0.0
		for side := range path {
			path[side] = at.Lerp(ends[side], min(1, h/heights[side]))
			far = max(far, path[side].Sub(at).Norm())
		}
		if other.borderWithin(at, far+p.distance()) {
			return false
		}
		if p.clear(path[0], other) && p.clear(path[1], other) {
			if odd, certain := p.meetsOddly(other, path, n); certain {
				return odd
			}
		}
	}
	return false
}

// farthestPath bounds how far paths lead from where two surfaces meet, as a multiple of the distance.
const farthestPath = precision.Surroundings / clearance

// piercedBy is passesThrough for surfaces of triangles so small that their corners keep no distance from the
// other surface: paths lead over many triangles.
func (p *arrangement) piercedBy(k int) bool {
	o, other := p.objects[k], p.objects[1-k]
	cells := newCells(4 * p.distance())
	for _, pair := range p.near.pairs {
		f, g := pair.of(k)
		t := o.Triangle(f)
		if t.Box().Diagonal() > farthestPath*p.distance() {
			continue
		}
		if _, first := cells.first(t[0]); !first {
			continue
		}
		if p.ctx.Err() != nil {
			return false
		}
		u := other.Triangle(g)
		if p.piercedAt(o, other, o.Shape.Welded.Faces[f][0], &u) {
			return true
		}
	}
	return false
}

// piercedAt reports whether o passes through the other's surface near triangle u of that and near o's vertex
// from.
func (p *arrangement) piercedAt(o, other *object, from uint32, u *geom.Triangle) bool {
	n := u.UnitNormal()
	at := o.World.Apply(o.Shape.Welded.Vertices[from])
	for radius := 8 * p.distance(); radius <= farthestPath*p.distance(); radius *= 2 {
		if p.ctx.Err() != nil || other.borderWithin(at, radius+p.distance()) {
			return false
		}
		var path geom.Segment // from the highest to the lowest vertex
		var heights [2]float64
		o.eachAround(from, radius, func(_ uint32, q geom.Vec) {
			h := n.Dot(q.Sub(u[0]))
			for side, h := range [...]float64{h, -h} {
				if h > heights[side] {
					path[side], heights[side] = q, h
				}
			}
		})
		if min(heights[0], heights[1]) <= 2*p.distance() || !p.clear(path[0], other) || !p.clear(path[1], other) {
			continue
		}
		if odd, certain := p.meetsOddly(other, path, n); certain {
			return odd
		}
	}
	return false
}

// mostAround is how many vertices of a surface are looked at around one of them.
const mostAround = 1 << 12

// eachAround calls visit for a vertex and those that hang together with it by edges within a ball around it,
// with their places.
func (o *object) eachAround(from uint32, radius float64, visit func(v uint32, q geom.Vec)) {
	middle := o.World.Apply(o.Shape.Welded.Vertices[from])
	reached, queue := map[uint32]bool{from: true}, []uint32{from}
	visit(from, middle)
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, c := range o.Shape.Around(v) {
			for _, w := range o.Shape.Welded.Faces[c.Triangle()] {
				if reached[w] || len(reached) == mostAround {
					continue
				}
				if q := o.World.Apply(o.Shape.Welded.Vertices[w]); q.Sub(middle).Norm() <= radius {
					reached[w] = true
					queue = append(queue, w)
					visit(w, q)
				}
			}
		}
	}
}

// clear reports whether a point keeps the distance from the surface of an object.
func (p *arrangement) clear(at geom.Vec, o *object) bool {
	return !clearOf(geom.Segment{at, at}, p.distance(), []*object{o}, func(geom.Vec) bool { return false })
}

// borderWithin reports whether an edge of an odd number of triangles is within a distance of
// a point.
func (o *object) borderWithin(at geom.Vec, distance float64) (found bool) {
	box := bvh.Round(geom.PointBox(at).Grown(distance))
	o.Shape.Tree.Touching(box, o.toWorld(), func(ids []uint32) {
		for _, f := range ids {
			o.edges(f, func(v, w uint32, s geom.Segment) {
				if !found {
					_, d := s.Nearest(at)
					found = d <= distance && o.Shape.OnBorder(v, w)
				}
			})
		}
	})
	return found
}

// meetsOddly reports whether a path meets the surface of an object an odd number of times. Its
// ends keep the distance from the surface, and all of it keeps it from the border.
//
// The straight line between the ends meets an edge if both surfaces have one where they
// meet. So it is also shifted along the surface, which has the normal n there, by less than
// the distance.
func (p *arrangement) meetsOddly(o *object, path geom.Segment, n geom.Vec) (odd, certain bool) {
	along := path[1].Sub(path[0]).Cross(n)
	if length := along.Norm(); length > 0 {
		along = along.Scale(p.distance() / length)
	}
	across := along.Cross(n)
	for _, shift := range [...]geom.Vec{{}, across.Scale(0.375).Add(along.Scale(0.125)), across.Scale(-0.3125).Add(along.Scale(0.25))} {
		s := geom.Segment{path[0].Add(shift), path[1].Add(shift)}
		if odd, certain = o.meetsOddly(s); certain {
			break
		}
	}
	return odd, certain
}

// meetsOddly reports whether a segment meets the surface an odd number of times. certain is
// false if it meets a vertex or an edge, or lies in the plane of a triangle that it meets, so
// that the number would have no meaning.
func (o *object) meetsOddly(s geom.Segment) (odd, certain bool) {
	certain = true
	o.Shape.Tree.Touching(bvh.Round(geom.BoxOf(s[:])), o.toWorld(), func(ids []uint32) {
		for _, f := range ids {
			t := o.Triangle(f)
			switch meets, clear := pierces(&s, &t); {
			case !clear:
				certain = false
			case meets:
				odd = !odd
			}
		}
	})
	return odd, certain
}

// pierces reports whether a segment meets the interior of a triangle in one point, exactly.
// clear is false where one of the signs that decide this is 0.
func pierces(s *geom.Segment, t *geom.Triangle) (meets, clear bool) {
	from, to := geom.Orient3D(t[0], t[1], t[2], s[0]), geom.Orient3D(t[0], t[1], t[2], s[1])
	if from*to > 0 {
		return false, true
	}
	turns := [3]int{}
	least, most := math.MaxInt, math.MinInt
	for k := range t {
		turns[k] = geom.Orient3D(s[0], s[1], t[k], t[(k+1)%3])
		least, most = min(least, turns[k]), max(most, turns[k])
	}
	switch {
	case least < 0 && most > 0:
		return false, true
	case least == 0 || most == 0 || from == 0 || to == 0:
		return false, false
	}
	return true, true
}
