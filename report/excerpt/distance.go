package excerpt

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/wording"
)

const (
	// distanceSteps is how many steps the greatest distance of a scale has.
	distanceSteps = 1000
	// leastScale is the least that the end of a scale stands for, as a share of all that is
	// in the view: less is not to be seen, and most of it is rounding.
	leastScale = 1.0 / 200
)

// hullExcerpt is what an excerpt has of hulls beside their triangles.
type hullExcerpt struct {
	// gap is the distance from the hulls that distanceSteps of a vertex of a visual are,
	// excess that from the visuals for a vertex of a hull; 0 where it was not measured.
	Gap, Excess float64
	// steps are the distances of all vertices, those of clusters last.
	steps []int
	Marks []hullMark
}

// hullMark is where something is wrong with hulls.
type hullMark struct {
	severity    check.Severity
	hull, other int // -1 for none
	// arrow: the second point is where the first ought to be.
	arrow  bool
	Points []Single
}

// excerpt measures the vertices of a view and marks the findings.
func (h *hullScene) excerpt(d *draft, s *shape) (*hullExcerpt, error) {
	x := &hullExcerpt{Gap: h.scale(h.group.Gap), Excess: h.scale(h.group.Excess)}
	for k := range h.group.Findings {
		x.Marks = append(x.Marks, s.mark(&h.group.Findings[k]))
	}
	x.steps = make([]int, len(s.vertices)+len(s.clusters))
	owners := s.owners()
	err := parallel.Ranges(d.ctx, d.workers, len(owners), 64, func(lo, hi int) {
		for v := lo; v < hi; v++ {
			p := s.frame.world(s.at(uint32(v)))
			switch {
			case d.objects[owners[v]].role == roleHull && x.Excess > 0:
				x.steps[v] = stepsOf(h.model.OffVisuals(p), x.Excess)
			case d.objects[owners[v]].role == roleVisual && x.Gap > 0:
				x.steps[v] = stepsOf(h.model.OffHulls(p), x.Gap)
			}
		}
	})
	return x, err
}

// scale returns what the end of a scale stands for, 0 where nothing was measured.
func (h *hullScene) scale(c *check.Coverage) float64 {
	if c == nil || !wording.Finite(c.Greatest) {
		return 0
	}
	return max(c.Greatest, h.size*leastScale)
}

// stepsOf returns how many steps of a scale a distance is.
func stepsOf(distance, scale float64) int {
	return int(distanceSteps*min(distance/scale, 1) + 0.5)
}

// owners returns the object that each vertex belongs to.
func (s *shape) owners() []int {
	owners := make([]int, len(s.vertices)+len(s.clusters))
	for _, t := range s.triangles {
		for _, c := range t.corners {
			owners[c] = t.object
		}
	}
	return owners
}

// world returns where p is in the world.
func (f Frame) world(p Single) geom.Vec { return f.origin.Add(p.Vec().Scale(f.Scale)) }

// mark marks a finding about hulls.
func (s *shape) mark(f *check.HullFinding) hullMark {
	m := hullMark{severity: f.Severity, hull: f.Hull, other: f.Other}
	if places, arrow := drawing.HullPlaces(f); drawablePoints(places) {
		m.arrow = arrow
		for _, p := range places {
			m.Points = append(m.Points, s.frame.single(p))
		}
	}
	return m
}

// drawablePoints reports whether all points are drawable.
func drawablePoints(points []geom.Vec) bool {
	for _, p := range points {
		if !drawable(p) {
			return false
		}
	}
	return true
}
