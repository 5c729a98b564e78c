package meshcheck

import (
	"context"
	"runtime"
	"time"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
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
		bounds, err := c.worldBounds(ctx)
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

// worldBounds returns the box of all vertices in the world.
func (c *selfCheck) worldBounds(ctx context.Context) (geom.Box, error) {
	const chunk = 1 << 14
	vertices := c.welded.Vertices
	boxes := make([]geom.Box, (len(vertices)+chunk-1)/chunk)
	err := parallel.Tasks(ctx, c.options.Workers, len(boxes), func(_, k int) {
		b := geom.EmptyBox()
		for _, v := range vertices[k*chunk : min(len(vertices), (k+1)*chunk)] {
			b = b.Include(c.world.Apply(v))
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
