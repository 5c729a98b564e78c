package boxtree

import (
	"context"
	"math/bits"
	"sync"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// CrossPairs finds every pair of a box of a and a box of b whose float32 bounds have a point in
// common, with those of b transformed to a's coordinates. Transformed bounds are those of
// transform.Apply, except that all boxes of b are rounded outward by as much as the largest. Pairs
// that are not found are apart. Tags are ignored.
//
// visit is called as by SelfPairs, with the leaf I of a and the leaf J of b; blocks with the same
// leaf J tend to be consecutive. The pairs do not depend on the number of workers. CrossPairs stops
// with ctx's error soon after it is cancelled.
func CrossPairs(ctx context.Context, workers int, a, b *Tree, transform Transform, visit func(worker int, b *Block)) error {
	if len(a.ids) == 0 || len(b.ids) == 0 || ctx.Err() != nil {
		return ctx.Err()
	}
	first := newCrossWalk(ctx, a, b, &transform, 0, visit)
	defer first.release()
	if !first.rootsMeet() {
		return ctx.Err()
	}
	if workers > 1 {
		return first.share(workers)
	}
	first.pair(first.roots())
	return ctx.Err()
}

// share distributes the walk among several workers.
func (c *crossWalk) share(workers int) error {
	tasks := c.tasks()
	walks := make([]*crossWalk, max(1, min(workers, len(tasks))))
	walks[0] = c
	for worker := range walks[1:] {
		other := *c
		other.treePair, other.worker = c.treePair.clone(), 1+worker
		walks[1+worker] = &other
	}
	return parallel.Tasks(c.ctx, workers, len(tasks), func(worker, k int) { walks[worker].pair(tasks[k]) })
}

// treePair is two trees, the second in the coordinates of the first.
type treePair struct{ a, b view }

func (c *treePair) init(a, b *Tree, transform *Transform) {
	identity := Identity()
	c.a.init(a, &identity)
	c.b.init(b, transform)
}

// clone returns the same two trees for another walk.
func (c treePair) clone() treePair {
	c.a.kept, c.b.kept = nil, nil
	c.a.leaf, c.b.leaf = keptLeaf{}, keptLeaf{}
	c.a.restart()
	c.b.restart()
	return c
}

// step is a pair of nodes, one of each tree: node i of level ia and node j of level jb.
// The levels differ only while the tree with fewer levels is at its root.
type step struct{ ia, i, jb, j int }

// roots returns the pair of the roots.
func (c *treePair) roots() step { return step{ia: c.a.root(), jb: c.b.root()} }

// leaves reports whether both nodes are leaves.
func (s *step) leaves() bool { return s.ia == 0 && s.jb == 0 }

// inA, inB and inBoth return the step to a child in one tree or in both.
func (s *step) inA(x int) step { return step{s.ia - 1, s.i*Width + x, s.jb, s.j} }
func (s *step) inB(y int) step { return step{s.ia, s.i, s.jb - 1, s.j*Width + y} }
func (s *step) inBoth(x, y int) step {
	return step{s.ia - 1, s.i*Width + x, s.jb - 1, s.j*Width + y}
}

// crossWalk descends two trees together.
type crossWalk struct {
	treePair
	ctx    context.Context
	worker int
	visit  func(worker int, b *Block)
	block  Block
	steps  int
	// stopped: the context was cancelled.
	stopped bool
}

// crossWalks are finished walks whose memory is reused: allocating it takes longer than walking
// pairs of small trees.
var crossWalks = sync.Pool{New: func() any { return new(crossWalk) }}

func newCrossWalk(ctx context.Context, a, b *Tree, transform *Transform, worker int, visit func(worker int, b *Block)) *crossWalk {
	c := crossWalks.Get().(*crossWalk)
	c.ctx, c.worker, c.visit, c.steps, c.stopped = ctx, worker, visit, 0, false
	c.init(a, b, transform)
	return c
}

// release makes the memory of c available to other walks.
func (c *crossWalk) release() {
	c.a.tree, c.b.tree, c.ctx, c.visit = nil, nil, nil, nil
	crossWalks.Put(c)
}

// rootsMeet reports whether the boxes of the two trees have a point in common.
func (c *crossWalk) rootsMeet() bool {
	root := c.roots()
	up, slot := c.b.parent(root.jb, root.j)
	return near(&c.a.top, up, slot) != 0
}

// tasks splits the work at the roots until there is enough for all workers.
func (c *crossWalk) tasks() []step {
	out := []step{c.roots()}
	for len(out) > 0 && len(out) < minTasks && !out[0].leaves() {
		var finer []step
		for _, k := range out {
			c.children(k, func(s step) { finer = append(finer, s) })
		}
		out = finer
	}
	return out
}

// children calls f with the pairs of children of k whose boxes meet. Pairs with the same child of b
// are consecutive, so that it is transformed only once.
func (c *crossWalk) children(k step, f func(step)) {
	switch {
	case k.ia > k.jb:
		up, slot := c.b.parent(k.jb, k.j)
		for rows := near(c.a.node(k.ia, k.i), up, slot); rows != 0; rows &= rows - 1 {
			f(k.inA(bits.TrailingZeros32(rows)))
		}
	case k.jb > k.ia:
		up, slot := c.a.parent(k.ia, k.i)
		for rows := near(c.b.node(k.jb, k.j), up, slot); rows != 0; rows &= rows - 1 {
			f(k.inB(bits.TrailingZeros32(rows)))
		}
	default:
		var masks [Width]uint16
		rows := meet(&c.b, k.jb, k.j, &c.a, k.ia, k.i, &masks)
		for ; rows != 0; rows &= rows - 1 {
			y := bits.TrailingZeros32(rows)
			for m := masks[y]; m != 0; m &= m - 1 {
				f(k.inBoth(bits.TrailingZeros16(m), y))
			}
		}
	}
}

// meet sets masks, for each child of a node of v, to the set of children of a node of w that it
// meets, and returns the set of the former that meet any.
func meet(v *view, vLevel, vNode int, w *view, wLevel, wNode int, masks *[Width]uint16) (rows uint32) {
	up, slot := w.parent(wLevel, wNode)
	n := v.node(vLevel, vNode)
	if rows = near(n, up, slot); rows == 0 {
		return 0
	}
	return overlaps(n, w.node(wLevel, wNode), rows, masks)
}

func (c *crossWalk) pair(k step) {
	if c.steps++; c.steps%often == 0 && c.ctx.Err() != nil {
		c.stopped = true
	}
	if c.stopped {
		return
	}
	if !k.leaves() {
		c.children(k, c.pair)
		return
	}
	b := &c.block
	b.I, b.J = k.i, k.j
	if b.Rows = meet(&c.a, 0, k.i, &c.b, 0, k.j, &b.Masks); b.Rows != 0 {
		c.visit(c.worker, b)
	}
}
