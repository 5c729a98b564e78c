package excerpt

import "math"

// newPairSubject shows the worst region of a pair, or else all of its findings; and
// without any, what the pair is about. It returns nil where there is nothing to see.
func newPairSubject(m *Stage) *subject {
	for _, wanted := range []func(*excerptFinding) bool{
		func(f *excerptFinding) bool { return f.region == 0 },
		func(*excerptFinding) bool { return true },
	} {
		if v := newFoundSubject(m, wanted); v != nil {
			return v
		}
	}
	v := &subject{m: m, paints: map[int]paint{}}
	for k := range m.shape.triangles {
		t := &m.shape.triangles[k]
		if m.isSubject(t) {
			v.members = append(v.members, k)
			v.paints[k] = m.Objects[t.object].role.body()
		}
	}
	if len(v.members) == 0 {
		return nil
	}
	return v.measured()
}

// isSubject reports whether a triangle is of what a pair without findings is about.
func (m *Stage) isSubject(t *shapeTriangle) bool {
	switch {
	case m.seeThrough():
		return !m.Objects[t.object].seeThrough
	case len(m.anchors) > 0:
		return t.face == m.anchors[0] || t.face == m.anchors[1]
	}
	return true
}

// seeThrough reports whether one object of the stage is looked through.
func (m *Stage) seeThrough() bool {
	for k := range m.Objects {
		if m.Objects[k].seeThrough {
			return true
		}
	}
	return false
}

// gapShown says how well the line between the nearest points is to be seen, from 0 to 1:
// how much of it nothing hides, in a picture that is not empty around it.
func (v *subject) gapShown(c *camera, layers ...*layer) float64 {
	if len(v.spots) < 2 {
		return 1
	}
	const steps = 16
	clear, filled := 0, 0
	for i := range steps {
		p := c.project(v.spots[0].Lerp(v.spots[1], (float64(i)+0.5)/steps))
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
		if layers[0].ink[k] > 0 || layers[1].ink[k] > 0 {
			filled++
		}
	}
	return (0.1 + float64(clear)/steps) * math.Sqrt(float64(filled)/float64(c.w*c.h))
}
