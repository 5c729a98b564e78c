package parts

import (
	"context"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/containment"
	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/tritri"
)

// pairCheck decides how the triangles of one object meet those of another.
type pairCheck struct {
	objects containment.Pair
	options check.Settings
	workers []*pairWorker // of each worker
	// collector has the findings; it is made with the first, as are the sets of triangles of each
	// object that have a point in common with the other's, and spreads.
	once      sync.Once
	collector *collect.Collector
	touched   [2]bitset
	shells    [2][]uint32 // of the vertices of each object
	// spreads are those of the edges of each object, in the world.
	spreads [2]*fan.Spreads
	// meeting, if not nil, gets each finding instead of the collector, which then only counts. There
	// must be one worker.
	meeting *Meeting
}

// contact sums up how the triangles of two objects meet.
type contact struct {
	// near: some triangles may come within rounding of each other.
	near bool
	// meets: they have a point in common.
	meets bool
	// crossing is the depth of the deepest crossing that rounding cannot explain, -1 if there
	// is none.
	crossing float64
	rounding float64 // of those triangles
	// crosses: triangles cross, however little.
	crosses bool
	// coincident: surfaces coincide over some area, with both bodies on one side or one of the
	// surfaces open.
	coincident bool
	// facing are the first triangles near each other's plane where both objects are closed and
	// the bodies are on opposite sides; faces reports whether there are any.
	facing containment.Triangles
	faces  bool
}

func newContact() contact { return contact{crossing: -1} }

// with returns what two workers found together.
func (c contact) with(d contact) contact {
	if d.crossing > c.crossing || d.crossing == c.crossing && d.rounding > c.rounding {
		c.crossing, c.rounding = d.crossing, d.rounding
	}
	if d.faces {
		c.face(d.facing)
	}
	c.near = c.near || d.near
	c.meets = c.meets || d.meets
	c.crosses = c.crosses || d.crosses
	c.coincident = c.coincident || d.coincident
	return c
}

// face records triangles that face each other.
func (c *contact) face(t containment.Triangles) {
	if !c.faces || t.Compare(c.facing) < 0 {
		c.facing, c.faces = t, true
	}
}

// run decides all pairs of triangles that may meet.
func (c *pairCheck) run(ctx context.Context, workers int) (contact, error) {
	c.options.Workers = workers
	c.workers = make([]*pairWorker, workers)
	for w := range c.workers {
		c.workers[w] = newPairWorker()
	}
	a, b := c.objects[0], c.objects[1]
	err := boxtree.CrossPairs(ctx, workers, a.Shape.Tree, b.Shape.Tree, world.Between(a, b).Within(c.objects.Margin()), c.decide)
	all := newContact()
	for w := range c.workers {
		all = all.with(c.workers[w].contact)
		pairWorkers.Put(c.workers[w])
	}
	return all, err
}

// meet records that triangle f of a and g of b have a point in common.
func (c *pairCheck) meet(w *pairWorker, f, g uint32) {
	c.once.Do(func() {
		a, b := c.objects[0], c.objects[1]
		c.shells = [2][]uint32{a.Shape.ShellOfVertices(), b.Shape.ShellOfVertices()}
		c.touched = [2]bitset{newBitset(len(a.Shape.Welded.Faces)), newBitset(len(b.Shape.Welded.Faces))}
		c.collector = collect.New(&c.options)
		c.collector.SetTriangles(triangles{c})
		c.collector.SetDiagonal(a.Box.Union(b.Box).Diagonal())
		for k, o := range c.objects {
			c.spreads[k] = fan.NewSpreads(o.Shape.Welded, o.World, o.Shape.Around)
		}
	})
	w.contact.meets = true
	c.touched[0].set(f)
	c.touched[1].set(g)
}

