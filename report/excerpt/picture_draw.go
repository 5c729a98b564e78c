package excerpt

import (
	"math"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
)

// draw returns what surrounds the region, and the region.
func (v *focus) draw(c *camera) (surroundings, offending *layer) {
	p := v.newPainting(c)
	for _, t := range p.frontToBack(p.visible()) {
		p.triangle(t)
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
	p := &painting{focus: v, camera: c, light: c.light()}
	p.surroundings, p.offending = v.scratch.layers(c.w, c.h)
	p.at, p.projected = v.scratch.places(len(v.vertices))
	return p
}

// visible returns the triangles nearby that have samples in their boxes, in order.
func (p *painting) visible() []*nearbyTriangle {
	list := p.scratch.list[:0]
	for i := range p.blocks {
		if b := p.camera.shadow(&p.blocks[i].box); b.misses(&rectangle{[2]int{0, p.camera.w}, [2]int{0, p.camera.h}}) {
			continue
		}
		block := p.nearby[p.blocks[i].from:p.blocks[i].to]
		for k := range block {
			t := &block[k]
			p.project(t)
			if !p.surroundings.misses(&p.at[t.corners[0]], &p.at[t.corners[1]], &p.at[t.corners[2]]) {
				list = append(list, t)
			}
		}
	}
	p.scratch.list = list
	return list
}

// frontToBack orders triangles by their nearest corners, more or less, so that most of what is
// hidden is drawn over nothing.
func (p *painting) frontToBack(list []*nearbyTriangle) []*nearbyTriangle {
	const steps = 256
	near := p.scratch.near[:0]
	low, high := math.Inf(1), math.Inf(-1)
	for _, t := range list {
		z := max(p.at[t.corners[0]][2], p.at[t.corners[1]][2], p.at[t.corners[2]][2])
		near = append(near, z)
		low, high = min(low, z), max(high, z)
	}
	p.scratch.near = near
	const least, most = 1e-9, 1e300 // samples, between which a step is a number
	if !(high-low > least && high-low < most) {
		return list
	}
	scale := (steps - 1) / (high - low)
	var counts [steps + 1]int
	for _, z := range near {
		counts[1+int((high-z)*scale)]++
	}
	for k := range steps {
		counts[k+1] += counts[k]
	}
	sorted := slices.Grow(p.scratch.sorted[:0], len(list))[:len(list)]
	p.scratch.sorted = sorted
	for k, t := range list {
		at := &counts[int((high-near[k])*scale)]
		sorted[*at] = t
		*at++
	}
	return sorted
}

func (p *painting) project(t *nearbyTriangle) {
	for _, vertex := range t.corners {
		if !p.projected[vertex] {
			p.at[vertex], p.projected[vertex] = p.camera.project(p.vertices[vertex]), true
		}
	}
}

// corners returns a triangle in samples.
func (p *painting) corners(t *nearbyTriangle) geom.Triangle {
	return geom.Triangle{p.at[t.corners[0]], p.at[t.corners[1]], p.at[t.corners[2]]}
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
	projected := p.corners(t)
	l.triangle(&projected, t.hue.shade(level), t.hue.shade(max(level-darker, 0)))
}

// shown returns the share of the region's samples that nothing around it hides.
func (v *focus) shown(c *camera) float64 {
	p := v.newPainting(c)
	for _, k := range v.own {
		p.project(&v.nearby[k])
		p.triangle(&v.nearby[k])
	}
	v.drawAreas(c, p.offending)
	all, seen, farthest := p.offending.mask()
	for i := range v.blocks {
		if b := c.shadow(&v.blocks[i].box); b.misses(&seen) || b.Max[2] <= farthest {
			continue
		}
		block := v.nearby[v.blocks[i].from:v.blocks[i].to]
		for k := range block {
			if t := &block[k]; !t.member {
				p.project(t)
				projected := p.corners(t)
				p.offending.triangle(&projected, masked, masked)
			}
		}
	}
	hidden := 0
	for _, s := range p.offending.shade {
		if s == masked {
			hidden++
		}
	}
	return float64(all-hidden) / math.Max(float64(all), 1)
}

// drawAreas paints the areas that triangles have in common, in front of these.
func (v *focus) drawAreas(c *camera, l *layer) {
	const lift, level = 1, shadeLevels - 3
	var corners []geom.Vec
	for _, f := range slices.Backward(v.found) {
		color := hueOf(f.rule).shade(level)
		corners = corners[:0]
		for _, p := range f.points {
			corners = append(corners, c.project(v.local(p)).Add(geom.Vec{0, 0, lift}))
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

// scratch is memory, some megabytes, that is used for one picture after another.
type scratch struct {
	surroundings, offending layer
	painted                 canvas
	colors                  colorCounts
	// What is nearby: the numbers of its triangles, these, their vertices, and the number of each
	// vertex of the view among these, plus one.
	faces    []int
	nearby   []nearbyTriangle
	vertices []geom.Vec
	numbers  []uint32
	// A view of that: the vertices in it, and the triangles in sight with their nearest depths.
	at           []geom.Vec
	projected    []bool
	list, sorted []*nearbyTriangle
	near         []float64
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func newScratch() *scratch { return scratches.Get().(*scratch) }

// free leaves the memory to the next picture.
func (s *scratch) free() { scratches.Put(s) }

// layers returns empty layers, in place of those before.
func (s *scratch) layers(w, h int) (surroundings, offending *layer) {
	s.surroundings.reset(w, h)
	s.offending.reset(w, h)
	return &s.surroundings, &s.offending
}

// canvas returns an empty canvas, in place of that before.
func (s *scratch) canvas(w, h int) *canvas {
	s.painted = canvas{w: w, h: h, samples: filled(s.painted.samples, w*h, background)}
	return &s.painted
}

// places returns room for so many vertices, none of them projected.
func (s *scratch) places(n int) (at []geom.Vec, projected []bool) {
	s.at = slices.Grow(s.at[:0], n)[:n]
	s.projected = filled(s.projected, n, false)
	return s.at, s.projected
}

// filled returns n times x, in the place of s if there is room.
func filled[T any](s []T, n int, x T) []T {
	s = slices.Grow(s[:0], n)[:n]
	if n > 0 {
		s[0] = x
	}
	for k := 1; k < n; k *= 2 {
		copy(s[k:], s[:k])
	}
	return s
}
