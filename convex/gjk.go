package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Distance returns the distance of two sets, with a nearest point of each.
//
// It searches the difference A - B, whose point nearest to the origin is the vector between nearest
// points of A and B, by simplices of support points (E. Gilbert, D. Johnson and S. Keerthi, "A Fast
// Procedure for Computing the Distance Between Complex Objects in Three-Dimensional Space", IEEE
// Journal on Robotics and Automation 4, 1988). The distance decreases with every step, or the
// iteration ends: on polytopes when the support point is a corner of the simplex, elsewhere when
// the distance can decrease by less than 2^-46 of itself. It also ends after 512 steps, converged
// or not. It differs from the paper in how a simplex is reduced, see simplex, and in treating round
// sets as a core with a radius.
//
// Error is at most about 2^-47 of the extent of both sets and the distance between them, if both
// are well-proportioned polytopes or balls around such. Exchanging the sets exchanges the points,
// up to rounding and the choice among equally near points. Sets must be finite; for others the
// distance is NaN and has not converged.
func Distance(a, b Set) Proximity {
	var p pair
	var g walk
	p.make(a, b)
	g.run(&p, math.Inf(1), p.round)
	e := g.exponent(&p)
	if e == 0 {
		return g.proximity(&p)
	}
	p, g = pair{}, walk{}
	p.make(shrunk(a, e), shrunk(b, e))
	g.run(&p, math.Inf(1), p.round)
	return g.proximity(&p).grown(e)
}

// Intersect reports whether two sets meet. Touching counts, as does a distance that rounding cannot
// distinguish from 0; see Proximity. Most pairs that are far apart or deep in each other are
// decided by the plane across the line between them and by balls within them, boxes by the axes of
// geom.OBB.Apart, and a cylinder and a box by the faces of their difference. The others are
// iterated to the first plane that separates them. Symmetric, up to rounding. It is faster than
// Distance() == 0. No check uses it.
func Intersect(a, b Set) bool {
	var p pair
	p.outline(a, b)
	if p.apart() {
		return false
	}
	p.directAxes()
	if meet, sure := p.boxesMeet(); sure {
		return meet
	}
	if p.ballsMeet() {
		return true
	}
	if meet, sure := p.cylinderMeets(); sure {
		return meet
	}
	var g walk
	g.run(&p, p.round, p.round)
	if e := g.exponent(&p); e != 0 {
		p, g = pair{}, walk{}
		p.make(shrunk(a, e), shrunk(b, e))
		g.run(&p, p.round, p.round)
	}
	switch g.end {
	case apart:
		return false
	case enclosed, touching:
		return true
	}
	return g.proximity(&p).Distance == 0
}

// status is the state of an iteration.
type status uint8

const (
	unended  status = iota
	enclosed        // a tetrahedron holds the origin
	touching        // the nearest point is nearer than asked for, or within rounding of the origin
	apart           // a plane separates the cores by more than asked for
	near            // the distance can decrease by too little to matter
	final           // the support point is a corner of the simplex
	stalled         // the distance no longer decreases, because of rounding
)

const (
	enough  = 0x1p-46 // relative to the square of the distance, the decrease that is negligible
	touch   = 0x1p-48 // relative to the size, the distance that counts as 0
	rounds  = 0x1p-49 // relative to the size, the rounding error of a distance
	longest = 512     // steps of an iteration
)

// accuracy is the relative error of a converged result.
const accuracy = 1e-10

// walk is the state of the iteration for the point v of a difference nearest to the origin.
type walk struct {
	simplex
	v    vec
	vv   float64 // its square
	vw   float64 // the least inner product of v with the difference
	size float64 // a bound of the magnitude of all numbers that are rounded
	end  status
}

// run iterates until the cores are known to be farther apart than beyond, or no farther
// than within, or else until the distance is known.
func (g *walk) run(p *pair, beyond, within float64) {
	g.begin(p, beyond)
	g.iterate(p, beyond, within)
}

// begin takes the first step of run.
func (g *walk) begin(p *pair, beyond float64) {
	d := p.delta.neg()
	if d == (vec{}) {
		d = axes[0]
	}
	g.push(p.support(d))
	g.weight[0] = 1
	g.v = g.w[0]
	g.vv = g.v.dot(g.v)
	g.size = p.delta.norm1() + g.v.norm1() + g.a[0].norm1()
	if g.farther(-g.v.dot(d), d.dot(d), beyond) {
		g.end = apart
	}
}

// iterate takes all further steps of run.
func (g *walk) iterate(p *pair, beyond, within float64) {
	for step := 0; step < longest && g.end == unended; step++ {
		if least := touch * g.size; g.vv <= least*least || g.vv <= within*within {
			g.end = touching
			return
		}
		w, a := p.support(g.v.neg())
		if !(6*(w.dot(w)+a.dot(a)) < g.size*g.size) { // else the next would not be more
			g.size = max(g.size, w.norm1()+a.norm1())
		}
		g.vw = g.v.dot(w)
		if g.farther(g.vw, g.vv, beyond) {
			g.end = apart
			return
		}
		g.end = g.step(w, a)
	}
}

// farther reports whether a plane is certain to be farther than beyond from the origin,
// given its height along a normal, times the normal's length, and the square of that length.
func (g *walk) farther(height, square, beyond float64) bool {
	beyond += touch * (g.size + beyond)
	return height > 0 && height*height > beyond*beyond*square
}

