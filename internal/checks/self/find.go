package self

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// checker finds how the triangles of one mesh meet each other.
type checker struct {
	surface
	settings check.Settings
	progress func(share float64)
	phase    check.Phase

	limits     limits
	neighbours neighbours
	search     search
	places     places
	edges      edgeSearch
	collector  *collect.Collector
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
	c := newChecker(m, w, place, s, progress)
	r, err := c.run(ctx)
	return r, check.Interrupted(ctx, err, c.phase, c.collector.Counts())
}

func newChecker(m *mesh.Mesh, w *world.Mesh, place geom.Affine, s check.Settings, progress func(share float64)) *checker {
	c := &checker{surface: newSurface(m, w, place), settings: s, progress: progress, collector: collect.New(&s)}
	c.collector.SetTriangles(triangles{c})
	c.edges = edgeSearch{checker: c, covers: covers{workers: make([]coverList, s.Workers)}}
	return c
}

// run goes through the phases.
func (c *checker) run(ctx context.Context) (*check.Mesh, error) {
	c.progress(weldedShare)
	if err := c.prepare(ctx); err != nil {
		return nil, err
	}
	c.progress(prepared)
	c.phase = check.ComparingTriangles
	err := inOrder(ctx, c.addDuplicates, c.searchStars, c.searchTree, c.judgePlaces, c.edges.add)
	if err != nil {
		return nil, err
	}
	c.progress(1) // also where there was no pair to test
	c.phase = check.MeasuringFindings
	return c.result(ctx)
}

// inOrder takes steps one after another until one fails.
func inOrder(ctx context.Context, steps ...func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}
