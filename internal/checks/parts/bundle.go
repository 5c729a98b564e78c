package parts

import (
	"container/heap"

	"github.com/meshcheck/meshcheck/check"
)

// bundle is the outcome of the first pair of a set, which left more pairs share.
type bundle struct {
	outcome
	all  pairSet
	left int
}

// keep keeps the outcome of a set of pairs, of which free are allowed by no rule and allowed
// by some rule, as one bundle, or as two if some fail and others do not: all pairs of a bundle
// are equally bad, and in the order of their numbers.
func (c *checker) keep(d *partial, o outcome, s pairSet, free, allowed int) {
	if o.pair.Severity != check.Error {
		c.bundle(d, o, s, anyPair, free+allowed)
		return
	}
	c.bundle(d, o, s, notAllowed, free)
	c.bundle(d, o, s, allowedOnly, allowed)
}

// bundle keeps the outcome of n pairs.
func (c *checker) bundle(d *partial, o outcome, s pairSet, only allowance, n int) {
	if n > 0 {
		s.only = only
		p, _ := s.first(c)
		d.keep(bundle{c.at(o, p), s, n - 1}, c.options.MaxFindings)
	}
}

// at returns the same outcome for another pair of objects.
func (c *checker) at(o outcome, p indexPair) outcome {
	o.indexPair = p
	o.pair.A, o.pair.B, o.pair.Allowed = c.objects[p.a].Name, c.objects[p.b].Name, ""
	if rule := c.allowing(p); rule >= 0 {
		o.pair.Allowed = c.rules[rule].text
	}
	return o
}

// unbundle returns the worst pairs of sorted bundles, each as a bundle of its own, and
// whether there are more.
func (c *checker) unbundle(kept []bundle, most int) (listed []bundle, more bool) {
	open := worstFirst(kept) // a sorted list is a heap
	for len(open) > 0 && len(listed) < most {
		b := &open[0]
		listed = append(listed, bundle{outcome: b.outcome})
		if b.left == 0 {
			heap.Pop(&open)
			continue
		}
		p, _ := b.all.next(c, b.indexPair)
		b.outcome, b.left = c.at(b.outcome, p), b.left-1
		heap.Fix(&open, 0)
	}
	return listed, len(open) > 0
}

// worstFirst is a heap of bundles by their outcomes.
type worstFirst []bundle

func (h worstFirst) Len() int           { return len(h) }
func (h worstFirst) Less(i, j int) bool { return compareOutcomes(&h[i].outcome, &h[j].outcome) < 0 }
func (h worstFirst) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push appends a bundle.
func (h *worstFirst) Push(x any) { *h = append(*h, x.(bundle)) }

// Pop takes the last bundle off.
func (h *worstFirst) Pop() any {
	last := len(*h) - 1
	b := (*h)[last]
	*h = (*h)[:last]
	return b
}
