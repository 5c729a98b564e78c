// Package self finds how the triangles of one mesh meet each other.
package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// checker finds how the triangles of one mesh meet each other.
type checker struct {
	mesh     *mesh.Mesh
	world    geom.Affine
	options  check.Settings
	progress func(share float64)
	phase    check.Phase

	whole     *world.Mesh
	welded    *mesh.Welded // of whole
	parts     []check.PartInfo
	views     []geom.Views // of each triangle
	single    []bool       // triangles that take no part in the search
	copies    *mesh.Copies
	fans      mesh.Fans
	certified []bool              // vertices whose triangles the search does not compare with each other
	stars     map[uint32][]uint32 // triangles that meet others, of vertices that are handled separately
	junctions []edge              // at which surfaces may pass through each other
	covers    covers
	rank      []uint32 // the place of each triangle in the tree; nil without stars
	spreads   fan.Spreads
	tree      *boxtree.Tree
	packets   packets  // nil for a mesh with float64 positions
	shell     []uint32 // of each vertex
	shells    int
	loose     bool         // a shell has fewer than two triangles on average, so that parts are used instead of shells
	filters   []leafFilter // of each worker
	box       geom.Box     // of all vertices in the world
	moved     bool         // world is not the identity
	stretch   float64      // the greatest factor by which world stretches lengths
	tolerance float64
	places    places
	collector *collect.Collector

	copyFacts  copyFacts
	lazyBodies lazyBodies
	passages   []passage // along edges
}

// weldedShare is about the share of the time of a check that welding the mesh takes.
const weldedShare = 0.2

// prepared is about the share of the time of a check of a clean mesh after which the tree is
// built and pairs are tested.
const prepared = 0.7

// Find finds how the triangles of m, whose welded form is w, meet each other. Places and
// sizes are reported in the world, to which place maps stored coordinates. It calls progress,
// from any goroutine, with the share of the work that is done. It fails with a *check.CutError
// once ctx has ended.
func Find(ctx context.Context, m *mesh.Mesh, w *world.Mesh, place geom.Affine, s check.Settings, progress func(share float64)) (*check.Mesh, error) {
	c := checker{mesh: m, whole: w, welded: w.Welded, world: place, options: s, progress: progress}
	r, err := c.run(ctx)
	return r, check.Interrupted(ctx, err, c.phase, c.counts())
}

// run sets aside the triangles that take part in no pair and decides every pair whose boxes meet.
func (c *checker) run(ctx context.Context) (*check.Mesh, error) {
	c.progress(weldedShare)
	c.parts = world.Parts(c.mesh)
	bounds, err := c.bounds(ctx, geom.Identity())
	if err != nil {
		return nil, err
	}
	if err := c.measure(ctx, bounds); err != nil {
		return nil, err
	}
	if c.shell, c.shells, err = c.whole.Shells(ctx, c.options.Workers); err != nil {
		return nil, err
	}
	c.loose = len(c.welded.Faces) < 2*c.shells
	c.collector = collect.New(c.options.Workers, c.options.MaxFindings, c.options.ListTouches)
	builder := boxtree.NewBuilder(len(c.welded.Faces), bounds)
	if err := c.triage(ctx, builder); err != nil {
		return nil, err
	}
	if c.fans, err = c.welded.Fans(ctx, c.options.Workers, c.single); err != nil {
		return nil, err
	}
	c.certified = make([]bool, len(c.welded.Vertices))
	if !c.isSoup() {
		if err := c.welded.Umbrellas(ctx, c.options.Workers, c.fans, c.views, c.certified); err != nil {
			return nil, err
		}
	}
	if err := c.findJunctions(ctx); err != nil {
		return nil, err
	}
	if err := c.excludeCopies(ctx, builder); err != nil {
		return nil, err
	}
	if err := c.certifyStars(ctx); err != nil {
		return nil, err
	}
	if !slices.Contains(c.certified, true) {
		c.certified = nil // the search cannot leave out any pair
	}
	if err := c.buildTree(ctx, builder); err != nil {
		return nil, err
	}
	c.setPlaces()
	c.collector.SetDiagonal(c.world.ApplyBox(c.tree.Bounds()).Diagonal())
	c.progress(prepared)
	c.filters = make([]leafFilter, c.options.Workers)
	c.covers.workers = make([]coverList, c.options.Workers)
	c.phase = check.ComparingTriangles
	if err := c.enterDuplicates(ctx); err != nil {
		return nil, err
	}
	if err := c.decideStars(ctx); err != nil {
		return nil, err
	}
	decide := func(worker int, b *boxtree.Block) { c.decide(ctx, worker, b) }
	err = c.tree.SelfPairs(ctx, c.options.Workers, decide, func(done, total int) {
		c.progress(prepared + (1-prepared)*float64(done)/float64(total))
	})
	if err != nil {
		return nil, err
	}
	if err := c.judgePlaces(ctx); err != nil {
		return nil, err
	}
	if err := c.enterPassages(ctx); err != nil {
		return nil, err
	}
	c.progress(1) // also where there was no pair to test
	c.phase = check.MeasuringFindings
	return c.result(ctx)
}

// counts returns the findings counted so far, by a check that is not running.
func (c *checker) counts() (counts check.Counts) {
	if c.collector != nil {
		counts = c.collector.Counts()
	}
	return counts
}

// isSoup reports whether the mesh has less than one and a half corners to a vertex, and so
// hardly any fans.
func (c *checker) isSoup() bool { return 2*len(c.welded.Faces) < len(c.welded.Vertices) }

// measure computes the size in the world of a mesh with the given local bounds, and converts
// the tolerance to the world's units.
func (c *checker) measure(ctx context.Context, bounds geom.Box) (err error) {
	c.moved = c.world != geom.Identity()
	if c.box = bounds; c.moved {
		c.box, err = c.bounds(ctx, c.world)
	}
	c.stretch = c.world.SpectralNorm()
	c.tolerance = c.options.Tolerance.Value
	if c.options.Tolerance.Relative && c.tolerance > 0 {
		c.tolerance *= c.box.Diagonal()
	}
	c.setCoarsest(bounds)
	c.places.shallow = max(c.places.coarsest, c.tolerance, c.limit())
	return err
}

// bounds returns the box of all vertices, transformed by m.
func (c *checker) bounds(ctx context.Context, m geom.Affine) (geom.Box, error) {
	const chunk = 1 << 14
	vertices, transformed := c.welded.Vertices, m != geom.Identity()
	boxes := make([]geom.Box, (len(vertices)+chunk-1)/chunk)
	err := parallel.Tasks(ctx, c.options.Workers, len(boxes), func(_, k int) {
		some := vertices[k*chunk : min(len(vertices), (k+1)*chunk)]
		if !transformed {
			boxes[k] = geom.BoxOf(some)
			return
		}
		b := geom.EmptyBox()
		for _, v := range some {
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
