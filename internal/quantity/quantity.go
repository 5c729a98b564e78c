// Package quantity formats lengths, areas and volumes for people, in suitable units, and
// percentages.
package quantity

import (
	"math"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// quantity formats a size to two significant digits, but always with all integer digits:
// 0.0042, 3.1, 127, 4.2e-9. That is enough to judge a finding; the JSON report has every
// digit.
func quantity(x float64) string {
	switch {
	case x == 0:
		return "0"
	case math.IsInf(x, 0) || math.IsNaN(x):
		return "beyond measure"
	case x >= 1e9 || x < 1e-6:
		return shortExponent(strconv.FormatFloat(x, 'e', 1, 64))
	case x >= 10:
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return trimZeros(strconv.FormatFloat(x, 'f', 1-Exponent(x), 64))
}

// Percent formats a fraction to three significant digits, but always with all integer digits:
// 0.25 is "25 %". Tiny fractions are "less than 0.001 %".
func Percent(share float64) string {
	switch x := 100 * share; {
	case math.IsInf(x, 0):
		return quantity(x)
	case x > 0 && x < 0.001:
		return "less than 0.001 %"
	case x > 0 && x < 1000:
		return trimZeros(strconv.FormatFloat(x, 'f', max(0, 2-Exponent(x)), 64)) + " %"
	default:
		return quantity(x) + " %"
	}
}

// Unit returns a unit in words, as in "inches (in)", and "" for none.
func Unit(unit string) string {
	words := mesh.UnitWords(unit)
	if words != "" && !strings.HasSuffix(words, unit) {
		words += " (" + unit + ")"
	}
	return words
}

// Length formats a length, with its unit if there is one. Metres become mm or µm if that gives
// a more readable number. A unit without a name, such as "100 m", becomes metres.
func Length(x float64, unit string) string { return power(x, unit, 1) }

// Area formats an area, with the square of the unit if there is one. Square metres become cm²
// or mm² if that gives a more readable number.
func Area(x float64, unit string) string { return power(x, unit, 2) }

// Volume formats a volume, with the cube of the unit if there is one. Cubic metres become cm³
// or mm³ if that gives a more readable number.
func Volume(x float64, unit string) string { return power(x, unit, 3) }

func power(x float64, unit string, exponent int) string {
	u := handy(x, unit, exponent)
	return withUnit(quantity(x*u.factor), u.name)
}

// scaled is a unit, and how many of it make one of the file's unit.
type scaled struct {
	name   string
	factor float64
}

// metricUnit is a unit, and the smallest number that it is used for.
type metricUnit struct {
	scaled
	least float64
}

// metric has the units for lengths, areas and volumes in metres, from the largest on.
var metric = [...][]metricUnit{
	1: {{scaled{"m", 1}, 1}, {scaled{"mm", 1e3}, 1e-3}, {scaled{"µm", 1e6}, 0}},
	2: {{scaled{"m²", 1}, 1}, {scaled{"cm²", 1e4}, 1e-4}, {scaled{"mm²", 1e6}, 0}},
	3: {{scaled{"m³", 1}, 1}, {scaled{"cm³", 1e6}, 1e-6}, {scaled{"mm³", 1e9}, 0}},
}

// handy returns the unit for a number in unit raised to a power.
func handy(x float64, unit string, exponent int) scaled {
	if !metres(unit) {
		if unit != "" {
			unit += []string{1: "", 2: "²", 3: "³"}[exponent]
		}
		return scaled{unit, 1}
	}
	factor := 1.0
	for range exponent {
		factor *= mesh.UnitMetres(unit)
	}
	u := ofMetres(x*factor, metric[exponent])
	return scaled{u.name, u.factor * factor}
}

// metres reports whether lengths in a unit are shown in metres and their parts: those in metres, and in
// units without a name, such as "100 m".
func metres(unit string) bool { return unit == "m" || strings.HasSuffix(unit, " m") }

// ofMetres returns the unit for a number in metres, or in their squares or cubes.
func ofMetres(x float64, units []metricUnit) scaled {
	if x == 0 {
		return units[1].scaled
	}
	for _, u := range units {
		if x >= u.least {
			return u.scaled
		}
	}
	return units[0].scaled // NaN
}

// withUnit appends the unit to a number, if there is one.
func withUnit(number, unit string) string {
	if unit == "" {
		return number
	}
	return number + " " + unit
}

// Extent formats the sizes of a box along the three axes, in the unit that suits the largest.
func Extent(b geom.Box, unit string) string {
	d := b.Max.Sub(b.Min)
	largest := max(d[0], d[1], d[2])
	u := handy(largest, unit, 1)
	least := 1e-6 * largest
	if metres(unit) {
		least = 0.01
	}
	size := func(k int) string {
		if x := d[k] * u.factor; x >= least {
			return quantity(x)
		}
		return "0" // compared with the largest
	}
	return withUnit(size(0)+" × "+size(1)+" × "+size(2), u.name)
}

// Limit formats a length that the user gave, with all digits.
func Limit(x float64, unit string) string {
	u := handy(x, unit, 1)
	return withUnit(strconv.FormatFloat(x*u.factor, 'g', 15, 64), u.name)
}

// Exponent returns the decimal exponent of x > 0 rounded to two digits. It parses the decimal
// form, because logarithms may differ between machines.
func Exponent(x float64) int {
	_, e, _ := strings.Cut(strconv.FormatFloat(x, 'e', 1, 64), "e")
	n, _ := strconv.Atoi(e)
	return n
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

func shortExponent(s string) string {
	mantissa, e, _ := strings.Cut(s, "e")
	n, _ := strconv.Atoi(e)
	return trimZeros(mantissa) + "e" + strconv.Itoa(n)
}

// LengthBelow formats a length below a limit with enough digits to distinguish the two.
func LengthBelow(x, limit float64, unit string) string {
	u := handy(limit, unit, 1)
	return withUnit(below(x*u.factor, limit*u.factor), u.name)
}

// Apart formats two lengths with enough digits to distinguish them.
func Apart(x, y float64, unit string) (string, string) {
	a, b := Length(x, unit), Length(y, unit)
	u := handy(y, unit, 1)
	for digits := 3; a == b && x != y && digits <= 17; digits++ {
		a = withUnit(strconv.FormatFloat(x*u.factor, 'g', digits, 64), u.name)
		b = withUnit(strconv.FormatFloat(y*u.factor, 'g', digits, 64), u.name)
	}
	return a, b
}

func below(x, limit float64) string {
	for digits := 3; quantity(x) == quantity(limit) && digits < 17; digits++ {
		text := strconv.FormatFloat(x, 'g', digits, 64)
		if short, err := strconv.ParseFloat(text, 64); err == nil && short < limit {
			return text
		}
	}
	return quantity(x)
}
