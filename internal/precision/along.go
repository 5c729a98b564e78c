package precision

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// along reports whether the two sides lie within a distance of each other over a disc of a diameter. A
// disc of twice the diameter is always found, one smaller than the diameter never.
func (n *neighbourhood) along(distance, diameter float64) bool {
	low, high := n.low[0], n.high[0]
	longest := mostSteps*diameter/stepsAcross - 2*n.radius
	parts := [][2]float64{{low, high}}
	if len(n.faces) <= leastTriangles || high-low > longest {
		spans, holds := n.common(distance, diameter)
		if holds {
			return true
		}
		sections := crossSections(spans, covering*diameter)
		if len(sections) == 0 {
			return false
		}
		if high-low > longest {
			parts = stretches(spans, sections, diameter)
		}
	}
	defer func() { n.low[0], n.high[0] = low, high }()
	for axis := range n.axes {
		for _, p := range parts {
			if n.low[0], n.high[0] = p[0], p[1]; n.seenAlong(axis, distance, diameter) {
				return true
			}
		}
	}
	return false
}

// LieAlong reports whether two surfaces, given by their triangles, lie within a distance of each other over a
// disc of a diameter within a box. It is true if they do so over a disc of twice the diameter, and false if
// they do so over no disc of the diameter.
func LieAlong(surfaces [2][]geom.Triangle, box geom.Box, distance, diameter float64) bool {
	n := neighbourhood{sided: true}
	n.origin = box.Min.Lerp(box.Max, 0.5)
	n.axes = [3]geom.Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	n.low, n.high = box.Min.Sub(n.origin), box.Max.Sub(n.origin)
	for k, of := range [...]side{ofT, ofU} {
		for _, t := range surfaces[k] {
			f := face{sides: of}
			for i := range t {
				t[i] = t[i].Sub(n.origin)
				f.corners[i] = int32(len(n.corners))
				n.corners = append(n.corners, corner{Vec: t[i], side: of})
			}
			f.measure(&t)
			n.faces = append(n.faces, f)
		}
	}
	return n.along(distance, diameter)
}

const (
	// holding is the width, in diameters of a disc, from which a convex polygon holds the disc.
	holding = 1.5
	// covering is the share of the square around a disc that pieces with gaps between them cover if
	// they cover the disc.
	covering = 0.6
)

// layer is the surface that a face is on, for the search for discs.
type layer uint8

const (
	neither layer = iota // its corners are on both
	first
	second
	unlabelled // some corner is on none
)

// layer returns that of a face.
func (f *face) layer() layer {
	switch {
	case f.excluded, f.sides&ofNone != 0:
		return unlabelled
	case f.sides&(ofT|ofU) == ofT:
		return first
	case f.sides&(ofT|ofU) == ofU:
		return second
	}
	return neither
}

// least is the least component of the unit normal along an axis of the triangles that are projected along
// it. The projection of a slanting disc along one of the three axes is wider than half of the disc.
const least = 0.5

// seen is that component for faces that are examined at all: some fold up and down between others.
const seen = 0.125

// seenAlong looks for a disc along an axis.
func (n *neighbourhood) seenAlong(axis int, distance, diameter float64) bool {
	r, right, up := &n.grid, (axis+1)%3, (axis+2)%3
	r.n, r.u, r.v = n.axes[axis], n.axes[right], n.axes[up]
	r.step, r.distance, r.sided = diameter/stepsAcross, distance, n.sided
	r.set(n.middle(), n.high[right]-n.low[right]+2*n.radius, n.high[up]-n.low[up]+2*n.radius)
	layers := 0
	for k := range n.faces {
		f := &n.faces[k]
		of := f.layer()
		if of == unlabelled {
			continue
		}
		if share := math.Abs(f.normal.Dot(r.n)); share >= seen {
			t := n.triangle(f)
			r.add(&t, of, max(share, least)) // heights along the axis are farther apart than slanting surfaces
			layers++
		}
	}
	return layers > 1 && r.holdsDisc()
}
