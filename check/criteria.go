package check

import "fmt"

// Criterion decides how much a finding of one rule matters: it is a verdict with the limit
// in the unit of a file.
type Criterion struct {
	// Severity of what is beyond the limit, or of all if there is none; Within of the rest.
	Severity, Within Severity
	// Of is what Limit is of.
	Of    Measure
	Limit float64
	// Given: the policy has a verdict on the rule.
	Given bool
}

// Judge returns the severity of a finding whose measure Of is the size given. Without a
// limit the size does not matter.
func (c *Criterion) Judge(size float64) Severity {
	switch { // NaN is beyond every limit
	case c.Of == NoMeasure:
		return c.Severity
	case c.Of == OfDistance && size >= c.Limit, c.Of != OfDistance && size <= c.Limit:
		return c.Within
	}
	return c.Severity
}

// Criteria are those of all rules.
type Criteria [numRules]Criterion

// In returns the policy for a file that has that unit. It fails, as Length.In does, for
// limits whose unit means nothing to the file.
func (p Policy) In(unit string) (*Criteria, error) {
	all := &Criteria{}
	for i := range all {
		r := Rule(i)
		v := p.Of(r)
		limit, err := v.Limit.In(unit)
		if err != nil {
			return nil, fmt.Errorf("a limit for %s of %s: %w", r, v.Limit, err)
		}
		_, given := p[r.JudgedAs()]
		all[r] = Criterion{v.Severity, v.Within(), v.Limit.Of, limit, given}
	}
	return all, nil
}
