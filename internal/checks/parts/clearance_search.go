package parts

import (
	"math"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/tritri"
)

// search is a search for the nearest triangles of two objects. It keeps the least distance
// so far, because it is faster to show that a pair is farther apart than to measure it.
type search struct {
	a, b *world.Object
	// slack is more than the errors of two distances: triangles that the quick test finds
	// farther than the least distance by that much are farther when measured, in whatever
	// order workers get to them.
	slack float64
	// loose is more than the error of heights along a direction plus slack.
	loose float64
	least atomic.Uint64 // bits of the least distance so far, the limit at first
	// contact is set once triangles have a point in common; stop then ends the search.
	contact atomic.Bool
	stop    func()
}

func newSearch(a, b *world.Object, limit float64, stop func()) *search {
	whole := a.Box.Union(b.Box)
	s := &search{a: a, b: b, slack: 0x1p-46 * whole.Diagonal(), stop: stop}
	s.loose = s.slack + 0x1p-48*(a.SumAbs()+b.SumAbs()) + 0x1p-1000
	s.least.Store(math.Float64bits(limit))
	return s
}

// measuring is one worker's part of a search, at a leaf of each object's tree.
type measuring struct {
	*search
	near, far openLeaf
	// high has upper bounds of triangles of the near leaf along the direction, and low lower
	// bounds of those of the far leaf, reduced by what rounding may add.
	high, low [boxtree.Width]float64
}

// measuring returns what a worker measures with. The direction is first that between the
// centres of the objects, and later that between the nearest points so far.
func (s *search) measuring() boxtree.Measure {
	m := &measuring{search: s, near: openLeaf{o: s.a, leaf: -1}, far: openLeaf{o: s.b, leaf: -1}}
	m.setDirection(s.a.Box.Min.Lerp(s.a.Box.Max, 0.5), s.b.Box.Min.Lerp(s.b.Box.Max, 0.5))
	return m
}

// setDirection sets the direction to that from p to q.
func (m *measuring) setDirection(p, q geom.Vec) {
	d := q.Sub(p)
	if length := d.Norm(); length > 0x1p-400 {
		d = d.Scale((1 - 0x1p-49) / length) // and no longer than 1
		m.near.setDirection(d)
		m.far.setDirection(d)
	}
}

// Open selects a leaf of each object.
func (m *measuring) Open(i, j int) (high, low *[boxtree.Width]float64) {
	if m.near.open(i) {
		for x := range m.near.ids {
			_, m.high[x] = m.near.extent(x)
		}
	}
	if m.far.open(j) {
		for y := range m.far.ids {
			bottom, _ := m.far.extent(y)
			m.low[y] = bottom - m.loose
		}
	}
	return &m.high, &m.low
}

// Distance returns the distance of two triangles in the world, which is 0 if and only if they
// have a point in common. It returns +Inf if it is not the least, and for a triangle that
// rounding in the world has made degenerate, which takes part in no pair.
func (m *measuring) Distance(x, y int) float64 {
	if m.contact.Load() {
		return math.Inf(1)
	}
	t, u := m.near.triangle(x), m.far.triangle(y)
	limit := math.Float64frombits(m.least.Load()) + m.slack
	if farther(t, u, limit) {
		return math.Inf(1)
	}
	p, q, d, below := tritri.DistanceBelow(t, u, limit)
	if !below || t.Degenerate() || u.Degenerate() {
		return math.Inf(1)
	}
	if d > 0 {
		m.setDirection(p, q)
	} else if r := tritri.Relate(t, u); r.Disjoint() {
		d = apartByNothing
	} else {
		m.stop()
		if m.contact.Swap(true) {
			return math.Inf(1)
		}
	}
	storeMin(&m.least, math.Float64bits(d))
	return d
}

// farther reports whether the projections of two triangles on the line through their
// centroids show that they are farther apart than a limit. This decides most pairs.
//
// All points are projected relative to one corner. The projections are then off by a few
// roundings at the size of both objects; slack is more than a hundred of these.
func farther(t, u *geom.Triangle, limit float64) bool {
	e, f := t[1].Sub(t[0]), t[2].Sub(t[0])
	p, q, r := u[0].Sub(t[0]), u[1].Sub(t[0]), u[2].Sub(t[0])
	d := p.Add(q).Add(r).Sub(e).Sub(f)
	gap := min(d.Dot(p), d.Dot(q), d.Dot(r)) - max(0, d.Dot(e), d.Dot(f))
	return gap > limit*d.Norm()
}

// storeMin stores x in record if it is lower.
func storeMin(record *atomic.Uint64, x uint64) {
	for {
		old := record.Load()
		if x >= old || record.CompareAndSwap(old, x) {
			return
		}
	}
}

// openLeaf is an open leaf of an object's tree.
type openLeaf struct {
	o    *world.Object
	leaf int // -1 for none
	ids  []uint32
	// triangles in the world; ready marks those that are set, which is done as they are needed.
	ready     uint32
	triangles [boxtree.Width]geom.Triangle
	// The height of a stored point p of o along the direction is along·p + base. turned reports
	// that the direction has changed since the leaf was opened.
	along  geom.Vec
	base   float64
	turned bool
}

// setDirection makes d the direction in which heights are measured.
func (p *openLeaf) setDirection(d geom.Vec) {
	p.along, p.base = p.o.World.Along(d)
	p.turned = true
}

// open selects a leaf, and reports whether the leaf or the direction has changed.
func (p *openLeaf) open(leaf int) bool {
	if leaf == p.leaf && !p.turned {
		return false
	}
	if leaf != p.leaf {
		p.leaf, p.ready, p.ids = leaf, 0, p.o.Shape.Tree.Leaf(leaf)
	}
	p.turned = false
	return true
}

// extent returns the least and the greatest height of a triangle: those of its corners in
// the world, except for some roundings of their terms.
func (p *openLeaf) extent(lane int) (bottom, top float64) {
	w := p.o.Shape.Welded
	f := &w.Faces[p.ids[lane]]
	x, y, z := p.along.Dot(w.Vertices[f[0]]), p.along.Dot(w.Vertices[f[1]]), p.along.Dot(w.Vertices[f[2]])
	return min(x, y, z) + p.base, max(x, y, z) + p.base
}

// triangle returns the triangle in a lane in the world.
func (p *openLeaf) triangle(lane int) *geom.Triangle {
	if p.ready&(1<<lane) == 0 {
		p.ready |= 1 << lane
		p.triangles[lane] = p.o.Triangle(p.ids[lane])
	}
	return &p.triangles[lane]
}
