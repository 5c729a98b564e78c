package check

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Policy says how much the findings of each rule matter, if that differs from the default. It
// decides which findings fail a file, and with which severity reports show them. It changes no
// count, and only the order of lists. The zero value changes nothing.
//
// Verdicts on the rules of Self do not apply to the triangles of a pair of objects, nor to
// HullSelfOverlap. An allowed pair of objects never fails. Verdicts on the rules of Hulls override
// the severities of a profile, but a shape may limit the severity: an open trimesh stays an Info.
// Findings of a rule of Hulls that is Off are left out.
//
// A Policy is plain data. ParsePolicy parses a text such as
// "degenerate,overlap:area>1e-4,touch:off", and Items returns one.
type Policy map[Rule]Verdict

// Verdict is how much the findings of a rule matter.
type Verdict struct {
	// Severity of all findings, or of those beyond the limit if there is one.
	Severity Severity
	// Limit requires the Severity Error: findings that do not exceed it are a Warning.
	Limit Limit
}

// Of returns the verdict on findings of the rule: its default severity if p has none.
func (p Policy) Of(r Rule) Verdict {
	if v, ok := p[r.PolicyRule()]; ok {
		return v
	}
	return Verdict{Severity: r.Severity()}
}

// Within returns the severity of findings that do not exceed the limit, or of all if there is none.
func (v Verdict) Within() Severity {
	if v.Limit.Of != NoMeasure {
		return Warning
	}
	return v.Severity
}

// With returns p overridden by q. It changes neither.
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

// Validate returns an error for unknown rules or severities and for limits that do not apply.
func (p Policy) Validate() error {
	for _, r := range slices.Sorted(maps.Keys(p)) {
		if int(r) >= numRules {
			return fmt.Errorf("policy: unknown rule %d", uint8(r))
		}
		if as := r.PolicyRule(); as != r {
			return fmt.Errorf("policy: %s is judged by the rule %s", r, as)
		}
		if err := p[r].validate(r.Measures()); err != nil {
			return fmt.Errorf("policy: %s: %w", r, err)
		}
	}
	return nil
}

// validate fails for a limit in a measure other than those given.
func (v Verdict) validate(measures []Measure) error {
	size := v.Limit.Size
	switch {
	case v.Severity > Off:
		return fmt.Errorf("unknown severity %d", v.Severity)
	case v.Limit == Limit{}:
		return nil
	case v.Severity != Error:
		return fmt.Errorf("only an error can have a limit, not %s", v.Severity)
	case !slices.Contains(measures, v.Limit.Of):
		return noMeasure(measures)
	case !(size.Value >= 0 && size.Value <= math.MaxFloat64):
		return fmt.Errorf("limit %v must be finite and not negative", size.Value)
	case size.Unit != "" && (v.Limit.Of == OfCount || !slices.Contains(lengthUnits, size.Unit)):
		return fmt.Errorf("a %s has no unit %q", v.Limit.Of, size.Unit)
	}
	return nil
}

// noMeasure returns an error that names the measures that may be limited.
func noMeasure(measures []Measure) error {
	switch len(measures) {
	case 0:
		return errors.New("its findings have no size that can be limited")
	case 1:
		return fmt.Errorf("its limit must be of %s", measures[0])
	}
	return fmt.Errorf("its limit must be of %s or %s", measures[0], measures[1])
}

// nothingFails returns the policy that turns errors into warnings.
func nothingFails() Policy {
	p := Policy{}
	for _, r := range Rules() {
		p[r.PolicyRule()] = Verdict{Severity: max(r.Severity(), Warning)}
	}
	return p
}
