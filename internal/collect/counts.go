package collect

import "github.com/meshcheck/meshcheck/check"

// worstRule returns the most severe rule that there is a finding of, and the last one of
// triangles where there is none.
func worstRule(c *check.Counts) check.Rule {
	for r, n := range c.ByRule {
		if n > 0 {
			return check.Rule(r)
		}
	}
	return check.Rule(check.TriangleRules - 1)
}

// count counts a finding that occurs so many times.
func count(c *check.Counts, e Entry, times int) {
	c.ByRule[e.Rule] += times
	if e.Fails {
		c.Failed[e.Rule] += times
	}
	if e.ThroughEdge {
		c.ThroughEdge += times
	}
}
