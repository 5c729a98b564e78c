package excerpt

import (
	"runtime"
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
	defer v.scratch.free()
	c := v.choose(w, h)
	surroundings, offending := v.draw(&c)
	p := v.scratch.canvas(w, h)
	if v.m.seeThrough() {
		surroundings.fade(p)
		surroundings.reset(w, h)
		p.layers(surroundings, offending)
	} else {
		p.layers(surroundings, offending)
	}
	v.drawCuts(p, &c)
	if half := float64(w) / 2 / c.zoom; half < locatorShare*v.meshRadius() {
		p.locator(v, &c, offending)
	}
	return p.png(&v.scratch.colors)
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
		worth := s.score
		if len(v.found) > 0 {
			worth *= leastWorth + v.shown(&c)
		} else {
			surroundings, offending := v.draw(&c)
			worth *= (leastWorth + offending.visible(surroundings)) * v.gapShown(&c, surroundings, offending)
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
