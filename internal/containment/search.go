package containment

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
)

// eachFree finds the free pieces of a segment, those outside the exclusion zones of all
// triangles of some objects, and calls visit with the middle of each until visit returns false.
// All points of a free piece are more than the distance away from the surfaces; near corners of
// triangles, pieces up to about twice the distance away may be left out.
func eachFree(s geom.Segment, distance float64, objects []*world.Object, visit func(p geom.Vec) bool) bool {
	f := freeSearch{distance: distance, objects: objects, visit: visit}
	return f.search(s, maxHalvings)
}

// isFree reports whether a point is outside the exclusion zones of all triangles of an object.
func isFree(p geom.Vec, distance float64, o *world.Object) bool {
	return !eachFree(geom.Segment{p, p}, distance, []*world.Object{o}, func(geom.Vec) bool { return false })
}

// freeSearch is a search for the free pieces of segments.
type freeSearch struct {
	distance float64
	objects  []*world.Object
	visit    func(p geom.Vec) bool
	// known are zones of triangles of the only object whose boxes met that of a segment; nil
	// if they are not kept for further segments.
	known map[uint32]*exclusionZone
}

// maxKnown is the greatest number of zones that are kept, some 5 MB.
const maxKnown = 1 << 14

// A segment with more than manyTriangles triangles near it is split into halves, whose boxes
// are smaller, up to maxHalvings times.
const (
	manyTriangles = 64
	maxHalvings   = 12
)

// search searches a segment and reports whether visit wants more.
func (f *freeSearch) search(s geom.Segment, halvings int) bool {
	excluded, many := f.excluded(s, halvings > 0)
	if many {
		m := s[0].Lerp(s[1], 0.5)
		return f.search(geom.Segment{s[0], m}, halvings-1) && f.search(geom.Segment{m, s[1]}, halvings-1)
	}
	return visitFree(s, excluded, f.visit)
}

// visitFree calls visit with the midpoints of the pieces of a segment outside the excluded
// intervals, until it returns false.
func visitFree(s geom.Segment, excluded []interval, visit func(p geom.Vec) bool) bool {
	slices.SortFunc(excluded, func(x, y interval) int { return cmp.Compare(x.from, y.from) })
	at := 0.0
	for _, x := range append(excluded, interval{1, 1}) {
		if x.from > at && !visit(s[0].Lerp(s[1], (at+x.from)/2)) {
			return false
		}
		at = max(at, x.to)
	}
	return true
}

// excluded returns the parts of a segment in exclusion zones. If limited, it stops where there
// are too many, and reports that.
func (f *freeSearch) excluded(s geom.Segment, limited bool) (out []interval, many bool) {
	box := geom.BoxOf(s[:]).Grown(2 * f.distance)
	for _, o := range f.objects {
		o.Touching(box, func(ids []uint32) {
			for _, i := range ids {
				if many {
					return
				}
				if x, ok := f.clip(&s, o, i); ok {
					out = append(out, x)
					many = limited && len(out) > manyTriangles
				}
			}
		})
	}
	return out, many
}

// clip returns the part of a segment in the exclusion zone of a triangle of an object.
func (f *freeSearch) clip(s *geom.Segment, o *world.Object, i uint32) (interval, bool) {
	if z := f.known[i]; z != nil {
		return z.clip(s)
	}
	t := o.Triangle(i)
	z := newZone(&t, f.distance)
	if f.known != nil && len(f.known) < maxKnown {
		kept := z
		f.known[i] = &kept
	}
	return z.clip(s)
}
