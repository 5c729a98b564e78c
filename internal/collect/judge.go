package collect

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/tritri"
)

// Fails reports whether a finding in a mesh fails, whose segment has that length.
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

// SeverityOf returns the severity of a finding that was entered.
func SeverityOf(e *Entry, criteria *check.Criteria) check.Severity {
	if e.Fails {
		return check.Error
	}
	return criteria[e.Rule].Within
}

// RegionOf returns a region as results have it.
func RegionOf(s *Region) check.Region {
	return check.Region{
		Counts: s.Counts, Box: s.Box, Depth: s.Depth,
		Area: s.Area(), Length: s.Length(), Parts: s.Parts,
	}
}

// RuleOf is the rule of two triangles that have a relation: of tritri.Kind by its number.
var RuleOf = [...]check.Rule{tritri.Touch: check.Touch, tritri.Crossing: check.Crossing, tritri.Overlap: check.Overlap, tritri.Duplicate: check.Duplicate}
