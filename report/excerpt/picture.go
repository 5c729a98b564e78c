package excerpt

import (
	"iter"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
)

// Size of a picture of a region.
const (
	PictureWidth  = 240
	PictureHeight = 160
)

// oversampling is the number of samples along a side of a pixel.
const oversampling = 2

// Picture returns a PNG of a region: the lines and areas in which its triangles meet in the
// colours of their rules, the triangles tinted with these, and what surrounds them in grey; where the
// region is small, with a mark on a likeness of the whole mesh. What is hidden from
// every side shines through. It is a few kilobytes, opaque, and the same for the
// same excerpt. It is nil where no finding of the region is embedded or has an
// extent to be seen. Safe for concurrent use.
func (m *View) Picture(region int) []byte { return newRegionFocus(m, region).picture() }

// PairPicture returns a PNG of a pair as Picture does of a region: the objects in the
// colours that the 3D view has for them, what was found in those of their rules, the
// deepest place or the nearest points marked. Without findings it shows the triangles
// that are nearest, or the object that lies inside the other, or all if both are in the
// same place. It is nil for a mesh, and where nothing has an extent to be seen.
func (m *View) PairPicture() []byte {
	if m.Pair < 0 {
		return nil
	}
	return newPairFocus(m).picture()
}

// picture returns nil for no focus.
func (v *focus) picture() []byte {
	if v == nil {
		return nil
	}
	const w, h = PictureWidth * oversampling, PictureHeight * oversampling
	c := v.choose(w, h)
	surroundings, offending := v.draw(&c)
	p := newCanvas(w, h)
	if v.m.seeThrough() {
		surroundings.fade(p)
		p.layers(newLayer(w, h), offending)
	} else {
		p.layers(surroundings, offending)
	}
	v.drawCuts(p, &c)
	if half := float64(w) / 2 / c.zoom; half < locatorShare*v.meshRadius() {
		p.locator(v, &c, offending)
	}
	return p.png()
}

// measuredCuts is how many of a region's findings, the worst, direct the camera.
const measuredCuts = 64

// cuts returns what the camera should show.
func (v *focus) cuts() []cut {
	normals := map[int]geom.Vec{}
	for _, k := range v.members {
		normals[v.m.shape.triangles[k].face] = unit(v.triangle(k).Normal())
	}
	var cuts []cut
	for _, f := range v.found[:min(len(v.found), measuredCuts)] {
		c := cut{normals: [2]geom.Vec{normals[f.a], normals[f.b]}, weight: 0.05}
		if len(f.points) == 2 {
			d := v.local(f.points[1]).Sub(v.local(f.points[0]))
			c.along, c.weight = unit(d), 0.05+d.Norm()
		}
		cuts = append(cuts, c)
	}
	if len(cuts) == 0 { // a pair: across the gap, if there is one
		c := cut{weight: 1}
		if len(v.places) == 2 {
			c.along = unit(v.places[1].Sub(v.places[0]))
		}
		cuts = append(cuts, c)
	}
	return cuts
}

// choose returns the camera that shows the cuts best, with regard to what hides
// them.
func (v *focus) choose(w, h int) camera {
	const tried, coarse = 5, 5 // views, and how much coarser they are looked at
	const leastWorth = 0.25    // of a view that something hides altogether
	var best camera
	most := -1.0
	for _, s := range bestDirections(v.cuts(), tried, v.m.up) {
		if len(v.found) > 0 && s.score*(leastWorth+1) <= most {
			continue // it would not be better if nothing hid the cuts
		}
		c := lookFrom(s.direction, v.m.up)
		v.aim(&c, w/coarse, h/coarse)
		surroundings, offending := v.drawHiding(&c)
		worth := s.score * (leastWorth + offending.visible(surroundings))
		if len(v.found) == 0 {
			worth *= v.gapShown(&c, surroundings, offending)
		}
		if worth > most {
			most, best = worth, c
		}
	}
	v.aim(&best, w, h)
	return best
}

// aim frames the cuts, and the triangles that meet in them as far as they are not
// much larger.
func (v *focus) aim(c *camera, w, h int) {
	c.frame(v.corners, w, h, 0.75)
	wide := *c
	if len(v.lines) == 0 {
		return
	}
	c.frame(v.lines, w, h, 0.55)
	// A picture shows so many times the extent of the cuts at most, and no less than
	// such a part of the triangles.
	const larger, least = 7, 1.0 / 500
	if c.zoom <= larger*wide.zoom {
		*c = wide
		return
	}
	c.zoom = min(c.zoom/larger, wide.zoom/least)
}

// draw returns what surrounds the region, and the region.
func (v *focus) draw(c *camera) (surroundings, offending *layer) {
	p := v.newPainting(c)
	for k := range v.visible(p) {
		p.triangle(k)
	}
	v.drawAreas(c, p.offending)
	return p.surroundings, p.offending
}

