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

// depth is how deep two objects penetrate each other.
type depth struct {
	of    DepthOf
	most  float64
	error float64 // by how much it may be more
	at    geom.Vec
}

// deeper returns the greater of two depths, which have the same measure.
func (d depth) deeper(e depth) depth {
	limit := max(d.most+d.error, e.most+e.error)
	if e.of != NoDepth && (d.of == NoDepth || e.most > d.most) {
		d = e
	}
	d.error = limit - d.most
	return d
}

// measure sets the depth of objects that penetrate each other: for two convex bodies the
// shortest translation that separates them; otherwise, if one of them is closed, how deep the
// surface of the other lies in it; and for two open surfaces how far they extend beyond each
// other.
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
		d = protrusion(ctx, p, pc)
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

// A depth is measured to a relative accuracy of depthTolerance, or until fewPieces pieces of
// a surface have been split; manyPieces while it is undecided on which side of the tolerance
// for pairs the depth is.
const (
	depthTolerance = 1.0 / 8
	fewPieces      = 32
	manyPieces     = 1 << 14
)

// surfaceDepth finds the point on the surface of o inside the other object, which is closed,
// that is farthest from the other's surface, or returns the known depth if no point is deeper.
// met has the triangles of o that have a point in common with the other's surface; vertices
// connected by other triangles are on the same side of it.
//
// Branch and bound: the piece with the greatest bound is split into four, until no bound
// exceeds the greatest depth found. The signed distance from a surface, negative outside, is
// Lipschitz continuous with constant 1. No point of a triangle is farther from its nearest
// corner than the longest side divided by √3, or farther from the centroid than the farthest
// corner.
func surfaceDepth(ctx context.Context, o, other *object, met bitset, tolerance float64, known depth) depth {
	s := newDepthSearch(o, other)
	s.best = known
	var faces []uint32
	o.Shape.Tree.Touching(bvh.Round(other.Box), o.toWorld(), func(ids []uint32) { faces = append(faces, ids...) })
	corners := s.measureCorners(faces, met)
	pieces := &facetHeap{}
	for _, f := range faces {
		if deepest := corners.deepest(f); deepest.depth > 0 || met.has(f) {
			t := o.Triangle(f)
			longest := max(t[0].Sub(t[1]).Norm(), t[1].Sub(t[2]).Norm(), t[2].Sub(t[0]).Norm())
			if limit := deepest.depth + longest/math.Sqrt(3)*(1+0x1p-40); limit > s.enough() {
				s.push(pieces, &t, limit, s.distancesFrom(&t, deepest.nearest))
			}
		}
	}
	limit := known.most + known.error // no point is deeper
	for splits := 0; pieces.Len() > 0; splits++ {
		worst := heap.Pop(pieces).(facet)
		undecided := s.best.most <= tolerance && worst.deepest > tolerance && splits < manyPieces
		if !undecided && (worst.deepest <= s.enough() || splits >= fewPieces) || ctx.Err() != nil {
			limit = max(limit, worst.deepest)
			break
		}
		s.split(pieces, &worst)
	}
	s.best.error = max(limit, s.enough()) - s.best.most
	return s.best
}

// split measures the centroid of a piece and replaces the piece by those of its quarters that
// may be deeper than the depth found so far.
func (s *depthSearch) split(pieces *facetHeap, p *facet) {
	t := &p.Triangle
	centre := t[0].Add(t[1]).Add(t[2]).Scale(1.0 / 3)
	radius := farthestFrom(centre, t)
	at := s.signedDepth(centre, max(0, s.enough()-radius))
	if at.depth+radius <= s.enough() {
		return
	}
	m := geom.Triangle{t[0].Lerp(t[1], 0.5), t[1].Lerp(t[2], 0.5), t[2].Lerp(t[0], 0.5)}
	// The corners of all quarters are corners of the piece or midpoints of its sides.
	corners, middles := s.distancesFrom(t, at.nearest), s.distancesFrom(&m, at.nearest)
	for k := range t {
		before := (k + 2) % 3
		quarter := geom.Triangle{t[k], m[k], m[before]}
		s.push(pieces, &quarter, at.depth+farthestFrom(centre, &quarter), [3]float64{corners[k], middles[k], middles[before]})
	}
	s.push(pieces, &m, at.depth+farthestFrom(centre, &m), middles)
}

