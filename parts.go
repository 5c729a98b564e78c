package meshcheck

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// partsCheck finds how the objects of a scene meet each other in the world.
type partsCheck struct {
	options Options
	objects []*object
	rules   []*rule
	summary *PairSummary
	drawers []drawer
}

// pass is one walk over pairs of objects, those whose boxes in a tree meet.
type pass struct {
	*partsCheck
	tree *bvh.Tree
	// near decides by boxes whether a pair has to be examined, and examine whether there
	// is anything to tell of it.
	near    func(p couple) bool
	examine func(ctx context.Context, p couple, workers int) (o outcome, related bool)
	large   []couple // pairs that are worth all workers
	mu      sync.Mutex
}

// couple is a candidate pair of objects, by number.
type couple struct{ a, b uint32 }

// drawer is where one worker puts what it finds.
type drawer struct {
	counts  PairCounts
	failed  PairCounts
	allowed int
	kept    []outcome
	entries int // of all kept
	// last is the last of those that were kept when some had to be dropped.
	last    *outcome
	dropped bool
	used    []bool // rules that some pair met
}

// newPartsCheck makes the objects of a scene and finds which rules they meet.
func newPartsCheck(ctx context.Context, s *mesh.Scene, o Options) (*partsCheck, error) {
	c := &partsCheck{options: o, summary: &PairSummary{}, drawers: make([]drawer, o.Workers)}
	var err error
	if c.rules, err = parseRules(o.Allow); err != nil {
		return nil, err
	}
	if c.objects, err = gather(ctx, s, o, c.summary); err != nil {
		return nil, err
	}
	c.summary.Objects = len(c.objects)
	c.matchRules(s)
	return c, nil
}

// pass returns the walk over the pairs of objects that may meet.
//
// Objects whose world boxes meet are candidates; their oriented boxes sort out more;
// then the tree of one is walked with that of the other, carried into its coordinates;
// and triangles whose boxes meet are decided in world coordinates, exactly.
func (c *partsCheck) pass(ctx context.Context) (*pass, error) {
	boxes := make([]bvh.Box, len(c.objects))
	for i, o := range c.objects {
		boxes[i] = bvh.Round(o.box)
	}
	tree, err := bvh.Build(ctx, boxes, nil, c.options.Workers)
	return &pass{partsCheck: c, tree: tree, near: c.mayMeet, examine: c.examine}, err
}

// run examines all pairs.
func (p *pass) run(ctx context.Context, progress func(share float64)) error {
	err := p.tree.SelfPairs(ctx, p.options.Workers, func(worker int, b *bvh.Block) { p.candidates(ctx, worker, b) },
		func(done, total int) { progress(float64(done) / float64(total) / 2) })
	if err != nil {
		return err
	}
	return p.checkLarge(ctx, progress)
}

// alone is the number of triangles up to which a pair is left to one worker.
const alone = 1 << 15

// candidates checks the pairs of a block, and puts the large ones off.
func (c *pass) candidates(ctx context.Context, worker int, b *bvh.Block) {
	near, far := c.tree.Leaf(b.I), c.tree.Leaf(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		for lanes := b.Masks[x]; lanes != 0; lanes &= lanes - 1 {
			p := couple{near[x], far[bits.TrailingZeros16(lanes)]}
			if p.a > p.b {
				p.a, p.b = p.b, p.a
			}
			if !c.near(p) {
				continue
			}
			if c.objects[p.a].shape.count+c.objects[p.b].shape.count > alone && c.options.Workers > 1 {
				c.mu.Lock()
				c.large = append(c.large, p)
				c.mu.Unlock()
				continue
			}
			if ctx.Err() != nil {
				return
			}
			c.pair(ctx, worker, p, 1)
		}
	}
}

// mayMeet decides by boxes in the world and by oriented ones whether a pair has to be
// looked at.
func (c *partsCheck) mayMeet(p couple) bool {
	a, b := c.objects[p.a], c.objects[p.b]
	return a.box.Intersects(b.box) && !a.oriented.Apart(&b.oriented)
}

