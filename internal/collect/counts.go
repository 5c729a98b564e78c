package collect

import "github.com/meshcheck/meshcheck/check"

// count counts a finding that occurs the given number of times.
func count(c *check.Counts, e *Entry, times int) {
	c.ByRule[e.Rule] += times
	if e.Fails {
		c.Failed[e.Rule] += times
	}
	if e.ThroughEdge {
		c.ThroughEdge += times
	}
}
