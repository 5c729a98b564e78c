package mesh

import (
	"math"
	"strconv"
	"strings"
)

// unitNames are the named units of length, from the shortest to the longest, with their lengths in
// metres.
var unitNames = []struct {
	name   string
	metres float64
}{{"um", 1e-6}, {"mm", 1e-3}, {"cm", 1e-2}, {"in", 0.0254}, {"ft", 0.3048}, {"m", 1}}

// UnitOf returns the name of the unit of length of so many metres, as in Scene.Unit: one of "um",
// "mm", "cm", "in", "ft" and "m", where 1e-7 of the length makes no difference, since programs round
// to float32, or otherwise the length in metres, such as "100 m". It returns "" for lengths that are
// not positive and finite.
func UnitOf(metres float64) string {
	if !(metres > 0) || math.IsInf(metres, 0) {
		return ""
	}
	for _, u := range unitNames {
		if math.Abs(metres-u.metres) <= 1e-7*u.metres {
			return u.name
		}
	}
	return strconv.FormatFloat(metres, 'g', -1, 64) + " m"
}

// UnitMetres returns the length in metres of a unit as in Scene.Unit, 0 for "" and for what is no
// unit.
func UnitMetres(unit string) float64 {
	for _, u := range unitNames {
		if u.name == unit {
			return u.metres
		}
	}
	if number, ok := strings.CutSuffix(unit, " m"); ok {
		if v, err := strconv.ParseFloat(number, 64); err == nil && v > 0 && !math.IsInf(v, 0) {
			return v
		}
	}
	return 0
}
