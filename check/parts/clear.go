package parts

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
)

// clearance is how many times farther than rounding a place has to be from a surface for
// the side on which it lies to be certain, whatever rounding has done to both.
const clearance = 2

// clearOf finds the pieces of a segment whose points are more than a distance away from
// the surfaces of some objects, and calls visit with the middle of each until visit
// returns false. Pieces are left out near corners of triangles, up to about twice the
// distance away.
//
// The points within a distance of a convex set are a convex set, so that each triangle
// takes one interval out of the segment. See stretch for how it is bounded.
func clearOf(s geom.Segment, distance float64, objects []*object, visit func(p geom.Vec) bool) bool {
	return clearSearch{distance: distance, objects: objects, visit: visit}.over(s, maxHalvings)
}

// clearSearch is a search for the clear pieces of a segment.
type clearSearch struct {
	distance float64
	objects  []*object
	visit    func(p geom.Vec) bool
}

// A segment along which more triangles than manyTriangles come near is looked at in halves,
// whose boxes are smaller, as long as halvings are left.
const (
	manyTriangles = 64
	maxHalvings   = 12
)

// over searches a segment and reports whether visit wants more.
func (c clearSearch) over(s geom.Segment, halvings int) bool {
	taken, many := c.taken(s, halvings > 0)
	if many {
		m := s[0].Lerp(s[1], 0.5)
		return c.over(geom.Segment{s[0], m}, halvings-1) && c.over(geom.Segment{m, s[1]}, halvings-1)
	}
	return visitRest(s, taken, c.visit)
}

// visitRest calls visit with the middles of the pieces of a segment that no interval takes,
// until it returns false.
func visitRest(s geom.Segment, taken []interval, visit func(p geom.Vec) bool) bool {
	slices.SortFunc(taken, func(x, y interval) int { return cmp.Compare(x.from, y.from) })
	at := 0.0
	for _, x := range append(taken, interval{1, 1}) {
		if x.from > at && !visit(s[0].Lerp(s[1], (at+x.from)/2)) {
			return false
		}
		at = max(at, x.to)
	}
	return true
}

// interval is a part of a segment from its start, at 0, to its end, at 1.
type interval struct{ from, to float64 }

// taken returns the parts of a segment that triangles come near. many reports that it
// stopped, as it may where limited, because there are too many.
func (c clearSearch) taken(s geom.Segment, limited bool) (out []interval, many bool) {
	box := bvh.Round(geom.BoxOf(s[:]).Grown(2 * c.distance))
	for _, o := range c.objects {
		o.Shape.Tree.Touching(box, bvh.Transform{Map: o.World}, func(ids []uint32) {
			for _, i := range ids {
				if many {
					return
				}
				t := o.Triangle(i)
				if x, ok := stretch(&t, &s, c.distance); ok {
					out = append(out, x)
					many = limited && len(out) > manyTriangles
				}
			}
		})
	}
	return out, many
}

// stretch returns the part of a segment that is near a triangle: see newVicinity.
func stretch(t *geom.Triangle, s *geom.Segment, distance float64) (interval, bool) {
	v := newVicinity(t, distance)
	return v.stretch(s)
}

// vicinity is a polyhedron around the points that are within a distance of a triangle, as
// the half-spaces of points p with d·p ≤ most.
type vicinity struct {
	planes [8]boundary
	count  int
}

type boundary struct {
	d    geom.Vec
	most float64
}

func (v *vicinity) bound(d, through geom.Vec, distance float64) {
	v.planes[v.count] = boundary{d, d.Dot(through) + distance}
	v.count++
}

// newVicinity returns the vicinity of t: a prism with all edges and corners cut off at the
// distance. Each of its half-spaces holds t, moved outwards by the distance, and so all of
// the points; and no point of it is farther away than √3 times the distance. That of a
// triangle without area is the box around it.
func newVicinity(t *geom.Triangle, distance float64) (v vicinity) {
	n := unitNormal(t)
	if n == (geom.Vec{}) {
		b := t.Box()
		for k := range 3 {
			var d geom.Vec
			d[k] = 1
			v.bound(d, b.Max, distance)
			v.bound(d.Scale(-1), b.Min, distance)
		}
		return v
	}
	v.bound(n, t[0], distance)
	v.bound(n.Scale(-1), t[0], distance)
	var across [3]geom.Vec
	for k := range t {
		e := t[(k+1)%3].Sub(t[k])
		across[k] = e.Cross(n).Scale(1 / e.Norm())
		v.bound(across[k], t[k], distance)
	}
	for k := range t {
		d := across[k].Add(across[(k+2)%3])
		if length := d.Norm(); length > 0 {
			v.bound(d.Scale(1/length), t[k], distance)
		}
	}
	return v
}

// stretch returns the part of a segment that lies in v.
func (v *vicinity) stretch(s *geom.Segment) (interval, bool) {
	x := interval{0, 1}
	for k := range v.planes[:v.count] {
		h := &v.planes[k]
		a, b := h.d.Dot(s[0])-h.most, h.d.Dot(s[1])-h.most
		switch {
		case a > 0 && b > 0:
			return x, false
		case a > 0:
			x.from = max(x.from, a/(a-b))
		case b > 0:
			x.to = min(x.to, a/(a-b))
		}
		if x.from > x.to {
			return x, false
		}
	}
	return x, true
}
