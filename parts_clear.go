package meshcheck

import (
	"cmp"
	"math"
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
	slices.SortFunc(taken, func(x, y interval) int { return cmp.Compare(x.from, y.from) })
	at := 0.0
	for _, x := range append(taken, interval{1, 1}) {
		if x.from > at && !c.visit(s[0].Lerp(s[1], (at+x.from)/2)) {
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
		o.shape.Tree.Touching(box, bvh.Carry{Map: o.world}, func(ids []uint32) {
			for _, i := range ids {
				if many {
					return
				}
				t := o.triangle(i)
				if x, ok := stretch(&t, &s, c.distance); ok {
					out = append(out, x)
					many = limited && len(out) > manyTriangles
				}
			}
		})
	}
	return out, many
}

// stretch returns the part of a segment that lies in a polyhedron around the points that
// are within a distance of t: a prism with all edges and corners cut off at the distance.
// Each of its half-spaces holds t, moved outwards by the distance, and so all of the
// points; and no point of it is farther away than √3 times the distance.
func stretch(t *geom.Triangle, s *geom.Segment, distance float64) (interval, bool) {
	x := interval{0, 1}
	cut := func(d geom.Vec, from geom.Vec) bool {
		a, b := d.Dot(s[0].Sub(from))-distance, d.Dot(s[1].Sub(from))-distance
		switch {
		case a > 0 && b > 0:
			return false
		case a > 0:
			x.from = max(x.from, a/(a-b))
		case b > 0:
			x.to = min(x.to, a/(a-b))
		}
		return x.from <= x.to
	}
	n := unitNormal(t)
	if n == (geom.Vec{}) {
		return stretchOfLine(t, s, distance)
	}
	if !cut(n, t[0]) || !cut(n.Scale(-1), t[0]) {
		return x, false
	}
	var across [3]geom.Vec
	for k := range t {
		e := t[(k+1)%3].Sub(t[k])
		across[k] = e.Cross(n).Scale(1 / e.Norm())
		if !cut(across[k], t[k]) {
			return x, false
		}
	}
	for k := range t {
		d := across[k].Add(across[(k+2)%3])
		if length := d.Norm(); length > 0 && !cut(d.Scale(1/length), t[k]) {
			return x, false
		}
	}
	return x, true
}

// stretchOfLine is stretch for a triangle without area, by the box around it.
func stretchOfLine(t *geom.Triangle, s *geom.Segment, distance float64) (interval, bool) {
	b := t.Box().Grown(distance)
	x := interval{0, 1}
	for k := range 3 {
		from, to := s[0][k], s[1][k]
		if from == to {
			if from < b.Min[k] || from > b.Max[k] {
				return x, false
			}
			continue
		}
		in, out := (b.Min[k]-from)/(to-from), (b.Max[k]-from)/(to-from)
		x.from, x.to = max(x.from, math.Min(in, out)), min(x.to, math.Max(in, out))
	}
	return x, x.from <= x.to
}
