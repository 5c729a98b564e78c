package wording

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/quantity"
)

// Finite reports whether x is a number and not infinite.
func Finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

// Length is quantity.Length: it writes a length with its unit if there is one.
func Length(x float64, unit string) string { return quantity.Length(x, unit) }

// Area is quantity.Area.
func Area(x float64, unit string) string { return quantity.Area(x, unit) }

// Volume is quantity.Volume.
func Volume(x float64, unit string) string { return quantity.Volume(x, unit) }

// Percent is quantity.Percent: it writes a share.
func Percent(share float64) string { return quantity.Percent(share) }

// Extent is quantity.Extent: it writes the sizes of a box along the three axes.
func Extent(b geom.Box, unit string) string { return quantity.Extent(b, unit) }

// Limit is quantity.Limit: it writes a length that somebody gave, in full.
func Limit(x float64, unit string) string { return quantity.Limit(x, unit) }

// LengthBelow is quantity.LengthBelow.
func LengthBelow(x, limit float64, unit string) string { return quantity.LengthBelow(x, limit, unit) }

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
