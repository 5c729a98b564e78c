package check

import (
	"cmp"
	"math"
)

// Measure is what a limit is for.
type Measure uint8

// The measures that findings have.
const (
	// NoMeasure: there is no limit.
	NoMeasure Measure = iota
	// OfDepth: of a Crossing; of a pair of objects; or how far a
	// hull departs from what it should be.
	OfDepth
	// OfArea: of an Overlap or Duplicate.
	OfArea
	// OfLength: of the segment of a Crossing.
	OfLength
	// OfDistance: of objects that are too near.
	OfDistance
	// OfCount: of edges, vertices, faces or pairs of triangles that a hull has wrong.
	OfCount
)

var measureNames = [...]string{"", "depth", "area", "length", "distance", "count"}

// String returns the lower-case word for m, "" for NoMeasure.
func (m Measure) String() string { return measureNames[m] }

// Limit is a size that findings must exceed to fail; a distance must be below it. What
// cannot be measured, being beyond float64, exceeds every limit. The zero value is none.
type Limit struct {
	Of Measure
	// Size with its unit, which for an area is squared. A Count has none.
	Size Length
}

// String returns "depth>0.5mm", "" for no limit.
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
