package check

// Counts are exact numbers of findings about triangles, by rule. No cap on lists reduces them. They
// cover the rules from Crossing to Touch: every place reported has its own Counts, without findings
// about objects or hulls.
type Counts struct {
	ByRule [TriangleRules]int
	// ThroughEdge counts the crossings where a surface passes through the other
	// exactly along one of its edges. They are counted by their rules as well.
	ThroughEdge int
	// Failed counts the findings that fail under the policy.
	Failed [TriangleRules]int
}

// OfKind returns the count of one kind of findings: those of the rule itself and of all rules
// counted under it.
func (c *Counts) OfKind(kind Rule) (n int) {
	for r, of := range c.ByRule {
		if Rule(r).Kind() == kind {
			n += of
		}
	}
	return n
}

// Of returns the count of one rule.
func (c Counts) Of(r Rule) int { return c.ByRule[r] }

// Add returns the sum of c and d.
func (c Counts) Add(d Counts) Counts {
	for r := range c.ByRule {
		c.ByRule[r] += d.ByRule[r]
		c.Failed[r] += d.Failed[r]
	}
	c.ThroughEdge += d.ThroughEdge
	return c
}

// Worst returns the first rule, in their order, with a finding, or Touch if there is none.
func (c *Counts) Worst() Rule {
	for r, n := range c.ByRule {
		if n > 0 {
			return Rule(r)
		}
	}
	return Touch
}

// Failing returns the number of findings that fail.
func (c Counts) Failing() int {
	n := 0
	for _, failed := range c.Failed {
		n += failed
	}
	return n
}

// Totals returns the same numbers by severity. Findings that fail are errors; the policy decides
// about the others.
func (c Counts) Totals(p Policy) Totals {
	var t Totals
	for r, n := range c.ByRule {
		t[r][p.Of(Rule(r)).Within()] += n - c.Failed[r]
		t[r][Error] += c.Failed[r]
	}
	return t
}

// Totals are exact numbers of findings in a scene, by rule and severity.
type Totals [numRules][numSeverities]int

// Of returns the number of findings of one rule, of any severity.
func (t *Totals) Of(r Rule) int {
	n := 0
	for _, of := range t[r] {
		n += of
	}
	return n
}

// Failing returns the number of findings that fail.
func (t *Totals) Failing() int { return t.AtLeast(Error) }

// AtLeast returns the number of findings of severity s or graver.
func (t *Totals) AtLeast(s Severity) int {
	n := 0
	for r := range t {
		for _, of := range t[r][:s+1] {
			n += of
		}
	}
	return n
}

// Add adds the numbers of u to t.
func (t *Totals) Add(u *Totals) {
	for r := range t {
		for s := range t[r] {
			t[r][s] += u[r][s]
		}
	}
}