// farthestFrom returns the greatest distance of a corner of t from a point.
func farthestFrom(p geom.Vec, t *geom.Triangle) float64 {
	return max(t[0].Sub(p).Norm(), t[1].Sub(p).Norm(), t[2].Sub(p).Norm())
}

// enough is the depth up to which pieces are pruned.
func (s *depthSearch) enough() float64 { return s.best.most * (1 + depthTolerance) }

// push puts a piece on the heap unless it cannot be deeper than the depth found so far. Its
// depth is at most deepest. It is also at most the distance from any triangle of the other
// surface, a convex function that is greatest at a corner; away has that distance at the
// corners.
func (s *depthSearch) push(pieces *facetHeap, t *geom.Triangle, deepest float64, away [3]float64) {
	if deepest = min(deepest, max(away[0], away[1], away[2])); deepest > s.enough() {
		heap.Push(pieces, facet{*t, deepest})
	}
}

// facet is a part of a surface whose depth is at most deepest.
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

// depthSearch measures how deep points of o lie in the other object.
type depthSearch struct {
	o, other  *object
	body      solid.Body
	transform bvh.Transform
	best      depth
	hint      uint32 // the triangle of other that was nearest to the last point
}

func newDepthSearch(o, other *object) *depthSearch {
	return &depthSearch{
		o: o, other: other, body: other.Body(), hint: other.Shape.Tree.Leaf(0)[0],
		transform: bvh.Between(other.Shape.Box, o.Box, other.World, geom.Identity()),
	}
}

// pointDepth is the depth of a point, negative outside, and the triangle nearest to it.
type pointDepth struct {
	depth   float64
	nearest uint32
}

// signedDepth measures a point, and records the deepest. Where the depth is no more than
// least, or than the greatest depth so far, it may return any greater number up to that,
// which saves it from classifying the point.
func (s *depthSearch) signedDepth(at geom.Vec, least float64) pointDepth {
	if d, known := s.boundByHint(at, least); known {
		return d
	}
	least = max(least, s.best.most)
	d, nearest := s.distance(at, least)
	s.hint = nearest
	switch {
	case d <= least:
	case s.contains(at):
		s.update(d, at)
	default:
		d = -d
	}
	return pointDepth{d, nearest}
}

// insideDepth is signedDepth for a point inside the other object.
func (s *depthSearch) insideDepth(at geom.Vec, least float64) pointDepth {
	if d, known := s.boundByHint(at, least); known {
		return d
	}
	d, nearest := s.distance(at, max(least, s.best.most))
	s.hint = nearest
	s.update(d, at)
	return pointDepth{d, nearest}
}

// update records the depth of a point if it is the greatest.
func (s *depthSearch) update(d float64, at geom.Vec) {
	if d > s.best.most {
		s.best.of, s.best.most, s.best.at = DepthOfSurface, d, at
	}
}

// boundByHint bounds the depth of a point by its distance from the triangle nearest to the
// last point. known reports whether that bound is small enough.
func (s *depthSearch) boundByHint(at geom.Vec, least float64) (d pointDepth, known bool) {
	u := s.other.Triangle(s.hint)
	_, away := u.Nearest(at)
	return pointDepth{away, s.hint}, away <= max(least, s.best.most)
}

// contains reports whether a point is inside the other object.
func (s *depthSearch) contains(at geom.Vec) bool {
	return s.other.Box.Intersects(geom.PointBox(at)) && s.body.Position(at) == solid.Inside
}

// distancesFrom returns the distances of the corners of t from a triangle of the other
// surface.
func (s *depthSearch) distancesFrom(t *geom.Triangle, from uint32) (away [3]float64) {
	u := s.other.Triangle(from)
	for k, q := range t {
		_, away[k] = u.Nearest(q)
	}
	return away
}

// distance returns the distance of a point from the other surface and the nearest triangle. If
// the distance is below least, any triangle nearer than least may be returned.
func (s *depthSearch) distance(at geom.Vec, least float64) (float64, uint32) {
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
