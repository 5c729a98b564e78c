package check

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Length is a length with the unit that it was given in.
type Length struct {
	// Value is finite and not negative.
	Value float64 `json:"value"`
	// Unit is "mm", "cm", "m", "in", or "" for the unit of the file that is checked.
	Unit string `json:"unit"`
}

// ErrNoUnit is the error where a length has a unit and the file has none: an STL file
// may be in millimetres, inches or metres, and to guess would be to guess the answer.
var ErrNoUnit = errors.New("the file's format has no unit of length")

// units are the units that a length may have, with the micrometres in each. One whose
// name ends like another's comes first.
var units = []struct {
	name        string
	micrometres float64
}{{"mm", 1e3}, {"cm", 1e4}, {"m", 1e6}, {"in", 25400}}

// ParseLength reads a length such as "0.5mm", "0.5 mm" or "0.0005". It must be a finite
// number that is not negative, in decimal digits. Micrometres (um, µm) become millimetres.
func ParseLength(s string) (Length, error) {
	var l Length
	digits, scale := s, 1.0
	for _, micro := range []string{"um", "µm", "μm"} { // the last with the Greek letter
		if number, ok := strings.CutSuffix(s, micro); ok {
			digits, s, scale = number, number+"mm", 1e3
		}
	}
	for _, u := range units {
		if number, ok := strings.CutSuffix(s, u.name); ok {
			digits, l.Unit = strings.TrimRight(number, " "), u.name
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

// String writes l as ParseLength reads it.
func (l Length) String() string { return strconv.FormatFloat(l.Value, 'g', -1, 64) + l.Unit }

// FileUnits returns the units that a file may have, from the shortest to the longest.
func FileUnits() []string { return []string{"um", "mm", "cm", "in", "ft", "m"} }

// fileUnits are further units that a file may have, with the micrometres in each.
var fileUnits = map[string]float64{"um": 1, "ft": 304800}

// In returns the length in a unit, one that Length or a file may have. It fails with ErrNoUnit if
// that is "" and l has a unit, and for units that are not known.
func (l Length) In(unit string) (float64, error) {
	from, to := micrometres(l.Unit), cmp.Or(micrometres(unit), fileUnits[unit])
	switch {
	case l.Unit == "" || l.Unit == unit:
		return l.Value, nil
	case unit == "":
		return 0, ErrNoUnit
	case from == 0 || to == 0:
		return 0, fmt.Errorf("neither %q nor %q is a unit of length", l.Unit, unit)
	}
	if from > to { // 0.5mm is 0.5/1000 metres, and 0.0005 to the last digit
		return l.Value * (from / to), nil
	}
	return l.Value / (to / from), nil
}

// micrometres returns the length of a unit, 0 if it is not known.
func micrometres(unit string) float64 {
	for _, u := range units {
		if u.name == unit {
			return u.micrometres
		}
	}
	return 0
}
