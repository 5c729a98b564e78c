package parts

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// depth is how deep two objects penetrate each other.
type depth struct {
	of    check.DepthOf
	most  float64
	error float64 // by how much it may be more
	at    geom.Vec
}

// deeper returns the greater of two depths, which have the same measure.
func (d depth) deeper(e depth) depth {
	limit := max(d.most+d.error, e.most+e.error)
	if e.of != check.NoDepth && (d.of == check.NoDepth || e.most > d.most) {
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
			d = depth{of: check.DepthOfReach, most: met.crossing, at: p.meetingPoint()}
		}
	}
	o.pair.Depth, o.pair.DepthError, o.pair.DepthOf, o.pair.Deepest = d.most, d.error, d.of, d.at
}

// translation measures two convex bodies.
func translation(a, b *object) depth {
	p := convex.Penetrate(convex.Placed{Set: a.Shape.ConvexHull(), World: a.World}, convex.Placed{Set: b.Shape.ConvexHull(), World: b.World})
	return depth{of: check.DepthOfTranslation, most: p.Depth, error: p.Error, at: p.Points[0]}
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
	defer s.release()
	s.best = known
	o.Shape.Tree.Touching(bvh.Round(other.Box), o.toWorld(), func(ids []uint32) { s.faces = append(s.faces, ids...) })
	s.measureCorners(met)
	corners, pieces := &s.corners, &s.pieces
	for _, f := range s.faces {
		if deepest := corners.deepest(f); deepest.depth > 0 || met.has(f) {
			t := o.Triangle(f)
			longest := greatestNorm(t[0].Sub(t[1]), t[1].Sub(t[2]), t[2].Sub(t[0]))
			if limit := deepest.depth + longest/math.Sqrt(3)*(1+0x1p-40); limit > s.enough() {
				s.push(&t, limit, s.distancesFrom(&t, deepest.nearest))
			}
		}
	}
	limit := known.most + known.error // no point is deeper
	for splits := 0; len(*pieces) > 0; splits++ {
		worst := pieces.pop()
		undecided := s.best.most <= tolerance && worst.deepest > tolerance && splits < manyPieces
		if !undecided && (worst.deepest <= s.enough() || splits >= fewPieces) || ctx.Err() != nil {
			limit = max(limit, worst.deepest)
			break
		}
		s.split(&worst)
	}
	s.best.error = max(limit, s.enough()) - s.best.most
	return s.best
}

// split measures the centroid of a piece and replaces the piece by those of its quarters that
// may be deeper than the depth found so far.
func (s *depthSearch) split(p *facet) {
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
		s.push(&quarter, at.depth+farthestFrom(centre, &quarter), [3]float64{corners[k], middles[k], middles[before]})
	}
	s.push(&m, at.depth+farthestFrom(centre, &m), middles)
}

// farthestFrom returns the greatest distance of a corner of t from a point.
func farthestFrom(p geom.Vec, t *geom.Triangle) float64 {
	return greatestNorm(t[0].Sub(p), t[1].Sub(p), t[2].Sub(p))
}

// greatestNorm returns the greatest length of three vectors.
func greatestNorm(u, v, w geom.Vec) float64 {
	// Roots are monotone, so that the greatest square has the greatest root.
	if most := max(u.Dot(u), v.Dot(v), w.Dot(w)); 0x1p-890 < most && most < 0x1p+890 {
		return math.Sqrt(most)
	}
	return max(u.Norm(), v.Norm(), w.Norm())
}

// enough is the depth up to which pieces are pruned.
func (s *depthSearch) enough() float64 { return s.best.most * (1 + depthTolerance) }

// push puts a piece on the heap unless it cannot be deeper than the depth found so far. Its
// depth is at most deepest. It is also at most the distance from any triangle of the other
// surface, a convex function that is greatest at a corner; away has that distance at the
// corners.
func (s *depthSearch) push(t *geom.Triangle, deepest float64, away [3]float64) {
	if deepest = min(deepest, max(away[0], away[1], away[2])); deepest > s.enough() {
		s.pieces.push(facet{*t, deepest})
	}
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

// facet is a part of a surface whose depth is at most deepest.
type facet struct {
	geom.Triangle
	deepest float64
}

// facetHeap is a binary heap with the piece that may be deepest on top.
type facetHeap []facet

func (h *facetHeap) push(x facet) {
	*h = append(*h, x)
	list := *h
	k := len(list) - 1
	for k > 0 {
		up := (k - 1) / 2
		if list[up].deepest >= x.deepest {
			break
		}
		list[k], k = list[up], up
	}
	list[k] = x
}

func (h *facetHeap) pop() facet {
	list := *h
	top, last := list[0], len(list)-1
	x := list[last]
	list = list[:last]
	*h = list
	k := 0
	for {
		below := 2*k + 1
		if below >= last {
			break
		}
		if below+1 < last && list[below+1].deepest > list[below].deepest {
			below++
		}
		if list[below].deepest <= x.deepest {
			break
		}
		list[k], k = list[below], below
	}
	if last > 0 {
		list[k] = x
	}
	return top
}
