package precision

import (
	"cmp"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// along reports whether the two sides lie within a distance of each other over a disc of a diameter. A
// disc of twice the diameter is always found, a smaller one never.
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

// span is where two faces may lie within a distance of each other: along the first axis, and over a width.
type span struct{ from, to, width float64 }

// crossSections returns the parts of the first axis in which the widths of spans add up to at least a sum.
func crossSections(spans []span, sum float64) (parts [][2]float64) {
	type end struct{ at, width float64 }
	var ends []end
	for _, s := range spans {
		ends = append(ends, end{s.from, s.width}, end{s.to, -s.width})
	}
	slices.SortFunc(ends, func(a, b end) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(b.width, a.width)) })
	total := 0.0
	for k, e := range ends {
		before := total
		switch total += e.width; {
		case before < sum && total >= sum:
			parts = append(parts, [2]float64{e.at, e.at})
		case before >= sum && total < sum, before >= sum && k+1 == len(ends):
			parts[len(parts)-1][1] = e.at
		}
	}
	return parts
}

// stretches returns what of parts of the first axis has to be looked at: discs at the ends of spans and between
// each two ends that follow each other, as nothing changes from one to the next.
func stretches(spans []span, parts [][2]float64, diameter float64) (all [][2]float64) {
	var ends []float64
	for _, s := range spans {
		ends = append(ends, s.from, s.to)
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	add := func(at float64) {
		last := len(all) - 1
		if from, to := at-diameter, at+diameter; last >= 0 && from <= all[last][1] && to-all[last][0] <= stepsAcross*diameter {
			all[last][1] = to
		} else {
			all = append(all, [2]float64{from, to})
		}
	}
	for _, p := range parts {
		for k, at := range ends {
			if at < p[0] || at > p[1] {
				continue
			}
			add(at)
			if k+1 < len(ends) {
				add((at + ends[k+1]) / 2)
			}
		}
	}
	return all
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
	case f.excluded, f.sides&ofNone != 0:
		return unlabelled
	case f.sides&(ofT|ofU) == ofT:
		return first
	case f.sides&(ofT|ofU) == ofU:
		return second
	}
	return neither
}

// common reports whether one of the polygons over which triangles lie within a distance of each other near
// the places holds a disc of a diameter, and returns where all of them may do so together. What a polygon
// covers of a disc is no more than its least width times the diameter.
func (n *neighbourhood) common(distance, diameter float64) (spans []span, holds bool) {
	// Two planes are within a distance of each other over a strip half a diameter wide up to this
	// sine of the angle between them.
	limit := min(1, 4*distance/diameter)
	around := n.surroundings()
	var bands []band
	for k := range n.faces {
		f := &n.faces[k]
		if f.layer() == unlabelled {
			continue
		}
		box := f.box.Grown(distance)
		for i := range n.faces[:k] {
			g := &n.faces[i]
			if g.layer() == unlabelled || n.sided && f.layer() == g.layer() || !box.Intersects(g.box) {
				continue
			}
			t, u := n.triangle(f), n.triangle(g)
			s := n.spanOf(&t, &u, distance)
			if s.from >= s.to {
				continue
			}
			if d := f.normal.Dot(g.normal); 1-d*d > limit*limit {
				bands = n.addBand(bands, f, g, s, 2*distance/math.Sqrt(1-d*d), distance)
				continue
			}
			if s.width = max(0, breadth(&t, &f.normal, &u)); s.width > distance {
				s.width = tritri.CommonWidth(&t, &u, distance, &around)
			}
			if s.width > holding*diameter {
				return nil, true
			}
			if s.width = min(s.width, diameter); s.width > 0 {
				spans = append(spans, s)
			}
		}
	}
	for _, b := range bands {
		b.width = min(b.width+b.spread, diameter)
		spans = append(spans, b.span)
	}
	return spans, false
}

// band is a span of faces that are within a distance of each other along a line in which their planes meet, or
// along lines beside it, in all of which other faces of the same places often meet too.
type band struct {
	span
	line   geom.Vec // where the line is in the middle of the first span, across the first axis
	spread float64  // the greatest distance of others from it
}

// addBand adds the span of two faces, whose planes meet at an angle, with the width of the strips over which they
// are within a distance of each other.
func (n *neighbourhood) addBand(bands []band, f, g *face, s span, width, distance float64) []band {
	s.width = width
	x, a, b := n.axes[0], f.normal.Dot(n.corners[f.corners[0]].Vec), g.normal.Dot(n.corners[g.corners[0]].Vec)
	line := g.normal.Cross(x).Scale(a).Add(x.Cross(f.normal).Scale(b)).Scale(1 / x.Dot(f.normal.Cross(g.normal)))
	for k := range bands {
		if c := &bands[k]; c.line.Sub(line).Norm() <= 4*distance {
			c.from, c.to, c.width = min(c.from, s.from), max(c.to, s.to), max(c.width, width)
			c.spread = max(c.spread, c.line.Sub(line).Norm())
			return bands
		}
	}
	return append(bands, band{span: s, line: line})
}

// spanOf returns where two triangles may be within a distance of each other.
func (n *neighbourhood) spanOf(t, u *geom.Triangle, distance float64) span {
	lowT, highT := t.Extent(n.axes[0])
	lowU, highU := u.Extent(n.axes[0])
	return span{from: max(lowT, lowU, n.low[0]-n.radius) - distance, to: min(highT, highU, n.high[0]+n.radius) + distance}
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

// seen is the least such share of faces that are looked at: those that fold up and down between others.
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
