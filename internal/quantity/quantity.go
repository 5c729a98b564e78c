// Package quantity writes lengths, areas and volumes for people, in handy units, and shares.
package quantity

import (
	"math"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
)

// quantity writes a size to two significant digits and whole numbers in full:
// 0.0042, 3.1, 127, 4.2e-9. That is enough to judge how bad a place is; the JSON
// report has every digit.
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

// Percent writes a share to three significant digits and whole numbers in full, 0.25 as "25 %". What
// is almost nothing is "less than 0.001 %".
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

// Length writes a length, with its unit if there is one. Metres become mm or µm where these
// make a handier number.
func Length(x float64, unit string) string { return power(x, unit, 1) }

// Area writes an area, with the square of the unit if there is one; square metres become cm² or
// mm² where these make a handier number.
func Area(x float64, unit string) string { return power(x, unit, 2) }

// Volume writes a volume, with the cube of the unit if there is one; cubic metres become cm³ or
// mm³ where these make a handier number.
func Volume(x float64, unit string) string { return power(x, unit, 3) }

func power(x float64, unit string, exponent int) string {
	u := handy(x, unit, exponent)
	return withUnit(quantity(x*u.factor), u.name)
}

// scaled is a unit, and how many of it one of the file's unit is.
type scaled struct {
	name   string
	factor float64
}

// metric has for lengths, areas and volumes the units that a number in metres may have, from the
// largest on, each down to the least number that it is for.
var metric = [...][]struct {
	scaled
	least float64
}{
	1: {{scaled{"m", 1}, 1}, {scaled{"mm", 1e3}, 1e-3}, {scaled{"µm", 1e6}, 0}},
	2: {{scaled{"m²", 1}, 1}, {scaled{"cm²", 1e4}, 1e-4}, {scaled{"mm²", 1e6}, 0}},
	3: {{scaled{"m³", 1}, 1}, {scaled{"cm³", 1e6}, 1e-6}, {scaled{"mm³", 1e9}, 0}},
}

// handy returns the unit for a number in a unit, metres or another one, raised to a power.
func handy(x float64, unit string, exponent int) scaled {
	if unit != "m" {
		if unit != "" {
			unit += []string{1: "", 2: "²", 3: "³"}[exponent]
		}
		return scaled{unit, 1}
	}
	units := metric[exponent]
	if x == 0 {
		return units[1].scaled
	}
	for _, u := range units {
		if x >= u.least {
			return u.scaled
		}
	}
	return units[0].scaled // what is not a number
}

// withUnit writes a number with its unit, if there is one.
func withUnit(number, unit string) string {
	if unit == "" {
		return number
	}
	return number + " " + unit
}

// Extent writes the sizes of a box along the three axes, in the unit that suits the largest.
func Extent(b geom.Box, unit string) string {
	d := b.Max.Sub(b.Min)
	largest := max(d[0], d[1], d[2])
	u := handy(largest, unit, 1)
	least := 1e-6 * largest
	if unit == "m" {
		least = 0.01
	}
	size := func(k int) string {
		if x := d[k] * u.factor; x >= least {
			return quantity(x)
		}
		return "0" // beside the largest
	}
	return withUnit(size(0)+" × "+size(1)+" × "+size(2), u.name)
}

// Limit writes a length that somebody gave, in full.
func Limit(x float64, unit string) string {
	u := handy(x, unit, 1)
	return withUnit(strconv.FormatFloat(x*u.factor, 'g', 15, 64), u.name)
}

// Exponent returns the decimal exponent of x > 0 rounded to two digits. It reads
// it from the decimal form, because logarithms may differ between machines.
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

// LengthBelow writes a length that is below a limit, in enough digits to tell it from the limit.
func LengthBelow(x, limit float64, unit string) string {
	u := handy(limit, unit, 1)
	return withUnit(below(x*u.factor, limit*u.factor), u.name)
}

// Apart writes two lengths in as many digits as tell them apart.
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
