package precisiongen

import (
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Kind is a kind of number.
type Kind uint8

// The kinds of numbers that coordinates are stored as.
const (
	Float32    Kind = iota // binary floating point
	Integers               // unsigned integers
	Normalized             // unsigned 16-bit integers for numbers from 0 to 1
	Text                   // decimal text, read as float64
)

// Storage is how coordinates are stored. All numbers of a mesh have the same step: float32 numbers
// are kept between two powers of two.
type Storage struct {
	Kind Kind
	// Size depends on Kind: float32 numbers are from 2^Size to 2^(Size+1), integers have Size bits,
	// and text has Size decimals.
	Size int
	// Near is the number of axes, from the last, on which float32 numbers are around zero, where they
	// are finer.
	Near int
}

// The storages that families choose from. Duplicates are chosen more often.
var (
	floats     = []Storage{{Size: 0}, {Size: 0}, {Size: 10}, {Size: 13}}
	nearFloats = []Storage{{Size: 0, Near: 1}, {Size: 10, Near: 2}}
	integers   = []Storage{{Kind: Integers, Size: 16}, {Kind: Integers, Size: 14}, {Kind: Integers, Size: 12}}
	texts      = []Storage{{Kind: Text, Size: 6}, {Kind: Text, Size: 5}, {Kind: Text, Size: 4}, {Kind: Text, Size: 8}}
	wholes     = []Storage{{Kind: Text, Size: 0}, {Kind: Text, Size: 1}, {Kind: Text, Size: 1}}
	storages   = slices.Concat(floats, integers, texts)
	others     = slices.Concat(nearFloats, []Storage{{Kind: Normalized, Size: 16}})
	scalable   = slices.Concat(floats, integers, others)
)

// String returns a short name.
func (s Storage) String() string {
	name := [...]string{"float32 at 2^%d", "integers of %d bits", "normalized integers of %d bits", "text of %d decimals"}[s.Kind]
	if s.Near > 0 {
		return fmt.Sprintf(name, s.Size) + fmt.Sprintf(" on %d axes", 3-s.Near)
	}
	return fmt.Sprintf(name, s.Size)
}

// Step returns the distance between neighbouring numbers.
func (s Storage) Step() float64 {
	switch s.Kind {
	case Float32:
		return math.Ldexp(1, s.Size-23)
	case Integers, Normalized:
		return 1
	}
	return 1 / math.Pow10(s.Size)
}

// integral reports whether numbers are integers, which have little room.
func (s Storage) integral() bool { return s.Kind == Integers || s.Kind == Normalized }

// widths are sizes in steps at which a step is finer than the limits of the resolution, 2^-12 of the
// diagonal of the mesh and 2^-16 in text.
func (s Storage) widths() []float64 {
	switch {
	case s.Kind == Integers && s.Size == 12:
		return []float64{3500}
	case s.Kind == Integers && s.Size == 14:
		return []float64{8000}
	case s.Kind == Text:
		return []float64{90000, 400000}
	}
	return []float64{6000, 30000}
}

// nodeScale is the scale of a node that shows integers in the size of 1.
func (s Storage) nodeScale() [3]float64 {
	scale := 1.0
	if s.Kind == Integers {
		scale = math.Ldexp(1, -s.Size)
	}
	return [3]float64{scale, scale, scale}
}

// round moves points, given in steps, into the range of the storage and rounds them. Fixed points move by whole
// steps, and not at all in text. It fails if they do not fit.
func (s Storage) round(points []geom.Vec, fixed bool) (stored []geom.Vec, ok bool) {
	middle := mean(points)
	if fixed {
		for k := range middle {
			middle[k] = math.RoundToEven(middle[k])
		}
	}
	switch s.Kind {
	case Integers, Normalized:
		return roundIntegers(points, geom.BoxOf(points).Min, s.Size)
	case Text:
		if fixed {
			middle = geom.Vec{}
		}
		return roundText(points, middle, s.Size), true
	}
	return s.roundFloats(points, middle)
}

// roundFloats moves the mean of all points to the middle between the two powers of two, except on the axes
// near zero.
func (s Storage) roundFloats(points []geom.Vec, mean geom.Vec) (stored []geom.Vec, ok bool) {
	step, middle := s.Step(), math.Ldexp(1.5, s.Size)
	stored = make([]geom.Vec, len(points))
	for i, p := range points {
		for k := range p {
			x := (p[k] - mean[k]) * step
			if math.Abs(x) >= 0.3*middle {
				return nil, false
			}
			if k < 3-s.Near {
				x += middle
			}
			stored[i][k] = float64(float32(x)) + 0 // no negative zero
		}
	}
	return stored, true
}

// roundIntegers moves the least coordinates to zero.
func roundIntegers(points []geom.Vec, least geom.Vec, bits int) (stored []geom.Vec, ok bool) {
	stored = make([]geom.Vec, len(points))
	for i, p := range points {
		for k := range p {
			x := math.RoundToEven(p[k] - least[k])
			if x >= math.Ldexp(1, bits) {
				return nil, false
			}
			stored[i][k] = x
		}
	}
	return stored, true
}

// roundText returns the float64 numbers nearest to decimals, as readers of text do: dividing an
// integer by a power of ten, both exact, rounds once.
func roundText(points []geom.Vec, origin geom.Vec, decimals int) []geom.Vec {
	stored, one := make([]geom.Vec, len(points)), math.Pow10(decimals)
	for i, p := range points {
		for k := range p {
			stored[i][k] = math.RoundToEven(p[k]-origin[k])/one + 0 // no negative zero
		}
	}
	return stored
}

func mean(points []geom.Vec) geom.Vec {
	var sum geom.Vec
	for _, p := range points {
		sum = sum.Add(p)
	}
	return sum.Scale(1 / float64(len(points)))
}
