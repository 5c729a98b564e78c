package collect

// Kinds is the number of kinds of findings, which are numbered the most severe first.
const Kinds = 6

// Counts are exact numbers of findings.
type Counts struct {
	ByKind      [Kinds]int
	ThroughEdge int        // of entries that say so, which are in ByKind as well
	Failed      [Kinds]int // of entries that fail
}

// Add returns the sum of c and d.
func (c Counts) Add(d Counts) Counts {
	for k := range c.ByKind {
		c.ByKind[k] += d.ByKind[k]
		c.Failed[k] += d.Failed[k]
	}
	c.ThroughEdge += d.ThroughEdge
	return c
}

// failing reports whether any finding fails.
func (c *Counts) failing() bool { return c.Failed != [Kinds]int{} }

// worstKind returns the most severe kind that there is a finding of, and the last kind
// where there is none.
func (c *Counts) worstKind() uint8 {
	for k, n := range c.ByKind {
		if n > 0 {
			return uint8(k)
		}
	}
	return Kinds - 1
}

// add counts a finding that occurs so many times.
func (c *Counts) add(e Entry, times int) {
	c.ByKind[e.Kind] += times
	if e.Fails {
		c.Failed[e.Kind] += times
	}
	if e.ThroughEdge {
		c.ThroughEdge += times
	}
}
