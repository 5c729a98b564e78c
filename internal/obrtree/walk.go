package obrtree

import (
	"context"
	"iter"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Walk visits pairs of nodes from the root down, including pairs of a node with itself: every pair
// of items belongs to one pair of leaves. It calls step with the numbers of two nodes, equal for a
// node with itself, and continues with their children if step returns true and there are any. If
// both nodes are leaves, step must examine their Pairs itself. Walk skips pairs of nodes whose items
// all have one tag in common.
//
// worker, a number below workers, identifies the calling goroutine. progress, if not nil, is called
// with the number of tasks done and their total. Walk stops with ctx's error soon after it is
// cancelled.
func (t *Tree) Walk(ctx context.Context, workers int, step func(worker int, a, b uint32) bool, progress func(done, total int)) error {
	if len(t.Nodes) == 0 {
		return ctx.Err()
	}
	w := walk{tree: t, ctx: ctx, step: step}
	tasks := w.tasks()
	walks := make([]walk, max(1, workers))
	var finished atomic.Int64
	err := parallel.Tasks(ctx, workers, len(tasks), func(worker, k int) {
		d := &walks[worker]
		if d.tree == nil {
			*d = walk{tree: t, ctx: ctx, step: step, worker: worker}
		}
		d.visit(tasks[k])
		if n := int(finished.Add(1)); progress != nil {
			progress(n, len(tasks))
		}
	})
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// Pairs returns the pairs of items of two leaves, or of one with itself: the item of a first. Other
// nodes have none.
func (t *Tree) Pairs(a, b uint32) iter.Seq2[uint32, uint32] {
	return func(yield func(i, j uint32) bool) {
		n, m := &t.Nodes[a], &t.Nodes[b]
		if !n.Leaf() || !m.Leaf() {
			return
		}
		for x, i := range t.Order[n.From:n.To] {
			others := t.Order[m.From:m.To]
			if a == b {
				others = others[x+1:]
			}
			for _, j := range others {
				if !yield(i, j) {
					return
				}
			}
		}
	}
}

// pair is two nodes.
type pair struct{ a, b uint32 }

// minTasks is enough for the workers to finish at about the same time.
const minTasks = 1024

// often is the number of pairs after which a walk checks for cancellation.
const often = 64

type walk struct {
	tree   *Tree
	ctx    context.Context
	step   func(worker int, a, b uint32) bool
	worker int
	steps  int
	_      parallel.Padding
}

// tasks takes steps from the root until there are enough tasks for the workers.
func (w *walk) tasks() []pair {
	tasks := []pair{{0, 0}}
	for len(tasks) > 0 && len(tasks) < minTasks && w.ctx.Err() == nil {
		var finer []pair
		more := false
		for _, k := range tasks {
			if w.leaves(k) {
				finer = append(finer, k) // for a worker to step into
				continue
			}
			if w.opens(k) {
				w.children(k, func(c pair) { finer = append(finer, c) })
				more = true
			}
		}
		tasks = finer
		if !more {
			break
		}
	}
	return tasks
}

func (w *walk) leaves(k pair) bool {
	return w.tree.Nodes[k.a].Leaf() && w.tree.Nodes[k.b].Leaf()
}

// opens calls step for a pair and reports whether to visit its children.
func (w *walk) opens(k pair) bool {
	return !w.tree.Nodes[k.a].common(&w.tree.Nodes[k.b]) && w.step(w.worker, k.a, k.b)
}

func (w *walk) visit(k pair) {
	if w.steps++; w.steps%often == 0 && w.ctx.Err() != nil {
		return
	}
	if w.opens(k) && !w.leaves(k) {
		w.children(k, w.visit)
	}
}

// children calls f with the pairs of the larger node's children with the other node.
func (w *walk) children(k pair, f func(pair)) {
	a, b := &w.tree.Nodes[k.a], &w.tree.Nodes[k.b]
	switch {
	case k.a == k.b:
		f(pair{a.Left, a.Left})
		f(pair{a.Left, a.Right})
		f(pair{a.Right, a.Right})
	case b.Leaf() || !a.Leaf() && a.To-a.From >= b.To-b.From:
		f(pair{a.Left, k.b})
		f(pair{a.Right, k.b})
	default:
		f(pair{k.a, b.Left})
		f(pair{k.a, b.Right})
	}
}
