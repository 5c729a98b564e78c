package meshcheck

import (
	"context"
	"sort"
	"sync"
	"time"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
)

// selfCheck finds how the triangles of one mesh meet each other.
type selfCheck struct {
	mesh     *mesh.Mesh
	world    geom.Affine
	options  Options
	progress func(done, total int)

	welded     *mesh.Welded
	parts      []PartInfo
	degenerate []bool
	tolerance  float64
	fans       func() mesh.Fans
	ledger     *ledger
}

// run welds, sorts out the triangles that take part in no pair, and decides every
// pair whose boxes meet.
func (c *selfCheck) run(ctx context.Context, timings *Timings) (*MeshResult, error) {
	start := time.Now()
	var err error
	if c.welded, err = mesh.Weld(ctx, c.mesh); err != nil {
		return nil, err
	}
	welded := time.Now()
	timings.Weld += welded.Sub(start)
	defer func() { timings.Check += time.Since(welded) }()

	c.parts = partsOf(c.mesh)
	bounds := c.worldBounds()
	c.tolerance = c.options.Tolerance.Value
	if c.options.Tolerance.Relative {
		c.tolerance *= bounds.Diagonal()
	}
	c.fans = sync.OnceValue(func() mesh.Fans { return c.welded.Fans(c.single) })
	c.ledger = newLedger(c.options, len(c.welded.Vertices), bounds.Diagonal())
	if err := c.triage(ctx); err != nil {
		return nil, err
	}
	tree, err := bvh.Build(ctx, len(c.welded.Faces), c.box, c.options.Workers)
	if err != nil {
		return nil, err
	}
	if err := tree.SelfPairs(ctx, c.options.Workers, c.decide, c.progress); err != nil {
		return nil, err
	}
	return c.result(), nil
}

// worldBounds returns the box of all vertices in the world.
func (c *selfCheck) worldBounds() geom.Box {
	b := geom.EmptyBox()
	for _, v := range c.welded.Vertices {
		b = b.Include(c.world.Apply(v))
	}
	return b
}

// triage records the triangles that take part in no pair.
func (c *selfCheck) triage(ctx context.Context) error {
	c.degenerate = make([]bool, len(c.welded.Faces))
	page := c.ledger.page(0)
	for i := range c.welded.Faces {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !c.welded.Finite(i) {
			page.single(Nonfinite, uint32(i))
			continue
		}
		if t := c.welded.Triangle(i); t.Degenerate() {
			c.degenerate[i] = true
			page.single(Degenerate, uint32(i))
		}
	}
	return nil
}

// single reports whether triangle i takes part in no pair.
func (c *selfCheck) single(i int) bool { return !c.welded.Finite(i) || c.degenerate[i] }

func (c *selfCheck) box(i int) geom.Box {
	if c.single(i) {
		return geom.EmptyBox()
	}
	return c.welded.Triangle(i).Box()
}

// decide relates candidate pairs and records those that are findings.
func (c *selfCheck) decide(worker int, pairs []bvh.Pair) {
	page := c.ledger.page(worker)
	for _, p := range pairs {
		t, u := c.welded.Triangle(int(p.I)), c.welded.Triangle(int(p.J))
		r := tritri.Relate(&t, &u)
		if r.Kind == tritri.Apart {
			continue
		}
		e := entry{kind: kindOf[r.Kind], i: p.I, j: p.J}
		if r.Through != tritri.NoEdge && c.passesThrough(p, &t, &u, r) {
			e.kind, e.throughEdge = Crossing, true
		}
		if e.kind == Touch && !c.options.ListTouches {
			page.counts.ByKind[Touch]++
			continue
		}
		c.record(page, e, &t, &u, r)
	}
}

var kindOf = [...]Kind{tritri.Touch: Touch, tritri.Crossing: Crossing, tritri.Overlap: Overlap, tritri.Duplicate: Duplicate}

// record measures a finding in the world and enters it.
func (c *selfCheck) record(page *page, e entry, t, u *geom.Triangle, r tritri.Relation) {
	wt, wu := c.world.ApplyTriangle(*t), c.world.ApplyTriangle(*u)
	var length float64
	switch e.kind {
	case Crossing:
		if !e.throughEdge {
			e.depth = tritri.Depth(&wt, &wu)
		}
		if c.tolerance > 0 && e.depth <= c.tolerance {
			e.kind, e.throughEdge, e.depth = Touch, false, 0
			break
		}
		a, b := tritri.Segment(t, u)
		length = c.world.Apply(a).Sub(c.world.Apply(b)).Norm()
	case Overlap:
		e.area = tritri.Area(c.polygon(t, u))
	case Duplicate:
		e.area = wt.Area()
	}
	if e.kind == Touch && !c.options.ListTouches {
		page.counts.ByKind[Touch]++
		return
	}
	page.pair(e, measure{
		vertices: [2][3]uint32{c.welded.Faces[e.i], c.welded.Faces[e.j]},
		parts:    [2]int{c.part(e.i), c.part(e.j)},
		box:      wt.Box().Union(wu.Box()),
		length:   length,
	})
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
	fans := c.fans()
	for _, i := range fans.Around(from) {
		f := c.welded.Faces[i]
		for k := range f {
			apex, a, b := f[k], f[(k+1)%3], f[(k+2)%3]
			if a == from && b == to || a == to && b == from {
				s := plane.Side(c.welded.Vertices[apex])
				above, below = above || s > 0, below || s < 0
			}
		}
	}
	return above && below
}
