package excerpt

import (
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// HullPicture returns a PNG of a finding about hulls as Picture does of a region, or with
// a number below 0 of the whole group: what the hulls stand for in grey, and the colour of
// crossings where it sticks out far; the hulls translucent in the colours of the objects
// of a pair, those of the finding where it has two; and its places. It is nil for what is
// no group of hulls, and where nothing has an extent to be seen.
func (m *View) HullPicture(finding int) []byte {
	if m.Hulls == nil || finding >= len(m.Hulls.Marks) {
		return nil
	}
	v := newHullFocus(m, finding)
	if v == nil {
		return nil
	}
	const w, h = PictureWidth * oversampling, PictureHeight * oversampling
	defer v.scratch.free()
	c := v.chooseHull(w, h)
	visuals, hulls := v.draw(&c)
	p := v.scratch.canvas(w, h)
	if finding >= 0 && m.Hulls.Marks[finding].hull >= 0 { // it is about hulls alone
		visuals.fade(p)
		visuals.reset(w, h)
	} else {
		p.layers(visuals, newLayer(w, h))
	}
	p.overlay(hulls, visuals)
	v.drawCuts(p, &c)
	if half := float64(w) / 2 / c.zoom; half < locatorShare*v.meshRadius() {
		p.locator(v, &c, hulls)
	}
	return p.png(&v.scratch.colors)
}

// overlay paints hulls as something that is looked through, less of it where it is hidden,
// and more where there is nothing behind it.
func (p *canvas) overlay(hulls, visuals *layer) {
	for k, color := range hulls.shade {
		switch {
		case color == 0:
		case visuals.shade[k] == 0:
			p.samples[k] = p.samples[k].mix(shadeColors[color], 0.8)
		case hulls.depth[k] >= visuals.depth[k]:
			p.samples[k] = p.samples[k].mix(shadeColors[color], 0.5)
		default:
			p.samples[k] = p.samples[k].mix(shadeColors[color], 0.12)
		}
	}
}

// newHullFocus returns nil where there is nothing to see.
func newHullFocus(m *View, finding int) *focus {
	v := &focus{m: m, hues: map[int]hue{}, smooth: true}
	mark := hullMark{hull: -1, other: -1}
	if finding >= 0 {
		mark = m.Hulls.Marks[finding]
	}
	first := m.firstHull()
	for k := range m.shape.triangles {
		t := &m.shape.triangles[k]
		if m.Objects[t.object].role == roleHull && (mark.hull < 0 || t.object == first+mark.hull || t.object == first+mark.other) {
			v.members = append(v.members, k)
			v.hues[k] = m.hullHue(t, t.object == first+mark.other)
		}
	}
	if len(v.members) == 0 {
		return nil
	}
	v.center, v.unit = m.shape.ball(v.members)
	if v.unit == 0 {
		return nil
	}
	for _, p := range mark.Points {
		v.places = append(v.places, v.local(p))
	}
	for k := range m.shape.triangles {
		if _, member := v.hues[k]; member || mark.hull < 0 {
			t := v.triangle(k)
			v.corners = append(v.corners, t[:]...)
		}
	}
	v.findNearby()
	return v
}

// firstHull returns the number of the first object that is a hull.
func (m *View) firstHull() int {
	for k, o := range m.Objects {
		if o.role == roleHull {
			return k
		}
	}
	return len(m.Objects)
}

// hullHue is the hue of a triangle of a hull: darker where it is far off.
func (m *View) hullHue(t *shapeTriangle, other bool) hue {
	switch far := m.farness(t); {
	case other:
		return RoleFirst.body()
	case far > 0.6:
		return hueOf(check.Overlap)
	}
	return RoleSecond.body()
}

// isOtherHull reports whether a triangle is of a hull that a picture of hulls is not about.
func (v *focus) isOtherHull(k int) bool {
	if !v.smooth {
		return false
	}
	_, member := v.hues[k]
	return !member && v.m.bodyHue(&v.m.shape.triangles[k]) == roleHull.body()
}

// bodyHue is the hue of a triangle that nothing was found about: that of its object,
// and of what hulls stand for where it sticks out.
func (m *View) bodyHue(t *shapeTriangle) hue {
	if m.Objects[t.object].role != roleVisual {
		return m.Objects[t.object].role.body()
	}
	switch far := m.farness(t); {
	case far > 0.6:
		return hueOf(check.Crossing)
	case far > 0.25:
		return hueOf(check.Crossing).light()
	}
	return grey
}

// farness returns how far the corners of a triangle are on the scale of its object, from 0 to
// 1, on average.
func (m *View) farness(t *shapeTriangle) float64 {
	sum := 0
	for _, c := range t.corners {
		sum += m.Hulls.steps[c]
	}
	return float64(sum) / (3 * distanceSteps)
}

// chooseHull returns the camera that shows the places of a finding, or all of the hulls.
func (v *focus) chooseHull(w, h int) camera {
	along := geom.Vec{}
	if len(v.places) == 2 {
		along = unit(v.places[1].Sub(v.places[0]))
	}
	const coarse = 5
	var best camera
	most := math.Inf(-1)
	for _, s := range bestDirections([]cut{{along: along, weight: 1}}, 8, v.m.up) {
		c := lookFrom(s.direction, v.m.up)
		v.aimHull(&c, w/coarse, h/coarse)
		if worth := s.score * (0.1 + v.placesShown(&c)); worth > most {
			most, best = worth, c
		}
	}
	v.aimHull(&best, w, h)
	return best
}

// aimHull frames the hulls, nearer if the finding has a place.
func (v *focus) aimHull(c *camera, w, h int) {
	c.frame(v.corners, w, h, 0.8)
	if len(v.places) == 0 {
		return
	}
	const larger = 2.5 // times as large as all of the hulls
	wide := c.zoom
	c.frame(v.places, w, h, 0.4)
	c.zoom = min(c.zoom, larger*wide)
}

// placesShown returns the share of the places that nothing opaque hides.
func (v *focus) placesShown(c *camera) float64 {
	if len(v.places) == 0 {
		return 1
	}
	visuals, _ := v.draw(c)
	clear := 0
	for _, p := range v.places {
		q := c.project(p)
		x, y := int(q[0]), int(q[1])
		if x >= 0 && x < c.w && y >= 0 && y < c.h && float64(visuals.depth[y*c.w+x]) <= q[2]+1 {
			clear++
		}
	}
	return float64(clear) / float64(len(v.places))
}
