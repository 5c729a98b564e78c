package precision

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// along reports whether the two sides lie within a distance of each other over a disc of a diameter. A
// disc of twice the diameter is always found, a smaller one never.
func (n *neighbourhood) along(distance, diameter float64) bool {
	if len(n.faces) <= leastTriangles {
		if holds, may := n.common(distance, diameter); holds || !may {
			return holds
		}
	}
	for axis := range n.axes {
		if n.seenAlong(axis, distance, diameter) {
			return true
		}
	}
	return false
}

// LieAlong reports whether two surfaces, of which triangles are given, lie within a distance of each other over
// a disc of a diameter within a box. Surfaces that are so over a disc of twice the diameter always do, those
// that are over none of it never.
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
	// holding is how wide a convex polygon is, in diameters of a disc, that holds it in any case.
	holding = 1.5
	// covering is a share of the area of a disc, as one of the square around it, that is covered
	// between pieces with gaps.
	covering = 0.6
)

// layer tells on which surface a face is, as far as discs are concerned.
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
	case f.sides&ofNone != 0:
		return unlabelled
	case f.sides&(ofT|ofU) == ofT:
		return first
	case f.sides&(ofT|ofU) == ofU:
		return second
	}
	return neither
}

// common reports whether one of the polygons over which triangles lie within a distance of each other near
// the places holds a disc of a diameter, and whether all of them together may do so. What a polygon covers
// of a disc is no more than its least width times the diameter.
func (n *neighbourhood) common(distance, diameter float64) (holds, may bool) {
	sum := 0.0
	// Two planes are within a distance of each other over a strip half a diameter wide up to this
	// sine of the angle between them.
	limit := min(1, 4*distance/diameter)
	around := n.surroundings()
	for k := range n.faces {
		f := &n.faces[k]
		if f.layer() == unlabelled {
			continue
		}
		box := f.box.Grown(distance)
		for i := range n.faces[:k] {
			g := &n.faces[i]
			if g.layer() == unlabelled || n.sided && f.sides == g.sides {
				continue
			}
			if d := f.normal.Dot(g.normal); 1-d*d > limit*limit || !box.Intersects(g.box) {
				continue
			}
			t, u := n.triangle(f), n.triangle(g)
			if b := breadth(&t, &f.normal, &u); b <= distance {
				sum += max(0, b)
				continue
			}
			width := tritri.CommonWidth(&t, &u, distance, &around)
			if width > holding*diameter {
				return true, true
			}
			sum += min(width, diameter)
		}
	}
	return false, sum >= covering*diameter
}

// breadth returns an upper bound of the width of the polygon in t's plane that t and u have in common as seen
// across it: how far u reaches behind the edge of t behind which it reaches least far.
func breadth(t *geom.Triangle, normal *geom.Vec, u *geom.Triangle) float64 {
	least := math.Inf(1)
	for k := range t {
		edge := t[(k+1)%3].Sub(t[k])
		inward := normal.Cross(edge)
		from := inward.Dot(t[k])
		behind := max(inward.Dot(u[0]), inward.Dot(u[1]), inward.Dot(u[2])) - from
		least = min(least, behind/edge.Norm())
	}
	return least
}

// surroundings returns the half spaces whose intersection is what is within the radius of the places.
func (n *neighbourhood) surroundings() (around [6]tritri.HalfSpace) {
	for k, axis := range n.axes {
		around[2*k] = tritri.HalfSpace{Normal: axis, Most: n.high[k] + n.radius}
		around[2*k+1] = tritri.HalfSpace{Normal: axis.Scale(-1), Most: n.radius - n.low[k]}
	}
	return around
}

// least is the least share of the length of a normal along an axis of the triangles that are seen along
// it. Of a disc that slants to all of three axes, the projection along one is wider than half of it.
const least = 0.5

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
		if share := math.Abs(f.normal.Dot(r.n)); share >= least {
			t := n.triangle(f)
			r.add(&t, of, share) // heights along the axis are farther apart than slanting surfaces
			layers++
		}
	}
	return layers > 1 && r.holdsDisc()
}
