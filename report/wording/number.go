package wording

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/quantity"
)

// Finite reports whether x is a number and not infinite.
func Finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

// Unit writes a unit of length in words: see quantity.Unit.
func Unit(unit string) string { return quantity.Unit(unit) }

// Length writes a length with its unit, if any: see quantity.Length.
func Length(x float64, unit string) string { return quantity.Length(x, unit) }

// Area writes an area: see quantity.Area.
func Area(x float64, unit string) string { return quantity.Area(x, unit) }

// Volume writes a volume: see quantity.Volume.
func Volume(x float64, unit string) string { return quantity.Volume(x, unit) }

// Percent writes a share as a percentage: see quantity.Percent.
func Percent(share float64) string { return quantity.Percent(share) }

// Extent writes the sizes of a box along the three axes: see quantity.Extent.
func Extent(b geom.Box, unit string) string { return quantity.Extent(b, unit) }

// Limit writes a length that the user gave, in full: see quantity.Limit.
func Limit(x float64, unit string) string { return quantity.Limit(x, unit) }

// LengthBelow writes a length below a limit: see quantity.LengthBelow.
func LengthBelow(x, limit float64, unit string) string { return quantity.LengthBelow(x, limit, unit) }

// Place returns a point of the finding, as in "(0.121, 0.440, -0.203)", or "" if it has no finite
// one.
func Place(f *check.Finding) string {
	p := f.Place()
	if !p.Finite() {
		return ""
	}
	return PlaceAt(p, decimals(f, p))
}

// Significant is a number of decimals that makes PlaceAt write six significant digits instead.
const Significant = 10

// negligible is the share of a size below which a length of the same thing is only rounding.
const negligible = 1e-6

// PlaceAt writes a point with the given number of decimals if that is at most 9, else with six
// significant digits. A coordinate that has none of these digits beside the greatest becomes 0.
func PlaceAt(p geom.Vec, digits int) string {
	parts := make([]string, len(p))
	far := max(math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2]))
	for k, x := range p {
		if math.Abs(x) < far*1e-12 || digits > 9 && math.Abs(x) < far*negligible {
			x = 0
		}
		parts[k] = coordinate(x, digits)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// decimals returns how many decimals to write for place p of finding f: three for a model of a few
// metres, fewer far from the origin, but always enough to tell points within the smaller triangle
// apart.
func decimals(f *check.Finding, p geom.Vec) int {
	digits := 3
	if far := max(math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2])); far >= 100 {
		digits = max(0, 4-quantity.Exponent(far))
	}
	size := width(f.A.Corners.Box())
	if f.B != nil {
		size = min(size, width(f.B.Corners.Box()))
	}
	if size > 0 && !math.IsInf(size, 0) {
		digits = max(digits, 1-quantity.Exponent(size))
	}
	return digits
}

// width returns the longest side of a box.
func width(b geom.Box) float64 {
	d := b.Max.Sub(b.Min)
	return max(d[0], d[1], d[2])
}

// coordinate writes one coordinate of a point. Numbers that are too large or need too many decimals
// get six significant digits.
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

// qualifiers begin what follows a noun in the name of a thing. Only the noun takes the plural.
var qualifiers = regexp.MustCompile(` (by|not|of|outside|beyond|that|too|with|without|within) `)

func plural(n int, thing string) string {
	if n == 1 {
		return thing
	}
	rest := ""
	if at := qualifiers.FindStringIndex(thing); at != nil {
		thing, rest = thing[:at[0]], thing[at[0]:]
		rest = strings.NewReplacer(" that is ", " that are ", " its ", " their ").Replace(rest)
	}
	if strings.HasSuffix(thing, "sh") || strings.HasSuffix(thing, "ch") {
		return thing + "es" + rest
	}
	return thing + "s" + rest
}

// Grouped writes a number in groups of three digits, separated by commas.
func Grouped(n int) string {
	digits := []byte(strconv.Itoa(n))
	var groups []string
	for len(digits) > 3 {
		groups = append(groups, string(digits[len(digits)-3:]))
		digits = digits[:len(digits)-3]
	}
	out := string(digits)
	for _, g := range slices.Backward(groups) {
		out += "," + g
	}
	return out
}

// GroupedCount is Count with grouped digits.
func GroupedCount(n int, thing string) string { return Grouped(n) + " " + plural(n, thing) }
