package parts

import (
	"context"
	"sync"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/world"
)

// pass is one walk over pairs of objects: those of groups whose boxes in a tree meet, and
// those within a group. Of all pairs between two groups with the smaller number in the same
// group, a single pair is examined.
type pass struct {
	*checker
	walks []walk
	// near decides by boxes whether a pair has to be examined, and examine whether the two
	// objects are related at all. Both give the same result for all pairs of a set.
	near    func(p indexPair) bool
	examine func(ctx context.Context, p indexPair, workers int) (o outcome, related bool)
	large   []pairSet // to be examined by all workers together
	mu      sync.Mutex
}

// pass returns the walk over the pairs of objects that may meet.
//
// Groups whose world boxes meet are candidates, some of which their oriented boxes reject.
// The trees of the two objects are then descended together, one transformed to the
// coordinates of the other, and triangles whose boxes meet are related in world coordinates,
// exactly.
func (c *checker) pass(ctx context.Context) (*pass, error) {
	walks, err := c.walksOf(ctx, func(o *object) geom.Box { return o.Box.Grown(o.Rounding) })
	return &pass{checker: c, walks: walks, near: c.mayMeet, examine: c.examine}, err
}

// walk is a tree of groups.
type walk struct {
	groupSet
	tree *bvh.Tree
}

// walksOf returns the trees of all sets of groups, over boxes of their objects.
func (c *checker) walksOf(ctx context.Context, boxOf func(o *object) geom.Box) ([]walk, error) {
	var walks []walk
	for _, l := range c.groupSets() {
		boxes := make([]geom.Box, len(l.groups))
		for i, g := range l.groups {
			boxes[i] = boxOf(c.objects[g.first()])
		}
		tree, err := bvh.Build(ctx, c.options.Workers, boxes, nil)
		if err != nil {
			return nil, err
		}
		walks = append(walks, walk{l, tree})
	}
	return walks, nil
}

// run examines all pairs.
func (p *pass) run(ctx context.Context, progress func(share float64)) error {
	err := parallel.Tasks(ctx, p.options.Workers, len(p.groups), func(worker, k int) {
		p.candidate(ctx, nil, worker, pairSet{from: p.groups[k], to: p.groups[k]})
	})
	if err != nil {
		return err
	}
	for i := range p.walks {
		w := &p.walks[i]
		err := w.tree.SelfPairs(ctx, p.options.Workers, func(worker, g, h int) {
			for _, s := range between(w.groups[g], w.groups[h]) {
				p.candidate(ctx, &w.groupSet, worker, s)
			}
		},
			func(done, total int) {
				progress((float64(i) + float64(done)/float64(total)) / float64(len(p.walks)) / 2)
			})
		if err != nil {
			return err
		}
	}
	return p.checkLarge(ctx, progress)
}

// alone is the number of triangles up to which a pair is examined by one worker.
const alone = 1 << 15

// candidate checks the pairs of a set if they are near and belong to a set of groups, and
// defers large ones. Pairs within a group belong to every set of groups.
func (c *pass) candidate(ctx context.Context, l *groupSet, worker int, s pairSet) {
	if s.empty() {
		return
	}
	p, _ := s.first(c.checker)
	switch {
	case l != nil && !l.has(c.checker, p) || !c.near(p) || ctx.Err() != nil:
	case c.objects[p.a].Shape.Count+c.objects[p.b].Shape.Count > alone && c.options.Workers > 1:
		c.mu.Lock()
		c.large = append(c.large, s)
		c.mu.Unlock()
	default:
		c.check(ctx, worker, s, 1)
	}
}

// mayMeet decides whether a pair has to be examined.
func (c *checker) mayMeet(p indexPair) bool {
	return mayMeet(c.objects[p.a].Object, c.objects[p.b].Object)
}

// mayMeet decides by axis-aligned and oriented boxes in the world, enlarged by the rounding,
// whether two objects may meet.
func mayMeet(a, b *world.Object) bool {
	return a.Box.Grown(a.Rounding).Intersects(b.Box.Grown(b.Rounding)) && !a.Oriented.Apart(&b.Oriented)
}

// checkLarge checks the deferred pairs, one after the other.
func (c *pass) checkLarge(ctx context.Context, progress func(share float64)) error {
	for k, s := range c.large {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.check(ctx, 0, s, c.options.Workers)
		progress(1 - float64(len(c.large)-1-k)/float64(len(c.large))/2)
	}
	return ctx.Err()
}

// check examines the first pair of a set with a number of workers, counts all pairs of the
// set, and keeps the outcome. The results of a cancelled check are discarded.
func (c *pass) check(ctx context.Context, worker int, s pairSet, workers int) {
	p, _ := s.first(c.checker)
	o, related := c.examine(ctx, p, workers)
	if !related || ctx.Err() != nil {
		return
	}
	o.pair.Severity = severityBy(&o.pair, c.options.CriteriaOrDefault())
	d := &c.shards[worker]
	free, allowed := s.count(c.checker, func(rule int) { d.use(rule, len(c.rules)) })
	count := &d.counts[o.pair.Rule][o.pair.Severity]
	*count += free
	if o.pair.Severity == check.Error {
		d.allowed += allowed
	} else {
		*count += allowed
	}
	if o.pair.Rule == check.PartsTouch && !c.options.ListTouches && !o.pair.WithinRounding && o.pair.Severity != check.Error {
		return
	}
	c.addGroups(d, o, s, free, allowed)
}
