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

// Measure measures the members of two trees for Closest. Each worker has one of its own.
type Measure interface {
	// Open turns to leaf I of a and leaf J of b. Along some direction no member x of the
	// one goes beyond high[x], and no member y of the other begins before low[y]: their
	// distance is not below the difference, which may be negative. The arrays are read
	// before the next call; places without a member are not.
	Open(I, J int) (high, low *[Width]float64)
	// Distance returns the distance between what box x and box y of the two leaves stand
	// for, or any number above the least that it has returned.
	Distance(x, y int) float64
}

// Closest returns the pair of a member of a and one of b that are nearest to each
// other among those nearer than limit; ok is false if there is none. b's boxes are
// carried to a's coordinates; distances and limit are in units of which carry.Unit
// tells. A distance is not below that of the boxes; one that comes out smaller is
// taken for it. Of pairs at one distance the one of the smallest i is returned, and of
// these the one of the smallest j: the answer is that of asking for all pairs, for any
// number of workers. measure is called once for each of them, before they start.
//
// Pairs of boxes that have a point in common are asked for before any that have not, and
// in an order that depends on the trees alone if there is one worker.
//
// Closest stops with ctx's error soon after it is cancelled.
func Closest(ctx context.Context, a, b *Tree, carry Carry, limit float64, workers int, measure func() Measure) (best Approach, ok bool, err error) {
	if len(a.ids) == 0 || len(b.ids) == 0 {
		return Approach{}, false, ctx.Err()
	}
	var f record
	f.most.Store(math.Float64bits(math.Nextafter(limit, math.Inf(-1))))
	first := closing{ctx: ctx, record: &f, factor: shrink * carry.Unit}
	first.look(a, b, &carry)
	tasks := first.tasks(workers)
	walks := make([]*closing, max(1, min(workers, len(tasks))))
	walks[0] = &first
	for w := range walks[1:] {
		other := first
		other.couple, other.open = first.couple.anew(), nil
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

// candidate is a step down to two boxes that are at least gap from each other.
type candidate struct {
	step
	gap float64
}

// closing walks two trees down together, the nearest boxes first.
type closing struct {
	couple
	ctx     context.Context
	record  *record
	measure Measure
	factor  float64
	// open is a stack: for each pair of nodes on the way down what is to be done there.
	open []rung
	// gaps are those between the members of two leaves.
	gaps    [Width][Width]float64
	steps   int
	stopped bool
}

// rung is a child of each of two nodes, or one child of one, and how far it is to go
// there: the bits of a lower bound of the distance, the last eight of which give way to
// the numbers of the children. Rungs are in the order of distance, those at none in that
// of the children.
type rung uint64

func rungOf(x, y int, gap float64) rung {
	return rung(math.Float64bits(gap)&^0xff | uint64(x<<4|y))
}

func (r rung) children() (x, y int) { return int(r >> 4 & 15), int(r & 15) }
func (r rung) gap() float64         { return math.Float64frombits(uint64(r &^ 0xff)) }

// tasks splits the work at the roots until there is enough of it to share out, and
// puts the nearest first.
func (w *closing) tasks(workers int) []candidate {
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

// down returns the step that a rung leads to.
func (k *step) down(r rung) step {
	x, y := r.children()
	switch {
	case k.ia > k.jb:
		return k.inA(x)
	case k.jb > k.ia:
		return k.inB(y)
	}
	return k.inBoth(x, y)
}

// children puts the steps down from k to boxes that are near enough onto the stack.
func (w *closing) children(k step) {
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

func (w *closing) push(x, y int, gap float64) {
	if !w.record.farther(gap) {
		w.open = append(w.open, rungOf(x, y, gap))
	}
}

func (w *closing) visit(k candidate) {
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

// meet asks for the distances of the members of two leaves, as far as they matter.
func (w *closing) meet(i, j int) {
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
