package bvh

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Approach is how near a member of one tree comes to one of another.
type Approach struct {
	I, J     uint32
	Distance float64
}

// Closest returns the pair of a member of a and one of b that are nearest to each
// other among those nearer than limit; ok is false if there is none. b's boxes are
// carried to a's coordinates; distance(i, j) and limit are in units of which
// carry.Unit tells. distance(i, j) is the distance between what box i of a and box j
// of b stand for, which is not nearer than they are; one that comes out smaller is
// taken for that of the boxes. Of pairs at one distance the one of the smallest i is
// returned, and of these the one of the smallest j: the answer is that of asking for
// all pairs, for any number of workers. distance may be called from several goroutines.
//
// Closest stops with ctx's error soon after it is cancelled.
func Closest(ctx context.Context, a, b *Tree, carry Carry, limit float64, workers int, distance func(i, j uint32) float64) (best Approach, ok bool, err error) {
	if len(a.ids) == 0 || len(b.ids) == 0 {
		return Approach{}, false, ctx.Err()
	}
	var f record
	f.most.Store(math.Float64bits(math.Nextafter(limit, math.Inf(-1))))
	first := closing{ctx: ctx, record: &f, distance: distance, factor: shrink * carry.Unit}
	first.look(a, b, &carry)
	tasks := first.tasks(workers)
	walks := make([]closing, max(1, min(workers, len(tasks))))
	walks[0] = first
	err = parallel.Tasks(ctx, workers, len(tasks), func(worker, k int) {
		w := &walks[worker]
		if w.ctx == nil {
			*w = first
			w.open = nil
		}
		w.visit(tasks[k])
	})
	return f.best, f.found, cmp.Or(err, ctx.Err())
}

// record is the nearest pair found so far, shared by the workers.
type record struct {
	// most is its distance, as bits; before there is one, the greatest below the limit.
	most  atomic.Uint64
	mu    sync.Mutex
	best  Approach
	found bool
}

// farther reports whether a distance is too great to be recorded.
func (r *record) farther(d float64) bool { return !(d <= math.Float64frombits(r.most.Load())) }

func (r *record) enter(a Approach) {
	if r.farther(a.Distance) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.farther(a.Distance) {
		return
	}
	if b := &r.best; !r.found || cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J)) < 0 {
		r.best, r.found = a, true
		r.most.Store(math.Float64bits(a.Distance))
	}
}

// candidate is a step down to two boxes that are at least gap from each other.
type candidate struct {
	step
	gap float64
}

// closing walks two trees down together, the nearest boxes first.
type closing struct {
	couple
	ctx      context.Context
	record   *record
	distance func(i, j uint32) float64
	factor   float64
	// open is a stack: for each pair of nodes on the way down the steps from it.
	open    []candidate
	steps   int
	stopped bool
}

// tasks splits the work at the roots until there is enough of it to share out, and
// puts the nearest first.
func (w *closing) tasks(workers int) []candidate {
	out := []candidate{{step: w.roots()}}
	for workers > 1 && len(out) > 0 && len(out) < minTasks && !out[0].leaves() {
		w.open = w.open[:0]
		for _, k := range out {
			w.children(k.step)
		}
		out = slices.Clone(w.open)
		slices.SortFunc(out, nearestFirst)
	}
	w.open = w.open[:0]
	return out
}

func nearestFirst(k, l candidate) int {
	return cmp.Or(cmp.Compare(k.gap, l.gap), cmp.Compare(k.i, l.i), cmp.Compare(k.j, l.j))
}

// children appends to the stack the steps down from k to boxes that are near enough.
// For two leaves these are steps to the places of their members.
func (w *closing) children(k step) {
	var gaps [Width]float64
	switch {
	case k.ia > k.jb:
		box := w.b.box(k.jb, k.j)
		w.a.node(k.ia, k.i).gaps(&box, w.factor, &gaps)
		for x, gap := range gaps {
			w.push(k.inA(x), gap)
		}
	case k.jb > k.ia:
		box := w.a.box(k.ia, k.i)
		w.b.node(k.jb, k.j).gaps(&box, w.factor, &gaps)
		for y, gap := range gaps {
			w.push(k.inB(y), gap)
		}
	default:
		whole := w.b.box(k.jb, k.j)
		a, b := w.a.node(k.ia, k.i), w.b.node(k.jb, k.j)
		var rows [Width]float64
		a.gaps(&whole, w.factor, &rows)
		for x, gap := range rows {
			if w.record.farther(gap) {
				continue
			}
			box := a.box(x)
			b.gaps(&box, w.factor, &gaps)
			for y, gap := range gaps {
				w.push(k.inBoth(x, y), gap)
			}
		}
	}
}

func (w *closing) push(k step, gap float64) {
	if !w.record.farther(gap) {
		w.open = append(w.open, candidate{k, gap})
	}
}

func (w *closing) visit(k candidate) {
	if w.steps++; w.steps%often == 0 && w.ctx.Err() != nil {
		w.stopped = true
	}
	if w.stopped || w.record.farther(k.gap) {
		return
	}
	from := len(w.open)
	w.children(k.step)
	slices.SortFunc(w.open[from:], nearestFirst)
	for at := from; at < len(w.open) && !w.record.farther(w.open[at].gap); at++ {
		if next := w.open[at]; k.leaves() {
			w.ask(next)
		} else {
			w.visit(next)
		}
	}
	w.open = w.open[:from]
}

// ask asks for the distance of two members, which stand at the places k.i and k.j.
func (w *closing) ask(k candidate) {
	i, j := w.a.tree.ids[k.i], w.b.tree.ids[k.j]
	w.record.enter(Approach{i, j, max(w.distance(i, j), k.gap)})
}
