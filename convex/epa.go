package convex

import (
	"math"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
)

// Penetrate returns the penetration depth of two sets: the length of the shortest translation that
// separates them.
//
// It is the distance of the origin from the boundary of the difference A - B. A polytope of support
// points that contains the origin is expanded where its boundary is nearest to the origin, until
// that is the boundary of the difference (G. van den Bergen, "Proximity Queries and Penetration
// Depth Computation on 3D Game Objects", Game Developers Conference 2001). The distance of the
// nearest face is a lower bound of the depth; the support along its normal is an upper bound and a
// separating translation. Depth is the least upper bound found, and Error the gap between the
// bounds. On polytopes the gap closes. On curved sets with many nearly shortest directions, such as
// concentric ellipsoids, the polytope may reach its limit of 512 points first, and Converged is
// false. Round sets are a core and a radius; if the cores are apart, the depth follows from their
// distance. Boxes are mostly decided by the 15 normals that their difference can have, see
// zonotope, and a cylinder and a box by the few that can be nearest, see barrel.
//
// If the sets are exchanged, the depth is the same up to rounding, and the direction is the
// opposite or another one of the same length. Sets must be finite; for others the depth is NaN and
// has not converged.
func Penetrate(a, b Set) Penetration {
	var p pair
	var g walk
	p.outline(a, b)
	if p.apart() {
		return Penetration{Converged: true}
	}
	p.directAxes()
	if p.a.kind == coreBox && p.b.kind == coreBox {
		if out, ok := p.penetrationOfBoxes(); ok {
			return out
		}
	}
	if out, ok := p.penetrationOfCylinder(); ok {
		return out
	}
	g.run(&p, p.round, 0)
	e := g.exponent(&p)
	if e == 0 {
		return g.penetration(&p)
	}
	p, g = pair{}, walk{}
	p.make(shrunk(a, e), shrunk(b, e))
	g.run(&p, p.round, 0)
	return g.penetration(&p).grown(e)
}

func (g *walk) penetration(p *pair) Penetration {
	switch g.end {
	case apart:
		return Penetration{Converged: true}
	case enclosed, touching:
		return g.expand(p)
	}
	return g.shallow(p)
}

// shallow is the penetration of round sets whose cores are apart.
func (g *walk) shallow(p *pair) Penetration {
	length := math.Sqrt(g.vv)
	slack := rounds * (g.size + p.round)
	out := Penetration{Depth: p.round - length}
	out.Error, out.Converged = g.certainty(out.Depth, slack)
	out.Depth += out.Error - slack // the bound from above
	if math.IsNaN(length) || out.Depth <= touch*(g.size+p.round) {
		out.Depth = math.Max(0, out.Depth) // NaN stays
		out.Converged = !math.IsNaN(length)
		return out
	}
	g.v.scale(-1 / length).put(&out.Direction)
	p.places(&out.Points, g.inA(), g.v, g.v.scale(1/length))
	return out
}

// polytopes are reused, so that calls do not allocate.
var polytopes = sync.Pool{New: func() any { return new(polytope) }}

// expand is the penetration of sets whose cores contain the origin.
func (g *walk) expand(p *pair) Penetration {
	t := polytopes.Get().(*polytope)
	defer polytopes.Put(t)
	t.reset(g.size)
	way, flat := g.flat(p, t)
	if !flat {
		way = t.grow(p)
	}
	slack := rounds * (t.size + p.round)
	out := Penetration{
		Depth: t.upper + p.round,
		Error: max(t.upper-max(t.lower, 0), 0) + slack,
	}
	way.put(&out.Direction)
	out.Converged = way != (vec{}) && out.Error <= accuracy*out.Depth+2*slack
	if out.Depth <= touch*(t.size+p.round) {
		out.Depth, out.Direction = 0, geom.Vec{}
	}
	p.places(&out.Points, t.inA(way), way.scale(t.upper), way.neg())
	return out
}

// flat makes the first polytope from the simplex, which contains the origin up to rounding. If the
// difference has no volume, it returns the normal of a plane that contains it, which is a
// separating direction.
func (g *walk) flat(p *pair, t *polytope) (normal vec, flat bool) {
	if g.n == 4 {
		t.tetrahedron(&g.simplex)
		return vec{}, false
	}
	if g.n == 1 && !g.widen(p, t, func(w vec) float64 { return w.sub(g.w[0]).length() }, axes[:]...) {
		return vec{1, 0, 0}, true
	}
	if g.n == 2 {
		e := g.w[1].sub(g.w[0]).unit()
		u := e.across().unit()
		v := e.cross(u)
		apart := func(w vec) float64 { return w.sub(g.w[0]).cross(e).length() }
		if !g.widen(p, t, apart, u, u.neg(), v, v.neg()) {
			return u, true
		}
	}
	n := g.w[1].sub(g.w[0]).cross(g.w[2].sub(g.w[0])).unit()
	height := func(w vec) float64 { return math.Abs(n.dot(w.sub(g.w[0]))) }
	if !g.widen(p, t, height, n, n.neg()) {
		return n, true
	}
	t.tetrahedron(&g.simplex)
	// The origin is in the face opposite to the new point, and the difference may extend
	// behind it.
	outward := t.faces[0].n
	if w, a := p.support(outward); outward.dot(w)-t.faces[0].h > even*t.size {
		t.add(0, w, a)
	}
	return vec{}, false
}

// axes are the directions along and against the coordinates.
var axes = [...]vec{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}

// widen adds to the simplex the support point with the greatest measure in one of the directions.
// It reports false if all measures are 0 up to rounding.
func (g *walk) widen(p *pair, t *polytope, measure func(vec) float64, directions ...vec) bool {
	var far, of vec
	var most float64
	for _, d := range directions {
		w, a := p.support(d)
		t.size = max(t.size, w.norm1()+a.norm1())
		if m := measure(w); m > most {
			far, of, most = w, a, m
		}
	}
	if most <= even*t.size {
		t.touch(&g.simplex, most)
		return false
	}
	g.push(far, of)
	return true
}

// grown scales a penetration by 2^e, to undo shrunk.
func (q Penetration) grown(e int) Penetration {
	s := math.Ldexp(1, e)
	q.Depth *= s
	q.Error *= s
	q.Points[0] = q.Points[0].Scale(s)
	q.Points[1] = q.Points[1].Scale(s)
	return q
}
