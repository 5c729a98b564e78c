package bvh

import (
	"context"
	"math/bits"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Pair is two boxes by their numbers, the smaller first.
type Pair struct{ I, J uint32 }

// batch is the number of pairs handed to a visitor at once.
const batch = 512

// SelfPairs finds every pair of different boxes that have a point in common by
// their float32 bounds, each pair once. It calls visit with batches of them:
// worker tells which of the workers goroutines calls, and within one worker calls
// follow each other; the slice is reused after the call. Which worker sees which
// pair, and when, is not determined.
//
// progress, if not nil, is called with the share of work done, in parts of total;
// calls may overlap. SelfPairs stops with ctx's error soon after it is cancelled.
func (t *Tree) SelfPairs(ctx context.Context, workers int, visit func(worker int, pairs []Pair), progress func(done, total int)) error {
	if len(t.ids) == 0 {
		return ctx.Err()
	}
	tasks := t.tasks()
	var claimed, finished atomic.Int64
	g, ctx := errgroup.WithContext(ctx)
	for w := range max(1, workers) {
		g.Go(func() error {
			d := descent{tree: t, ctx: ctx, emit: func(p []Pair) { visit(w, p) }}
			for {
				k := int(claimed.Add(1)) - 1
				if k >= len(tasks) {
					break
				}
				if d.pair(tasks[k]); d.err != nil {
					return d.err
				}
				if n := int(finished.Add(1)); progress != nil {
					progress(n, len(tasks))
				}
			}
			d.flush()
			return d.err
		})
	}
	return g.Wait()
}

// task is two nodes of one level to be tested against each other; a ≤ b.
type task struct{ level, a, b int }

// minTasks is enough for the workers to finish at about the same time.
const minTasks = 1024

// tasks splits the work at the root until there is enough of it to share out.
func (t *Tree) tasks() []task {
	out := []task{{level: len(t.levels) - 1}}
	for len(out) < minTasks && out[0].level > 0 {
		var finer []task
		for _, k := range out {
			t.children(k, func(c task) { finer = append(finer, c) })
		}
		if len(finer) == 0 {
			return nil
		}
		out = finer
	}
	return out
}

// children calls f with the pairs of k's children whose bounds meet.
func (t *Tree) children(k task, f func(task)) {
	a, b := &t.levels[k.level][k.a], &t.levels[k.level][k.b]
	masks := overlaps(a, b)
	for x, m := range masks {
		if k.a == k.b {
			m &= ^uint16(0) << x // each pair once, and each child with itself
		}
		for ; m != 0; m &= m - 1 {
			y := bits.TrailingZeros16(m)
			f(task{k.level - 1, k.a*width + x, k.b*width + y})
		}
	}
}

// overlaps returns for each child x of a the set of children of b that it meets.
func overlaps(a, b *node) (masks [width]uint16) {
	for x := range masks {
		x0, y0, z0 := a.min[0][x], a.min[1][x], a.min[2][x]
		x1, y1, z1 := a.max[0][x], a.max[1][x], a.max[2][x]
		if x0 > x1 {
			continue
		}
		var m uint16
		for y := range width {
			if x0 <= b.max[0][y] && b.min[0][y] <= x1 &&
				y0 <= b.max[1][y] && b.min[1][y] <= y1 &&
				z0 <= b.max[2][y] && b.min[2][y] <= z1 {
				m |= 1 << y
			}
		}
		masks[x] = m
	}
	return masks
}

// descent walks two nodes down together and collects pairs of boxes.
type descent struct {
	tree  *Tree
	ctx   context.Context
	emit  func([]Pair)
	pairs []Pair
	err   error
}

func (d *descent) pair(k task) {
	if d.err != nil {
		return
	}
	if k.level == 1 {
		d.err = d.ctx.Err()
	}
	if k.level == 0 {
		d.leaves(k)
		return
	}
	d.tree.children(k, d.pair)
}

// leaves collects the pairs of two leaves.
func (d *descent) leaves(k task) {
	ids := d.tree.ids
	leaf := d.tree.levels[0]
	for x, m := range overlaps(&leaf[k.a], &leaf[k.b]) {
		if k.a == k.b {
			m &= ^uint16(1) << x
		}
		for ; m != 0; m &= m - 1 {
			i, j := ids[k.a*width+x], ids[k.b*width+bits.TrailingZeros16(m)]
			d.pairs = append(d.pairs, Pair{min(i, j), max(i, j)})
		}
	}
	if len(d.pairs) >= batch {
		d.flush()
	}
}

func (d *descent) flush() {
	if d.err = d.ctx.Err(); d.err == nil && len(d.pairs) > 0 {
		d.emit(d.pairs)
	}
	d.pairs = d.pairs[:0]
}
