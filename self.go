package meshcheck

import (
	"context"
	"runtime"
	"sort"
	"time"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
)

// selfCheck finds how the triangles of one mesh meet each other.
type selfCheck struct {
	mesh     *mesh.Mesh
	world    geom.Affine
	options  Options
	progress func(share float64)

	welded    *mesh.Welded
	parts     []PartInfo
	views     []geom.Views // of each triangle
	single    []bool       // triangles that take part in no pair
	fans      mesh.Fans
	certified []bool // vertices
	tolerance float64
	ledger    *ledger
}

// large is the number of triangles from which memory is worth a collection.
const large = 1 << 18

// prepared is the share of the time of a check, more or less, after which the tree
// of a clean mesh stands and pairs are tested.
const prepared = 0.7

// run welds, sorts out the triangles that take part in no pair, and decides every
// pair whose boxes meet.
func (c *selfCheck) run(ctx context.Context, timings *Timings) (*MeshResult, error) {
	start := time.Now()
	c.progress(0)
	var err error
	if c.welded, err = mesh.Weld(ctx, c.mesh, c.options.Workers); err != nil {
		return nil, err
	}
	if len(c.welded.Faces) > large {
		// What the weld needed is garbage by now: the next steps can have its pages. On
		// slices without pointers a collection takes about a millisecond.
		runtime.GC()
	}
	welded := time.Now()
	c.progress(0.2)
	timings.Weld += welded.Sub(start)
	defer func() { timings.Check += time.Since(welded) }()

	c.parts = partsOf(c.mesh)
	c.tolerance = c.options.Tolerance.Value
	if c.options.Tolerance.Relative && c.tolerance > 0 {
		bounds, err := c.bounds(ctx, c.world)
		if err != nil {
			return nil, err
		}
		c.tolerance *= bounds.Diagonal()
	}
	c.ledger = newLedger(c.options, len(c.welded.Vertices))
	boxes, err := c.triage(ctx)
	if err != nil {
		return nil, err
	}
	if c.fans, err = c.welded.Fans(ctx, c.single, c.options.Workers); err != nil {
		return nil, err
	}
	tags := c.tags
	if 2*len(c.welded.Faces) < len(c.welded.Vertices) {
		tags = nil // a soup, of less than one and a half corners to a vertex: no fans to speak of
	} else if c.certified, err = c.welded.Umbrellas(ctx, c.fans, c.views, c.options.Workers); err != nil {
		return nil, err
	}
	tree, err := bvh.Build(ctx, boxes, tags, c.options.Workers)
	if err != nil {
		return nil, err
	}
	c.ledger.measure(c.world.ApplyBox(tree.Bounds()).Diagonal())
	c.progress(prepared)
	err = tree.SelfPairs(ctx, c.options.Workers, c.decide, func(done, total int) {
		c.progress(prepared + (1-prepared)*float64(done)/float64(total))
	})
	if err != nil {
		return nil, err
	}
	c.progress(1) // also where there was no pair to test
	return c.result(ctx)
}

// bounds returns the box of all vertices carried along by m.
func (c *selfCheck) bounds(ctx context.Context, m geom.Affine) (geom.Box, error) {
	const chunk = 1 << 14
	vertices := c.welded.Vertices
	boxes := make([]geom.Box, (len(vertices)+chunk-1)/chunk)
	err := parallel.Tasks(ctx, c.options.Workers, len(boxes), func(_, k int) {
		b := geom.EmptyBox()
		for _, v := range vertices[k*chunk : min(len(vertices), (k+1)*chunk)] {
			b = b.Include(m.Apply(v))
		}
		boxes[k] = b
	})
	all := geom.EmptyBox()
	for _, b := range boxes {
		all = all.Union(b)
	}
	return all, err
}

// triage records the triangles that take part in no pair and returns the boxes of
// the others.
func (c *selfCheck) triage(ctx context.Context) ([]bvh.Box, error) {
	n := len(c.welded.Faces)
	c.single, c.views = make([]bool, n), make([]geom.Views, n)
	boxes := make([]bvh.Box, n)
	const chunk = 1 << 13
	err := parallel.Tasks(ctx, c.options.Workers, (n+chunk-1)/chunk, func(worker, k int) {
		page := c.ledger.page(worker)
		for i := k * chunk; i < min(n, (k+1)*chunk); i++ {
			boxes[i] = bvh.EmptyBox
			if !c.welded.Finite(i) {
				c.single[i] = true
				page.single(Nonfinite, uint32(i))
				continue
			}
			t := c.welded.Triangle(i)
			if c.views[i] = geom.ViewsOf(&t); c.views[i] == 0 && t.Degenerate() {
				c.single[i] = true
				page.single(Degenerate, uint32(i))
				continue
			}
			boxes[i] = bvh.BoxOf(&t[0], &t[1], &t[2])
		}
	})
	return boxes, err
}

// tags returns the certified vertices of triangle i: two triangles that share one
// are apart. A corner that is not certified gets a tag of its own.
func (c *selfCheck) tags(i int) [3]uint32 {
	tags := c.welded.Faces[i]
	for k, v := range tags {
		if !c.certified[v] {
			tags[k] = uint32(len(c.certified) + 3*i + k)
		}
	}
	return tags
}

