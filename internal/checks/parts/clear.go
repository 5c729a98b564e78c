package parts

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
)

// clearance is how many times farther than rounding a point has to be from a surface for
// its side to be certain, however rounding has moved both.
const clearance = 2

// clearOf finds the pieces of a segment whose points are more than a distance away from
// the surfaces of some objects, and calls visit with the middle of each until visit
// returns false. Pieces are left out near corners of triangles, up to about twice the
// distance away.
//
// The points within a distance of a convex set are a convex set, so that each triangle
// blocks one interval of the segment. See newVicinity for how it is bounded.
func clearOf(s geom.Segment, distance float64, objects []*object, visit func(p geom.Vec) bool) bool {
	c := clearSearch{distance: distance, objects: objects, visit: visit}
	return c.search(s, maxHalvings)
}

// clearSearch is a search for the clear pieces of segments.
type clearSearch struct {
	distance float64
	objects  []*object
	visit    func(p geom.Vec) bool
	// known are vicinities of triangles of the only object whose boxes met that of a segment; nil
	// if they are not kept for further segments.
	known map[uint32]*vicinity
}

// maxKnown is the greatest number of vicinities that are kept, some 5 MB.
const maxKnown = 1 << 14

// A segment with more than manyTriangles triangles near it is split into halves, whose boxes
// are smaller, up to maxHalvings times.
const (
	manyTriangles = 64
	maxHalvings   = 12
)

// search searches a segment and reports whether visit wants more.
func (c *clearSearch) search(s geom.Segment, halvings int) bool {
	blocked, many := c.blocked(s, halvings > 0)
	if many {
		m := s[0].Lerp(s[1], 0.5)
		return c.search(geom.Segment{s[0], m}, halvings-1) && c.search(geom.Segment{m, s[1]}, halvings-1)
	}
	return visitClear(s, blocked, c.visit)
}

// visitClear calls visit with the midpoints of the pieces of a segment outside the blocked
// intervals, until it returns false.
func visitClear(s geom.Segment, blocked []interval, visit func(p geom.Vec) bool) bool {
	slices.SortFunc(blocked, func(x, y interval) int { return cmp.Compare(x.from, y.from) })
	at := 0.0
	for _, x := range append(blocked, interval{1, 1}) {
		if x.from > at && !visit(s[0].Lerp(s[1], (at+x.from)/2)) {
			return false
		}
		at = max(at, x.to)
	}
	return true
}

// interval is a part of a segment from its start, at 0, to its end, at 1.
type interval struct{ from, to float64 }

// blocked returns the parts of a segment that are near triangles. many reports that it
// stopped because there are too many, which it does only if limited.
func (c *clearSearch) blocked(s geom.Segment, limited bool) (out []interval, many bool) {
	box := bvh.Round(geom.BoxOf(s[:]).Grown(2 * c.distance))
	for _, o := range c.objects {
		o.Shape.Tree.Touching(box, bvh.Transform{Map: o.World}, func(ids []uint32) {
			for _, i := range ids {
				if many {
					return
				}
				if x, ok := c.clip(&s, o, i); ok {
					out = append(out, x)
					many = limited && len(out) > manyTriangles
				}
			}
		})
	}
	return out, many
}

// clip returns the part of a segment in the vicinity of a triangle of an object.
func (c *clearSearch) clip(s *geom.Segment, o *object, i uint32) (interval, bool) {
	if v := c.known[i]; v != nil {
		return v.clip(s)
	}
	t := o.Triangle(i)
	if c.known == nil || len(c.known) == maxKnown {
		return clipToVicinity(&t, s, c.distance)
	}
	v := newVicinity(&t, c.distance)
	c.known[i] = &v
	return v.clip(s)
}

// clipToVicinity returns the part of a segment in the vicinity of a triangle.
func clipToVicinity(t *geom.Triangle, s *geom.Segment, distance float64) (interval, bool) {
	v := newVicinity(t, distance)
	return v.clip(s)
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
// distance. Each of its half-spaces holds t, moved outwards by the distance, and so all
// points within the distance; and no point of it is farther away than √3 times the
// distance. The vicinity of a triangle without area is the box around it.
func newVicinity(t *geom.Triangle, distance float64) (v vicinity) {
	n := t.UnitNormal()
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

// clip returns the part of a segment that lies in v.
func (v *vicinity) clip(s *geom.Segment) (interval, bool) {
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
