package collect

import (
	"cmp"
	"math"

	"github.com/meshcheck/meshcheck/check"
)

// Entry is a finding without its geometry.
type Entry struct {
	// I and J are triangles; J is NoTriangle for a finding about one. For an edge crossing I is the
	// first triangle at the edge, and J a number of the edge.
	I, J        uint32
	Rule        check.Rule // one of triangles
	ThroughEdge bool
	Fails       bool // by the policy
	Depth, Area float64
	Length      float64 // of the edge of an edge crossing; it has no depth

	// Set for findings that belong to a region: the shard and its record, and the shells that
	// meet.
	shard  uint16
	record uint32
	shells [2]uint32
}

// NoTriangle is Entry.J of a finding about a single triangle.
const NoTriangle = math.MaxUint32

// compareEntries orders findings of one rule by severity: those that fail first, then the
// deepest, then the largest, then the longest, then by triangle.
func compareEntries(a, b *Entry) int {
	if a.Fails != b.Fails {
		return compareBool(b.Fails, a.Fails)
	}
	switch {
	case a.Depth != b.Depth:
		return cmp.Compare(b.Depth, a.Depth)
	case a.Area != b.Area:
		return cmp.Compare(b.Area, a.Area)
	case a.Length != b.Length:
		return cmp.Compare(b.Length, a.Length)
	case a.I != b.I:
		return cmp.Compare(a.I, b.I)
	}
	return cmp.Compare(a.J, b.J)
}

// compareBool puts false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