// enter records triangles that are a finding, f and g. The second is in a lane; compared reports
// whether the worker's comparison has that lane.
func (c *pairCheck) enter(worker int, f, g uint32, t *geom.Triangle, lane int, compared bool, m *tritri.Meeting) {
	w := c.workers[worker]
	contact, u := &w.contact, &w.far[lane]
	c.meet(w, f, g)
	through := m.Through != tritri.NoEdge && c.through(f, g, t, u, m.Relation)
	if m.Kind == tritri.Touch && !through {
		c.collector.Shard(worker).AddTouch(f, g, nil)
		return
	}
	x := c.finding(f, g)
	switch {
	case through || m.Kind == tritri.Crossing:
		x.Rule, x.ThroughEdge = check.Crossing, through
		contact.crosses = true
		if through {
			x.Depth = c.depthThrough(f, g, t, u, m.Relation)
		} else {
			x.Depth = w.depth(t, lane, compared)
			c.cross(contact, f, g, x.Depth)
		}
		p, q := m.Segment()
		x.Box, x.Length = geom.PointBox(p).Include(q), p.Sub(q).Norm()
		x.AddEnds(m.Ends())
	case m.Kind == tritri.Overlap:
		x.Rule = check.Overlap
		x.Depth = tritri.FlatDepth(t, u)
		polygon := tritri.Polygon(t, u)
		x.Area = tritri.Area(polygon)
		x.Box = geom.BoxOf(polygon)
		tritri.EachSide(t, u, x.AddSide)
	case m.Kind == tritri.Duplicate:
		x.Rule = check.Duplicate
		x.Depth = tritri.FlatDepth(t, u)
		x.Area = t.Area()
		x.Box = t.Box()
		tritri.EachSide(t, u, x.AddSide)
	}
	if c.meeting != nil {
		c.meeting.add(&c.objects, &x)
		c.collector.Shard(worker).Count(&x)
		return
	}
	c.collector.Shard(worker).Add(&x, nil)
}

// cross records a crossing of two triangles. If it is deeper than rounding can have moved the
// two against each other, they meet without rounding too: no translation by less than the
// depth separates two convex sets.
func (c *pairCheck) cross(known *contact, f, g uint32, depth float64) {
	if depth < known.crossing {
		return
	}
	if r := c.objects.Rounding(containment.Triangles{f, g}); depth > r && (depth > known.crossing || r > known.rounding) {
		known.crossing, known.rounding = depth, r
	}
}

// finding returns a finding of triangle f of a and g of b.
func (c *pairCheck) finding(f, g uint32) collect.Finding {
	return collect.Finding{I: f, J: g, Triangles: [2]uint32{f, g}}
}

// triangles are those of two objects, for a collector. Numbers of the second follow those of the first.
type triangles struct{ *pairCheck }

func (t triangles) Side(k int, i uint32) collect.Side {
	shape := t.objects[k].Shape
	return collect.Side{Triangle: i, Shell: uint32(t.before(k).triangles) + t.shells[k][shape.Welded.Faces[i][0]]}
}

func (t triangles) Corners(k int, i uint32) collect.Corners {
	shape, before := t.objects[k].Shape, t.before(k)
	c := collect.Corners{Vertices: shape.Welded.Faces[i], Face: uint32(before.triangles) + i}
	for n := range c.Vertices {
		c.Vertices[n] += uint32(before.vertices)
	}
	return c
}

// before returns the sizes of what comes before an object.
func (t triangles) before(k int) (n struct{ triangles, vertices int }) {
	if k == 1 {
		w := t.objects[0].Shape.Welded
		n.triangles, n.vertices = len(w.Faces), len(w.Vertices)
	}
	return n
}

// through decides whether one surface passes through the other exactly along the edge
// that r names, as in the self check. The edge's triangles are those of its own object.
func (c *pairCheck) through(f, g uint32, t, u *geom.Triangle, r tritri.Relation) bool {
	x := c.edgeThrough(f, g, t, u, r)
	return x.spreads.BothSides(x.from, x.to, x.face)
}

// depthThrough returns how far one surface passes through the other along the edge that r names.
func (c *pairCheck) depthThrough(f, g uint32, t, u *geom.Triangle, r tritri.Relation) float64 {
	x := c.edgeThrough(f, g, t, u, r)
	return x.spreads.Depth(x.from, x.to, x.number, x.face)
}

// throughEdge is an edge of one object, between two of its vertices, that lies in a triangle of the
// other.
type throughEdge struct {
	spreads  *fan.Spreads // of the edges of the object
	from, to uint32
	number   uint32 // of the triangle of the other object
	face     *geom.Triangle
}

// edgeThrough returns the edge that r names.
func (c *pairCheck) edgeThrough(f, g uint32, t, u *geom.Triangle, r tritri.Relation) throughEdge {
	x := throughEdge{spreads: c.spreads[0], number: g, face: u}
	corners := &c.objects[0].Shape.Welded.Faces[f]
	if r.Through == tritri.EdgeOfU {
		x.spreads, x.number, x.face = c.spreads[1], f, t
		corners = &c.objects[1].Shape.Welded.Faces[g]
	}
	x.from, x.to = corners[r.Edge], corners[(r.Edge+1)%3]
	return x
}
