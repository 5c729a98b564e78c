package check_test

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// TestNumbersWithoutPolicy: the numbers of regions depend on depth and position. What fails decides
// only which regions a list has first.
func TestNumbersWithoutPolicy(t *testing.T) {
	at := func(x, y float64) geom.Box { return geom.Box{Min: geom.Vec{x, 0, 0}, Max: geom.Vec{10, y, 0}} }
	// In the order of their numbers: two rules differ from depth, from position, and from shells.
	sorted := []check.Region{
		{Depth: 3, Box: at(5, 1), Counts: check.Counts{ByRule: [check.TriangleRules]int{check.Overlap: 1}}},
		{Depth: 2, Box: at(1, 1), Counts: check.Counts{ByRule: [check.TriangleRules]int{check.Duplicate: 1}}},
		{Depth: 2, Box: at(1, 2), Counts: check.Counts{ByRule: [check.TriangleRules]int{check.Crossing: 9}}},
		{Depth: 2, Box: at(2, 1), Shells: []int{0, 1}},
		{Depth: 2, Box: at(2, 1), Shells: []int{0, 2}, Area: 7},
		{Depth: 0, Box: at(0, 0), Counts: check.Counts{ByRule: [check.TriangleRules]int{check.EdgeCrossing: 1}}},
	}
	for failing := range 1 << len(sorted) {
		var all []*check.Region
		for k := range sorted {
			r := sorted[k]
			r.Counts.Failed[check.Crossing] = failing >> k & 1
			all = append(all, &r)
		}
		want := slices.Clone(all)
		slices.SortStableFunc(all, check.CompareRegions)
		if !slices.IsSortedFunc(all, func(r, s *check.Region) int { return s.Counts.Failing() - r.Counts.Failing() }) {
			t.Errorf("%b: a region that does not fail comes before one that does", failing)
		}
		check.NumberRegions(all)
		for k, r := range want {
			if r.Number != k+1 {
				t.Errorf("%b: region %d has the number %d", failing, k+1, r.Number)
			}
		}
	}
}

// TestIssuesInOrder: issues come by severity, regions by depth whatever their rule, and others after
// them by rule and value.
func TestIssuesInOrder(t *testing.T) {
	region := func(s check.Severity, rule check.Rule, depth float64) check.Issue {
		return check.Issue{Severity: s, Rule: rule, Regions: []check.Region{{Depth: depth}}}
	}
	sorted := []check.Issue{
		region(check.Error, check.Overlap, 3),
		region(check.Error, check.Crossing, 2),
		region(check.Error, check.EdgeCrossing, 0),
		{Severity: check.Error, Rule: check.Crossing, At: check.Ref{List: check.Singles}, Value: 1, Count: 5},
		{Severity: check.Error, Rule: check.Crossing, At: check.Ref{List: check.Singles}, Value: 9, Count: 4},
		{Severity: check.Error, Rule: check.PartsCrossing, At: check.Ref{List: check.Pairs}, Value: 9},
		{Severity: check.Error, Rule: check.PartsCrossing, At: check.Ref{List: check.Pairs}, Value: 8},
		region(check.Warning, check.Crossing, 8),
	}
	for i := range sorted {
		for k := range sorted {
			if got := check.CompareIssues(&sorted[i], &sorted[k]); got < 0 != (i < k) || got > 0 != (i > k) {
				t.Errorf("issues %d and %d compare as %d", i, k, got)
			}
		}
	}
}

// TestIssuesInUnits: issues of files in different units compare in metres, but for counts and shares.
func TestIssuesInUnits(t *testing.T) {
	region := func(depth float64) check.Issue { return check.Issue{Regions: []check.Region{{Depth: depth}}} }
	other := func(rule check.Rule, list check.List, value float64) check.Issue {
		return check.Issue{Rule: rule, At: check.Ref{List: list}, Value: value}
	}
	for _, row := range []struct {
		what        string
		worse, less check.Issue
		unit        float64 // of the issue that is less, in metres; the other is in metres
	}{
		{"regions", region(0.07), region(4.2), 0.01},
		{"depths", other(check.PartsCrossing, check.Pairs, 0.07), other(check.PartsCrossing, check.Pairs, 4.2), 0.01},
		{"larger units", other(check.HullGap, check.HullFindings, 120), other(check.HullGap, check.HullFindings, 1.1), 100},
		{"counts", other(check.HullNotClosed, check.HullFindings, 3), other(check.HullNotClosed, check.HullFindings, 2), 100},
		{"shares", other(check.UVOverlap, check.Sheets, 0.5), other(check.UVOverlap, check.Sheets, 0.4), 100},
	} {
		if check.CompareIssuesIn(&row.worse, &row.less, 1, row.unit) >= 0 || check.CompareIssuesIn(&row.less, &row.worse, row.unit, 1) <= 0 {
			t.Errorf("%s: the order is wrong", row.what)
		}
	}
	if a, b := region(1), region(100); check.CompareIssuesIn(&a, &b, 1, 0.01) != 0 {
		t.Error("1 m and 100 cm are not equally bad")
	}
}

// TestFingerprintWithoutPolicy: a region with findings of several rules has the same fingerprint
// whichever of them fail.
func TestFingerprintWithoutPolicy(t *testing.T) {
	fingerprint := func(gravest check.Rule, p check.Policy) string {
		counts := check.Counts{ByRule: [check.TriangleRules]int{check.Crossing: 1, check.Overlap: 2}}
		for _, rule := range []check.Rule{check.Crossing, check.Overlap} {
			if p.Of(rule).Severity == check.Error {
				counts.Failed[rule] = counts.ByRule[rule]
			}
		}
		box := geom.Box{Max: geom.Vec{1, 1, 1}}
		r := check.Result{Meshes: []check.Mesh{{Name: "m", Box: box, Counts: counts, RegionCount: 1, Regions: []check.Region{{Counts: counts, Box: box, Number: 1}}}}}
		r.Put(&check.SelfResult{})
		issues := r.Issues(check.Options{Policy: p})
		if len(issues) != 1 || issues[0].Rule != gravest {
			t.Fatalf("%d issues, the first is %+v", len(issues), issues[0])
		}
		return issues[0].Fingerprint
	}
	want := fingerprint(check.Crossing, nil)
	if got := fingerprint(check.Overlap, check.Policy{check.Crossing: {Severity: check.Warning}}); got != want || got == "" {
		t.Errorf("the fingerprint is %s if crossings are warnings, and %s without a policy", got, want)
	}
}
