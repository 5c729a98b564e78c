package picture

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// locatorSize is the size of a locator in a small picture, in samples.
const locatorSize = 128

// locator is a small image of a whole mesh seen from a corner of its box, made when first needed.
type locator struct {
	camera camera
	color  []ink
}

// mark draws the whole mesh into a corner of the picture, from about the same side but always
// from above, and marks the focus in it.
func (v *focus) mark(p *canvas, c *camera, own *layer) {
	octant := 0
	for k, x := range c.back {
		if x < 0 && k != v.view.Up { // from above: few have to be drawn
			octant |= 1 << k
		}
	}
	at := &v.locators[octant]
	size := int(locatorSize * v.pen())
	at.Do(func() { at.locator = newLocator(v.view, octant, size) })
	left, top := own.freeCorner(size)
	for k, color := range at.color {
		to := (top+k/size)*p.w + left + k%size
		if color > 0 {
			p.samples[to] = background.mix(color, 0.8)
		} else {
			p.samples[to] = background.mix(p.samples[to], 0.15)
		}
	}
	dot := at.camera.project(v.center)
	dot[0] += float64(left)
	dot[1] += float64(top)
	color := v.own[v.first].color
	if len(v.found) > 0 && !v.hulls {
		color = inkOf(v.found[0].Color)
	}
	for _, ring := range []struct {
		color    ink
		diameter float64
	}{{haloColor, 20}, {lineColor, 17}, {color, 12}} {
		p.line(dot, dot, ring.diameter*v.pen(), ring.color)
	}
}

// freeCorner returns where a locator of a size hides least: the best of the four corners, the lower right one
// if several are equal.
func (l *layer) freeCorner(size int) (left, top int) {
	fewest := math.MaxInt
	for _, y := range []int{l.h - size, 0} {
		for _, x := range []int{l.w - size, 0} {
			hidden := 0
			for row := y; row < y+size; row++ {
				for _, c := range l.color[row*l.w+x:][:size] {
					if c > 0 {
						hidden++
					}
				}
			}
			if hidden < fewest {
				fewest, left, top = hidden, x, y
			}
		}
	}
	return left, top
}

// newLocator draws all triangles of a view as seen from a corner of their box.
func newLocator(v *drawing.View, octant, size int) locator {
	d := geom.Vec{1, 1, 1}
	d[v.Up] = 0.8
	for k := range d {
		if octant>>k&1 == 1 {
			d[k] = -d[k]
		}
	}
	points := make([]geom.Vec, len(v.Points))
	for k, p := range v.Points {
		points[k] = p.Vec()
	}
	c := lookFrom(d, v.Up)
	c.frame(points, size, size, 0.85)
	l, light := newLayer(size, size), c.light()
	places := make([]geom.Vec, len(points))
	for k, p := range points {
		places[k] = c.project(p)
	}
	for k := range v.Triangles {
		var t, projected geom.Triangle
		for i, corner := range v.Triangles[k].Corners {
			t[i], projected[i] = points[corner], places[corner]
		}
		if !l.misses(&projected) {
			color := paint{grey, weak}.lit(litLevel(t.Normal().Unit(), light))
			l.triangle(&projected, color, color)
		}
	}
	return locator{c, l.color}
}
