package parts

import (
	"container/heap"
	"context"
	"math"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/tritri"
)

// depth is how deep two objects are in each other.
type depth struct {
	of    DepthOf
	most  float64
	error float64 // by how much it may be more
	at    geom.Vec
}

// deeper returns the greater of two depths, which are measured on the same.
func (d depth) deeper(e depth) depth {
	limit := max(d.most+d.error, e.most+e.error)
	if e.of != NoDepth && (d.of == NoDepth || e.most > d.most) {
		d = e
	}
	d.error = limit - d.most
	return d
}

// measure sets the depth of objects that are in each other: the shortest translation that
// parts two convex bodies, otherwise how far the surface of one reaches into a closed other
// one, and else how far open surfaces reach beyond each other.
func (o *outcome) measure(ctx context.Context, met contact, p *arrangement, pc *pairCheck, tolerance float64) {
	if !p.through && !p.inner[0] && !p.inner[1] {
		return
	}
	a, b := p.objects[0], p.objects[1]
	var d depth
	switch {
	case a.Shape.ConvexHull() != nil && b.Shape.ConvexHull() != nil:
		d = translation(a, b)
	case a.Closed() || b.Closed():
		if b.Closed() {
			d = surfaceDepth(ctx, a, b, pc.met[0], tolerance, d)
		}
		if a.Closed() {
			d = surfaceDepth(ctx, b, a, pc.met[1], tolerance, d)
		}
	default:
		d = reachBeyond(ctx, p, pc)
		if d.most < met.crossing {
			d = depth{of: DepthOfReach, most: met.crossing, at: p.meetingPoint()}
		}
	}
	o.pair.Depth, o.pair.DepthError, o.pair.DepthOf, o.pair.Deepest = d.most, d.error, d.of, d.at
}

// translation measures two convex bodies.
func translation(a, b *object) depth {
	p := convex.Penetrate(convex.Placed{Set: a.Shape.ConvexHull(), World: a.World}, convex.Placed{Set: b.Shape.ConvexHull(), World: b.World})
	return depth{of: DepthOfTranslation, most: p.Depth, error: p.Error, at: p.Points[0]}
}

// A depth is measured until it is known to a part of itself, depthTolerance, or fewPieces
// pieces of a surface have been cut; manyPieces as long as the tolerance for pairs may be
// either more or less.
const (
	depthTolerance = 1.0 / 8
	fewPieces      = 32
	manyPieces     = 1 << 14
)

// surfaceDepth finds the point on the surface of o, inside the other object, which is
// closed, that is farthest from the other's surface, or returns the depth that is known if
// none is deeper. met has the triangles of o that have a point in common with the other's
// surface; all that others join is on one side of it.
//
// Branch and bound: the piece that may be deepest is cut into four, until none may be deeper
// than what has been found. The distance from a surface, taken as negative outside, changes
// by no more than the place does. No point of a triangle is farther from its nearest corner
// than the longest side divided by √3, or than the farthest corner is from the centre.
func surfaceDepth(ctx context.Context, o, other *object, met bitset, tolerance float64, known depth) depth {
	s := newSounder(o, other)
	s.best = known
	var faces []uint32
	o.Shape.Tree.Touching(bvh.Round(other.Box), o.toWorld(), func(ids []uint32) { faces = append(faces, ids...) })
	corners := s.soundCorners(faces, met)
	pieces := &facetHeap{}
	for _, f := range faces {
		if deepest := corners.deepest(f); deepest.deep > 0 || met.has(f) {
			t := o.Triangle(f)
			longest := max(t[0].Sub(t[1]).Norm(), t[1].Sub(t[2]).Norm(), t[2].Sub(t[0]).Norm())
			if limit := deepest.deep + longest/math.Sqrt(3)*(1+0x1p-40); limit > s.enough() {
				s.keep(pieces, &t, limit, s.away(&t, deepest.nearest))
			}
		}
	}
	limit := known.most + known.error // what no place is deeper than
	for sounded := 0; pieces.Len() > 0; sounded++ {
		worst := heap.Pop(pieces).(facet)
		undecided := s.best.most <= tolerance && worst.deepest > tolerance && sounded < manyPieces
		if !undecided && (worst.deepest <= s.enough() || sounded >= fewPieces) || ctx.Err() != nil {
			limit = max(limit, worst.deepest)
			break
		}
		s.split(pieces, &worst)
	}
	s.best.error = max(limit, s.enough()) - s.best.most
	return s.best
}

// split measures the centre of a piece and replaces it by those of its quarters that may
// still be deeper than what has been found.
func (s *sounder) split(pieces *facetHeap, p *facet) {
	t := &p.Triangle
	centre := t[0].Add(t[1]).Add(t[2]).Scale(1.0 / 3)
	radius := farthestFrom(centre, t)
	at := s.sound(centre, max(0, s.enough()-radius))
	if at.deep+radius <= s.enough() {
		return
	}
	m := geom.Triangle{t[0].Lerp(t[1], 0.5), t[1].Lerp(t[2], 0.5), t[2].Lerp(t[0], 0.5)}
	// The corners and the middles of the sides are those of all quarters.
	corners, middles := s.away(t, at.nearest), s.away(&m, at.nearest)
	for k := range t {
		before := (k + 2) % 3
		quarter := geom.Triangle{t[k], m[k], m[before]}
		s.keep(pieces, &quarter, at.deep+farthestFrom(centre, &quarter), [3]float64{corners[k], middles[k], middles[before]})
	}
	s.keep(pieces, &m, at.deep+farthestFrom(centre, &m), middles)
}