// decide relates candidate pairs and records those that are findings.
func (c *selfCheck) decide(worker int, pairs []bvh.Pair) {
	page := c.ledger.page(worker)
	last := uint32(noTriangle)
	var facet tritri.Facet
	var near, far [gathered]geom.Triangle
	for len(pairs) > 0 {
		n := min(gathered, len(pairs))
		c.gather(pairs[:n], &near, &far)
		for k, p := range pairs[:n] {
			if p.I != last {
				last, facet = p.I, tritri.Prepare(&near[k])
			}
			if r := facet.Relate(&far[k]); r.Kind != tritri.Apart {
				c.enter(page, p, &near[k], &far[k], r)
			}
		}
		pairs = pairs[n:]
	}
}

// gathered is the number of pairs whose triangles are fetched together.
const gathered = 64

// gather fetches the triangles of pairs. Fetching many before the first is looked at
// lets the processor wait for all of them at once.
func (c *selfCheck) gather(pairs []bvh.Pair, near, far *[gathered]geom.Triangle) {
	var faces [2 * gathered][3]uint32
	for k, p := range pairs {
		faces[2*k], faces[2*k+1] = c.welded.Faces[p.I], c.welded.Faces[p.J]
	}
	vertices := c.welded.Vertices
	for k := range pairs {
		f, g := &faces[2*k], &faces[2*k+1]
		near[k] = geom.Triangle{vertices[f[0]], vertices[f[1]], vertices[f[2]]}
		far[k] = geom.Triangle{vertices[g[0]], vertices[g[1]], vertices[g[2]]}
	}
}

// enter records a pair that is a finding.
func (c *selfCheck) enter(page *page, p bvh.Pair, t, u *geom.Triangle, r tritri.Relation) {
	e := entry{kind: kindOf[r.Kind], i: min(p.I, p.J), j: max(p.I, p.J)}
	if r.Through != tritri.NoEdge && c.passesThrough(p, t, u, r) {
		e.kind, e.throughEdge = Crossing, true
	}
	if e.kind == Touch {
		page.touch(e)
		return
	}
	if p.I > p.J {
		t, u = u, t // measures are of the pair in its order
	}
	c.record(page, e, t, u)
}

var kindOf = [...]Kind{tritri.Touch: Touch, tritri.Crossing: Crossing, tritri.Overlap: Overlap, tritri.Duplicate: Duplicate}

// record measures a finding in the world and enters it.
func (c *selfCheck) record(page *page, e entry, t, u *geom.Triangle) {
	wt, wu := c.placed(t), c.placed(u)
	var length float64
	switch e.kind {
	case Crossing:
		// A depth that neither is its region's greatest so far, nor gets the finding
		// listed, nor decides whether it is one is not needed.
		switch {
		case e.throughEdge:
		case c.tolerance > 0:
			e.depth = tritri.Depth(&wt, &wu)
		default:
			e.depth, _ = tritri.DepthAbove(&wt, &wu, page.unneeded(c.welded.Faces[e.i][0], Crossing))
		}
		if c.tolerance > 0 && e.depth <= c.tolerance {
			page.touch(entry{i: e.i, j: e.j, kind: Touch})
			return
		}
		a, b := tritri.Segment(t, u)
		length = c.world.Apply(a).Sub(c.world.Apply(b)).Norm()
	case Overlap:
		e.area = tritri.Area(c.polygon(t, u))
	case Duplicate:
		e.area = wt.Area()
	}
	page.pair(e, measure{
		vertices: [2][3]uint32{c.welded.Faces[e.i], c.welded.Faces[e.j]},
		parts:    [2]int{c.part(e.i), c.part(e.j)},
		box:      wt.Box().Union(wu.Box()),
		length:   length,
	})
}

// placed returns t in the world.
func (c *selfCheck) placed(t *geom.Triangle) geom.Triangle {
	if c.world == geom.Identity() {
		return *t
	}
	return c.world.ApplyTriangle(*t)
}

// part returns the part of triangle i.
func (c *selfCheck) part(i uint32) int {
	if len(c.mesh.Parts) == 1 {
		return 0
	}
	return sort.Search(len(c.parts), func(k int) bool { return c.parts[k].First > int(i) }) - 1
}

// polygon returns the common polygon of two coplanar triangles in the world.
func (c *selfCheck) polygon(t, u *geom.Triangle) []geom.Vec {
	p := tritri.Polygon(t, u)
	for k := range p {
		p[k] = c.world.Apply(p[k])
	}
	return p
}

// passesThrough decides whether a surface passes through a triangle exactly along
// the edge that r names: whether the triangles at that edge stand strictly on both
// sides of the plane of the triangle that the edge lies in.
func (c *selfCheck) passesThrough(p bvh.Pair, t, u *geom.Triangle, r tritri.Relation) bool {
	edged, face := p.I, u
	if r.Through == tritri.EdgeOfU {
		edged, face = p.J, t
	}
	f := c.welded.Faces[edged]
	from, to := f[r.Edge], f[(r.Edge+1)%3]
	plane := geom.PlaneOf(face[0], face[1], face[2])
	var above, below bool
	for _, corner := range c.fans.Around(from) {
		f, k := c.welded.Faces[corner.Triangle()], corner.Index()
		a, b := f[(k+1)%3], f[(k+2)%3]
		if b == to {
			a, b = b, a
		}
		if a == to {
			s := plane.Side(c.welded.Vertices[b])
			above, below = above || s > 0, below || s < 0
		}
	}
	return above && below
}
