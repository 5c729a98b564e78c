package check

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/mesh"
)

// Length is a length in the unit in which it was given.
type Length struct {
	// Value is finite and not negative.
	Value float64 `json:"value"`
	// Unit is "mm", "cm", "m", "in", or "" for the unit of the file.
	Unit string `json:"unit"`
}

// ErrNoUnit is the error for a length with a unit if the file has none: an STL file may be in
// millimetres, inches or metres, and a guess could change the verdict.
var ErrNoUnit = errors.New("the file has no unit of length")

// lengthUnits are the units of a Length. A name comes before its suffixes.
var lengthUnits = []string{"mm", "cm", "m", "in"}

// ParseLength parses a length such as "0.5mm", "0.5 mm" or "0.0005". It must be a finite,
// non-negative number in decimal digits. Micrometres (um, µm) become millimetres.
func ParseLength(s string) (Length, error) {
	var l Length
	digits, scale := s, 1.0
	for _, micro := range []string{"um", "µm", "μm"} { // the last with the Greek letter
		if number, ok := strings.CutSuffix(s, micro); ok {
			digits, s, scale = number, number+"mm", 1e3
		}
	}
	for _, unit := range lengthUnits {
		if number, ok := strings.CutSuffix(s, unit); ok {
			digits, l.Unit = strings.TrimRight(number, " "), unit
			break
		}
	}
	v, err := strconv.ParseFloat(digits, 64)
	v /= scale
	if err != nil || !(v >= 0) || math.IsInf(v, 0) || math.Signbit(v) || strings.ContainsAny(digits, "xX_") {
		return Length{}, errors.New("not a length such as 500um, 0.5mm, 0.05cm, 0.0005m, 0.02in or 0.5, which is in the file's own unit")
	}
	l.Value = v
	return l, nil
}

// String returns l in the form that ParseLength accepts.
func (l Length) String() string { return strconv.FormatFloat(l.Value, 'g', -1, 64) + l.Unit }

// FileUnits returns the units that may be given to files, from the shortest to the longest.
func FileUnits() []string { return mesh.Units() }

// In returns the length in the unit of a file, as in mesh.Scene. It fails with ErrNoUnit if the unit is
// "" and l has one, and for unknown units.
func (l Length) In(unit string) (float64, error) {
	from, to := mesh.UnitMicrometres(l.Unit), mesh.UnitMicrometres(unit)
	switch {
	case l.Unit == "" || l.Unit == unit:
		return l.Value, nil
	case unit == "":
		return 0, ErrNoUnit
	case from == 0 || to == 0:
		return 0, fmt.Errorf("%q or %q is no unit of length", l.Unit, unit)
	}
	if from > to { // 0.5mm is 0.5/1000 metres, and 0.0005 to the last digit
		return l.Value * (from / to), nil
	}
	return l.Value / (to / from), nil
}
