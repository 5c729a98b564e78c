package collect

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/tritri"
)

// Fails reports whether a finding fails by the criteria. The length is that of its segment, 0
// if it has none.
func Fails(e *Entry, criteria *check.Criteria, length float64) bool {
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

// SeverityOf returns the severity of an entered finding.
func SeverityOf(e *Entry, criteria *check.Criteria) check.Severity {
	if e.Fails {
		return check.Error
	}
	return criteria[e.Rule].Within
}

// RuleOf maps the tritri.Kind of the relation of two triangles to its rule.
var RuleOf = [...]check.Rule{tritri.Touch: check.Touch, tritri.Crossing: check.Crossing, tritri.Overlap: check.Overlap, tritri.Duplicate: check.Duplicate}
