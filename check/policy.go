package check

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// Policy says how much the findings of each rule matter, where that is not the default. It
// changes no count, and of what is listed only the order: it decides what fails a file, and
// with which severity reports show it. The zero value changes nothing.
//
// Verdicts on the rules of Self do not count for the triangles of a pair of objects, nor for
// HullSelfOverlap. A pair of objects that is allowed does not fail, whatever its verdict.
// Verdicts on the rules of Hulls stand above a profile's severities; yet no finding is
// graver than its shape lets it be: an open trimesh stays an Info. Findings of a
// rule of Hulls that is Off are left out.
//
// It is plain data. ParsePolicy reads one from a text such as
// "degenerate,overlap:area>1e-4,touch:off", and Items writes it as such.
type Policy map[Rule]Verdict

// Verdict is how much the findings of a rule matter.
type Verdict struct {
	// Severity of all, or of those that are beyond the limit if there is one.
	Severity Severity
	// Limit is for the Severity Error only: what does not exceed it is a Warning.
	Limit Limit
}

// Of returns the verdict on findings of the rule, which is its default severity where p
// has none.
func (p Policy) Of(r Rule) Verdict {
	if v, ok := p[r.JudgedAs()]; ok {
		return v
	}
	return Verdict{Severity: r.Severity()}
}

// Within returns the severity of what does not exceed the limit, or of all if there is none.
func (v Verdict) Within() Severity {
	if v.Limit.Of != NoMeasure {
		return Warning
	}
	return v.Severity
}

// With returns p with the verdicts of q in the place of its own. It changes neither.
func (p Policy) With(q Policy) Policy {
	if len(q) == 0 {
		return p
	}
	sum := maps.Clone(p)
	if sum == nil {
		return maps.Clone(q)
	}
	maps.Copy(sum, q)
	return sum
}

// Validate fails for a verdict on what is not known, and for a limit that means nothing.
func (p Policy) Validate() error {
	for _, r := range slices.Sorted(maps.Keys(p)) {
		if int(r) >= numRules {
			return fmt.Errorf("policy: there is no rule %d", uint8(r))
		}
		if as := r.JudgedAs(); as != r {
			return fmt.Errorf("policy: %s is judged by the rule %s", r, as)
		}
		if err := p[r].validate(r.Measures()); err != nil {
			return fmt.Errorf("policy: %s: %w", r, err)
		}
	}
	return nil
}

// validate fails for a limit of a measure that is none of those given.
func (v Verdict) validate(measures []Measure) error {
	size := v.Limit.Size
	switch {
	case v.Severity > Off:
		return fmt.Errorf("there is no severity %d", v.Severity)
	case v.Limit == Limit{}:
		return nil
	case v.Severity != Error:
		return fmt.Errorf("a limit is for what fails, not for what is %s", v.Severity)
	case !slices.Contains(measures, v.Limit.Of):
		return noMeasure(measures)
	case !(size.Value >= 0 && size.Value <= math.MaxFloat64):
		return fmt.Errorf("%v is not a finite size of 0 or more", size.Value)
	case size.Unit != "" && (v.Limit.Of == OfCount || micrometres(size.Unit) == 0):
		return fmt.Errorf("a %s has no unit %q", v.Limit.Of, size.Unit)
	}
	return nil
}

// noMeasure says what limits there may be.
func noMeasure(measures []Measure) error {
	switch len(measures) {
	case 0:
		return fmt.Errorf("it has no size that can be limited")
	case 1:
		return fmt.Errorf("its limit must be of %s", measures[0])
	}
	return fmt.Errorf("its limit must be of %s or %s", measures[0], measures[1])
}

// nothingFails is the policy that makes warnings of errors.
func nothingFails() Policy {
	p := Policy{}
	for _, r := range Rules() {
		p[r.JudgedAs()] = Verdict{Severity: max(r.Severity(), Warning)}
	}
	return p
}
