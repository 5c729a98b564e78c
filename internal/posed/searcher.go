package posed

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/tripacket"
	"github.com/meshcheck/meshcheck/tritri"
)

// Pair is two faces that go through each other, with A < B. Kind is tritri.Crossing, Overlap or
// Duplicate, or tritri.Touch if an edge of one lies inside the other: then the surface may go through the
// other along that edge, which the faces around it decide.
type Pair struct {
	A, B uint32
	Kind tritri.Kind
}

// Searcher finds pairs in one pose at a time. It is for one goroutine. Where it need not build a
// tree, a search allocates nothing.
type Searcher struct {
	surface   *Surface
	positions []geom.Vec
	without   []bool
	emit      func(Pair) bool
	stopped   bool
	frame     frame
	faces     []face
	trees     [2]groupTree
	fronts    [][3]float32 // of each vertex: see front
	certified []bool
	open      []uint32 // the vertices that have faces and are not certified

	rows     rows
	columns  columns
	batch    tripacket.Batch
	compared tripacket.Comparison // the last batch
	// visit and cross are the methods that blocks of pairs are passed to: within the first group,
	// and of both.
	visit, cross func(worker int, b *boxtree.Block)
}

// NewSearcher returns a Searcher of a surface.
func (s *Surface) NewSearcher() *Searcher {
	q := &Searcher{surface: s, faces: make([]face, len(s.faces)), fronts: make([][3]float32, s.vertices), certified: make([]bool, s.vertices)}
	for k := range q.trees {
		q.trees[k].init(q, s.groups[k], k == 0)
	}
	q.visit = func(_ int, b *boxtree.Block) { q.decide(&q.trees[0], b, s.all[0]) }
	q.cross = func(_ int, b *boxtree.Block) { q.decide(&q.trees[1], b, s.all[1]) }
	return q
}

// Pairs finds the pairs of faces that go through each other in the pose with the given positions of
// the vertices, among those that are sought. Corners with equal coordinates are one vertex. Faces
// without area and faces that are not finite are in no pair; nor are those of the objects that
// without says, nil for none.
//
// emit is called once for each pair, in an order that also depends on the poses before. If it
// returns false, the search ends. The only error is that of ctx. positions and without must not
// change until the next call.
func (q *Searcher) Pairs(ctx context.Context, positions []geom.Vec, without []bool, emit func(Pair) bool) error {
	q.positions, q.without, q.emit, q.stopped = positions, nil, emit, false
	if slices.Contains(without, true) {
		q.without = without
	}
	q.frame = frameOf(positions)
	for k := range q.trees {
		if err := q.trees[k].pose(ctx); err != nil {
			return err
		}
	}
	q.rows.forget()
	q.columns.forget()
	err := q.searchFans(ctx)
	if err == nil && !q.stopped {
		err = q.trees[0].tree.SelfPairs(ctx, 1, q.visit, nil)
	}
	if err == nil && !q.stopped {
		err = boxtree.CrossPairs(ctx, 1, q.trees[0].tree, q.trees[1].tree, boxtree.Identity(), q.cross)
	}
	q.decideBatch()
	q.emit = nil
	return err
}

// Triangle returns a face in the last pose.
func (q *Searcher) Triangle(face uint32) geom.Triangle {
	f := &q.surface.faces[face]
	return geom.Triangle{q.positions[f[0]], q.positions[f[1]], q.positions[f[2]]}
}

// found emits a pair.
func (q *Searcher) found(i, j uint32, kind tritri.Kind) {
	if !q.stopped && !q.emit(Pair{min(i, j), max(i, j), kind}) {
		q.stopped = true
	}
}
