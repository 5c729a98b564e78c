package oracle

import "math/big"

// rational is a point or direction with rational coordinates.
type rational = [3]*big.Rat

// segment is an edge from one point to another, which may be equal.
type segment struct{ from, to rational }

// segment returns the edge from corner k to corner k+1.
func (f *face) segment(k int) segment {
	one := big.NewInt(1)
	return segment{point{f.corners[k], one}.rat(), point{f.corners[(k+1)%3], one}.rat()}
}

func minus(p, q rational) rational {
	var d rational
	for k := range d {
		d[k] = new(big.Rat).Sub(p[k], q[k])
	}
	return d
}

func dot(p, q rational) *big.Rat {
	sum, product := new(big.Rat), new(big.Rat)
	for k := range p {
		sum.Add(sum, product.Mul(p[k], q[k]))
	}
	return sum
}

// at returns the point from + t·(to-from).
func (s segment) at(t *big.Rat) rational {
	d := minus(s.to, s.from)
	for k := range d {
		d[k].Add(d[k].Mul(d[k], t), s.from[k])
	}
	return d
}

// distanceTo returns the squared distance of p.
func (s segment) distanceTo(p rational) *big.Rat {
	d, away := minus(s.to, s.from), minus(p, s.from)
	t := new(big.Rat)
	if length := dot(d, d); length.Sign() != 0 {
		t = clamp(dot(away, d).Quo(dot(away, d), length))
	}
	off := minus(p, s.at(t))
	return dot(off, off)
}

func clamp(t *big.Rat) *big.Rat {
	if t.Sign() < 0 {
		return new(big.Rat)
	}
	if one := big.NewRat(1, 1); t.Cmp(one) > 0 {
		return one
	}
	return t
}

// edgeDistance returns the squared distance of two segments: that of their lines if
// it is taken within both, else that of an end from the other.
func edgeDistance(s, u segment) *big.Rat {
	if d := lineDistance(s, u); d != nil {
		return d
	}
	least := s.distanceTo(u.from)
	for _, d := range []*big.Rat{s.distanceTo(u.to), u.distanceTo(s.from), u.distanceTo(s.to)} {
		if d.Cmp(least) < 0 {
			least = d
		}
	}
	return least
}

// lineDistance returns the squared distance of the lines through s and u, or nil if
// they are parallel or nearest to each other beyond an end of s or u.
func lineDistance(s, u segment) *big.Rat {
	d, e, r := minus(s.to, s.from), minus(u.to, u.from), minus(s.from, u.from)
	// |r + t·d - v·e|² is least where both derivatives vanish:
	// t·dd - v·de = -dr and t·de - v·ee = -er.
	dd, ee, de := dot(d, d), dot(e, e), dot(d, e)
	dr, er := dot(d, r), dot(e, r)
	times := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
	det := times(dd, ee)
	if det.Sub(det, times(de, de)).Sign() == 0 {
		return nil
	}
	t := times(de, er)
	t.Quo(t.Sub(t, times(ee, dr)), det)
	v := times(dd, er)
	v.Quo(v.Sub(v, times(de, dr)), det)
	if clamp(t).Cmp(t) != 0 || clamp(v).Cmp(v) != 0 {
		return nil
	}
	off := minus(s.at(t), u.at(v))
	return dot(off, off)
}
