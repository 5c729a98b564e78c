package precision

import (
	"math"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
)

// discs keeps whether surfaces lie along each other in the cells of a grid: what is asked of one place
// in a cell is asked of many.
type discs struct {
	mu    sync.RWMutex
	known map[discCell]bool
	grids sync.Pool
}

// discCell is a cell of the grid for a distance and a diameter. Its side is the diameter.
type discCell struct {
	cell               [3]float64
	distance, diameter float64
}

// cellRadius is the distance from the middle of a cell, in diameters, within which discs are looked for.
// All that are within a diameter of a place in the cell are among them.
const cellRadius = 2.5

// mostCells limits the memory for cells. Beyond it they are looked at each time.
const mostCells = 1 << 20

// discNear reports whether any surfaces near a place are within a distance of each other over a disc
// of a diameter. It is the same for all places in a cell.
func (s *Surfaces) discNear(p *Place, distance, diameter float64) bool {
	middle := p.Ends[0].Lerp(p.Ends[1], 0.5)
	key := discCell{distance: distance, diameter: diameter}
	for k, x := range middle {
		key.cell[k] = math.Floor(x / diameter)
	}
	s.discs.mu.RLock()
	near, known := s.discs.known[key]
	s.discs.mu.RUnlock()
	if known {
		return near
	}
	near = s.discIn(&key)
	s.discs.mu.Lock()
	defer s.discs.mu.Unlock()
	if s.discs.known == nil {
		s.discs.known = map[discCell]bool{}
	}
	if len(s.discs.known) < mostCells {
		s.discs.known[key] = near
	}
	return near
}

// discIn looks for a disc around a cell, as seen along each of the axes. A disc that slants to all
// of them still covers more than half of its width across one.
func (s *Surfaces) discIn(key *discCell) bool {
	var middle geom.Vec
	for k, x := range key.cell {
		middle[k] = (x + 0.5) * key.diameter
	}
	radius := cellRadius * key.diameter
	var triangles []geom.Triangle
	box := geom.PointBox(middle).Grown(radius)
	s.touching(box, func(ids []uint32) {
		for _, i := range ids {
			t := s.triangle(i)
			for k := range t {
				t[k] = t[k].Sub(middle)
			}
			triangles = append(triangles, t)
		}
	})
	grid, ok := s.discs.grids.Get().(*raster)
	if !ok {
		grid = &raster{}
	}
	defer s.discs.grids.Put(grid)
	for axis := range 3 {
		if grid.seenAlong(axis, triangles, radius, key) {
			return true
		}
	}
	return false
}

// least is the least share of the length of a normal along an axis of the triangles that are seen along
// it.
const least = 0.35

// seenAlong looks for a disc along an axis.
func (r *raster) seenAlong(axis int, triangles []geom.Triangle, radius float64, key *discCell) bool {
	r.n, r.u = geom.Vec{}, geom.Vec{}
	r.n[axis], r.u[(axis+1)%3] = 1, 1
	r.step, r.distance = key.diameter/stepsAcross, key.distance
	r.set(geom.Vec{}, 2*radius, 2*radius)
	for k := range triangles {
		t := &triangles[k]
		n := t.Normal()
		if share := math.Abs(n[axis]) / n.Norm(); share >= least {
			r.add(t, max(share, 0.5)) // heights along the axis are farther apart than slanting surfaces
		}
	}
	return r.holdsDisc()
}
