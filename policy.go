package meshcheck

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/mesh"
)

// defaultCriteria are those of no policy.
var defaultCriteria = func() *check.Criteria {
	c, _ := check.Policy(nil).In("") // without a limit there is none to convert
	return c
}()

// judged returns what decides by the options' policy. Options that no scene has filled in
// have that of no policy.
func (o *Options) judged() *check.Criteria {
	if o.criteria == nil {
		return defaultCriteria
	}
	return o.criteria
}

// criteriaIn returns the options' policy in the unit of the scene.
func (o *Options) criteriaIn(s *mesh.Scene) (*check.Criteria, error) {
	if len(o.Policy) == 0 {
		return defaultCriteria, nil
	}
	return o.Policy.In(s.Unit)
}

// failsBy reports whether a finding in a mesh fails whose segment is so long.
func failsBy(e *collect.Entry, criteria *check.Criteria, length float64) bool {
	c, size := &criteria[e.Rule], 0.0
	switch c.Of {
	case check.OfDepth:
		size = e.Depth
	case check.OfArea:
		size = e.Area
	case check.OfLength:
		size = length
	}
	return c.Judge(size) == check.Error
}

// findingSeverity returns how much a finding matters that was entered.
func findingSeverity(e *collect.Entry, criteria *check.Criteria) check.Severity {
	if e.Fails {
		return check.Error
	}
	return criteria[e.Rule].Within
}

// severityBy returns how much a pair of objects matters.
func (p *PairResult) severityBy(criteria *check.Criteria) check.Severity {
	c := &criteria[p.Rule]
	if c.Of == check.OfDistance {
		return c.Judge(p.Nearest.Distance)
	}
	return c.Judge(p.Depth)
}

// severityBy returns how much a finding about hulls matters, which is other unless the
// policy has a verdict on its rule.
func (f *HullFinding) severityBy(criteria *check.Criteria, other check.Severity) check.Severity {
	if c := &criteria[f.Rule]; c.Given {
		return c.Judge(f.Value)
	}
	return other
}
