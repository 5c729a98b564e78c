package report

import (
	"strings"

	"github.com/meshcheck/meshcheck/check"
)

// ToFix says how much of a file fails that no baseline accepts, "" if nothing does: "34 places to
// fix (532 triangle pairs, 2 collision hull errors)". The number of places is Row.FailingPlaces.
// count writes a number of things.
func ToFix(f *File, o *check.Options, count func(n int, thing string) string) string {
	if f.Failing() == 0 {
		return ""
	}
	bad := f.FailingOf(check.Nonfinite, check.Error) + f.FailingOf(check.Degenerate, check.Error)
	pairs := f.Result.Counts.Failing() - f.Accepted(check.Regions, check.Singles) - bad
	var parts []string
	if pairs > 0 {
		parts = append(parts, count(pairs, "triangle pair"))
	}
	if bad > 0 {
		parts = append(parts, count(bad, "bad triangle"))
	}
	parts = append(parts, Failing(f)...)
	row := RowOf(f, o)
	text := count(row.FailingPlaces, "place") + " to fix"
	if len(parts) == 0 { // a check without a word for its failures
		return text
	}
	return text + " (" + strings.Join(parts, ", ") + ")"
}
