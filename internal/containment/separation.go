package containment

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/tritri"
)

// maxDirections is the greatest number of directions that are tried to separate two objects.
const maxDirections = 8

// separable reports whether it finds a translation no longer than the rounding that separates
// the two objects. It tries the normals of triangles near each other: if one object is on one
// side of a plane and the other crosses it by no more than the rounding, a translation along
// the normal separates them. This is how walls, floors, crates and tiles meet, so that most
// contacts need no further tests. False means that none was found, not that none exists.
func (c *classifier) separable() bool {
	var tried []geom.Vec
	for _, pair := range c.Near.Pairs {
		for k, o := range c.objects {
			t := o.Triangle(pair[k])
			n := t.UnitNormal()
			if n == (geom.Vec{}) || isAmong(n, tried) {
				continue
			}
			if c.objects.separatingDistance(n) <= c.Near.Rounding {
				return true
			}
			if tried = append(tried, n); len(tried) == maxDirections {
				return false
			}
		}
	}
	return false
}

// separableAlong reports whether two closed bodies touch where two triangles face each other, and
// a translation within rounding along the normal of these separates the bodies. Their neighbours
// need not be found then: it returns these two.
func (p *Pair) separableAlong(facing *Triangles) (Neighbours, bool) {
	if facing == nil {
		return Neighbours{}, false
	}
	t, u := p[0].Triangle(facing[0]), p[1].Triangle(facing[1])
	r := p.Rounding(*facing)
	if _, _, d, below := tritri.DistanceBelow(&t, &u, Nearby*r); !below || d > r || p.separatingDistance(t.UnitNormal()) > r {
		return Neighbours{}, false
	}
	return Neighbours{Pairs: []Triangles{*facing}, Rounding: r, Touching: true}, true
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
func (p *Pair) separatingDistance(n geom.Vec) float64 {
	least0, most0 := rangeAlong(p[0], n)
	least1, most1 := rangeAlong(p[1], n)
	return min(most0-least1, most1-least0)
}

// rangeAlong returns the least and the greatest coordinate of an object along n.
func rangeAlong(o *world.Object, n geom.Vec) (least, most float64) {
	d, shift := o.World.Along(n)
	least, most = math.Inf(1), math.Inf(-1)
	for i := range o.Shape.Welded.Vertices {
		v := &o.Shape.Welded.Vertices[i]
		x := float64(d[0]*v[0]) + float64(d[1]*v[1]) + float64(d[2]*v[2])
		if x < least { // branches that are mostly not taken cost less than min and max
			least = x
		}
		if x > most {
			most = x
		}
	}
	return least + shift, most + shift
}

// fewVertices is the number of vertices of two objects up to which looking for a plane between
// them takes less time than walking their trees.
const fewVertices = 1 << 12

// FarApart reports whether two objects are certain not to be related: a plane at right angles
// to the line between their centres is so far from both that rounding cannot have moved any
// triangle of one to the other, and it is decided that neither lies inside the other. False
// means nothing.
func (p *Pair) FarApart() bool {
	a, b := p[0], p[1]
	if len(a.Shape.Welded.Vertices)+len(b.Shape.Welded.Vertices) > fewVertices {
		return false
	}
	n := b.Box.Min.Lerp(b.Box.Max, 0.5).Sub(a.Box.Min.Lerp(a.Box.Max, 0.5)).Unit()
	_, end := rangeAlong(a, n)
	start, _ := rangeAlong(b, n)
	margin := 2*Nearby*(a.Rounding+b.Rounding) + 0x1p-46*(a.SumAbs()+b.SumAbs()) + 0x1p-1000
	return start-end > margin && (b.Closed() || !shellLiesIn(a, b.Box)) && (a.Closed() || !shellLiesIn(b, a.Box))
}
