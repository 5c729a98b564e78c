package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// triaged is the number of triangles that are fetched together.
const triaged = 128

// triage places the boxes of the triangles and records those that take part in no pair, which it
// removes again.
func (c *checker) triage(ctx context.Context, b *boxtree.Builder) error {
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
func (c *checker) triageSome(lo int, ts []geom.Triangle, shard *collect.Shard, b *boxtree.Builder) {
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

// repeatVertices reports whether each of some faces is finite and has a vertex more than once. Such
// faces are passed over quickly: a few bytes of compressed data can hold millions of them.
func repeatVertices(faces [][3]uint32) bool {
	return !slices.ContainsFunc(faces, func(f [3]uint32) bool {
		return f[0] == mesh.NoVertex || f[0] != f[1] && f[1] != f[2] && f[2] != f[0]
	})
}

// enterSingle enters a triangle that takes part in no pair.
func (c *checker) enterSingle(shard *collect.Shard, r check.Rule, i int) {
	e := collect.Entry{Rule: r, I: uint32(i)}
	e.Fails = collect.Fails(&e, c.options.CriteriaOrDefault(), 0)
	shard.AddSingle(e)
}
