package parts

import (
	"cmp"
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/world"
)

// checker finds how the objects of a scene meet each other in the world.
type checker struct {
	options options
	objects []*object
	groups  []*group
	rules   []*rule
	scenes  sceneSets
	summary *check.PairResult
	shards  []shard // of each worker
}

// indexPair is a pair of objects, by number.
type indexPair struct{ a, b uint32 }

// compare orders by the number of the first object, then by that of the second.
func (p indexPair) compare(q indexPair) int {
	return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b))
}

// newChecker makes the objects of a scene and finds which rules they meet.
func newChecker(ctx context.Context, w *world.World, o options) (*checker, error) {
	c := &checker{options: o, summary: &check.PairResult{}, shards: make([]shard, o.Workers)}
	var err error
	if c.rules, err = parseRules(o.Allow); err != nil {
		return nil, err
	}
	if c.objects, err = gather(ctx, w, o, c.summary); err != nil {
		return nil, err
	}
	c.summary.Objects = len(c.objects)
	if c.summary.Nothing, err = c.nothing(ctx, w.Scene()); err != nil {
		return nil, err
	}
	c.matchRules(w.Scene())
	c.noteScenes(w.Scene())
	c.groups = groupsOf(c.objects)
	return c, nil
}

// results merges the findings of the workers.
func (c *checker) results(ctx context.Context) ([]check.Pair, error) {
	var all shard
	used := make([]bool, len(c.rules))
	for w := range c.shards {
		d := &c.shards[w]
		all.kept = append(all.kept, d.kept...)
		all.dropped = all.dropped || d.dropped
		c.summary.Allowed += d.allowed
		c.summary.Counts.Add(&d.counts)
		for k, u := range d.used {
			used[k] = used[k] || u
		}
	}
	all.trim(c.options.MaxFindings)
	listed, more := c.expand(all.kept, c.options.MaxFindings)
	trimFindings(listed, c.options.MaxFindings)
	c.summary.Truncated = all.dropped || more
	c.warnOfRules(used)
	out := make([]check.Pair, len(listed))
	err := parallel.Tasks(ctx, c.options.Workers, len(out), func(_, k int) { out[k] = listed[k].result(c) })
	return out, err
}

// severityBy returns the severity of a pair under the criteria.
func severityBy(p *check.Pair, criteria *check.Criteria) check.Severity {
	c := &criteria[p.Rule]
	if c.Of == check.OfDistance {
		return c.Judge(p.Nearest.Distance)
	}
	return c.Judge(p.Depth)
}
