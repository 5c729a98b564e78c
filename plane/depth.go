package plane

import (
	"math"
	"math/big"

	"github.com/meshcheck/meshcheck/geom"
)

// reach returns the greatest product d×(c-a) of the corners c of u, and a bound of its error if d
// is a difference of two points.
func reach(a, d geom.Vec2, u *Triangle) (most, bound float64) {
	most = math.Inf(-1)
	for k := range u {
		e := minus(u[k], a)
		l, r := float64(d[0]*e[1]), float64(d[1]*e[0])
		most = max(most, l-r)
		bound = max(bound, float64(boundFactor*(math.Abs(l)+math.Abs(r)))+boundLeast)
	}
	return most, bound
}

// DeeperThan reports whether the depth of t and u, which must be counter-clockwise, is greater than
// limit, exactly. The depth is the length of the shortest translation after which their interiors
// have no point in common, 0 if they already have none. The direction is the normal of one of their
// six edges, which are the directions of the edges of their Minkowski difference. With a limit of 0
// it is Overlap. It is true for a negative limit, and false for NaN and if a coordinate is not
// finite. Symmetric.
func DeeperThan(t, u *Triangle, limit float64) bool {
	switch {
	case !t.finite() || !u.finite() || !(limit < math.Inf(1)):
		return false
	case limit < 0:
		return true
	}
	var unsure uint
	for k := range 3 {
		first, second := deeperAcross(t, k, u, limit), deeperAcross(u, k, t, limit)
		if first == no || second == no {
			return false
		}
		if first == unknown {
			unsure |= 1 << k
		}
		if second == unknown {
			unsure |= 8 << k
		}
	}
	for k := range 3 {
		if unsure>>k&1 != 0 && !deeperExactly(t, k, u, limit) ||
			unsure>>k&8 != 0 && !deeperExactly(u, k, t, limit) {
			return false
		}
	}
	return true
}

// answer is the answer of float64 arithmetic to a question.
type answer int

const (
	no answer = iota
	yes
	unknown
)

// deeperAcross reports whether u extends farther than limit to the left of the edge of t that
// begins at corner k, if float64 can decide.
//
// The edge's length is off by 3ε: two roundings of the difference, one of the square and one of the
// sum, halved by the root, and one of the root itself, unless it is so short that its square
// underflows. Its product with the limit is off by 4ε, and by 2^-1075 if it underflows. The reach
// is off by its bound. The difference of the two is rounded once, by ε of itself, and so are the
// terms of the slack: twice the bound and four times the 4ε exceed all of that.
func deeperAcross(t *Triangle, k int, u *Triangle, limit float64) answer {
	d := minus(t[next[k]], t[k])
	reach, bound := reach(t[k], d, u)
	side := length(d)
	if !(side > 0x1p-900) {
		return unknown
	}
	wanted := float64(side * limit)
	slack := 2*bound + float64(16*epsilon*wanted)
	switch excess := reach - wanted; {
	case excess > slack:
		return yes
	case excess < -slack:
		return no
	}
	return unknown
}

// deeperExactly does the same in rational arithmetic, for a limit of 0 or more: the reach is
// positive, and its square is greater than that of the edge's length times the limit.
func deeperExactly(t *Triangle, k int, u *Triangle, limit float64) bool {
	d := rationalDifference(t[next[k]], t[k])
	most := new(big.Rat)
	for _, c := range u {
		e := rationalDifference(c, t[k])
		l, r := e[1].Mul(d[0], e[1]), e[0].Mul(d[1], e[0])
		if l.Sub(l, r).Cmp(most) > 0 {
			most = l
		}
	}
	if most.Sign() == 0 {
		return false
	}
	x, y := d[0].Mul(d[0], d[0]), d[1].Mul(d[1], d[1])
	wanted, square := x.Add(x, y), new(big.Rat).SetFloat64(limit)
	wanted.Mul(wanted, square.Mul(square, square))
	return most.Mul(most, most).Cmp(wanted) > 0
}

// rationalDifference returns p - q.
func rationalDifference(p, q geom.Vec2) (d [2]*big.Rat) {
	for k := range d {
		d[k] = new(big.Rat).SetFloat64(p[k])
		d[k].Sub(d[k], new(big.Rat).SetFloat64(q[k]))
	}
	return d
}
