// Package picture draws pictures of parts of a model.
package picture

import (
	"math"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// The size of a picture, and of a large one.
const (
	Width  = 240
	Height = 160

	LargeWidth  = 720
	LargeHeight = 480
)

// oversampling is the number of samples along a side of a pixel.
const oversampling = 2

// Painter draws pictures of a view: small ones, which are opaque PNGs of a few kilobytes, or large
// ones, which are JPEGs. The same view always gives the same picture. It is safe for concurrent use.
type Painter struct {
	view     *drawing.View
	large    bool
	scene    *drawing.View // nil for small pictures, and if there is none
	regions  map[int][]*drawing.Finding
	triangle map[int]int // index in the view by face
	bounds   func() boundsInView
	locators [8]struct {
		sync.Once
		locator
	}
}

// NewPainter returns a painter for a view.
func NewPainter(v *drawing.View) *Painter {
	p := &Painter{view: v, regions: map[int][]*drawing.Finding{}, triangle: map[int]int{}}
	for k := range v.Findings {
		f := &v.Findings[k]
		p.regions[f.Region] = append(p.regions[f.Region], f)
	}
	for k := range v.Triangles {
		if face := v.Triangles[k].Face; face >= 0 {
			p.triangle[int(face)] = k
		}
	}
	p.bounds = sync.OnceValue(func() boundsInView { return boundsOf(v) })
	return p
}

// bounds are the least and the greatest coordinates of a triangle, or of several.
type bounds struct{ min, max drawing.Single }

// boundsInView are the bounds of all triangles of a view, and those of each run of so many of them:
// neighbours in a view mostly are neighbours in space.
type boundsInView struct{ triangles, runs []bounds }

const boundsPerRun = 64

// boundsOf returns the bounds of a view.
func boundsOf(v *drawing.View) (all boundsInView) {
	all.triangles = make([]bounds, len(v.Triangles))
	for k := range v.Triangles {
		c, b := &v.Triangles[k].Corners, &all.triangles[k]
		p, q, r := &v.Points[c[0]], &v.Points[c[1]], &v.Points[c[2]]
		for i := range p {
			b.min[i], b.max[i] = min(p[i], q[i], r[i]), max(p[i], q[i], r[i])
		}
	}
	for run := range slices.Chunk(all.triangles, boundsPerRun) {
		union := run[0]
		for k := range run {
			for i := range union.min {
				union.min[i], union.max[i] = min(union.min[i], run[k].min[i]), max(union.max[i], run[k].max[i])
			}
		}
		all.runs = append(all.runs, union)
	}
	return all
}

// near calls each with the number of every triangle that may reach into a box, in their order.
func (all *boundsInView) near(box *geom.Box, each func(k int)) {
	for r := range all.runs {
		if all.runs[r].outside(box) {
			continue
		}
		first := r * boundsPerRun
		for k := range all.triangles[first:min(first+boundsPerRun, len(all.triangles))] {
			if !all.triangles[first+k].outside(box) {
				each(first + k)
			}
		}
	}
}

// outside reports whether everything in the bounds lies beyond one side of a box.
func (b *bounds) outside(box *geom.Box) bool {
	for k := range b.min {
		if float64(b.max[k]) < box.Min[k] || float64(b.min[k]) > box.Max[k] {
			return true
		}
	}
	return false
}

// NewLargePainter returns a painter of large pictures, in which the rest of a scene stands dimmed
// behind the view. The scene may be nil.
func NewLargePainter(v, scene *drawing.View) *Painter {
	p := NewPainter(v)
	p.large, p.scene = true, scene
	return p
}

// size returns the size of a picture in samples.
func (p *Painter) size() (w, h int) {
	if p.large {
		return LargeWidth * oversampling, LargeHeight * oversampling
	}
	return Width * oversampling, Height * oversampling
}

// pen returns how much wider lines are than in a small picture.
func (p *Painter) pen() float64 {
	if p.large {
		return 2
	}
	return 1
}

// Region returns a picture of a region of a mesh or a pair: the lines and areas where its triangles
// meet in the colours of the findings, the triangles in a tint of these, and the surroundings in
// grey. If the region is small, an image of the whole mesh marks it. Anything hidden from every
// side shines through. It returns nil if no finding of the region is in the view or has a visible
// extent.
func (p *Painter) Region(region int) []byte {
	if region < 0 {
		return nil
	}
	return p.focusOn(p.regions[region]).picture()
}

// Pair returns a picture of a pair in the style of Region: the objects in their colours in the 3D
// view, the findings in their own, and the deepest place or the nearest points marked. Without
// findings it shows the nearest triangles, or the inner object, or everything if both objects are
// in the same place. It returns nil if the view is not of a pair or nothing has a visible extent.
func (p *Painter) Pair() []byte {
	if p.view.Pair < 0 {
		return nil
	}
	f := p.focusOn(p.regions[0])
	if f == nil {
		all := make([]*drawing.Finding, len(p.view.Findings))
		for k := range all {
			all[k] = &p.view.Findings[k]
		}
		f = p.focusOn(all)
	}
	if f == nil {
		f = p.focusOnCore()
	}
	return f.picture()
}

// Hull returns a picture of a finding about hulls, or of the whole group if finding is negative.
// The visuals are grey, and redder where they stick out far; the hulls are translucent in the
// colours of a pair's objects, and those of a finding with two hulls in different ones; places are
// marked. It returns nil if the view is not of hulls or nothing has a visible extent.
func (p *Painter) Hull(finding int) []byte {
	if p.view.Group < 0 || finding >= len(p.view.Findings) {
		return nil
	}
	return p.focusOnHulls(finding).picture()
}

// picture draws the focus. It returns nil for a nil focus.
func (v *focus) picture() []byte {
	if v == nil {
		return nil
	}
	w, h := v.size()
	c := v.choose(w, h)
	around, own := v.draw(&c, true)
	defer layers.Put(around)
	defer layers.Put(own)
	p := newCanvas(w, h)
	defer canvases.Put(p)
	inScene := v.drawScene(p, &c)
	if v.throughAround() {
		p.cover(around, around, 0, 0.4, 0)
		around.reset(w, h)
	}
	p.cover(around, around, 0, 1, 0)
	if v.hulls {
		p.cover(own, around, 0.8, 0.5, 0.12)
	} else {
		p.cover(own, around, 1, 1, 0.5)
	}
	v.drawLines(p, &c)
	const locatorShare = 0.3 // of the radius of everything; a larger picture has no locator
	if half := float64(w) / 2 / c.zoom; !inScene && half*v.unit < locatorShare*geom.Box(v.view.Box).Diagonal()/2/v.view.Frame.Scale {
		v.mark(p, &c, own)
	}
	if v.large {
		return p.jpeg()
	}
	return p.png()
}

// throughAround reports whether the surroundings of the focus are see-through: an object with
// another inside, and visuals if the finding is only about hulls.
func (v *focus) throughAround() bool {
	if v.hulls {
		return len(v.found) > 0 && len(v.found[0].Objects) > 0
	}
	return slices.ContainsFunc(v.view.Objects, func(o drawing.Object) bool { return o.SeeThrough })
}

// measuredCuts is how many of the worst findings direct the camera.
const measuredCuts = 64

// cuts returns what the camera should show.
func (v *focus) cuts() (cuts []cut) {
	if !v.hulls {
		for _, f := range v.found[:min(len(v.found), measuredCuts)] {
			c := cut{weight: 0.05}
			for k, face := range []int{f.A, f.B} {
				if t, there := v.triangle[face]; there {
					at := v.corners(t)
					c.normals[k] = at.Normal().Unit()
				}
			}
			if len(f.Points) == 2 {
				d := v.local(f.Points[1]).Sub(v.local(f.Points[0]))
				c.along, c.weight = d.Unit(), 0.05+d.Norm()
			}
			cuts = append(cuts, c)
		}
	}
	if len(cuts) == 0 { // show the gap between the nearest points, if any
		c := cut{weight: 1}
		if len(v.places) == 2 {
			c.along = v.places[1].Sub(v.places[0]).Unit()
		}
		cuts = append(cuts, c)
	}
	return cuts
}

// choose returns the camera that shows the cuts best, taking into account what hides them.
func (v *focus) choose(w, h int) camera {
	const tried = 4         // views
	const rough = 60        // samples along the width of each
	const leastWorth = 0.25 // score of a view in which everything is hidden
	var best camera
	most := -1.0
	coarse := w / rough
	for _, s := range bestDirections(v.cuts(), tried, v.view.Up, v.scene != nil) {
		if s.score*(leastWorth+1)*1.1 <= most {
			continue // it could not be better even if nothing hid anything
		}
		c := lookFrom(s.direction, v.view.Up)
		v.aim(&c, w/coarse, h/coarse)
		around, own := v.draw(&c, false)
		worth := s.score
		if !v.hulls {
			worth *= leastWorth + own.visible(around)
		}
		if v.hulls || len(v.found) == 0 && len(v.places) == 2 {
			worth *= v.placesShown(&c, around, own)
		}
		layers.Put(around)
		layers.Put(own)
		if worth > most {
			most, best = worth, c
		}
	}
	v.aim(&best, w, h)
	return best
}

// placesShown returns how much of the line between the places no opaque triangle hides. For two
// objects it also counts how much of the picture around is filled.
func (v *focus) placesShown(c *camera, around, own *layer) float64 {
	if len(v.places) == 0 {
		return 1
	}
	const steps, least = 16, 0.1
	clear := 0
	for i := range steps {
		p := c.project(v.places[0].Lerp(v.places[len(v.places)-1], (float64(i)+0.5)/steps))
		if x, y := int(p[0]), int(p[1]); x >= 0 && x < c.w && y >= 0 && y < c.h {
			if k := y*c.w + x; float64(around.depth[k]) <= p[2]+1 && (v.hulls || float64(own.depth[k]) <= p[2]+1) {
				clear++
			}
		}
	}
	shown := least + float64(clear)/steps
	if v.hulls {
		return shown
	}
	filled := 0
	for k := range around.depth {
		if max(around.depth[k], own.depth[k]) > nothing {
			filled++
		}
	}
	return shown * math.Sqrt(float64(filled)/float64(len(around.depth)))
}

// aim frames the cuts or places, and the triangles that meet there unless they are much larger.
func (v *focus) aim(c *camera, w, h int) {
	all, near, larger := 0.75, 0.55, 7.0 // shares of the picture; larger is a limit relative to the extent of the cuts
	if v.hulls {
		all, near, larger = 0.8, 0.4, 2.5
	}
	c.frame(v.extent, w, h, all)
	wide := *c
	if len(v.lines) == 0 {
		return
	}
	c.frame(v.lines, w, h, near)
	if v.hulls { // limit it to a multiple of the size of all
		c.zoom = min(c.zoom, larger*wide.zoom)
		return
	}
	if c.zoom <= larger*wide.zoom {
		*c = wide
		return
	}
	const least = 1.0 / 500 // as a share of the triangles
	c.zoom = min(c.zoom/larger, wide.zoom/least)
}
