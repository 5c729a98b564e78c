package self

import (
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/internal/precision"
	"github.com/meshcheck/meshcheck/tritri"
)

// What rounding may have made, in resolutions: two surfaces go no farther than surfaceGap through each
// other within surroundings of the radius surfaceRadius, and are within surfaceGap of each other
// over no disc of the diameter surfaceWidth, or of discShare of the diagonal of the mesh's box if
// that is less.
const (
	surfaceGap    = 2
	surfaceRadius = 128
	surfaceWidth  = 64
	discShare     = 0x1p-9
)

// toleranceRadius is the radius of the surroundings in which a place goes no farther through than
// a tolerance, in tolerances.
const toleranceRadius = 4

// rounding is more than depths of the size of the resolution of float32 are off by, relatively:
// what is as deep as the resolution is within it, however its corners are ordered.
const rounding = 0x1p-20

// places judges where findings are.
type places struct {
	stored, world *precision.Surfaces // the same if the mesh is not moved
	diagonal      float64             // of the box of the stored vertices
	coarsest      float64             // no finding of a greater depth in the world is within precision
	spreads       fan.Spreads         // of the stored vertices
}

// setPlaces prepares places, once there is a tree.
func (c *checker) setPlaces() {
	p := &c.places
	p.stored = precision.NewSurfaces(c.welded, c.tree, c.copies, geom.Identity())
	p.world = p.stored
	if c.moved {
		p.world = precision.NewSurfaces(c.welded, c.tree, c.copies, c.world)
	}
}

// setCoarsest computes the greatest depth in the world of findings within precision from the bounds
// of the stored vertices.
func (c *checker) setCoarsest(bounds geom.Box) {
	p := &c.places
	p.diagonal = bounds.Diagonal()
	largest, gap := 0.0, 0.0
	for i := range bounds.Min {
		largest = max(largest, -bounds.Min[i], bounds.Max[i])
	}
	for k := range c.mesh.Parts {
		gap = max(gap, c.mesh.Parts[k].Positions.Resolution(largest, p.diagonal))
	}
	p.coarsest = surfaceGap * gap * c.world.SpectralNorm() * (1 + rounding)
}

// shallow returns the depth in the world up to which a finding needs a look at its place.
func (c *checker) shallow() float64 {
	limit := max(c.places.coarsest, c.tolerance)
	if j := &c.options.Judged()[check.Crossing]; j.Of == check.OfDepth {
		limit = max(limit, j.Limit)
	}
	return limit
}

// resolution returns the distance between neighbouring numbers of the formats in which the corners
// of two triangles of these parts are stored, at the greatest coordinate of both.
func (c *checker) resolution(m *meeting, parts [2]int) float64 {
	largest := 0.0
	for k := range m.t {
		for i := range m.t[k] {
			largest = max(largest, math.Abs(m.t[k][i]), math.Abs(m.u[k][i]))
		}
	}
	a, b := &c.mesh.Parts[parts[0]].Positions, &c.mesh.Parts[parts[1]].Positions
	return max(a.Resolution(largest, c.places.diagonal), b.Resolution(largest, c.places.diagonal)) * (1 + rounding)
}

// judgePrecision gives a finding, of a depth in the world, the rule that it has if rounding may
// have made it. If its surfaces lie along each other it is z-fighting: it has the area over which
// its triangles do, and the width of that, or of the disc over which the surfaces do, stands for its
// depth.
func (c *checker) judgePrecision(e *collect.Entry, m *meeting, depth float64, parts [2]int) {
	if !(depth <= c.places.coarsest) {
		return
	}
	distance := surfaceGap * c.resolution(m, parts)
	if c.moved {
		depth = c.storedDepth(e, m)
	}
	if depth > distance {
		return
	}
	diameter := min(distance*surfaceWidth/surfaceGap, discShare*c.places.diagonal)
	switch v := c.verdict(e, m, distance, diameter); {
	case v == precision.Within && e.Rule == check.Overlap:
		e.Rule = check.OverlapWithinPrecision
	case v == precision.Within:
		e.Rule = check.CrossingWithinPrecision
	case v == precision.Along && e.Rule == check.Crossing:
		t, u := m.inOrder()
		polygon, width := tritri.CommonPolygon(t, u, distance)
		if other, w := tritri.CommonPolygon(u, t, distance); w > width {
			polygon, width = other, w
		}
		e.Rule, e.Area, e.Depth = check.ZFighting, tritri.Area(polygon)*c.areaFactor(t), max(width, diameter)*c.stretch
	}
}

