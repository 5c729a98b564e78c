package html

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
)

// Findings within precision have one chip. They are hidden unless a policy makes them fail, which
// gives them chips of their own, or there is nothing else.
func TestChipsOfRounding(t *testing.T) {
	var rounding, beside, failing check.Totals
	rounding[check.CrossingWithinPrecision][check.Warning], rounding[check.OverlapWithinPrecision][check.Warning] = 2, 1
	beside = rounding
	beside[check.Crossing][check.Error] = 5
	failing[check.CrossingWithinPrecision][check.Error] = 2
	for name, row := range map[string]struct {
		totals check.Totals
		want   []chipView
	}{
		"alone":   {rounding, []chipView{{Label: "rounding", N: "3", Shown: true}}},
		"beside":  {beside, []chipView{{Label: "crossing", N: "5", Fails: true, Shown: true}, {Label: "rounding", N: "3"}}},
		"failing": {failing, []chipView{{Label: "crossing by rounding", N: "2", Fails: true, Shown: true}}},
	} {
		got := chipsOf("id", &row.totals, 0, func(r check.Rule) int { return row.totals[r][check.Error] }, nil)
		if len(got) != len(row.want) {
			t.Fatalf("%s: %+v", name, got)
		}
		for i, c := range got {
			if w := row.want[i]; c.Label != w.Label || c.N != w.N || c.Fails != w.Fails || c.Shown != w.Shown {
				t.Errorf("%s: %+v, want %+v", name, c, w)
			}
		}
	}
}
