// Package picture paints small pictures of what is to be seen of a model.
package picture

import (
	"math"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// Size of a picture.
const (
	Width  = 240
	Height = 160
)

// oversampling is the number of samples along a side of a pixel.
const oversampling = 2

// Painter paints pictures of a view: PNGs of a few kilobytes, opaque, and the same for the same
// view. It is safe for concurrent use.
type Painter struct {
	view     *drawing.View
	regions  map[int][]*drawing.Finding
	triangle map[int]int // number in the view of each face that is there
	locators [8]struct {
		sync.Once
		locator
	}
}

// NewPainter returns a painter of pictures of a view.
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
	return p
}

// Region returns a picture of a region of a mesh or a pair: the lines and areas in which its
// triangles meet in the colours of the findings, the triangles tinted with these, and what
// surrounds them in grey; where the region is small, with a mark on a likeness of the whole mesh.
// What is hidden from every side shines through. It is nil where no finding of the region is in
// the view or has an extent to be seen.
func (p *Painter) Region(region int) []byte {
	if region < 0 {
		return nil
	}
	return p.focusOn(p.regions[region]).picture()
}

// Pair returns a picture of a pair as Region does of a region: the objects in the
// colours that the 3D view has for them, what was found in those of the findings, the
// deepest place or the nearest points marked. Without findings it shows the triangles
// that are nearest, or the object that lies inside the other, or all if both are in the
// same place. It is nil for what is no pair, and where nothing has an extent to be seen.
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

// Hull returns a picture of a finding about hulls, or with a number below 0 of the whole group:
// what the hulls stand for in grey, redder where it sticks out far; the hulls translucent in the
// colours of the objects of a pair, those of the finding where it has two; and its places. It is
// nil for what is no group of hulls, and where nothing has an extent to be seen.
func (p *Painter) Hull(finding int) []byte {
	if p.view.Group < 0 || finding >= len(p.view.Findings) {
		return nil
	}
	return p.focusOnHulls(finding).picture()
}

// picture returns nil for no focus.
func (v *focus) picture() []byte {
	if v == nil {
		return nil
	}
	const w, h = Width * oversampling, Height * oversampling
	c := v.choose(w, h)
	around, own := v.draw(&c, true)
	defer layers.Put(around)
	defer layers.Put(own)
	p := newCanvas(w, h)
	defer canvases.Put(p)
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
	const locatorShare = 0.3 // of the radius of all, which a picture may show without a locator
	if half := float64(w) / 2 / c.zoom; half*v.unit < locatorShare*geom.Box(v.view.Box).Diagonal()/2/v.view.Frame.Scale {
		v.mark(p, &c, own)
	}
	return p.png()
}

// throughAround reports whether what surrounds the focus is looked through: what an object lies inside
// of, and what hulls stand for where a finding is about hulls alone.
func (v *focus) throughAround() bool {
	if v.hulls {
		return len(v.found) > 0 && len(v.found[0].Objects) > 0
	}
	return slices.ContainsFunc(v.view.Objects, func(o drawing.Object) bool { return o.SeeThrough })
}

// measuredCuts is how many findings, the worst, direct the camera.
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
	if len(cuts) == 0 { // across a gap, if there is one
		c := cut{weight: 1}
		if len(v.places) == 2 {
			c.along = v.places[1].Sub(v.places[0]).Unit()
		}
		cuts = append(cuts, c)
	}
	return cuts
}

// choose returns the camera that shows the cuts best, with regard to what hides
// them.
func (v *focus) choose(w, h int) camera {
	const tried, coarse = 4, 8 // views, and how much coarser they are looked at
	const leastWorth = 0.25    // of a view that something hides altogether
	var best camera
	most := -1.0
	for _, s := range bestDirections(v.cuts(), tried, v.view.Up) {
		if s.score*(leastWorth+1)*1.1 <= most {
			continue // it would not be better if nothing hid anything
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

// placesShown says how well the way between the places is to be seen: how much of it nothing
// opaque hides, and of two objects in a picture that is not empty around it.
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

// aim frames the cuts or places, and the triangles that meet in them as far as they are not
// much larger.
func (v *focus) aim(c *camera, w, h int) {
	all, near, larger := 0.75, 0.55, 7.0 // shares of the picture; times the extent of the cuts, at most
	if v.hulls {
		all, near, larger = 0.8, 0.4, 2.5
	}
	c.frame(v.extent, w, h, all)
	wide := *c
	if len(v.lines) == 0 {
		return
	}
	c.frame(v.lines, w, h, near)
	if v.hulls { // no more than so many times as large as all of them
		c.zoom = min(c.zoom, larger*wide.zoom)
		return
	}
	if c.zoom <= larger*wide.zoom {
		*c = wide
		return
	}
	const least = 1.0 / 500 // part of the triangles
	c.zoom = min(c.zoom/larger, wide.zoom/least)
}
