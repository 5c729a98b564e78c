package layout

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks/uv"
)

// shape is the outline of an island, or of those of its triangles that break a rule.
type shape struct {
	island uint32
	// marked means that it outlines triangles that break rule; triangles is their number.
	marked    bool
	rule      check.Rule
	triangles int
	// covered means that all triangles of an island are painted, so that it needs no fill of its
	// own.
	covered bool
	path    []byte // attribute d of an SVG path
}

// size is the approximate number of bytes of the shape in a picture.
func (s *shape) size() int {
	const element = 36
	return element + len(s.path)
}

// reach is the greatest distance from the origin that is drawn, in tiles.
const reach = 1000

// painter makes the shapes of a layout.
type painter struct {
	layout  *Layout
	drawing *uv.Drawing
	bytes   int // bytes left
	rules   []check.Rule
	paths   pathMaker
}

// paint adds the islands in the given order while there is room.
func (p *painter) paint(order []uint32) {
	members := make([][]int, p.drawing.Islands)
	for i, island := range p.drawing.Island {
		members[island] = append(members[island], i)
	}
	for _, island := range order {
		p.island(island, members[island])
	}
}

// island adds an island and its marked triangles, or counts them as left out.
func (p *painter) island(island uint32, members []int) {
	low, high, ok := p.bounds(members)
	if !ok {
		p.layout.leftIslands++
		return
	}
	p.paths.reset()
	for _, i := range members {
		t := &p.drawing.Triangles[i]
		for k := range 3 {
			if p.drawing.Outline[i]>>k&1 != 0 {
				p.paths.edge(t[k], t[(k+1)%3])
			}
		}
	}
	s := shape{island: island, triangles: len(members), covered: p.covered(members), path: p.paths.path()}
	added := p.add(&s)
	if !added {
		p.layout.leftIslands++
	}
	for _, r := range p.rules {
		added = p.marked(island, r, p.brokenBy(r, members)) || added
	}
	for k := range 2 {
		if added {
			p.layout.low[k], p.layout.high[k] = min(p.layout.low[k], low[k]), max(p.layout.high[k], high[k])
		}
	}
}

// covered reports whether all triangles are painted.
func (p *painter) covered(members []int) bool {
	var painted uv.Mark
	for _, r := range p.rules {
		if r != check.UVFlipped {
			painted |= uv.MarkOf(r)
		}
	}
	return !slices.ContainsFunc(members, func(i int) bool { return p.drawing.Marks[i]&painted == 0 })
}

// brokenBy returns the triangles that are painted for a rule. Each is painted for the first rule
// that it breaks, and flipped ones in any case, because their edges lie on top.
func (p *painter) brokenBy(r check.Rule, members []int) (out []int) {
	for _, i := range members {
		m := p.drawing.Marks[i]
		if m&uv.MarkOf(r) == 0 {
			continue
		}
		earlier := func(q check.Rule) bool { return q != check.UVFlipped && m&uv.MarkOf(q) != 0 }
		if r == check.UVFlipped || !slices.ContainsFunc(p.rules[:slices.Index(p.rules, r)], earlier) {
			out = append(out, i)
		}
	}
	return out
}

// marked adds the area of triangles if there is room for it, and reports whether anything of them
// is visible.
func (p *painter) marked(island uint32, r check.Rule, triangles []int) bool {
	if len(triangles) == 0 {
		return false
	}
	p.paths.reset()
	for _, i := range triangles {
		t := &p.drawing.Triangles[i]
		for k := range 3 {
			p.paths.cancel(t[k], t[(k+1)%3])
		}
	}
	s := shape{island: island, marked: true, rule: r, triangles: len(triangles), path: p.paths.path()}
	added := p.add(&s)
	if !added {
		p.layout.leftTriangles += len(triangles)
	}
	return added
}

// add adds a shape if there is room. A shape too small to have a path takes none.
func (p *painter) add(s *shape) bool {
	if len(s.path) == 0 {
		return true
	}
	if s.size() > p.bytes {
		return false
	}
	p.bytes -= s.size()
	p.layout.shapes = append(p.layout.shapes, *s)
	return true
}

// bounds returns the bounds of triangles. ok is false if they are out of reach.
func (p *painter) bounds(members []int) (low, high [2]float64, ok bool) {
	low, high = [2]float64{reach, reach}, [2]float64{-reach, -reach}
	for _, i := range members {
		for _, q := range p.drawing.Triangles[i] {
			for k := range 2 {
				if math.Abs(q[k]) > reach {
					return low, high, false
				}
				low[k], high[k] = min(low[k], q[k]), max(high[k], q[k])
			}
		}
	}
	return low, high, len(members) > 0
}
