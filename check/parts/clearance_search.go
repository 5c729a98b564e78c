package parts

import (
	"math"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// search is for the nearest triangles of two objects. It knows the least distance so
// far, because it is quicker to tell that others are farther.
type search struct {
	a, b *object
	// slack is more than two distances can be off by: triangles that a quick look takes
	// to be farther than the least by that much are farther when measured, whatever
	// the order in which workers come to them.
	slack float64
	// loose is more than heights along a direction can be off by, and slack.
	loose float64
	least atomic.Uint64 // bits of the least distance so far, the limit at first
	// contact tells that triangles have a point in common, and stop ends the walk then.
	contact atomic.Bool
	stop    func()
}

func newSearch(a, b *object, limit float64, stop func()) *search {
	whole := a.Box.Union(b.Box)
	s := &search{a: a, b: b, slack: 0x1p-46 * whole.Diagonal(), stop: stop}
	s.loose = s.slack + 0x1p-48*(a.extent()+b.extent()) + 0x1p-1000
	s.least.Store(math.Float64bits(limit))
	return s
}

// extent is the sum of the absolute values of all products and translations that the
// coordinates of a point of o are made of, at most.
func (o *object) extent() (sum float64) {
	reach := o.Shape.MaxAbs()
	for _, row := range o.World {
		sum += math.Abs(row[0])*reach[0] + math.Abs(row[1])*reach[1] + math.Abs(row[2])*reach[2] + math.Abs(row[3])
	}
	return sum
}

// measuring is one worker's part of a search, at a leaf of each object's tree.
type measuring struct {
	*search
	near, far leafPage
	// high and low are how far along the direction triangles of the near leaf go and where
	// those of the far leaf begin, all less than they are by what rounding may add.
	high, low [bvh.Width]float64
}

// measuring returns what a worker measures with. It first looks from the middle of one
// object to that of the other, and later along the line between the nearest points so far.
func (s *search) measuring() bvh.Measure {
	m := &measuring{search: s, near: leafPage{o: s.a, leaf: -1}, far: leafPage{o: s.b, leaf: -1}}
	m.look(s.a.Box.Min.Lerp(s.a.Box.Max, 0.5), s.b.Box.Min.Lerp(s.b.Box.Max, 0.5))
	return m
}

// look makes the direction from p to q the one that is looked along.
func (m *measuring) look(p, q geom.Vec) {
	d := q.Sub(p)
	if length := d.Norm(); length > 0x1p-400 {
		d = d.Scale((1 - 0x1p-49) / length) // and no longer than 1
		m.near.look(d)
		m.far.look(d)
	}
}

// Open turns to a leaf of each object.
func (m *measuring) Open(i, j int) (high, low *[bvh.Width]float64) {
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

// Distance returns the distance of two triangles in the world, 0 just where they have a
// point in common. It returns +Inf if it is not the least, and for a triangle that
// rounding in the world has flattened, which takes part in no pair.
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
	switch {
	case !below || t.Degenerate() || u.Degenerate():
		return math.Inf(1)
	case d > 0:
		m.look(p, q)
	case tritri.Relate(t, u).Kind == tritri.Apart && !meetAtVertex(t, u):
		d = apartByNothing
	default:
		m.stop()
		if m.contact.Swap(true) {
			return math.Inf(1)
		}
	}
	lower(&m.least, math.Float64bits(d))
	return d
}

// farther looks along the line through the middles of two triangles, which settles most
// pairs: whether it shows that they are farther apart than a limit.
//
// All that is projected is taken from one corner. The projections are then off by a few
// roundings of the size of both objects, of which slack is more than a hundred.
func farther(t, u *geom.Triangle, limit float64) bool {
	e, f := t[1].Sub(t[0]), t[2].Sub(t[0])
	p, q, r := u[0].Sub(t[0]), u[1].Sub(t[0]), u[2].Sub(t[0])
	d := p.Add(q).Add(r).Sub(e).Sub(f)
	gap := min(d.Dot(p), d.Dot(q), d.Dot(r)) - max(0, d.Dot(e), d.Dot(f))
	return gap > limit*d.Norm()
}

// lower makes x the record unless that is lower.
func lower(record *atomic.Uint64, x uint64) {
	for {
		old := record.Load()
		if x >= old || record.CompareAndSwap(old, x) {
			return
		}
	}
}

// leafPage is an open leaf of an object's tree.
type leafPage struct {
	o    *object
	leaf int // -1 for none
	ids  []uint32
	// triangles in the world, as they are needed; ready has those that are there.
	ready     uint32
	triangles [bvh.Width]geom.Triangle
	// along and base are what takes a point of o to its height along the direction, which
	// has turned since the leaf was opened.
	along  geom.Vec
	base   float64
	turned bool
}

// look makes d the direction in which heights are taken.
func (p *leafPage) look(d geom.Vec) {
	p.along, p.base = p.o.World.Along(d)
	p.turned = true
}

// open turns to a leaf, and reports whether that is another one than before or seen from
// another direction.
func (p *leafPage) open(leaf int) bool {
	if leaf == p.leaf && !p.turned {
		return false
	}
	if leaf != p.leaf {
		p.leaf, p.ready, p.ids = leaf, 0, p.o.Shape.Tree.Leaf(leaf)
	}
	p.turned = false
	return true
}

// extent returns the least and the greatest height of a triangle: what these are of its
// corners in the world but for some roundings of what those are made of.
func (p *leafPage) extent(lane int) (bottom, top float64) {
	w := p.o.Shape.Welded
	f := &w.Faces[p.ids[lane]]
	x, y, z := p.along.Dot(w.Vertices[f[0]]), p.along.Dot(w.Vertices[f[1]]), p.along.Dot(w.Vertices[f[2]])
	return min(x, y, z) + p.base, max(x, y, z) + p.base
}

// triangle returns the triangle in a lane in the world.
func (p *leafPage) triangle(lane int) *geom.Triangle {
	if p.ready&(1<<lane) == 0 {
		p.ready |= 1 << lane
		p.triangles[lane] = p.o.Triangle(p.ids[lane])
	}
	return &p.triangles[lane]
}
