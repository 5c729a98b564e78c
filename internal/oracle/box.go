package oracle

import (
	"math/big"

	"github.com/meshcheck/meshcheck/geom"
)

// BoxesMeet reports whether two parallelepipeds have a point in common, exactly and
// without their slack. Both must be finite and have a volume; it panics otherwise.
//
// It does not search for an axis: two convex solids meet exactly if an edge of one meets the
// other, and each of the 24 edges is clipped against three pairs of planes.
func BoxesMeet(a, b *geom.OBB) bool {
	s := newScale(append(asSoup(a), asSoup(b)...))
	p, q := s.solid(a), s.solid(b)
	return p.edgeMeets(q) || q.edgeMeets(p)
}

// Holds reports whether a box with its slack contains the point: whether no axis separates
// them. The sum of box and slack is a zonotope with six generators; the normals of its faces
// are the cross products of any two. Slack must be positive on every axis.
func Holds(o *geom.OBB, p geom.Vec) bool {
	s := newScale(append(asSoup(o), geom.Triangle{p, o.Slack, o.Slack}))
	w := s.integer(p).sub(s.integer(o.Center))
	generators := make([]integer, 0, 6)
	for k := range 3 {
		var unit geom.Vec
		unit[k] = o.Slack[k]
		generators = append(generators, s.integer(o.Half[k]), s.integer(unit))
	}
	for i, g := range generators {
		for _, h := range generators[:i] {
			axis := g.cross(h)
			radius := new(big.Int)
			for _, other := range generators {
				radius.Add(radius, absolute(axis.dot(other)))
			}
			if axis.dot(w).CmpAbs(radius) > 0 {
				return false
			}
		}
	}
	return true
}

// asSoup lists a box's vectors for newScale.
func asSoup(o *geom.OBB) []geom.Triangle { return []geom.Triangle{o.Half, {o.Center, o.Slack, {}}} }

// solid is a parallelepiped: its points p have |normal·(p-center)| ≤ width for each of
// the three normals.
type solid struct {
	center       integer
	half, normal [3]integer
	width        *big.Int
}

func (s scale) solid(o *geom.OBB) *solid {
	b := &solid{center: s.integer(o.Center)}
	for k, h := range o.Half {
		b.half[k] = s.integer(h)
	}
	for k := range 3 {
		b.normal[k] = b.half[(k+1)%3].cross(b.half[(k+2)%3])
	}
	b.width = absolute(b.normal[0].dot(b.half[0]))
	if b.width.Sign() == 0 {
		panic("oracle: box without a volume")
	}
	return b
}

// edgeMeets reports whether one of a's edges meets b.
func (a *solid) edgeMeets(b *solid) bool {
	center := a.center.sub(b.center)
	for k, along := range a.half {
		g, h := a.half[(k+1)%3], a.half[(k+2)%3]
		for _, p := range []integer{center.sub(g), center.add(g)} {
			if b.clips(p.sub(h), along) || b.clips(p.add(h), along) {
				return true
			}
		}
	}
	return false
}

func (v integer) add(w integer) integer {
	var s integer
	for k := range s {
		s[k] = new(big.Int).Add(v[k], w[k])
	}
	return s
}

// clips reports whether the segment of the points p + x·h, |x| ≤ 1, relative to b's
// center, meets b.
func (b *solid) clips(p, h integer) bool {
	from, to := fraction{big.NewInt(-1), big.NewInt(1)}, fraction{big.NewInt(1), big.NewInt(1)}
	for _, n := range b.normal {
		at, slope := n.dot(p), n.dot(h)
		if slope.Sign() == 0 {
			if at.CmpAbs(b.width) > 0 {
				return false
			}
			continue
		}
		// at + x·slope = ±width
		lo := newFraction(new(big.Int).Sub(new(big.Int).Neg(b.width), at), slope)
		hi := newFraction(new(big.Int).Sub(b.width, at), slope)
		if lo.compare(hi) > 0 {
			lo, hi = hi, lo
		}
		if lo.compare(from) > 0 {
			from = lo
		}
		if hi.compare(to) < 0 {
			to = hi
		}
	}
	return from.compare(to) <= 0
}

func absolute(x *big.Int) *big.Int { return new(big.Int).Abs(x) }
