package boxtree

import (
	"context"
	"iter"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Block is two leaves and the candidate pairs between their boxes. Bit k of a set is the k-th box
// of a leaf.
type Block struct {
	// I and J are the numbers of the leaves, which are equal if a leaf meets itself.
	I, J int
	// Rows is the set of the boxes of leaf I that are in a pair.
	Rows uint32
	// Masks has, for each box in Rows, the set of the boxes of leaf J paired with it; the others
	// are undefined.
	Masks [Width]uint16
}

// Pairs returns the pairs of b: of the x-th box of leaf I and the y-th of leaf J.
func (b *Block) Pairs() iter.Seq2[int, int] {
	return func(yield func(x, y int) bool) {
		for rows := b.Rows; rows != 0; rows &= rows - 1 {
			x := bits.TrailingZeros32(rows)
			for lanes := b.Masks[x]; lanes != 0; lanes &= lanes - 1 {
				if !yield(x, bits.TrailingZeros16(lanes)) {
					return
				}
			}
		}
	}
}

// SelfPairs finds every pair of different boxes whose float32 bounds have a point in common and
// that have no common tag, each pair once. It calls visit with blocks of pairs. The worker, a
// number below workers, identifies the calling goroutine; the calls of one worker do not overlap.
// visit may change the block, which is reused after the call. Blocks with the same leaf I tend to
// be consecutive. Which worker visits which block, and when, is not determined.
//
// progress, if not nil, is called with the number of tasks done and their total; calls may overlap.
// SelfPairs stops with ctx's error soon after it is cancelled.
func (t *Tree) SelfPairs(ctx context.Context, workers int, visit func(worker int, b *Block), progress func(done, total int)) error {
	if len(t.ids) == 0 {
		return ctx.Err()
	}
	if workers <= 1 && (progress == nil || len(t.levels) <= fewLevels) {
		if err := t.selfPairs(ctx, visit); err != nil || progress == nil {
			return err
		}
		progress(1, 1)
		return nil
	}
	tasks := t.tasks()
	descents := make([]descent, max(1, workers))
	var finished atomic.Int64
	err := parallel.Tasks(ctx, workers, len(tasks), func(worker, k int) {
		d := &descents[worker]
		if d.tree == nil {
			*d = descent{tree: t, ctx: ctx, worker: worker, visit: visit}
		}
		d.pair(tasks[k])
		if n := int(finished.Add(1)); progress != nil {
			progress(n, len(tasks))
		}
	})
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// lone are descents of finished searches by one goroutine, whose memory is reused: a search of a
// small tree takes less time than to allocate one.
var lone = sync.Pool{New: func() any { return new(descent) }}

// selfPairs is SelfPairs for one goroutine.
func (t *Tree) selfPairs(ctx context.Context, visit func(worker int, b *Block)) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	d := lone.Get().(*descent)
	d.tree, d.ctx, d.worker, d.visit, d.nodes, d.stopped = t, ctx, 0, visit, 0, false
	d.near.forget()
	d.far.forget()
	d.pair(task{level: len(t.levels) - 1})
	d.tree, d.ctx, d.visit = nil, nil, nil
	lone.Put(d)
	return ctx.Err()
}

// task is two nodes of one level to be tested against each other, with a ≤ b.
type task struct{ level, a, b int }

// fewLevels are those of a tree of up to 256 leaves, which one worker searches in a few milliseconds.
const fewLevels = 3

// minTasks is enough for the workers to finish at about the same time.
const minTasks = 1024

// tasks splits the work at the root until there is enough for all workers.
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

// near returns the set of children of a, the first node of k, that meet the second one. Most of them
// do not, and are not compared with its children.
func (t *Tree) near(a *node, k task) (rows uint32) {
	if k.a == k.b {
		return 1<<Width - 1
	}
	return near(a, &t.levels[k.level+1][k.b/Width], k.b%Width)
}

// children calls f with the pairs of k's children whose bounds meet.
func (t *Tree) children(k task, f func(task)) {
	var masks [Width]uint16
	level := t.levels[k.level]
	for rows := overlaps(&level[k.a], &level[k.b], t.near(&level[k.a], k), &masks); rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		m := masks[x]
		if k.a == k.b {
			m &= ^uint16(0) << x // each pair once, and each child with itself
		}
		for ; m != 0; m &= m - 1 {
			f(task{k.level - 1, k.a*Width + x, k.b*Width + bits.TrailingZeros16(m)})
		}
	}
}

// descent walks two nodes down together.
type descent struct {
	tree   *Tree
	ctx    context.Context
	worker int
	visit  func(worker int, b *Block)
	block  Block
	// near and far keep the leaves that are visited.
	near, far keptLeaf
	nodes     int // pairs of nodes visited, leaves among them
	// stopped: the context was cancelled.
	stopped bool

	_ parallel.Padding
}

// often is the number of pairs of nodes after which a descent checks for cancellation: a
// visit of two full leaves may take a tenth of a millisecond.
const often = 32

func (d *descent) pair(k task) {
	if d.nodes++; d.nodes%often == 0 && d.ctx.Err() != nil {
		d.stopped = true
	}
	if d.stopped {
		return
	}
	if t := d.tree; t.common != nil && t.common[k.level][k.a].meets(&t.common[k.level][k.b]) {
		return
	}
	if k.level == 0 {
		d.leaves(k)
		return
	}
	d.tree.children(k, d.pair)
}

// leaves visits the pairs of two leaves.
func (d *descent) leaves(k task) {
	t, b := d.tree, &d.block
	b.I, b.J = k.a, k.b
	near := d.near.of(t, k.a)
	if b.Rows = t.near(near, k); b.Rows == 0 {
		return
	}
	if k.a == k.b {
		b.Rows = overlaps(near, near, b.Rows, &b.Masks)
		b.above()
	} else {
		b.Rows = overlaps(near, d.far.of(t, k.b), b.Rows, &b.Masks)
	}
	if b.Rows != 0 && t.tags != nil {
		b.Rows = untagged(&t.tags[k.a], &t.tags[k.b], b.Rows, &b.Masks)
	}
	if b.Rows != 0 {
		d.visit(d.worker, b)
	}
}

// above keeps, in a block of a leaf with itself, each pair once.
func (b *Block) above() {
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		if b.Masks[x] &= ^uint16(1) << x; b.Masks[x] == 0 {
			b.Rows &^= 1 << x
		}
	}
}
