package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// fetched is the number of triangles that are fetched together.
const fetched = 128

// addSingles places the boxes of the triangles and enters those that take part in no pair, which it
// removes again.
func (p *preparation) addSingles(ctx context.Context) error {
	n := len(p.welded.Faces)
	p.neighbours.single, p.views = make([]bool, n), make([]geom.Views, n)
	const chunk = 64 * fetched
	return parallel.Tasks(ctx, p.settings.Workers, (n+chunk-1)/chunk, func(worker, k int) {
		shard := p.collector.Shard(worker)
		var ts [fetched]geom.Triangle
		for lo := k * chunk; lo < min(n, (k+1)*chunk); lo += fetched {
			p.addSinglesOf(lo, ts[:min(fetched, n-lo)], shard)
		}
	})
}

// addSinglesOf is addSingles for len(ts) triangles from lo on.
func (p *preparation) addSinglesOf(lo int, ts []geom.Triangle, shard *collect.Shard) {
	single := p.neighbours.single
	if repeatVertices(p.welded.Faces[lo : lo+len(ts)]) {
		for i := lo; i < lo+len(ts); i++ {
			single[i] = true
			shard.AddSingle(check.Degenerate, uint32(i))
		}
		return
	}
	p.fetch(lo, ts)
	views := p.views[lo : lo+len(ts)]
	geom.EachViews(ts, views)
	p.builder.PlaceTriangles(lo, ts)
	for k := range ts {
		t, i := &ts[k], lo+k
		switch {
		case !p.welded.Finite(i):
			single[i], views[k] = true, 0
			p.builder.Remove(i)
			shard.AddSingle(check.Nonfinite, uint32(i))
		case views[k] == 0 && t.Degenerate():
			single[i] = true
			p.builder.Remove(i)
			shard.AddSingle(check.Degenerate, uint32(i))
		}
	}
}

// fetch sets ts to the triangles from lo on. Those that are not finite become any triangles.
func (p *preparation) fetch(lo int, ts []geom.Triangle) {
	k := p.part(uint32(lo))
	if part, first := &p.mesh.Parts[k], lo-p.parts[k].First; !part.Indexed() && first+len(ts) <= part.Triangles() {
		for k := range ts { // stored one after another, unlike their vertices in a scattered mesh
			ts[k] = part.Triangle(first + k)
		}
		return
	}
	// Fetching many before the first is used overlaps the cache misses.
	for k := range ts {
		if p.welded.Finite(lo + k) {
			ts[k] = p.welded.Triangle(lo + k)
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
