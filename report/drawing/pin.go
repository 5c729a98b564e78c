package drawing

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// Pins tells where the places of a result are in the world.
type Pins struct {
	result *check.Result
	// findings has the first finding of each region of the meshes looked at so far.
	findings map[int]map[int]*check.Finding
}

// NewPins returns the pins of a result.
func NewPins(r *check.Result) *Pins {
	return &Pins{r, map[int]map[int]*check.Finding{}}
}

// At returns a point of a region, of a pair of objects, of a finding about hulls or, in its pose, of a place of the
// check Poses: where it is worst
// if that is known. ok is false for anything else, and if no point is known that float32 can hold.
func (p *Pins) At(at check.Ref) (point geom.Vec, ok bool) {
	if at.Index < 0 {
		return point, false
	}
	var points []geom.Vec
	switch at.List {
	case check.Regions:
		points = p.region(at)
	case check.Pairs:
		points = p.pair(&pairsOf(p.result)[at.Index])
	case check.HullFindings:
		points = p.hulls(&groupsOf(p.result)[at.Of], at.Index)
	case check.InSection:
		if poses := p.result.Poses(); at.Check() == check.Poses && poses != nil {
			points = poses.List[at.Index].Places
		}
	}
	if len(points) == 0 || !Holdable(points) {
		return point, false
	}
	for _, q := range points {
		point = point.Add(q.Scale(1 / float64(len(points))))
	}
	return point, true
}

func (p *Pins) region(at check.Ref) []geom.Vec {
	m := &meshesOf(p.result)[at.Of]
	first := p.findings[at.Of]
	if first == nil {
		first = map[int]*check.Finding{}
		for i := range slices.Backward(m.Findings) {
			first[m.Findings[i].Region] = &m.Findings[i]
		}
		p.findings[at.Of] = first
	}
	if f := first[at.Index]; f != nil {
		return pointsOrTriangle(f)
	}
	return middleOf(m.Regions[at.Index].Box)
}

func (p *Pins) pair(of *check.Pair) []geom.Vec {
	if places := PairPlaces(of); len(places) > 0 {
		return places
	}
	if len(of.Findings) > 0 {
		return pointsOrTriangle(&of.Findings[0])
	}
	return nil
}

func (p *Pins) hulls(g *check.HullGroup, i int) []geom.Vec {
	f := &g.Findings[i]
	if places, _ := HullPlaces(f); len(places) > 0 {
		return places
	}
	for _, k := range []int{f.Hull, f.Other} {
		if k >= 0 {
			return middleOf(g.Hulls[k].Box)
		}
	}
	return nil
}

func pointsOrTriangle(f *check.Finding) []geom.Vec {
	if points := PointsOf(f); len(points) > 0 {
		return points
	}
	return f.A.Corners[:]
}

// middleOf returns the centre of a box, or nothing if it is empty.
func middleOf(b geom.Box) []geom.Vec {
	if b.Empty() {
		return nil
	}
	return []geom.Vec{b.Min.Lerp(b.Max, 0.5)}
}
