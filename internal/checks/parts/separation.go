package parts

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// maxDirections is the greatest number of directions that are tried to separate two objects.
const maxDirections = 8

// separable reports whether it finds a translation no longer than the rounding that separates
// the two objects. It tries the normals of triangles near each other: if one object is on one
// side of a plane and the other crosses it by no more than the rounding, a translation along
// the normal separates them. This is how walls, floors, crates and tiles meet, so that most
// contacts need no further tests. False means that none was found, not that none exists.
func (p *arrangement) separable() bool {
	var tried []geom.Vec
	for _, pair := range p.near.pairs {
		for k := range p.objects {
			t := p.objects[k].Triangle(pair.side(k))
			n := t.UnitNormal()
			if n == (geom.Vec{}) || isAmong(n, tried) {
				continue
			}
			if separatingDistance(n, p.objects[0], p.objects[1]) <= p.near.rounding {
				return true
			}
			if tried = append(tried, n); len(tried) == maxDirections {
				return false
			}
		}
	}
	return false
}

// separableContact returns the contact of two closed bodies that a translation within rounding
// separates, along the normal of two triangles that face each other and touch. No other
// neighbours need be found then.
func (c *pairCheck) separableContact(met contact) (neighbours, bool) {
	if !met.faces {
		return neighbours{}, false
	}
	t, u := c.a.Triangle(met.facing.a), c.b.Triangle(met.facing.b)
	r := roundingOfPair(c.a, c.b, met.facing.a, met.facing.b)
	if _, _, d, below := tritri.DistanceBelow(&t, &u, nearby*r); !below || d > r || separatingDistance(t.UnitNormal(), c.a, c.b) > r {
		return neighbours{}, false
	}
	return neighbours{pairs: []indexPair{met.facing}, rounding: r, touching: true}, true
}

// isAmong reports whether a direction is nearly parallel to one of some, in either sense.
func isAmong(n geom.Vec, some []geom.Vec) bool {
	for i := range some {
		if math.Abs(n.Dot(some[i])) > 1-0x1p-30 {
			return true
		}
	}
	return false
}

// separatingDistance returns how far one object has to be moved along n, in either sense,
// until a plane with that normal separates the two.
func separatingDistance(n geom.Vec, a, b *object) float64 {
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

// fewVertices is the number of vertices of two objects up to which looking for a plane between
// them takes less time than walking their trees.
const fewVertices = 1 << 12

// farApart reports whether two objects are certain not to be related: a plane at right angles
// to the line of their centres is so far from both that rounding cannot have moved any of
// their triangles to the other, and neither can lie inside the other without notice. False means
// nothing.
func farApart(a, b *object) bool {
	if len(a.Shape.Welded.Vertices)+len(b.Shape.Welded.Vertices) > fewVertices {
		return false
	}
	n := b.Box.Min.Lerp(b.Box.Max, 0.5).Sub(a.Box.Min.Lerp(a.Box.Max, 0.5)).Unit()
	end, start := a.reach(n), -b.reach(n.Scale(-1))
	margin := 2*nearby*(a.Rounding+b.Rounding) + 0x1p-46*(a.sumAbs()+b.sumAbs()) + 0x1p-1000
	return start-end > margin && a.isDecidable(b) && b.isDecidable(a)
}

// reach returns the greatest coordinate of an object along n.
func (o *object) reach(n geom.Vec) float64 {
	d, shift := o.World.Along(n)
	most := math.Inf(-1)
	for i := range o.Shape.Welded.Vertices {
		v := &o.Shape.Welded.Vertices[i]
		if x := float64(d[0]*v[0]) + float64(d[1]*v[1]) + float64(d[2]*v[2]); x > most {
			most = x
		}
	}
	return most + shift
}

// isDecidable reports whether it is decided that no shell of o lies inside the other object, given
// that the two are apart.
func (o *object) isDecidable(other *object) bool { return other.Closed() || !o.shellLiesIn(other.Box) }
