// Package self finds how the triangles of one mesh meet each other.
package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
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
	tree      *bvh.Tree
	packets   packets  // nil for a mesh with float64 positions
	shell     []uint32 // of each vertex
	shells    int
	loose     bool         // a shell is fewer than two triangles on average, so that parts stand for shells
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

// run sets aside the triangles that take part in no pair, and decides every pair whose boxes
// meet.
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
	builder := bvh.NewBuilder(len(c.welded.Faces), bounds)
	if err := c.triage(ctx, builder); err != nil {
		return nil, err
	}
	if c.fans, err = c.welded.Fans(ctx, c.single, c.options.Workers); err != nil {
		return nil, err
	}
	c.certified = make([]bool, len(c.welded.Vertices))
	if !c.isSoup() {
		if err := c.welded.Umbrellas(ctx, c.fans, c.views, c.certified, c.options.Workers); err != nil {
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
	decide := func(worker int, b *bvh.Block) { c.decide(ctx, worker, b) }
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

// triaged is the number of triangles that are fetched together.
const triaged = 128

// triage places the boxes of the triangles and records those that take part in no pair, which it
// removes again.
func (c *checker) triage(ctx context.Context, b *bvh.Builder) error {
	n := len(c.welded.Faces)
	c.single, c.views = make([]bool, n), make([]geom.Views, n)
	const chunk = 64 * triaged
	return parallel.Tasks(ctx, c.options.Workers, (n+chunk-1)/chunk, func(worker, k int) {
		shard := c.collector.Shard(worker)
		var ts [triaged]geom.Triangle
		for lo := k * chunk; lo < min(n, (k+1)*chunk); lo += triaged {
			c.triageSome(lo, ts[:min(triaged, n-lo)], shard, b)
		}
	})
}

// triageSome is triage for len(ts) triangles from lo on.
func (c *checker) triageSome(lo int, ts []geom.Triangle, shard *collect.Shard, b *bvh.Builder) {
	if repeatVertices(c.welded.Faces[lo : lo+len(ts)]) {
		for i := lo; i < lo+len(ts); i++ {
			c.single[i] = true
			c.enterSingle(shard, check.Degenerate, i)
		}
		return
	}
	// Fetching many before the first is used overlaps the cache misses.
	for k := range ts {
		if c.welded.Finite(lo + k) {
			ts[k] = c.welded.Triangle(lo + k)
		}
	}
	views := c.views[lo : lo+len(ts)]
	geom.EachViews(ts, views)
	b.PlaceTriangles(lo, ts)
	for k := range ts {
		t, i := &ts[k], lo+k
		switch {
		case !c.welded.Finite(i):
			c.single[i], views[k] = true, 0
			b.Remove(i)
			c.enterSingle(shard, check.Nonfinite, i)
		case views[k] == 0 && t.Degenerate():
			c.single[i] = true
			b.Remove(i)
			c.enterSingle(shard, check.Degenerate, i)
		}
	}
}

// repeatVertices reports whether each of some faces is finite and has a vertex more than once, so that
// they cost no more than they are listed for: a few bytes of compressed data can stand for millions.
func repeatVertices(faces [][3]uint32) bool {
	return !slices.ContainsFunc(faces, func(f [3]uint32) bool {
		return f[0] == mesh.NoVertex || f[0] != f[1] && f[1] != f[2] && f[2] != f[0]
	})
}

// enterSingle enters a triangle that takes part in no pair.
func (c *checker) enterSingle(shard *collect.Shard, r check.Rule, i int) {
	e := collect.Entry{Rule: r, I: uint32(i)}
	e.Fails = collect.Fails(&e, c.options.Judged(), 0)
	shard.AddSingle(e)
}

// packets are those of all leaves, some of them in each slice.
type packets [][]tritri.Packet

// packetsPerSlice is a power of two.
const packetsPerSlice = 1 << 9

// at returns the packet of a leaf.
func (p packets) at(leaf int) *tritri.Packet {
	return &p[leaf/packetsPerSlice][leaf%packetsPerSlice]
}

// newPackets returns n packets. All workers allocate some, because memory that was in use before has
// to be cleared.
func newPackets(ctx context.Context, n, workers int) (packets, error) {
	p := make(packets, (n+packetsPerSlice-1)/packetsPerSlice)
	return p, parallel.Tasks(ctx, workers, len(p), func(_, k int) {
		p[k] = make([]tritri.Packet, min(packetsPerSlice, n-k*packetsPerSlice))
	})
}

// buildTree builds the tree and, beside its leaves, the packets of their triangles.
// Meshes with float64 positions have no packets.
func (c *checker) buildTree(ctx context.Context, b *bvh.Builder) (err error) {
	if !slices.ContainsFunc(c.mesh.Parts, func(p mesh.Part) bool { return p.Positions.F64 != nil }) {
		n := 0 // triangles in the tree
		for _, single := range c.single {
			if !single {
				n++
			}
		}
		if c.packets, err = newPackets(ctx, (n+bvh.Width-1)/bvh.Width, c.options.Workers); err != nil {
			return err
		}
	}
	c.tree, err = b.Build(ctx, c.certified != nil, func(i int) bvh.Box { return boxOf(c.welded, i) }, c.fill, c.options.Workers)
	return err
}

// boxOf returns the box of a triangle, which must be finite.
func boxOf(w *mesh.Welded, triangle int) bvh.Box {
	t := w.Triangle(triangle)
	return bvh.BoxOf(&t[0], &t[1], &t[2])
}

// fill gives the tree the boxes of a leaf and their tags, the certified vertices of its
// triangles: two triangles that share one are apart. A corner that is not certified
// gets a tag of its own.
func (c *checker) fill(leaf int, ids []uint32, out *bvh.Leaf) {
	var faces [bvh.Width][3]uint32 // many fetched at once, as in triage
	for lane, i := range ids {
		faces[lane] = c.welded.Faces[i]
	}
	var triangles [bvh.Width]geom.Triangle
	vertices := c.welded.Vertices
	for lane := range ids {
		f := &faces[lane]
		triangles[lane] = geom.Triangle{vertices[f[0]], vertices[f[1]], vertices[f[2]]}
	}
	if c.packets != nil {
		packet := c.packets.at(leaf)
		for lane := range ids {
			packet.Set(lane, &triangles[lane])
		}
		packet.Boxes(&out.Min, &out.Max)
	} else {
		for lane := range ids {
			t := &triangles[lane]
			b := bvh.BoxOf(&t[0], &t[1], &t[2])
			out.Set(lane, &b)
		}
	}
	if c.certified == nil {
		return
	}
	for lane, i := range ids {
		for k, v := range faces[lane] {
			if !c.certified[v] {
				v = uint32(len(c.certified) + 3*int(i) + k)
			}
			out.Tags[k][lane] = v
		}
	}
}
