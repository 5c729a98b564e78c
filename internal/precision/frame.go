package precision

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// frame is a box that holds the ends of the places: with axes along and across a single place, along the
// axes of the world for more.
type frame struct {
	origin    geom.Vec
	axes      [3]geom.Vec
	low, high [3]float64
}

// setFrame puts the origin in a corner near the places, because differences of stored numbers that
// are near each other are exact.
func (n *neighbourhood) setFrame(s *Surfaces) {
	box := geom.EmptyBox()
	for k := range n.places {
		box = box.Include(n.places[k].Ends[0]).Include(n.places[k].Ends[1])
	}
	n.origin = n.nearestCorner(s, box.Min.Lerp(box.Max, 0.5))
	n.segments = n.segments[:0]
	for k := range n.places {
		e := &n.places[k].Ends
		n.segments = append(n.segments, geom.Segment{e[0].Sub(n.origin), e[1].Sub(n.origin)})
	}
	n.axes = [3]geom.Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	if len(n.places) > 1 {
		n.low, n.high = box.Min.Sub(n.origin), box.Max.Sub(n.origin)
		return
	}
	if along := n.segments[0][1].Sub(n.segments[0][0]).Unit(); along != (geom.Vec{}) {
		across := along.Perpendicular()
		n.axes = [3]geom.Vec{along, across, along.Cross(across)}
	}
	for k, axis := range n.axes {
		a, b := axis.Dot(n.segments[0][0]), axis.Dot(n.segments[0][1])
		n.low[k], n.high[k] = min(a, b), max(a, b)
	}
}

// nearestCorner returns the corner of the triangles of the places that is nearest to a point.
func (n *neighbourhood) nearestCorner(s *Surfaces, p geom.Vec) (nearest geom.Vec) {
	least := math.Inf(1)
	for _, seeds := range n.seeds {
		for _, i := range seeds {
			for _, v := range s.triangle(i) {
				if d := v.Sub(p).Norm(); d < least {
					nearest, least = v, d
				}
			}
		}
	}
	return nearest
}

// mostPieces is how many boxes cover the places at most.
const mostPieces = 4

// pieces returns boxes that together hold all within the radius of the places.
func (n *neighbourhood) pieces(boxes *[mostPieces]geom.Box) []geom.Box {
	if len(n.places) > 1 {
		boxes[0] = geom.Box{Min: geom.Vec(n.low).Add(n.origin), Max: geom.Vec(n.high).Add(n.origin)}.Grown(n.radius)
		return boxes[:1]
	}
	e := &n.segments[0]
	count := 1 + int(min(mostPieces-1, e[0].Sub(e[1]).Norm()/(4*n.radius)))
	for k := range count {
		a := e[0].Lerp(e[1], float64(k)/float64(count))
		b := e[0].Lerp(e[1], float64(k+1)/float64(count))
		boxes[k] = geom.PointBox(a.Add(n.origin)).Include(b.Add(n.origin)).Grown(n.radius)
	}
	return boxes[:count]
}

// beside reports whether a triangle is farther from the box of the places than a radius along one of the
// axes.
func (n *neighbourhood) beside(t *geom.Triangle, radius float64) bool {
	for k, axis := range n.axes {
		if low, high := t.Extent(axis); low > n.high[k]+radius || high < n.low[k]-radius {
			return true
		}
	}
	return false
}

// segmentBeside is beside for a segment and the radius within which triangles are listed.
func (n *neighbourhood) segmentBeside(a, b geom.Vec) bool {
	return n.beside(&geom.Triangle{a, b, a}, n.radius)
}

// above reports whether the plane of a triangle is farther from the box of the places than a radius.
func (n *neighbourhood) above(t *geom.Triangle, normal *geom.Vec, radius float64) bool {
	from, reach := normal.Dot(t[0]), 0.0
	for k := range n.axes {
		d := normal.Dot(n.axes[k])
		from -= d * (n.low[k] + n.high[k]) / 2
		reach += math.Abs(d) * (n.high[k] - n.low[k]) / 2
	}
	return math.Abs(from) > reach+radius
}

// middle returns the middle of the box of the places.
func (f *frame) middle() (m geom.Vec) {
	for k, axis := range f.axes {
		m = m.Add(axis.Scale((f.low[k] + f.high[k]) / 2))
	}
	return m
}

// distance returns about how far a face is from the box of the places.
func (n *neighbourhood) distance(f *face) (most float64) {
	t := n.triangle(f)
	for k, axis := range n.axes {
		low, high := t.Extent(axis)
		most = max(most, low-n.high[k], n.low[k]-high)
	}
	return most
}
