package penetration

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
)

// A depth is measured to a relative accuracy of depthTolerance, or until fewPieces pieces of
// a surface have been split; manyPieces while it is undecided on which side of the tolerance
// for pairs the depth is.
const (
	depthTolerance = 1.0 / 8
	fewPieces      = 32
	manyPieces     = 1 << 14
)

// Surface finds the point on the surface of o inside the other object, which is closed, that is
// farthest from the other's surface, or returns the known depth if no point is deeper. Meets
// reports whether a triangle of o has a point in common with the other's surface; vertices
// connected by other triangles are on the same side of it. While it is undecided whether the
// depth exceeds the tolerance, the search goes on for longer. It stops early if ctx is cancelled.
//
// Branch and bound: the piece with the greatest bound is split into four, until no bound
// exceeds the greatest depth found. The signed distance from a surface, negative outside, is
// Lipschitz continuous with constant 1. No point of a triangle is farther from its nearest
// corner than the longest side divided by √3, or farther from the centroid than the farthest
// corner.
func Surface(ctx context.Context, o, other *world.Object, meets func(f uint32) bool, tolerance float64, known Depth) Depth {
	s := newSearch(o, other)
	defer s.release()
	s.best = known
	o.Touching(other.Box, func(ids []uint32) { s.faces = append(s.faces, ids...) })
	s.measureCorners(meets)
	corners, pieces := &s.corners, &s.pieces
	for _, f := range s.faces {
		if deepest := corners.deepest(f); deepest.depth > 0 || meets(f) {
			t := o.Triangle(f)
			longest := greatestNorm(t[0].Sub(t[1]), t[1].Sub(t[2]), t[2].Sub(t[0]))
			if limit := deepest.depth + longest/math.Sqrt(3)*(1+0x1p-40); limit > s.enough() {
				s.push(&t, limit, s.distancesFrom(&t, deepest.nearest))
			}
		}
	}
	limit := known.Value + known.Error // no point is deeper
	for splits := 0; len(*pieces) > 0; splits++ {
		worst := pieces.pop()
		undecided := s.best.Value <= tolerance && worst.deepest > tolerance && splits < manyPieces
		if !undecided && (worst.deepest <= s.enough() || splits >= fewPieces) || ctx.Err() != nil {
			limit = max(limit, worst.deepest)
			break
		}
		s.split(&worst)
	}
	s.best.Error = max(limit, s.enough()) - s.best.Value
	return s.best
}

// split measures the centroid of a piece and replaces the piece by those of its quarters that
// may be deeper than the depth found so far.
func (s *search) split(p *facet) {
	t := &p.Triangle
	centre := t[0].Add(t[1]).Add(t[2]).Scale(1.0 / 3)
	radius := farthestFrom(centre, t)
	at := s.signedDepth(centre, max(0, s.enough()-radius), false)
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
func (s *search) enough() float64 { return s.best.Value * (1 + depthTolerance) }

// push puts a piece on the heap unless it cannot be deeper than the depth found so far. Its
// depth is at most deepest. It is also at most the distance from any triangle of the other
// surface, a convex function that is greatest at a corner; away has that distance at the
// corners.
func (s *search) push(t *geom.Triangle, deepest float64, away [3]float64) {
	if deepest = min(deepest, max(away[0], away[1], away[2])); deepest > s.enough() {
		s.pieces.push(facet{*t, deepest})
	}
}
