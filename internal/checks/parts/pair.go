package parts

import (
	"context"
	"sync"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/tritri"
)

// pairCheck decides how the triangles of one object meet those of another.
type pairCheck struct {
	a, b    *object
	options check.Settings
	workers []*pairWorker // of each worker
	// collector has the findings; made with the first, as are the sets of triangles of each
	// object that have a point in common with the other's.
	once      sync.Once
	collector *collect.Collector
	met       [2]bitset
	shells    [2][]uint32 // of the vertices of each object
	// spreads are those of the edges of each object, in the world.
	spreads [2]fan.Spreads
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
	// facing is the first pair of triangles near each other's plane where both objects are
	// closed and the bodies are on opposite sides; faces tells whether there is one.
	facing indexPair
	faces  bool
}

func newContact() contact { return contact{crossing: -1} }

func (c contact) with(d contact) contact {
	if d.crossing > c.crossing || d.crossing == c.crossing && d.rounding > c.rounding {
		c.crossing, c.rounding = d.crossing, d.rounding
	}
	if d.faces {
		c.face(d.facing)
	}
	return contact{
		facing: c.facing, faces: c.faces,
		crossing: c.crossing, rounding: c.rounding, near: c.near || d.near, meets: c.meets || d.meets,
		crosses: c.crosses || d.crosses, coincident: c.coincident || d.coincident,
	}
}

// face records a pair of triangles that face each other.
func (c *contact) face(p indexPair) {
	if !c.faces || comparePairs(p, c.facing) < 0 {
		c.facing, c.faces = p, true
	}
}

// run decides all pairs of triangles that may meet.
func (c *pairCheck) run(ctx context.Context, workers int) (contact, error) {
	c.options.Workers = workers
	c.workers = make([]*pairWorker, workers)
	for w := range c.workers {
		c.workers[w] = newPairWorker()
	}
	err := bvh.CrossPairs(ctx, c.a.Shape.Tree, c.b.Shape.Tree, c.fromBToA().Within(c.margin()), workers, c.decide)
	all := newContact()
	for w := range c.workers {
		all = all.with(c.workers[w].contact)
		pairWorkers.Put(c.workers[w])
	}
	return all, err
}

// fromBToA returns the transform from b's coordinates to a's.
func (c *pairCheck) fromBToA() bvh.Transform {
	return bvh.Between(c.a.Shape.Box, c.b.Shape.Box, c.a.World, c.b.World)
}

// margin is the distance up to which pairs of triangles are tested: twice as far as rounding
// can have moved them. Where a few numbers are so coarse that this is large compared with the
// common box of the two, it is cut to a part of that; otherwise all triangles would be tested
// against all.
func (c *pairCheck) margin() float64 {
	place := geom.Box{}
	for k := range place.Min {
		place.Min[k] = max(c.a.Box.Min[k], c.b.Box.Min[k])
		place.Max[k] = max(min(c.a.Box.Max[k], c.b.Box.Max[k]), place.Min[k])
	}
	rounding := 2 * (c.a.Rounding + c.b.Rounding)
	coarse := max(place.Diagonal()*0x1p-6, min(c.a.Box.Diagonal(), c.b.Box.Diagonal())*0x1p-10)
	return min(rounding, coarse)
}

// meetAtVertex reports whether t and u have a corner in common. Between triangles of one
// mesh this is not a finding; between two objects it is contact.
func meetAtVertex(t, u *geom.Triangle) bool {
	for i := range t {
		for j := range u {
			if t[i][0] == u[j][0] && t[i] == u[j] {
				return true
			}
		}
	}
	return false
}

// meet records that triangle f of a and g of b have a point in common.
func (c *pairCheck) meet(w *pairWorker, f, g uint32) {
	c.once.Do(func() {
		a, b := c.a.Shape.Welded, c.b.Shape.Welded
		c.shells = [2][]uint32{c.a.Shape.ShellOfVertices(), c.b.Shape.ShellOfVertices()}
		c.met = [2]bitset{newBitset(len(a.Faces)), newBitset(len(b.Faces))}
		c.collector = collect.New(c.options.Workers, c.options.MaxFindings, c.options.ListTouches)
		c.collector.SetDiagonal(c.a.Box.Union(c.b.Box).Diagonal())
	})
	w.contact.meets = true
	c.met[0].set(f)
	c.met[1].set(g)
}

