package check

import "fmt"

// Criterion decides how much a finding of one rule matters: it is a Verdict with the limit in the
// unit of a file.
type Criterion struct {
	// Severity applies beyond the limit, or always if there is none; Within applies up to the
	// limit.
	Severity, Within Severity
	// Of is the measure that Limit limits.
	Of    Measure
	Limit float64
	// Given reports whether the policy has a verdict on the rule.
	Given bool
}

// Judge returns the severity of a finding of the given size, in the measure Of. Without a limit,
// the size does not matter.
func (c *Criterion) Judge(size float64) Severity {
	switch { // NaN is beyond every limit
	case c.Of == NoMeasure:
		return c.Severity
	case c.Of == OfDistance && size >= c.Limit, c.Of != OfDistance && size <= c.Limit:
		return c.Within
	}
	return c.Severity
}

// Criteria are the criteria of all rules.
type Criteria [numRules]Criterion

// In returns the policy for a file with the given unit. Like Length.In, it fails for a limit whose
// unit cannot be converted to the file's.
func (p Policy) In(unit string) (*Criteria, error) {
	all := &Criteria{}
	for i := range all {
		r := Rule(i)
		v := p.Of(r)
		limit, err := v.Limit.In(unit)
		if err != nil {
			return nil, fmt.Errorf("a limit for %s of %s: %w", r, v.Limit, err)
		}
		_, given := p[r.PolicyRule()]
		all[r] = Criterion{v.Severity, v.Within(), v.Limit.Of, limit, given}
	}
	return all, nil
}
