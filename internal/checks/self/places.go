package self

import (
	"context"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/precision"
	"github.com/meshcheck/meshcheck/tritri"
)

// The rule of a shallow finding depends on the surroundings of its two triangles. Such findings wait
// until all pairs are known, because many of them lie in the same places, which are then examined once.

// places are the waiting findings, and the surfaces on which they are judged.
type places struct {
	stored, world *precision.Surfaces // the same if the mesh is not moved
	waiting       []waiting           // of each worker
	count         atomic.Int64
}

// placesEach is how many places a block holds.
const placesEach = 256

// waiting are the places of a worker's waiting findings, in stored coordinates. Findings that cannot be
// within precision have no distance.
type waiting struct {
	blocks []*[placesEach]precision.Place
	used   int // of the last block
	_      parallel.Padding
}

// add adds a place.
func (w *waiting) add(p *precision.Place) {
	if len(w.blocks) == 0 || w.used == placesEach {
		w.blocks, w.used = append(w.blocks, new([placesEach]precision.Place)), 0
	}
	w.blocks[len(w.blocks)-1][w.used] = *p
	w.used++
}

// list has places by number. Blocks may end with zero places, which are to be ignored.
type list []*[placesEach]precision.Place

func (l list) at(k int) *precision.Place { return &l[k/placesEach][k%placesEach] }

func (l list) len() int { return placesEach * len(l) }

// toleranceRadius is the radius, in tolerances, of the surroundings that are examined to decide
// whether surfaces go no farther through each other than a tolerance.
const toleranceRadius = 4

// mostWaiting is the greatest number of findings that wait. If a mesh has more, no place is judged.
const mostWaiting = 1 << 23

// wait keeps a pair until its place is judged, or reports that it needs not wait.
func (c *checker) wait(worker int, p *pair) bool {
	depth := c.depthOf(p)
	if !(depth <= c.limits.greatest) || c.places.count.Add(1) > mostWaiting {
		return false
	}
	place := precision.Place{Depth: depth, Distance: c.roundingDistance(p, depth)}
	place.T, place.U = p.numbers()
	if p.rule == check.Crossing {
		place.Ends[0], place.Ends[1] = p.segment()
	} else {
		place.Flat = true
		t, u := p.inOrder()
		place.Ends = geom.LongestDiagonal(tritri.Polygon(t, u))
	}
	c.places.waiting[worker].add(&place)
	return true
}

// setPlaces prepares places once the tree is built.
func (c *checker) setPlaces() {
	p := &c.places
	p.waiting = make([]waiting, c.settings.Workers)
	p.stored = precision.NewSurfaces(c.welded, c.search.tree, c.neighbours.copies, geom.Identity())
	p.world = p.stored
	if c.moved {
		p.world = precision.NewSurfaces(c.welded, c.search.tree, c.neighbours.copies, c.world)
	}
}

// shown is what judging a place has shown. The zero value is for a place that was not judged.
type shown struct {
	verdict precision.Verdict
	// tolerable: the surfaces go no farther through each other than the tolerance.
	tolerable bool
	// allowed: they go no farther than the policy's limit for crossings.
	allowed bool
}

// judgePlaces judges the places of the pairs that wait, and enters these.
func (c *checker) judgePlaces(ctx context.Context) error {
	p := &c.places
	var all list
	for k := range p.waiting {
		all = append(all, p.waiting[k].blocks...)
		p.waiting[k].blocks = nil
	}
	known := make([]shown, all.len())
	if p.count.Load() <= mostWaiting {
		if err := c.judgeAll(ctx, all, known); err != nil {
			return err
		}
	}
	return parallel.Tasks(ctx, c.settings.Workers, len(all), func(worker, task int) {
		shard := c.collector.Shard(worker)
		for k := task * placesEach; k < (task+1)*placesEach; k++ {
			if place := all.at(k); place.T != place.U {
				c.addShown(ctx, shard, place, known[k])
			}
		}
	})
}

// judgeAll judges places.
func (c *checker) judgeAll(ctx context.Context, all list, known []shown) error {
	scale := precision.ScaleOfRounding(c.diagonal)
	verdicts, err := c.places.stored.Judge(ctx, c.settings.Workers, all.len(), all.at, scale)
	if err != nil {
		return err
	}
	for k, v := range verdicts {
		known[k].verdict = v
	}
	err = c.judgeDepth(ctx, all, c.limits.tolerance, func(k int) { known[k].tolerable = true })
	if err != nil {
		return err
	}
	return c.judgeDepth(ctx, all, c.limits.allowed, func(k int) { known[k].allowed = true })
}

// judgeDepth calls within for the places where surfaces go no farther through each other than a depth
// in the world; for none if that is 0.
func (c *checker) judgeDepth(ctx context.Context, all list, depth float64, within func(k int)) error {
	if depth <= 0 || len(all) == 0 {
		return nil
	}
	placed := make(list, len(all))
	err := parallel.Tasks(ctx, c.settings.Workers, len(all), func(_, k int) {
		placed[k] = new([placesEach]precision.Place)
		for i := range placed[k] {
			if p := &all[k][i]; p.T != p.U {
				placed[k][i] = c.shallowPlace(p, depth)
			}
		}
	})
	if err != nil {
		return err
	}
	verdicts, err := c.places.world.Judge(ctx, c.settings.Workers, placed.len(), placed.at, precision.Scale{Radius: toleranceRadius})
	for k, v := range verdicts {
		if v == precision.Within {
			within(k)
		}
	}
	return err
}

// shallowPlace returns a place in the world, with a limit as its distance if the finding is no deeper
// than that.
func (c *checker) shallowPlace(p *precision.Place, limit float64) precision.Place {
	q := *p
	if q.Distance = 0; p.Depth <= limit {
		q.Distance = limit
	}
	for k := range p.Ends {
		q.Ends[k] = c.place(p.Ends[k])
	}
	return q
}

// addShown enters the pair at a place that was judged.
func (c *checker) addShown(ctx context.Context, shard *collect.Shard, place *precision.Place, s shown) {
	t, u := c.triangle(place.T), c.triangle(place.U)
	p := pair{i: place.T, j: place.U, t: &t, u: &u, Meeting: tritri.Relate(&t, &u), place: place, shown: s}
	c.classify(&p)
	c.add(ctx, shard, &p)
}

// narrow reports whether two triangles with the same corners cover each other only over a strip no wider
// than the tolerance.
func (c *checker) narrow(p *pair) bool {
	i := p.i
	if group := c.neighbours.copies.Of(i); group != nil {
		i = group[0]
	}
	place := precision.Place{T: i, U: i, Flat: true, Distance: c.limits.tolerance}
	place.Ends = geom.LongestDiagonal(p.t[:])
	for k := range place.Ends {
		place.Ends[k] = c.place(place.Ends[k])
	}
	return !c.places.world.Wider(&place)
}