// step adds a support point to the simplex and reduces it.
func (g *walk) step(w, a vec) status {
	if g.vv-g.vw <= enough*g.vv {
		return near
	}
	if g.has(w) {
		return final
	}
	g.push(w, a)
	v, inside := g.nearest()
	if inside {
		g.weight[0], g.weight[1], g.weight[2], g.weight[3] = g.found[0], g.found[1], g.found[2], g.found[3]
		return enclosed
	}
	vv := v.dot(v)
	if !(vv < g.vv) {
		g.n--
		return stalled
	}
	g.keep()
	g.v, g.vv = v, vv
	return unended
}

// proximity returns the result of the iteration.
func (g *walk) proximity(p *pair) Proximity {
	slack := rounds * (g.size + p.round)
	out := Proximity{Error: slack, Converged: true}
	inA := g.inA()
	if g.end == enclosed {
		out.Error += g.doubt()
		p.places(&out.Points, inA, vec{}, vec{})
		return out
	}
	length := math.Sqrt(g.vv)
	if length <= p.round+touch*(g.size+p.round) || g.end == stalled && p.sureToMeet() {
		p.places(&out.Points, inA, g.v, g.v.scale(1/p.round))
		return out
	}
	out.Distance = length - p.round
	p.places(&out.Points, inA, g.v, g.v.scale(1/length))
	out.Error, out.Converged = g.certainty(out.Distance, slack)
	return out
}

// certainty returns a bound of the error of a distance or depth, and whether the error is
// relatively small or due to rounding alone. If the support point is a corner of the simplex, no
// other point is nearer: the remaining gap is rounding, which tilts a short v more than a long one,
// but moves its end no farther than other roundings.
func (g *walk) certainty(of, slack float64) (off float64, converged bool) {
	gap := max(g.vv-g.vw, 0)
	left := gap / math.Sqrt(g.vv)
	rounding := gap <= noise*g.size*g.size
	if g.end == final && rounding {
		return slack, true
	}
	return left + slack, left <= accuracy*of || g.end == stalled && rounding
}

// noise is the rounding error of an inner product, relative to the square of the size.
const noise = 0x1p-46

// places sets at, in the world, to the point of A's core and the point of B's that is v away from
// it, A's moved by its radius against n and B's along it.
func (p *pair) places(at *[2]geom.Vec, inA, v, n vec) {
	inB := inA.add(p.delta).sub(v)
	a, b := p.a.origin.add(inA), p.b.origin.add(inB)
	if p.round > 0 {
		a, b = a.sub(n.scale(p.a.radius)), b.add(n.scale(p.b.radius))
	}
	a.put(&at[0])
	b.put(&at[1])
}

// exponent returns e such that the sets, scaled by 2^-e, have a size whose products stay in the
// range of float64; 0 if they already do.
func (g *walk) exponent(p *pair) int {
	size := g.size + p.round
	if 0x1p-100 < size && size < 0x1p+100 {
		return 0
	}
	size = max(p.delta.norm1(), p.a.extent(), p.b.extent())
	if !(size > 0 && size <= math.MaxFloat64) {
		return 0
	}
	_, e := math.Frexp(size)
	return max(e, -1000)
}

// shrunk returns a set at the scale 2^-e.
func shrunk(s Set, e int) Set {
	return Placed{s, geom.Scaling(math.Ldexp(1, -e))}
}

// extent returns roughly how far the body extends from its origin.
func (b *body) extent() float64 {
	r := max(b.radius, b.flat, b.half[0].norm1())
	if b.kind == coreBox {
		r = max(r, b.half[1].norm1(), b.half[2].norm1())
	}
	if b.kind < coreHull {
		return r
	}
	for _, d := range axes {
		r = max(r, b.support(d).norm1())
	}
	return r
}

// grown scales a proximity by 2^e, to undo shrunk.
func (q Proximity) grown(e int) Proximity {
	s := math.Ldexp(1, e)
	q.Distance *= s
	q.Error *= s
	q.Points = [2]geom.Vec{q.Points[0].Scale(s), q.Points[1].Scale(s)}
	return q
}

// Proximity is the distance of two sets.
type Proximity struct {
	// Distance between the sets, in their unit; 0 if they meet. Sets count as meeting if their
	// distance is below the rounding of their coordinates.
	Distance float64
	// Points are a nearest point of the first set and one of the second; if the sets meet, points
	// of them that are near to each other.
	Points [2]geom.Vec
	// Error bounds the error of Distance, including rounding.
	Error float64
	// Converged reports whether Error is at most 1e-10·Distance, or due to rounding alone. If it is
	// false, Distance and Error are still valid.
	Converged bool
}

// Penetration is the penetration of two sets.
type Penetration struct {
	// Depth is the length of the shortest translation that moves the second set out of the first's
	// interior; 0 if they are apart or only touch. Moving the second set by Depth·Direction
	// separates them, up to touching and rounding, converged or not.
	Depth float64
	// Direction of the translation, of length 1, or 0 if the sets are apart.
	Direction geom.Vec
	// Points are the deepest point of the first set in the second and of the second in
	// the first: Points[0] - Points[1] is Depth·Direction, up to rounding. They are not set
	// for sets that are apart.
	Points [2]geom.Vec
	// Error bounds the error of Depth, including rounding.
	Error float64
	// Converged reports whether Error is at most 1e-10·Depth, or due to rounding alone. If it
	// is false, Depth is an upper bound.
	Converged bool
}
