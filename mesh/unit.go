package mesh

import (
	"math"
	"strconv"
	"strings"
)

// units are the named units of length, from the shortest to the longest, with the micrometres in each.
// These are integers, so that ratios of units are rounded once.
var units = []struct {
	name        string
	micrometres float64
	plural      string
}{
	{"um", 1, "micrometres"}, {"mm", 1e3, "millimetres"}, {"cm", 1e4, "centimetres"},
	{"in", 25400, "inches"}, {"ft", 304800, "feet"}, {"m", 1e6, "metres"},
}

// Units returns the named units of length, from the shortest to the longest: "um", "mm", "cm", "in",
// "ft" and "m".
func Units() []string {
	names := make([]string, len(units))
	for i, u := range units {
		names[i] = u.name
	}
	return names
}

// UnitOf returns the unit of length of so many metres, as in Scene.Unit: the name of one, where 1e-7 of
// the length makes no difference, since programs round to float32, or otherwise the length in metres,
// such as "100 m". It returns "" for lengths that are not positive and finite.
func UnitOf(metres float64) string {
	if !(metres > 0) || math.IsInf(metres, 0) {
		return ""
	}
	for _, u := range units {
		if named := u.micrometres / 1e6; math.Abs(metres-named) <= 1e-7*named {
			return u.name
		}
	}
	return strconv.FormatFloat(metres, 'g', -1, 64) + " m"
}

// UnitMetres returns the length in metres of a unit as in Scene.Unit, 0 for "" and for what is no
// unit.
func UnitMetres(unit string) float64 {
	for _, u := range units {
		if u.name == unit {
			return u.micrometres / 1e6
		}
	}
	return metresIn(unit)
}

// UnitMicrometres is UnitMetres in micrometres. It is an integer for a named unit.
func UnitMicrometres(unit string) float64 {
	for _, u := range units {
		if u.name == unit {
			return u.micrometres
		}
	}
	return 1e6 * metresIn(unit)
}

// UnitWords returns a unit in words: "inches", or "units of 100 m" for a unit without a name. It
// returns "" for what is no unit.
func UnitWords(unit string) string {
	for _, u := range units {
		if u.name == unit {
			return u.plural
		}
	}
	if metresIn(unit) == 0 {
		return ""
	}
	return "units of " + unit
}

// metresIn returns the length of a unit without a name, such as "100 m", and 0 for anything else.
func metresIn(unit string) float64 {
	number, ok := strings.CutSuffix(unit, " m")
	if !ok {
		return 0
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v > 0) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
