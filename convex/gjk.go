package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Distance returns how far apart two sets are, with a nearest point of each.
//
// It walks the difference A - B, whose point nearest to the origin is the vector between
// nearest points of A and B, by simplices of support points (E. Gilbert, D. Johnson and
// S. Keerthi, "A Fast Procedure for Computing the Distance Between Complex Objects in
// Three-Dimensional Space", IEEE Journal on Robotics and Automation 4, 1988). The
// distance falls with every step, or the walk ends: on polytopes when support names a
// corner it has, elsewhere when what may be left to win is less than 2^-46 of it. After
// 512 steps it ends as well, Converged or not. The walk differs from the paper's in how
// a simplex is reduced, see simplex, and in taking round sets as a core with a radius.
//
// Error is at most some 2^-47 of the extent of both sets and the way between them, where
// both are polytopes, and their balls, in good proportions. Exchanging the sets
// exchanges the points, up to rounding and the choice among points that are as near.
// Sets must be finite; what is not gives a distance of NaN that has not converged.
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

// Intersect reports whether two sets meet; touching counts, and so does being nearer
// than rounding can tell, see Proximity. It ends its walk at the first plane that
// separates them. Boxes are mostly answered by the axes of geom.OBB.Apart. Symmetric, up
// to rounding.
func Intersect(a, b Set) bool {
	var p pair
	p.make(a, b)
	if meet, sure := p.bricksMeet(); sure {
		return meet
	}
	var g walk
	g.begin(&p, p.round)
	if g.end == unended && p.ballsMeet() {
		return true
	}
	g.goOn(&p, p.round, p.round)
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

// ending is what a walk has come to.
type ending uint8

const (
	unended  ending = iota
	enclosed        // a tetrahedron holds the origin
	touching        // the nearest point is nearer than asked for, or than rounding can tell
	apart           // a plane separates the cores by more than asked for
	near            // what is left to win is too little to matter
	final           // support names a corner of the simplex
	stalled         // rounding leaves nothing to win
)

const (
	enough  = 0x1p-46 // of the square of the distance, what may be left to win
	touch   = 0x1p-48 // of the size, the distance that counts as none
	rounds  = 0x1p-49 // of the size, what a distance may be off by rounding
	longest = 512     // steps of a walk
)

// accuracy is the relative error of what has converged.
const accuracy = 1e-10

// walk is a simplex on its way to the point v of a difference nearest to the origin.
type walk struct {
	simplex
	v    vec
	vv   float64 // its square
	vw   float64 // the least inner product of v with the difference
	size float64 // what is rounded, by its largest reach
	end  ending
}

// run walks until the cores are known to be farther apart than beyond, or no farther
// than within, or else how far they are apart.
func (g *walk) run(p *pair, beyond, within float64) {
	g.begin(p, beyond)
	g.goOn(p, beyond, within)
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
	g.size = p.delta.reach() + g.v.reach() + g.a[0].reach()
	if g.farther(-g.v.dot(d), d.dot(d), beyond) {
		g.end = apart
	}
}

// goOn takes all others.
func (g *walk) goOn(p *pair, beyond, within float64) {
	for step := 0; step < longest && g.end == unended; step++ {
		if least := max(touch*g.size, within); g.vv <= least*least {
			g.end = touching
			return
		}
		w, a := p.support(g.v.neg())
		g.size = max(g.size, w.reach()+a.reach())
		g.vw = g.v.dot(w)
		if g.farther(g.vw, g.vv, beyond) {
			g.end = apart
			return
		}
		g.end = g.step(w, a)
	}
}

// farther reports whether a plane is certain to be farther than beyond from the origin:
// by its height along a normal, times the normal's length, and the square of that.
func (g *walk) farther(height, square, beyond float64) bool {
	beyond += touch * (g.size + beyond)
	return height > 0 && height*height > beyond*beyond*square
}

// step takes a support point in.
func (g *walk) step(w, a vec) ending {
	if g.vv-g.vw <= enough*g.vv {
		return near
	}
	if g.has(w) {
		return final
	}
	g.push(w, a)
	v, weight, inside := g.nearest()
	if inside {
		g.weight = weight
		return enclosed
	}
	vv := v.dot(v)
	if !(vv < g.vv) {
		g.n--
		return stalled
	}
	g.keep(&weight)
	g.v, g.vv = v, vv
	return unended
}

// proximity is what the walk has found.
func (g *walk) proximity(p *pair) Proximity {
	slack := rounds * (g.size + p.round)
	out := Proximity{Error: slack, Converged: true}
	inA := g.inA()
	if g.end == enclosed {
		out.Error += g.doubt()
		out.Points = p.places(inA, vec{})
		return out
	}
	length := math.Sqrt(g.vv)
	if length <= p.round+touch*(g.size+p.round) || g.end == stalled && p.sureToMeet() {
		out.Points = p.places(inA, g.v)
		if p.round > 0 {
			out.Points = p.moved(out.Points, g.v, 1/p.round)
		}
		return out
	}
	out.Distance = length - p.round
	out.Points = p.places(inA, g.v)
	if p.round > 0 {
		out.Points = p.moved(out.Points, g.v, 1/length)
	}
	out.Error, out.Converged = g.certainty(out.Distance, slack)
	return out
}

// certainty returns what a distance or depth of the walk's end may be off by, and
// whether that is little of it or rounding. Where support has named a corner that the
// simplex has, no other one is nearer: what seems to be left to win is rounding, which
// tilts v the more the shorter it is, and moves its end no farther than others.
func (g *walk) certainty(of, slack float64) (off float64, converged bool) {
	gap := max(g.vv-g.vw, 0)
	left := gap / math.Sqrt(g.vv)
	rounding := gap <= noise*g.size*g.size
	if g.end == final && rounding {
		return slack, true
	}
	return left + slack, left <= accuracy*of || g.end == stalled && rounding
}

// noise is what rounding makes of an inner product, by the square of the size.
const noise = 0x1p-46

// places returns where in the world the point of A is, and the point of B from which
// the vector v leads to it.
func (p *pair) places(inA, v vec) [2]geom.Vec {
	inB := inA.add(p.delta).sub(v)
	return [2]geom.Vec{p.a.origin.add(inA).point(), p.b.origin.add(inB).point()}
}

// moved takes points of the cores along v, by each one's radius times the share.
func (p *pair) moved(at [2]geom.Vec, v vec, share float64) [2]geom.Vec {
	at[0] = at[0].Sub(v.scale(share * p.a.radius).point())
	at[1] = at[1].Add(v.scale(share * p.b.radius).point())
	return at
}

// exponent returns the power of two that brings the sets to a size whose products stay
// in the range of float64, and 0 if they do already.
func (g *walk) exponent(p *pair) int {
	size := g.size + p.round
	if 0x1p-200 < size && size < 0x1p+200 {
		return 0
	}
	size = max(p.delta.reach(), p.a.reach(), p.b.reach())
	if !(size > 0 && size <= math.MaxFloat64) {
		return 0
	}
	_, e := math.Frexp(size)
	return max(e, -1000)
}

// shrunk returns a set at the scale 2^-e.
func shrunk(s Set, e int) Set {
	return Placed{s, geom.Identity().ScaleInput(math.Ldexp(1, -e))}
}

// reach returns about how far the body is from its origin.
func (b *body) reach() float64 {
	r := max(b.radius, b.flat, b.half[0].reach())
	if b.kind == brick {
		r = max(r, b.half[1].reach(), b.half[2].reach())
	}
	if b.kind < corners {
		return r
	}
	for _, d := range axes {
		r = max(r, b.support(d).reach())
	}
	return r
}

// grown takes a proximity back to the scale of what was shrunk.
func (q Proximity) grown(e int) Proximity {
	s := math.Ldexp(1, e)
	q.Distance *= s
	q.Error *= s
	q.Points = [2]geom.Vec{q.Points[0].Scale(s), q.Points[1].Scale(s)}
	return q
}

// Proximity is how near two sets are to each other.
type Proximity struct {
	// Distance between the sets, in their unit; 0 if they meet. Sets are taken to meet
	// where they are nearer to each other than the rounding of their coordinates.
	Distance float64
	// Points are a nearest point of the first set and one of the second; for sets that
	// meet, points of them that are near to each other.
	Points [2]geom.Vec
	// Error bounds what Distance is off by, rounding included.
	Error float64
	// Converged reports that Error is at most 1e-10·Distance, or that rounding alone is
	// what it consists of. Where it is false, Distance and Error still hold.
	Converged bool
}

// Penetration is how deep two sets are in each other.
type Penetration struct {
	// Depth is the length of the shortest way that takes the second set out of the
	// first's interior; 0 if they are apart or only touch. Moving the second set by
	// Depth·Direction separates them, up to touching and rounding, Converged or not.
	Depth float64
	// Direction of the way, of length 1, and 0 if the sets are apart.
	Direction geom.Vec
	// Points are the deepest point of the first set in the second and of the second in
	// the first: Points[0] - Points[1] is Depth·Direction, up to rounding. They are not
	// told of sets that are apart.
	Points [2]geom.Vec
	// Error bounds what Depth is off by, rounding included.
	Error float64
	// Converged reports that Error is at most 1e-10·Depth, or that rounding alone is
	// what it consists of. Where it is false, Depth is an upper bound.
	Converged bool
}