// painting is a picture of a focus in the making.
type painting struct {
	*focus
	camera                  *camera
	light                   geom.Vec
	at                      []geom.Vec // vertices in the picture
	projected               []bool
	surroundings, offending *layer
}

func (v *focus) newPainting(c *camera) *painting {
	return &painting{
		v, c, c.light(), make([]geom.Vec, len(v.vertices)), make([]bool, len(v.vertices)),
		newLayer(c.w, c.h), newLayer(c.w, c.h),
	}
}

// visible yields the triangles nearby that have samples in their boxes, in order.
func (v *focus) visible(p *painting) iter.Seq[*nearbyTriangle] {
	return func(yield func(*nearbyTriangle) bool) {
		for i := range v.blocks {
			if p.camera.misses(&v.blocks[i].box) {
				continue
			}
			block := v.nearby[v.blocks[i].from:v.blocks[i].to]
			for k := range block {
				t := &block[k]
				p.project(t)
				if !p.surroundings.misses(&p.at[t.corners[0]], &p.at[t.corners[1]], &p.at[t.corners[2]]) && !yield(t) {
					return
				}
			}
		}
	}
}

func (p *painting) project(t *nearbyTriangle) {
	for _, vertex := range t.corners {
		if !p.projected[vertex] {
			p.at[vertex], p.projected[vertex] = p.camera.project(p.vertices[vertex]), true
		}
	}
}

// triangle draws a triangle.
func (p *painting) triangle(t *nearbyTriangle) {
	l, darker := p.surroundings, 3
	if t.member {
		l, darker = p.offending, 5
	}
	level := litLevel(p.normal(t), p.light)
	if p.smooth {
		darker = 0
	}
	projected := geom.Triangle{p.at[t.corners[0]], p.at[t.corners[1]], p.at[t.corners[2]]}
	l.triangle(&projected, t.hue.shade(level), t.hue.shade(max(level-darker, 0)))
}

// drawHiding is draw, but where there are findings leaves out of the surroundings what can hide
// nothing of the region.
func (v *focus) drawHiding(c *camera) (surroundings, offending *layer) {
	if len(v.found) == 0 {
		return v.draw(c)
	}
	p := v.newPainting(c)
	var others []*nearbyTriangle
	for t := range v.visible(p) {
		if t.member {
			p.triangle(t)
		} else {
			others = append(others, t)
		}
	}
	v.drawAreas(c, p.offending)
	painted := p.offending.painted()
	left := 0 // samples, at most, of what is left out
	for _, t := range others {
		x, y := p.spans(t)
		if x[0] < painted.x[1] && painted.x[0] < x[1] && y[0] < painted.y[1] && painted.y[0] < y[1] {
			p.triangle(t)
		} else {
			left += (x[1] - x[0]) * (y[1] - y[0])
		}
	}
	if p.surroundings.room <= left { // it might have been used up before the last triangle
		return v.draw(c)
	}
	return p.surroundings, p.offending
}

// spans returns the samples in the box of a triangle.
func (p *painting) spans(t *nearbyTriangle) (x, y [2]int) {
	a, b, c := &p.at[t.corners[0]], &p.at[t.corners[1]], &p.at[t.corners[2]]
	x[0], x[1] = span(min(a[0], b[0], c[0]), max(a[0], b[0], c[0]), p.camera.w)
	y[0], y[1] = span(min(a[1], b[1], c[1]), max(a[1], b[1], c[1]), p.camera.h)
	return x, y
}

// drawAreas paints the areas that triangles have in common, in front of these.
func (v *focus) drawAreas(c *camera, l *layer) {
	const lift, level = 1, shadeLevels - 3
	for _, f := range slices.Backward(v.found) {
		color := hueOf(f.rule).shade(level)
		corners := make([]geom.Vec, len(f.points))
		for k, p := range f.points {
			corners[k] = c.project(v.local(p)).Add(geom.Vec{0, 0, lift})
		}
		for k := 2; k < len(corners); k++ { // the area is convex
			l.triangle(&geom.Triangle{corners[0], corners[k-1], corners[k]}, color, color)
		}
	}
}

// visible returns the share of the samples of l that other does not hide.
func (l *layer) visible(other *layer) float64 {
	all, seen := 0, 0
	for k, z := range l.depth {
		if z > nothing {
			all++
			if z >= other.depth[k] {
				seen++
			}
		}
	}
	return float64(seen) / math.Max(float64(all), 1)
}

// Pool makes as many pictures side by side as there are processors, and no more. Each
// holds all that it shows, so that a hundred at once would take much memory.
type Pool struct {
	sync.WaitGroup
	free chan struct{}
}

// NewPool returns a pool that makes pictures.
func NewPool() *Pool { return &Pool{free: make(chan struct{}, runtime.GOMAXPROCS(0))} }

// Go makes a picture as soon as a place in the pool is free.
func (p *Pool) Go(draw func()) {
	p.free <- struct{}{}
	p.WaitGroup.Go(func() {
		defer func() { <-p.free }()
		draw()
	})
}