// checkLarge checks the pairs that were put off, one after the other.
func (c *pass) checkLarge(ctx context.Context, progress func(share float64)) error {
	slices.SortFunc(c.large, compareCouples)
	for k, p := range c.large {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.pair(ctx, 0, p, c.options.Workers)
		progress(1 - float64(len(c.large)-1-k)/float64(len(c.large))/2)
	}
	return ctx.Err()
}

// pair checks a pair with a number of workers and keeps what comes of it. What a
// cancelled check leaves undone nobody will see.
func (c *pass) pair(ctx context.Context, worker int, p couple, workers int) {
	o, related := c.examine(ctx, p, workers)
	if !related || ctx.Err() != nil {
		return
	}
	d := &c.drawers[worker]
	if rule := c.allowing(p); rule >= 0 {
		o.pair.Allowed = c.rules[rule].text
		d.use(rule, len(c.rules))
	}
	o.pair.Severity = c.options.judged().pair(&o.pair)
	switch {
	case o.pair.Fails():
		d.counts[o.pair.Kind]++
		d.failed[o.pair.Kind]++
	case o.pair.Severity == Error:
		d.allowed++
	default:
		d.counts[o.pair.Kind]++
	}
	if o.pair.Kind == PairTouch && !c.options.ListTouches && !o.pair.WithinRounding && o.pair.Severity != Error {
		return
	}
	d.keep(o, c.options.MaxFindings)
}

func (d *drawer) use(rule, rules int) {
	if d.used == nil {
		d.used = make([]bool, rules)
	}
	d.used[rule] = true
}

// keep keeps the worst outcomes, some more than most of them for a while.
func (d *drawer) keep(o outcome, most int) {
	if d.last != nil && compareOutcomes(&o, d.last) > 0 {
		return
	}
	d.kept = append(d.kept, o)
	d.entries += len(o.entries)
	if len(d.kept) >= 2*most+64 || d.entries >= 4*most+64 {
		d.trim(most)
	}
}

func (d *drawer) trim(most int) {
	slices.SortFunc(d.kept, func(x, y outcome) int { return compareOutcomes(&x, &y) })
	if len(d.kept) > most {
		clear(d.kept[most:])
		d.kept, d.dropped = d.kept[:most], true
		if most > 0 {
			last := d.kept[most-1]
			d.last = &last
		}
	}
	deal(d.kept, most)
	d.entries = 0
	for k := range d.kept {
		d.entries += len(d.kept[k].entries)
	}
}

// results puts together what the workers found.
func (c *partsCheck) results(ctx context.Context) ([]PairResult, error) {
	var all drawer
	used := make([]bool, len(c.rules))
	for w := range c.drawers {
		d := &c.drawers[w]
		all.kept = append(all.kept, d.kept...)
		all.dropped = all.dropped || d.dropped
		c.summary.Allowed += d.allowed
		for k, n := range d.counts {
			c.summary.Counts[k] += n
			c.summary.Failed[k] += d.failed[k]
		}
		for k, u := range d.used {
			used[k] = used[k] || u
		}
	}
	all.trim(c.options.MaxFindings)
	c.summary.Truncated = all.dropped
	c.warnOfRules(used)
	out := make([]PairResult, len(all.kept))
	err := parallel.Tasks(ctx, c.options.Workers, len(out), func(_, k int) { out[k] = all.kept[k].result(c) })
	return out, err
}

// deal cuts the findings of all outcomes to as many as are to be listed together, those
// of the worst pairs first.
func deal(kept []outcome, room int) {
	for k := range kept {
		o := &kept[k]
		if len(o.entries) > room {
			// What is cut off is let go of.
			o.entries, o.regions, o.pair.Truncated = slices.Clone(o.entries[:room]), slices.Clone(o.regions[:room]), true
		}
		room -= len(o.entries)
	}
}