// farthestFrom returns the greatest distance of a corner of t from a point.
func farthestFrom(p geom.Vec, t *geom.Triangle) float64 {
	return max(t[0].Sub(p).Norm(), t[1].Sub(p).Norm(), t[2].Sub(p).Norm())
}

// enough is the depth up to which pieces are left out.
func (s *sounder) enough() float64 { return s.best.most * (1 + depthTolerance) }

// keep puts a piece on the heap unless it cannot be deeper than what has been found. It is
// known to be no deeper than deepest. Nor is any point of it deeper than a triangle of the
// other surface is away; the distance from that is a convex function, and so greatest at a
// corner, where it is as given.
func (s *sounder) keep(pieces *facetHeap, t *geom.Triangle, deepest float64, away [3]float64) {
	if deepest = min(deepest, max(away[0], away[1], away[2])); deepest > s.enough() {
		heap.Push(pieces, facet{*t, deepest})
	}
}

// facet is a part of a surface that may be as deep as deepest.
type facet struct {
	geom.Triangle
	deepest float64
}

// facetHeap has the piece that may be deepest on top.
type facetHeap []facet

func (h facetHeap) Len() int           { return len(h) }
func (h facetHeap) Less(i, j int) bool { return h[i].deepest > h[j].deepest }
func (h facetHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *facetHeap) Push(x any)        { *h = append(*h, x.(facet)) }
func (h *facetHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// sounder measures how deep places are in an object.
type sounder struct {
	o, other *object
	body     solid.Body
	transform    bvh.Transform
	best     depth
	hint     uint32 // a triangle of other
}

func newSounder(o, other *object) *sounder {
	return &sounder{
		o: o, other: other, body: other.Body(), hint: other.Shape.Tree.Leaf(0)[0],
		transform: bvh.Between(other.Shape.Box, o.Box, other.World, geom.Identity()),
	}
}

// sounding is how deep a place is, a negative number outside, and the triangle that it is
// nearest to.
type sounding struct {
	deep    float64
	nearest uint32
}

// sound measures a place, and keeps the deepest. Where the depth is no more than least or
// than the deepest place so far, it may return any greater number up to that, and does so
// rather than to look on which side the place is.
func (s *sounder) sound(at geom.Vec, least float64) sounding {
	if d, known := s.shallow(at, least); known {
		return d
	}
	least = max(least, s.best.most)
	d, nearest := s.distance(at, least)
	s.hint = nearest
	switch {
	case d <= least:
	case s.holds(at):
		s.reached(d, at)
	default:
		d = -d
	}
	return sounding{d, nearest}
}

// measure is sound for a place inside the other object.
func (s *sounder) measure(at geom.Vec, least float64) sounding {
	if d, known := s.shallow(at, least); known {
		return d
	}
	d, nearest := s.distance(at, max(least, s.best.most))
	s.hint = nearest
	s.reached(d, at)
	return sounding{d, nearest}
}

// reached notes that a place is so deep.
func (s *sounder) reached(d float64, at geom.Vec) {
	if d > s.best.most {
		s.best.of, s.best.most, s.best.at = DepthOfSurface, d, at
	}
}

// shallow looks whether a place is so near to the triangle that was nearest to the place
// before that this is all there is to know of it.
func (s *sounder) shallow(at geom.Vec, least float64) (d sounding, known bool) {
	u := s.other.Triangle(s.hint)
	_, away := u.Nearest(at)
	return sounding{away, s.hint}, away <= max(least, s.best.most)
}

// holds reports whether a place is inside the other object.
func (s *sounder) holds(at geom.Vec) bool {
	return s.other.Box.Intersects(geom.PointBox(at)) && s.body.Position(at) == solid.Inside
}

// away returns the distances of the corners of t from a triangle of the other surface.
func (s *sounder) away(t *geom.Triangle, from uint32) (away [3]float64) {
	u := s.other.Triangle(from)
	for k, q := range t {
		_, away[k] = u.Nearest(q)
	}
	return away
}

// distance returns the distance of a place from the surface and the nearest triangle, or
// those of some of its triangles if that is below least.
func (s *sounder) distance(at geom.Vec, least float64) (float64, uint32) {
	place := s.transform.Apply(bvh.Round(geom.PointBox(at)))
	i, d, _ := s.other.Shape.Tree.NearestTo(place, s.transform.Unit, math.Inf(1), least, func(i uint32) float64 {
		t := s.other.Triangle(i)
		_, d := t.Nearest(at)
		return d
	})
	return d, i
}

// meetingPoint returns a point where the surfaces cross.
func (p *arrangement) meetingPoint() geom.Vec {
	for _, pair := range p.near.pairs {
		t, u := p.objects[0].Triangle(pair.a), p.objects[1].Triangle(pair.b)
		if tritri.Relate(&t, &u).Kind == tritri.Crossing {
			from, to := tritri.Segment(&t, &u)
			return from.Lerp(to, 0.5)
		}
	}
	return p.objects[0].Box.Min
}
