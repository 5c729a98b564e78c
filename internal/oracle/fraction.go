package oracle

import "math/big"

// fraction is num/den with den > 0. It is not kept in lowest terms: the greatest
// common divisors of big.Rat would take most of the time here.
type fraction struct{ num, den *big.Int }

func newFraction(num, den *big.Int) fraction {
	if den.Sign() < 0 {
		return fraction{new(big.Int).Neg(num), new(big.Int).Neg(den)}
	}
	return fraction{num, den}
}

func (f fraction) compare(g fraction) int {
	return new(big.Int).Mul(f.num, g.den).Cmp(new(big.Int).Mul(g.num, f.den))
}

// point is the rational point num/den with den > 0, not in lowest terms.
type point struct {
	num integer
	den *big.Int
}

// coordinate returns coordinate k of p.
func (p point) coordinate(k int) fraction { return fraction{p.num[k], p.den} }

// compare orders points by x, then y, then z.
func (p point) compare(q point) int {
	for k := range 3 {
		if c := p.coordinate(k).compare(q.coordinate(k)); c != 0 {
			return c
		}
	}
	return 0
}

func (p point) equal(q point) bool { return p.compare(q) == 0 }

// rat returns p in lowest terms.
func (p point) rat() [3]*big.Rat {
	var r [3]*big.Rat
	for k := range r {
		r[k] = new(big.Rat).SetFrac(p.num[k], p.den)
	}
	return r
}

// along returns the point v + t·(w-v).
func along(v, w integer, t fraction) point {
	p := point{den: t.den}
	for k := range v {
		step := new(big.Int).Sub(w[k], v[k])
		step.Mul(step, t.num)
		p.num[k] = step.Add(step, new(big.Int).Mul(v[k], t.den))
	}
	return p
}

// middle returns the mean of the points, which lies in the relative interior of
// their convex hull because every point has a positive weight.
func middle(points []point) point {
	sum := points[0]
	for _, p := range points[1:] {
		next := point{den: new(big.Int).Mul(sum.den, p.den)}
		for k := range next.num {
			next.num[k] = new(big.Int).Mul(sum.num[k], p.den)
			next.num[k].Add(next.num[k], new(big.Int).Mul(p.num[k], sum.den))
		}
		sum = next
	}
	return point{sum.num, new(big.Int).Mul(sum.den, big.NewInt(int64(len(points))))}
}
