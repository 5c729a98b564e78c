package precision

import (
	"cmp"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

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

// stretches returns the sections of parts of the first axis that have to be examined: discs at the ends of spans
// and between any two successive ends, because nothing changes from one to the next.
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
