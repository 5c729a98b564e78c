package parts

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// manyDirections is how many directions are tried at most for one that parts two objects.
const manyDirections = 8

// nudgeParts reports whether a nudge is known that parts the two objects. It tries the
// normals of triangles that are near each other: where one object is on one side of a plane
// and the other one reaches across by no more than the rounding, moving it back by that
// parts them. This is how walls, floors, crates and tiles meet, so that most contacts take
// no closer look. A false says nothing.
func (p *arrangement) nudgeParts() bool {
	var tried []geom.Vec
	for _, pair := range p.near.pairs {
		for k := range p.objects {
			t := p.objects[k].Triangle(pair.side(k))
			n := unitNormal(&t)
			if n == (geom.Vec{}) || isAmong(n, tried) {
				continue
			}
			if acrossPlane(n, p.objects[0], p.objects[1]) <= p.near.rounding {
				return true
			}
			if tried = append(tried, n); len(tried) == manyDirections {
				return false
			}
		}
	}
	return false
}

// contactOf returns the contact of two closed bodies of which a nudge is known that parts
// them, in the direction of two triangles that face each other and touch, so that no other
// neighbours need be looked for.
func (c *pairCheck) contactOf(met contact) (neighbours, bool) {
	if !met.faces {
		return neighbours{}, false
	}
	t, u := c.a.Triangle(met.facing.a), c.b.Triangle(met.facing.b)
	r := roundingOfPair(c.a, c.b, met.facing.a, met.facing.b)
	if _, _, d, below := tritri.DistanceBelow(&t, &u, nearby*r); !below || d > r || acrossPlane(unitNormal(&t), c.a, c.b) > r {
		return neighbours{}, false
	}
	return neighbours{pairs: []couple{met.facing}, rounding: r, touching: true}, true
}

// isAmong reports whether a direction is one of some, or nearly, or opposite to it.
func isAmong(n geom.Vec, some []geom.Vec) bool {
	for i := range some {
		if math.Abs(n.Dot(some[i])) > 1-0x1p-30 {
			return true
		}
	}
	return false
}

// acrossPlane returns how far one object has to be moved along n, in either sense, until a
// plane with that normal parts the two.
func acrossPlane(n geom.Vec, a, b *object) float64 {
	leastOfA, mostOfA := a.rangeAlong(n)
	leastOfB, mostOfB := b.rangeAlong(n)
	return min(mostOfA-leastOfB, mostOfB-leastOfA)
}

// rangeAlong returns the least and the greatest coordinate of an object along n.
func (o *object) rangeAlong(n geom.Vec) (least, most float64) {
	d, shift := o.World.Along(n)
	least, most = math.Inf(1), math.Inf(-1)
	for _, v := range o.Shape.Welded.Vertices {
		x := d.Dot(v)
		least, most = min(least, x), max(most, x)
	}
	return least + shift, most + shift
}
