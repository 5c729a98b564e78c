package parts

import (
	"container/heap"

	"github.com/meshcheck/meshcheck/check"
)

// pairGroup is the outcome of the first pair of a set, which left more pairs share.
type pairGroup struct {
	outcome
	all  pairSet
	left int
}

// addGroups adds the outcome of a set of pairs, of which free are allowed by no rule and allowed
// by some rule, as one group, or as two if some fail and others do not: all pairs of a group
// are equally bad, and in the order of their numbers.
func (c *checker) addGroups(d *shard, o outcome, s pairSet, free, allowed int) {
	if o.pair.Severity != check.Error {
		c.addGroup(d, o, s, anyPair, free+allowed)
		return
	}
	c.addGroup(d, o, s, notAllowed, free)
	c.addGroup(d, o, s, allowedOnly, allowed)
}

// addGroup adds the outcome of the n pairs of a set that are allowed, or not.
func (c *checker) addGroup(d *shard, o outcome, s pairSet, only allowance, n int) {
	if n > 0 {
		s.only = only
		p, _ := s.first(c)
		d.add(pairGroup{c.withPair(o, p), s, n - 1}, c.options.MaxFindings)
	}
}

// withPair returns the same outcome for another pair of objects.
func (c *checker) withPair(o outcome, p indexPair) outcome {
	o.indexPair = p
	o.pair.A, o.pair.B, o.pair.Allowed = c.objects[p.a].Name, c.objects[p.b].Name, ""
	if rule := c.allowing(p); rule >= 0 {
		o.pair.Allowed = c.rules[rule].text
	}
	return o
}

// expand returns the worst pairs of sorted groups, each as a group of its own, and whether there
// are more.
func (c *checker) expand(kept []pairGroup, most int) (listed []pairGroup, more bool) {
	open := worstFirst(kept) // a sorted list is a heap
	for len(open) > 0 && len(listed) < most {
		g := &open[0]
		listed = append(listed, pairGroup{outcome: g.outcome})
		if g.left == 0 {
			heap.Pop(&open)
			continue
		}
		p, _ := g.all.next(c, g.indexPair)
		g.outcome, g.left = c.withPair(g.outcome, p), g.left-1
		heap.Fix(&open, 0)
	}
	return listed, len(open) > 0
}

// worstFirst is a heap of groups by their outcomes.
type worstFirst []pairGroup

func (h worstFirst) Len() int           { return len(h) }
func (h worstFirst) Less(i, j int) bool { return compareOutcomes(&h[i].outcome, &h[j].outcome) < 0 }
func (h worstFirst) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push appends a group.
func (h *worstFirst) Push(x any) { *h = append(*h, x.(pairGroup)) }

// Pop removes the last group.
func (h *worstFirst) Pop() any {
	last := len(*h) - 1
	g := (*h)[last]
	*h = (*h)[:last]
	return g
}