// enter records triangles that are a finding. The facet is that of t, last related to u, which
// is in a lane; compared tells whether the worker's row has that.
func (c *pairCheck) enter(worker int, f, g uint32, facet *tritri.Facet, t *geom.Triangle, lane int, compared bool, r tritri.Relation) {
	w := c.workers[worker]
	met, u := &w.contact, &w.far[lane]
	c.meet(w, f, g)
	e := collect.Entry{Rule: collect.RuleOf[r.Kind], I: f, J: g}
	if r.Through != tritri.NoEdge && c.through(f, g, t, u, r) {
		e.Rule, e.ThroughEdge = check.Crossing, true
	}
	if e.Rule == check.Touch {
		e.Fails = collect.Fails(&e, c.options.Judged(), 0)
		c.collector.Shard(worker).AddTouch(e)
		return
	}
	x := c.extent(f, g)
	switch e.Rule {
	case check.Crossing:
		met.crosses = true
		if e.ThroughEdge {
			e.Depth = c.depthThrough(f, g, t, u, r)
		} else {
			e.Depth = w.depth(t, lane, compared)
			c.cross(met, f, g, e.Depth)
		}
		x.Depth = e.Depth
		p, q := facet.Segment(u)
		x.Box, x.Length = geom.PointBox(p).Include(q), p.Sub(q).Norm()
		x.AddEnds(facet.Ends(u))
	case check.Overlap:
		x.Depth = tritri.FlatDepth(t, u)
		polygon := tritri.Polygon(t, u)
		e.Area = tritri.Area(polygon)
		x.Box = geom.BoxOf(polygon)
		tritri.EachSide(t, u, x.AddSide)
	case check.Duplicate:
		x.Depth = tritri.FlatDepth(t, u)
		e.Area = t.Area()
		x.Box = t.Box()
		tritri.EachSide(t, u, x.AddSide)
	}
	e.Fails = collect.Fails(&e, c.options.Judged(), x.Length)
	c.collector.Shard(worker).AddPair(&e, &x)
}

// cross records a crossing of two triangles. If it is deeper than rounding can have moved the
// two against each other, they meet without rounding too: no translation by less than the
// depth separates two convex sets.
func (c *pairCheck) cross(met *contact, f, g uint32, depth float64) {
	if depth < met.crossing {
		return
	}
	if r := roundingOfPair(c.a, c.b, f, g); depth > r && (depth > met.crossing || r > met.rounding) {
		met.crossing, met.rounding = depth, r
	}
}

// extent returns what triangle f of a and g of b are, without what they have in common.
// Numbers of vertices, triangles and shells of b follow those of a.
func (c *pairCheck) extent(f, g uint32) collect.Extent {
	a, b := c.a.Shape, c.b.Shape
	x := collect.Extent{
		Vertices: [2][3]uint32{a.Welded.Faces[f], b.Welded.Faces[g]},
		Faces:    [2]uint32{f, uint32(len(a.Welded.Faces)) + g},
	}
	x.Shells = [2]uint32{c.shells[0][x.Vertices[0][0]], uint32(len(a.Welded.Faces)) + c.shells[1][x.Vertices[1][0]]}
	for k := range x.Vertices[1] {
		x.Vertices[1][k] += uint32(len(a.Welded.Vertices))
	}
	return x
}

// through decides whether one surface passes through the other exactly along the edge
// that r names, as in the self check. The edge's triangles are those of its own object.
func (c *pairCheck) through(f, g uint32, t, u *geom.Triangle, r tritri.Relation) bool {
	x := c.edgeThrough(f, g, t, u, r)
	plane := geom.PlaneOf(x.face[0], x.face[1], x.face[2])
	return x.spreads.BothSides(x.edged.Shape.Welded, x.edged.World, x.edged.Shape.Around(x.from), x.from, x.to, &plane)
}

// depthThrough returns how far one surface passes through the other along the edge that r names.
func (c *pairCheck) depthThrough(f, g uint32, t, u *geom.Triangle, r tritri.Relation) float64 {
	x := c.edgeThrough(f, g, t, u, r)
	return x.spreads.Depth(x.edged.Shape.Welded, x.edged.World, x.edged.Shape.Around(x.from), x.from, x.to, x.number, x.face)
}

// throughEdge is an edge of one object, between two of its vertices, that lies in a triangle of the
// other.
type throughEdge struct {
	edged    *object
	spreads  *fan.Spreads // of the edges of the object
	from, to uint32
	number   uint32 // of the triangle of the other object
	face     *geom.Triangle
}

// edgeThrough returns the edge that r names.
func (c *pairCheck) edgeThrough(f, g uint32, t, u *geom.Triangle, r tritri.Relation) throughEdge {
	x := throughEdge{edged: c.a, spreads: &c.spreads[0], number: g, face: u}
	edge := f
	if r.Through == tritri.EdgeOfU {
		x.edged, x.spreads, x.number, x.face = c.b, &c.spreads[1], f, t
		edge = g
	}
	corners := x.edged.Shape.Welded.Faces[edge]
	x.from, x.to = corners[r.Edge], corners[(r.Edge+1)%3]
	return x
}
