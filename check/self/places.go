package self

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/precision"
	"github.com/meshcheck/meshcheck/tritri"
)

// What a shallow finding is depends on the surroundings of its two triangles. Such findings wait until
// all pairs are known, because many of them lie in the same places, which are then looked at once.

// places are the findings that wait, and what judges where they are.
type places struct {
	stored, world *precision.Surfaces // the same if the mesh is not moved
	diagonal      float64             // of the box of the stored vertices
	coarsest      float64             // no finding of a greater depth in the world is within precision
	shallow       float64             // the depth in the world up to which findings wait
	spreads       fan.Spreads         // of the stored vertices
	waiting       []waiting           // of each worker
	count         atomic.Int64
}

// waiting are the findings of a worker that wait: the numbers of the triangles of each.
type waiting struct {
	pairs []uint64
	_     parallel.Padding
}

// mostWaiting is how many findings wait at most. If a mesh has more, nothing is shown of any place.
const mostWaiting = 1 << 23

// wait keeps a finding until its place is judged, or reports that it needs not wait.
func (p *places) wait(worker int, m *meeting, depth float64) bool {
	if !(depth <= p.shallow) || p.count.Add(1) > mostWaiting {
		return false
	}
	w := &p.waiting[worker].pairs
	*w = append(*w, uint64(m.i)<<32|uint64(m.j))
	return true
}

// setPlaces prepares places, once there is a tree.
func (c *checker) setPlaces() {
	p := &c.places
	p.waiting = make([]waiting, c.options.Workers)
	p.stored = precision.NewSurfaces(c.welded, c.tree, c.copies, geom.Identity())
	p.world = p.stored
	if c.moved {
		p.world = precision.NewSurfaces(c.welded, c.tree, c.copies, c.world)
	}
}

// shown is what is known of a place. The zero value is for a place of which nothing is.
type shown struct {
	verdict precision.Verdict
	// tolerable: it goes no farther through than the tolerance.
	tolerable bool
	// allowed: it goes no farther through than the limit that the policy has for crossings.
	allowed bool
}

// judgePlaces enters the findings that wait.
func (c *checker) judgePlaces(ctx context.Context) error {
	p := &c.places
	var pairs []uint64
	for k := range p.waiting {
		pairs = append(pairs, p.waiting[k].pairs...)
		p.waiting[k].pairs = nil
	}
	slices.Sort(pairs)
	known := make([]shown, len(pairs))
	if p.count.Load() <= mostWaiting {
		if err := c.judge(ctx, pairs, known); err != nil {
			return err
		}
	}
	const some = 64
	return parallel.Tasks(ctx, c.options.Workers, (len(pairs)+some-1)/some, func(worker, task int) {
		shard := c.collector.Shard(worker)
		for k := task * some; k < min(len(pairs), (task+1)*some); k++ {
			c.enterShown(ctx, shard, pairs[k], known[k])
		}
	})
}

// judge finds out what is known of the places of pairs.
func (c *checker) judge(ctx context.Context, pairs []uint64, known []shown) error {
	verdicts, err := c.places.stored.Judge(ctx, len(pairs), func(k int) (precision.Place, bool) {
		return c.precisePlace(pairs[k])
	}, c.options.Workers)
	if err != nil {
		return err
	}
	for k, v := range verdicts {
		known[k].verdict = v
	}
	err = c.judgeDepth(ctx, pairs, c.tolerance, func(k int) { known[k].tolerable = true })
	if err != nil {
		return err
	}
	return c.judgeDepth(ctx, pairs, c.limit(), func(k int) { known[k].allowed = true })
}

// judgeDepth calls within for the pairs whose places go no farther through than a depth in the world, for
// none if that is 0.
func (c *checker) judgeDepth(ctx context.Context, pairs []uint64, depth float64, within func(k int)) error {
	if depth <= 0 {
		return nil
	}
	verdicts, err := c.places.world.Judge(ctx, len(pairs), func(k int) (precision.Place, bool) {
		return c.shallowPlace(pairs[k], depth)
	}, c.options.Workers)
	for k, v := range verdicts {
		if v == precision.Within {
			within(k)
		}
	}
	return err
}

// enterShown enters a finding with what is known of its place.
func (c *checker) enterShown(ctx context.Context, shard *collect.Shard, pair uint64, s shown) {
	c.meet(pair, func(e collect.Entry, m *meeting) {
		m.shown = s
		c.enterAll(ctx, shard, e, m)
	})
}

// meet relates the triangles of a pair that waits again.
func (c *checker) meet(pair uint64, use func(e collect.Entry, m *meeting)) {
	i, j := uint32(pair>>32), uint32(pair)
	t, u := c.welded.Triangle(int(i)), c.welded.Triangle(int(j))
	facet := tritri.Prepare(&t)
	m := meeting{i: i, j: j, t: &t, u: &u, facet: &facet, relation: facet.Relate(&u)}
	use(c.entryOf(&m), &m)
}

// precisePlace returns the place of a pair that may be within precision.
func (c *checker) precisePlace(pair uint64) (p precision.Place, ok bool) {
	c.meet(pair, func(e collect.Entry, m *meeting) {
		if p.Distance, ok = c.precise(&e, m, c.depthOf(&e, m)); ok {
			c.setPlace(&p, &e, m, geom.Identity())
			p.Radius, p.Diameter = p.Distance*surfaceRadius/surfaceGap, c.diameter(p.Distance)
		}
	})
	return p, ok
}

// shallowPlace returns the place of a pair no deeper than a limit in the world.
func (c *checker) shallowPlace(pair uint64, limit float64) (p precision.Place, ok bool) {
	c.meet(pair, func(e collect.Entry, m *meeting) {
		if ok = c.depthOf(&e, m) <= limit; ok {
			c.setPlace(&p, &e, m, c.world)
			p.Distance, p.Radius = limit, toleranceRadius*limit
		}
	})
	return p, ok
}

// setPlace sets where two triangles meet, as placed in a world.
func (c *checker) setPlace(p *precision.Place, e *collect.Entry, m *meeting, world geom.Affine) {
	p.T, p.U = min(m.i, m.j), max(m.i, m.j)
	if e.Rule == check.Crossing {
		p.Ends[0], p.Ends[1] = m.segment()
	} else {
		p.Flat = true
		t, u := m.inOrder()
		p.Ends = geom.LongestDiagonal(tritri.Polygon(t, u))
	}
	for k := range p.Ends {
		p.Ends[k] = world.Apply(p.Ends[k])
	}
}

// limit returns the depth up to which crossings are allowed by the policy, 0 if it names none.
func (c *checker) limit() float64 {
	if j := &c.options.Judged()[check.Crossing]; j.Of == check.OfDepth && j.Severity == check.Error {
		return j.Limit
	}
	return 0
}

// within reports whether a depth is one up to which the policy allows crossings.
func (c *checker) within(depth float64) bool { return c.limit() > 0 && depth <= c.limit() }

// narrow reports whether two triangles with the same corners cover each other only over a strip no wider
// than the tolerance.
func (c *checker) narrow(m *meeting) bool {
	i := m.i
	if group := c.copies.Of(i); group != nil {
		i = group[0]
	}
	p := precision.Place{T: i, U: i, Flat: true, Distance: c.tolerance, Radius: toleranceRadius * c.tolerance}
	p.Ends = geom.LongestDiagonal(m.t[:])
	for k := range p.Ends {
		p.Ends[k] = c.place(p.Ends[k])
	}
	return !c.places.world.Wider(&p)
}