// judgement is the verdict on a place, which copies of triangles share.
type judgement struct {
	known   bool
	verdict precision.Verdict
}

// verdict judges the place of a finding within a distance in stored coordinates.
func (c *checker) verdict(e *collect.Entry, m *meeting, distance, diameter float64) precision.Verdict {
	if m.judged != nil && m.judged.known {
		return m.judged.verdict
	}
	t, u := m.inOrder()
	p, polygon := c.placeOf(m, t, u, e.Rule)
	v := precision.Through
	if e.Rule != check.Overlap || !c.places.stored.Wider(&p, polygon, distance) {
		v = c.places.stored.Judge(&p, distance, distance*surfaceRadius/surfaceGap, diameter)
	}
	if m.judged != nil {
		*m.judged = judgement{true, v}
	}
	return v
}

// areaFactor returns the factor by which the world scales areas in the plane of a triangle.
func (c *checker) areaFactor(t *geom.Triangle) float64 {
	if !c.moved {
		return 1
	}
	placed := c.world.ApplyTriangle(*t)
	return placed.Area() / t.Area()
}

// storedDepth is the depth of a finding in stored coordinates.
func (c *checker) storedDepth(e *collect.Entry, m *meeting) float64 {
	t, u := m.inOrder()
	switch {
	case e.Rule == check.Overlap:
		return tritri.FlatDepth(t, u)
	case e.ThroughEdge:
		from, to, number, face := c.edgeThrough(m)
		return c.places.spreads.Depth(c.welded, geom.Identity(), c.fans.Around(from), from, to, number, face)
	}
	return tritri.Depth(t, u)
}

// placeOf returns where two triangles meet in stored coordinates, and of coplanar ones the polygon
// that they have in common.
func (c *checker) placeOf(m *meeting, t, u *geom.Triangle, r check.Rule) (p precision.Place, polygon []geom.Vec) {
	p.T, p.U = c.first(min(m.i, m.j)), c.first(max(m.i, m.j))
	if r == check.Crossing {
		p.Ends[0], p.Ends[1] = m.segment()
		return p, nil
	}
	polygon = tritri.Polygon(t, u)
	most := -1.0
	for k, a := range polygon {
		for _, b := range polygon[:k+1] {
			if d := a.Sub(b).Norm(); d > most {
				most, p.Ends = d, geom.Segment{a, b}
			}
		}
	}
	return p, polygon
}

// first returns the triangle of the tree that stands for triangle i.
func (c *checker) first(i uint32) uint32 {
	if group := c.copies.Of(i); group != nil {
		return group[0]
	}
	return i
}

// goesThrough reports whether the place of a finding no deeper than a limit goes farther through than
// that in the world: whether moving either surface by the limit leaves them in each other.
func (c *checker) goesThrough(e *collect.Entry, m *meeting, limit float64) bool {
	t, u := m.inOrder()
	p, polygon := c.placeOf(m, t, u, e.Rule.Kind())
	for k := range p.Ends {
		p.Ends[k] = c.place(p.Ends[k])
	}
	for k := range polygon {
		polygon[k] = c.place(polygon[k])
	}
	if polygon != nil && c.places.world.Wider(&p, polygon, limit) {
		return true
	}
	return p.T != p.U && !c.places.world.Separable(&p, limit, toleranceRadius*limit)
}
