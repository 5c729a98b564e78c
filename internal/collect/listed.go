package collect

import (
	"cmp"
	"math"

	"github.com/meshcheck/meshcheck/check"
)

// Listed is a finding of the list, without its geometry.
type Listed struct {
	// I and J are its triangles, as in Finding; J is NoTriangle for a finding about one.
	I, J        uint32
	Rule        check.Rule
	Severity    check.Severity // by the criteria
	ThroughEdge bool
	Depth, Area float64 // Depth is 0 unless it is a crossing
	// Region is an index into Result.Regions, -1 for none.
	Region int
}

// NoTriangle is Listed.J of a finding about a single triangle.
const NoTriangle = math.MaxUint32

// kind is what findings are counted by.
type kind struct {
	rule        check.Rule
	throughEdge bool
	fails       bool
}

// entry is a finding that may be listed, as a shard keeps it.
type entry struct {
	i, j uint32
	kind
	// Of these only what findings of the rule are sorted by: depth for crossings, length for edge
	// crossings.
	depth, area, length float64

	// Set for findings that belong to a region: the shard and its record, and the triangles that meet, or
	// the shells for an edge crossing.
	shard  uint16
	record uint32
	of     [2]uint32
}

// compareEntries orders findings of one rule by severity: those that fail first, then the
// deepest, then the largest, then the longest, then by triangle.
func compareEntries(a, b *entry) int {
	if a.fails != b.fails {
		if a.fails {
			return -1
		}
		return 1
	}
	switch {
	case a.depth != b.depth:
		return cmp.Compare(b.depth, a.depth)
	case a.area != b.area:
		return cmp.Compare(b.area, a.area)
	case a.length != b.length:
		return cmp.Compare(b.length, a.length)
	case a.i != b.i:
		return cmp.Compare(a.i, b.i)
	}
	return cmp.Compare(a.j, b.j)
}
