package report_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// TestMorePairs: pairs that are not shown say how many fail, unless all do as those before.
func TestMorePairs(t *testing.T) {
	const fails, passes = check.Error, check.Info
	for _, row := range []struct {
		pairs []check.Severity
		shown int
		want  string
	}{
		{[]check.Severity{fails, fails, fails}, 1, "2 more pairs"},
		{[]check.Severity{passes, passes}, 1, "1 more pair"},
		{[]check.Severity{fails, passes}, 1, "1 more pair that does not fail"},
		{[]check.Severity{fails, passes, passes}, 1, "2 more pairs that do not fail"},
		{[]check.Severity{fails, fails, passes}, 1, "1 more pair that fails, and 1 that does not"},
		{[]check.Severity{fails, fails, fails, passes, passes}, 1, "2 more pairs that fail, and 2 that do not"},
	} {
		f := reporttest.Checked("a.glb", "glb", check.Mesh{})
		between := &check.PairResult{}
		for _, s := range row.pairs {
			between.Pairs = append(between.Pairs, check.Pair{Rule: check.PartsOverlap, Severity: s})
		}
		f.Result.Sections = append(f.Result.Sections, between)
		if got := report.MorePairs(&f, report.WorstPairs(&f), row.shown); got != row.want {
			t.Errorf("%v after %d: %q, want %q", row.pairs, row.shown, got, row.want)
		}
	}
}
