package bvh

import (
	"context"
	"math/bits"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Pair is two boxes by their numbers, in either order.
type Pair struct{ I, J uint32 }

// batch is the number of pairs that are handed to a visitor at once, or a few more.
const batch = 512

// SelfPairs finds every pair of different boxes that have a point in common by
// their float32 bounds and no tag, each pair once. It calls visit with batches of
// them: worker, below workers, tells which goroutine calls, and within one worker
// calls follow each other; the slice is reused after the call. Pairs with the same I
// tend to follow each other. Which worker sees which pair, and when, is not
// determined.
//
// progress, if not nil, is called with the number of tasks done and their total;
// calls may overlap. SelfPairs stops with ctx's error soon after it is cancelled.
func (t *Tree) SelfPairs(ctx context.Context, workers int, visit func(worker int, pairs []Pair), progress func(done, total int)) error {
	if len(t.ids) == 0 {
		return ctx.Err()
	}
	tasks := t.tasks()
	descents := make([]descent, max(1, workers))
	var finished atomic.Int64
	err := parallel.Tasks(ctx, workers, len(tasks), func(worker, k int) {
		d := &descents[worker]
		if d.tree == nil {
			*d = descent{tree: t, ctx: ctx, worker: worker, visit: visit, pairs: make([]Pair, 0, min(batch, 8*len(t.ids))+width*width)}
		}
		d.pair(tasks[k])
		if n := int(finished.Add(1)); progress != nil {
			progress(n, len(tasks))
		}
	})
	for w := range descents {
		if d := &descents[w]; err == nil && d.tree != nil {
			d.flush()
			err = ctx.Err()
		}
	}
	return err
}

// task is two nodes of one level to be tested against each other; a ≤ b.
type task struct{ level, a, b int }

// minTasks is enough for the workers to finish at about the same time.
const minTasks = 1024

// tasks splits the work at the root until there is enough of it to share out.
func (t *Tree) tasks() []task {
	out := []task{{level: len(t.levels) - 1}}
	for len(out) > 0 && len(out) < minTasks && out[0].level > 0 {
		var finer []task
		for _, k := range out {
			t.children(k, func(c task) { finer = append(finer, c) })
		}
		out = finer
	}
	return out
}

// meet fills masks with, for each child of node a of a level, the set of children
// of node b that it meets, and returns the set of children of a that meet any.
func (t *Tree) meet(k task, masks *[width]uint16) (rows uint32) {
	level := t.levels[k.level]
	rows = 1<<width - 1
	if k.a != k.b {
		// Most children of a do not come near b at all.
		rows = near(&level[k.a], &t.levels[k.level+1][k.b/width], k.b%width)
	}
	return overlaps(&level[k.a], &level[k.b], rows, masks)
}

// children calls f with the pairs of k's children whose bounds meet.
func (t *Tree) children(k task, f func(task)) {
	var masks [width]uint16
	for rows := t.meet(k, &masks); rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		m := masks[x]
		if k.a == k.b {
			m &= ^uint16(0) << x // each pair once, and each child with itself
		}
		for ; m != 0; m &= m - 1 {
			f(task{k.level - 1, k.a*width + x, k.b*width + bits.TrailingZeros16(m)})
		}
	}
}

// descent walks two nodes down together and collects pairs of boxes.
type descent struct {
	tree   *Tree
	ctx    context.Context
	worker int
	visit  func(worker int, pairs []Pair)
	pairs  []Pair
	nodes  int // pairs of inner nodes visited
}

func (d *descent) pair(k task) {
	if k.level == 0 {
		d.leaves(k)
		return
	}
	if d.nodes++; d.nodes&63 == 0 && d.ctx.Err() != nil {
		return
	}
	d.tree.children(k, d.pair)
}

// leaves collects the pairs of two leaves.
func (d *descent) leaves(k task) {
	t := d.tree
	var masks [width]uint16
	rows := t.meet(k, &masks)
	if rows != 0 && t.tags != nil {
		rows = untagged(&t.tags[k.a], &t.tags[k.b], rows, &masks)
	}
	pairs := d.pairs
	for ; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		m := masks[x]
		if k.a == k.b {
			m &= ^uint16(1) << x
		}
		i := t.ids[k.a*width+x]
		for ; m != 0; m &= m - 1 {
			pairs = append(pairs, Pair{i, t.ids[k.b*width+bits.TrailingZeros16(m)]})
		}
	}
	if d.pairs = pairs; len(pairs) >= batch {
		d.flush()
	}
}

func (d *descent) flush() {
	if len(d.pairs) > 0 && d.ctx.Err() == nil {
		d.visit(d.worker, d.pairs)
	}
	d.pairs = d.pairs[:0]
}
