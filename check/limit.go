package check

import (
	"cmp"
	"math"
)

// Measure is the quantity that a limit limits.
type Measure uint8

// The measures that findings have.
const (
	// NoMeasure: there is no limit.
	NoMeasure Measure = iota
	// OfDepth: the depth of a Crossing or of a pair of objects, or the distance by which a hull
	// differs from what it should be.
	OfDepth
	// OfArea: the area of an Overlap or Duplicate.
	OfArea
	// OfLength: the length of the segment of a Crossing.
	OfLength
	// OfDistance: the distance of objects that are too near.
	OfDistance
	// OfCount: the number of edges, vertices, faces or pairs of triangles at fault in a hull.
	OfCount
)

var measureNames = [...]string{"", "depth", "area", "length", "distance", "count"}

// String returns the lower-case word for m, "" for NoMeasure.
func (m Measure) String() string { return measureNames[m] }

// Limit is a size that findings must exceed to fail; a distance must be below it. A size that
// overflows float64 exceeds every limit. The zero value is no limit.
type Limit struct {
	Of Measure
	// Size has a unit, which is squared for an area. A count has none.
	Size Length
}

// String returns "depth>0.5mm", or "" for no limit.
func (l Limit) String() string {
	if l.Of == NoMeasure {
		return ""
	}
	text := l.Of.String() + l.sign() + l.Size.String()
	if l.Of == OfArea && l.Size.Unit != "" {
		text += "2"
	}
	return text
}

func (l Limit) sign() string {
	if l.Of == OfDistance {
		return "<"
	}
	return ">"
}

// In returns the size of the limit in the unit of a file, as Length.In does.
func (l Limit) In(unit string) (float64, error) {
	size, err := l.Size.In(unit)
	if err != nil || l.Of != OfArea || l.Size.Unit == "" || l.Size.Unit == unit {
		return size, err
	}
	one, err := Length{Value: 1, Unit: l.Size.Unit}.In(unit)
	return math.Min(cmp.Or(size*one, l.Size.Value*one*one), math.MaxFloat64), err
}
