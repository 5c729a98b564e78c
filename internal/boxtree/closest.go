package boxtree

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Approach is a pair of members, one of each of two trees, and their distance.
type Approach struct {
	I, J     uint32
	Distance float64
}

// Measure measures the members of two trees for Closest. Each worker has its own.
type Measure interface {
	// Open selects leaf I of a and leaf J of b. Along some direction, high[x] is an upper bound of
	// member x of the one, and low[y] a lower bound of member y of the other: their distance is at
	// least low[y] - high[x], which may be negative. The arrays are read before the next call.
	// Places without a member are ignored.
	Open(I, J int) (high, low *[Width]float64)
	// Distance returns the distance between the members of boxes x and y of the two leaves, or any
	// number above the least that it has returned.
	Distance(x, y int) float64
}

// Closest returns the nearest pair of a member of a and one of b, among those nearer than limit; ok
// is false if there is none. b's boxes are transformed to a's coordinates; distances and limit are
// in the unit of transform.Unit. A measured distance below the distance of the boxes is replaced by
// the latter. Of pairs at the same distance, Closest returns the one with the smallest i, and of
// these the one with the smallest j: the result is that of a scan of all pairs, for any number of
// workers. measure is called once for each worker, before they start.
//
// Pairs of boxes with a point in common are measured first. With one worker, the order depends only
// on the trees.
//
// Closest stops with ctx's error soon after it is cancelled.
func Closest(ctx context.Context, workers int, a, b *Tree, transform Transform, limit float64, measure func() Measure) (best Approach, ok bool, err error) {
	if len(a.ids) == 0 || len(b.ids) == 0 {
		return Approach{}, false, ctx.Err()
	}
	var f record
	f.most.Store(math.Float64bits(math.Nextafter(limit, math.Inf(-1))))
	first := closestWalk{ctx: ctx, record: &f, factor: shrink * transform.Unit}
	first.init(a, b, &transform)
	tasks := first.tasks(workers)
	walks := make([]*closestWalk, max(1, min(workers, len(tasks))))
	walks[0] = &first
	for w := range walks[1:] {
		other := first
		other.treePair, other.open = first.treePair.clone(), nil
		walks[1+w] = &other
	}
	for _, w := range walks {
		w.measure = measure()
	}
	err = parallel.Tasks(ctx, workers, len(tasks), func(worker, k int) { walks[worker].visit(tasks[k]) })
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

// candidate is a pair of nodes whose boxes are at least gap from each other.
type candidate struct {
	step
	gap float64
}

// closestWalk descends two trees together, the nearest boxes first.
type closestWalk struct {
	treePair
	ctx     context.Context
	record  *record
	measure Measure
	factor  float64
	// open is a stack of the work left at each pair of nodes on the current path.
	open []stackEntry
	// gaps are the gaps between the members of two leaves.
	gaps    [Width][Width]float64
	steps   int
	stopped bool
}

// stackEntry is a child of each of two nodes, or one child of one, and a lower bound of their
// distance: the bits of the bound, with the last eight replaced by the indices of the children.
// Entries order by distance, at distance 0 by children.
type stackEntry uint64

func newStackEntry(x, y int, gap float64) stackEntry {
	return stackEntry(math.Float64bits(gap)&^0xff | uint64(x<<4|y))
}

func (r stackEntry) children() (x, y int) { return int(r >> 4 & 15), int(r & 15) }
func (r stackEntry) gap() float64         { return math.Float64frombits(uint64(r &^ 0xff)) }

// tasks splits the work at the roots until there is enough for all workers, and puts the nearest
// first.
func (w *closestWalk) tasks(workers int) []candidate {
	out := []candidate{{step: w.roots()}}
	for workers > 1 && len(out) > 0 && len(out) < minTasks && !out[0].leaves() {
		var finer []candidate
		for _, k := range out {
			w.open = w.open[:0]
			w.children(k.step)
			for _, r := range w.open {
				finer = append(finer, candidate{k.down(r), r.gap()})
			}
		}
		out = finer
		slices.SortFunc(out, nearestFirst)
	}
	w.open = w.open[:0]
	return out
}

func nearestFirst(k, l candidate) int {
	return cmp.Or(cmp.Compare(k.gap, l.gap), cmp.Compare(k.i, l.i), cmp.Compare(k.j, l.j))
}

// down returns the pair of nodes of an entry.
func (k *step) down(r stackEntry) step {
	x, y := r.children()
	switch {
	case k.ia > k.jb:
		return k.inA(x)
	case k.jb > k.ia:
		return k.inB(y)
	}
	return k.inBoth(x, y)
}

// children pushes the pairs of children of k that are near enough.
func (w *closestWalk) children(k step) {
	var gaps [Width]float64
	switch {
	case k.ia > k.jb:
		box := w.b.box(k.jb, k.j)
		gapsTo(w.a.node(k.ia, k.i), &box, w.factor, &gaps)
		for x, gap := range gaps {
			w.push(x, 0, gap)
		}
	case k.jb > k.ia:
		box := w.a.box(k.ia, k.i)
		gapsTo(w.b.node(k.jb, k.j), &box, w.factor, &gaps)
		for y, gap := range gaps {
			w.push(0, y, gap)
		}
	default:
		whole := w.b.box(k.jb, k.j)
		a, b := w.a.node(k.ia, k.i), w.b.node(k.jb, k.j)
		var rows [Width]float64
		gapsTo(a, &whole, w.factor, &rows)
		for x, gap := range rows {
			if w.record.farther(gap) {
				continue
			}
			box := a.box(x)
			gapsTo(b, &box, w.factor, &gaps)
			for y, gap := range gaps {
				w.push(x, y, gap)
			}
		}
	}
}

func (w *closestWalk) push(x, y int, gap float64) {
	if !w.record.farther(gap) {
		w.open = append(w.open, newStackEntry(x, y, gap))
	}
}

func (w *closestWalk) visit(k candidate) {
	if w.steps++; w.steps%often == 0 && w.ctx.Err() != nil {
		w.stopped = true
	}
	if w.stopped || w.record.farther(k.gap) {
		return
	}
	if k.leaves() {
		w.meet(k.i, k.j)
		return
	}
	from := len(w.open)
	w.children(k.step)
	slices.Sort(w.open[from:])
	for at := from; at < len(w.open) && !w.record.farther(w.open[at].gap()); at++ {
		r := w.open[at]
		w.visit(candidate{k.down(r), r.gap()})
	}
	w.open = w.open[:from]
}

// meet measures the distances of the members of two leaves that may matter.
func (w *closestWalk) meet(i, j int) {
	members, others := w.a.tree.Leaf(i), w.b.tree.Leaf(j)
	high, low := w.measure.Open(i, j)
	first := slices.Min(low[:len(others)])
	if w.record.farther(first - slices.Max(high[:len(members)])) {
		return
	}
	from := len(w.open)
	whole := w.b.box(0, j)
	a, b := w.a.node(0, i), w.b.node(0, j)
	var rows [Width]float64
	gapsTo(a, &whole, w.factor, &rows)
	for x := range members {
		if w.record.farther(max(rows[x], first-high[x])) {
			continue
		}
		box := a.box(x)
		gapsTo(b, &box, w.factor, &w.gaps[x])
		for y := range others {
			w.push(x, y, max(w.gaps[x][y], low[y]-high[x]))
		}
	}
	slices.Sort(w.open[from:])
	for at := from; at < len(w.open) && !w.record.farther(w.open[at].gap()); at++ {
		x, y := w.open[at].children()
		w.record.enter(Approach{members[x], others[y], max(w.measure.Distance(x, y), w.gaps[x][y])})
	}
	w.open = w.open[:from]
}
