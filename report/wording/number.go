package wording

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// quantity writes a size to two significant digits and whole numbers in full:
// 0.0042, 3.1, 127, 4.2e-9. That is enough to judge how bad a place is; the JSON
// report has every digit.
func quantity(x float64) string {
	switch {
	case x == 0:
		return "0"
	case !Finite(x):
		return "beyond measure"
	case x >= 1e9 || x < 1e-6:
		return shortExponent(strconv.FormatFloat(x, 'e', 1, 64))
	case x >= 10:
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return trimZeros(strconv.FormatFloat(x, 'f', 1-exponent(x), 64))
}

// Finite reports whether x is a number and not infinite.
func Finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

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
		return scaled{unit + When(unit != "", []string{1: "", 2: "²", 3: "³"}[exponent]), 1}
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
	u := handy(max(d[0], d[1], d[2]), unit, 1)
	size := func(k int) string {
		if x := d[k] * u.factor; x >= 0.01 || unit != "m" {
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

// exponent returns the decimal exponent of x > 0 rounded to two digits. It reads
// it from the decimal form, because logarithms may differ between machines.
func exponent(x float64) int {
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

// Place returns a point of the finding, written "(0.121, 0.440, -0.203)", or ""
// where it has no finite one.
func Place(f *check.Finding) string {
	p := f.Place()
	if !p.Finite() {
		return ""
	}
	return PlaceAt(p, decimals(f, p))
}

// Significant is the number of decimals at which PlaceAt writes six significant digits instead.
const Significant = 10

// PlaceAt writes a point with a number of decimals, at most 9, or else with six significant
// digits. A coordinate that is negligible beside the others is 0.
func PlaceAt(p geom.Vec, digits int) string {
	parts := make([]string, len(p))
	far := max(math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2]))
	for k, x := range p {
		if math.Abs(x) < far*1e-12 {
			x = 0
		}
		parts[k] = coordinate(x, digits)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// decimals chooses how many decimals place p of finding f needs: three for a model of some
// metres, fewer far from the origin, but always enough to tell points within the
// smaller triangle apart.
func decimals(f *check.Finding, p geom.Vec) int {
	digits := 3
	if far := max(math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2])); far >= 100 {
		digits = max(0, 4-exponent(far))
	}
	size := width(f.A.Corners.Box())
	if f.B != nil {
		size = min(size, width(f.B.Corners.Box()))
	}
	if size > 0 && !math.IsInf(size, 0) {
		digits = max(digits, 1-exponent(size))
	}
	return digits
}

// width returns the greatest side of a box.
func width(b geom.Box) float64 {
	d := b.Max.Sub(b.Min)
	return max(d[0], d[1], d[2])
}

// coordinate writes one number of a place. Beyond what reads well as decimals it
// falls back to significant digits.
func coordinate(x float64, digits int) string {
	if digits > 9 || math.Abs(x) >= 1e9 {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	s := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-") // no minus zero
	}
	return s
}

// Count writes a number of things: "1 finding", "2 findings", "2 meshes".
func Count(n int, thing string) string { return strconv.Itoa(n) + " " + plural(n, thing) }

func plural(n int, thing string) string {
	switch {
	case n == 1:
		return thing
	case strings.HasPrefix(thing, "pair "): // that is ..., not ...
		return strings.Replace("pairs "+thing[len("pair "):], " that is ", " that are ", 1)
	case strings.HasSuffix(thing, " within precision"):
		return strings.TrimSuffix(thing, " within precision") + "s within precision"
	case strings.HasSuffix(thing, "sh"), strings.HasSuffix(thing, "ch"):
		return thing + "es"
	}
	return thing + "s"
}

// Grouped writes a number in groups of three digits with narrow spaces between.
func Grouped(n int) string {
	digits := []byte(strconv.Itoa(n))
	var groups []string
	for len(digits) > 3 {
		groups = append(groups, string(digits[len(digits)-3:]))
		digits = digits[:len(digits)-3]
	}
	out := string(digits)
	for _, g := range slices.Backward(groups) {
		out += "\u202f" + g
	}
	return out
}

// GroupedCount is Count with grouped digits.
func GroupedCount(n int, thing string) string { return Grouped(n) + " " + plural(n, thing) }

// LengthBelow writes a length that is below a limit, in enough digits to tell it from the limit.
func LengthBelow(x, limit float64, unit string) string {
	u := handy(limit, unit, 1)
	return withUnit(below(x*u.factor, limit*u.factor), u.name)
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
