package excerpt

import (
	"math"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
)

const (
	// locatorShare is the part of the mesh's radius that a picture may show without
	// a locator.
	locatorShare = 0.3
	locatorSize  = 128 // samples
)

// locators are likenesses of a whole mesh from the eight corners of its box, each
// made when it is first needed.
type locators [8]struct {
	once   sync.Once
	camera camera
	shade  []shade
}

// locator draws the whole mesh into a corner of the picture, from about the same
// side, and marks the region in it.
func (p *canvas) locator(v *focus, c *camera, offending *layer) {
	octant := 0
	for k, x := range c.back {
		if x < 0 {
			octant |= 1 << k
		}
	}
	at := &v.m.locators[octant]
	at.once.Do(func() { at.camera, at.shade = v.m.shape.locator(v.m.index().points, octant, v.m.up) })
	left, top := offending.freeCorner()
	for k, color := range at.shade {
		to := (top+k/locatorSize)*p.w + left + k%locatorSize
		if color > 0 {
			p.samples[to] = background.mix(shadeColors[color], 0.8)
		} else {
			p.samples[to] = background.mix(p.samples[to], 0.15)
		}
	}
	mark := at.camera.project(v.center)
	mark[0] += float64(left)
	mark[1] += float64(top)
	hue := v.hues[v.members[0]]
	if len(v.found) > 0 {
		hue = hueOf(v.found[0].rule)
	}
	for _, dot := range []struct {
		color    ink
		diameter float64
	}{{haloColor, 20}, {lineColor, 17}, {shadeColors[hue.shade(shadeLevels-1)], 12}} {
		line(p.w, p.h, mark, mark, dot.diameter, func(k int) { p.samples[k] = dot.color })
	}
}

// freeCorner returns where a locator hides least: the first of the four corners of
// which that is true, the one at the lower right before others.
func (l *layer) freeCorner() (left, top int) {
	fewest := math.MaxInt
	for _, y := range []int{l.h - locatorSize, 0} {
		for _, x := range []int{l.w - locatorSize, 0} {
			hidden := 0
			for row := y; row < y+locatorSize && hidden < fewest; row++ {
				for _, s := range l.shade[row*l.w+x:][:locatorSize] {
					if s > 0 {
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

// locator draws all triangles, whose vertices are at points, as seen from a corner of their box.
func (s *shape) locator(points []geom.Vec, octant, up int) (camera, []shade) {
	d := geom.Vec{1, 1, 1}
	d[up] = 0.8
	for k := range d {
		if octant>>k&1 == 1 {
			d[k] = -d[k]
		}
	}
	c := lookFrom(d, up)
	c.frame(points, locatorSize, locatorSize, 0.85)
	l, light := newLayer(locatorSize, locatorSize), c.light()
	at := make([]geom.Vec, len(points))
	for k, p := range points {
		at[k] = c.project(p)
	}
	for _, t := range s.triangles {
		projected := geom.Triangle{at[t.corners[0]], at[t.corners[1]], at[t.corners[2]]}
		if l.misses(&projected[0], &projected[1], &projected[2]) {
			continue
		}
		world := geom.Triangle{points[t.corners[0]], points[t.corners[1]], points[t.corners[2]]}
		shade := grey.shade(litLevel(unit(world.Normal()), light))
		l.triangle(&projected, shade, shade)
	}
	return c, l.shade
}
