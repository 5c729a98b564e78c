package excerpt

import "math"

// newPairFocus shows the worst region of a pair, or else all of its findings; and
// without any, what the pair is about. It returns nil where there is nothing to see.
func newPairFocus(m *View) *focus {
	if v := newRegionFocus(m, 0); v != nil {
		return v
	}
	all := make([]*excerptFinding, len(m.found))
	for k := range m.found {
		all[k] = &m.found[k]
	}
	if v := newFindingsFocus(m, all); v != nil {
		return v
	}
	v := &focus{m: m, hues: map[int]hue{}}
	for k := range m.shape.triangles {
		t := &m.shape.triangles[k]
		if m.isFocus(t) {
			v.members = append(v.members, k)
			v.hues[k] = m.Objects[t.object].role.body()
		}
	}
	if len(v.members) == 0 {
		return nil
	}
	return v.measured()
}

// isFocus reports whether a triangle is of what a pair without findings is about.
func (m *View) isFocus(t *shapeTriangle) bool {
	switch {
	case m.seeThrough():
		return !m.Objects[t.object].seeThrough
	case len(m.keep) > 0:
		return t.face == m.keep[0] || t.face == m.keep[1]
	}
	return true
}

// seeThrough reports whether one object of the view is looked through.
func (m *View) seeThrough() bool {
	for k := range m.Objects {
		if m.Objects[k].seeThrough {
			return true
		}
	}
	return false
}

// gapShown says how well the line between the nearest points is to be seen, from 0 to 1:
// how much of it nothing hides, in a picture that is not empty around it.
func (v *focus) gapShown(c *camera, layers ...*layer) float64 {
	if len(v.places) < 2 {
		return 1
	}
	const steps = 16
	clear, filled := 0, 0
	for i := range steps {
		p := c.project(v.places[0].Lerp(v.places[1], (float64(i)+0.5)/steps))
		x, y := int(p[0]), int(p[1])
		if x < 0 || x >= c.w || y < 0 || y >= c.h {
			continue
		}
		hidden := false
		for _, l := range layers {
			hidden = hidden || float64(l.depth[y*c.w+x]) > p[2]+1
		}
		if !hidden {
			clear++
		}
	}
	for k := range c.w * c.h {
		if layers[0].shade[k] > 0 || layers[1].shade[k] > 0 {
			filled++
		}
	}
	return (0.1 + float64(clear)/steps) * math.Sqrt(float64(filled)/float64(c.w*c.h))
}
