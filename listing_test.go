package meshcheck_test

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// bySeverity is the order of severity: by rule, and within a rule the deepest crossings, then
// the largest areas.
func bySeverity(a, b check.Finding) int {
	second := func(f check.Finding) int {
		if f.B == nil {
			return math.MaxInt
		}
		return f.B.Triangle
	}
	depth := func(f check.Finding) float64 {
		if f.Rule.Kind() != check.Crossing {
			return 0 // findings with an area are ordered by it
		}
		return f.Depth
	}
	return cmp.Or(
		cmp.Compare(a.Rule, b.Rule), cmp.Compare(depth(b), depth(a)), cmp.Compare(b.Area, a.Area),
		cmp.Compare(a.A.Triangle, b.A.Triangle), cmp.Compare(second(a), second(b)),
	)
}

// byRule groups findings by rule, the worst of each first.
func byRule(fs []check.Finding) map[check.Rule][]check.Finding {
	out := map[check.Rule][]check.Finding{}
	for _, f := range slices.SortedFunc(slices.Values(fs), bySeverity) {
		out[f.Rule] = append(out[f.Rule], f)
	}
	return out
}

// TestMaxFindings: a cap changes no count, and lists the worst regions and the
// worst findings of each rule.
func TestMaxFindings(t *testing.T) {
	full := checkedSoup(t, everything, dirty()...)
	for _, k := range check.Self.Rules() {
		if k != check.Nonfinite && k.Kind() == k && full.Counts.Of(k) == 0 {
			t.Fatalf("nothing of rule %v to list: %+v", k, full.Counts)
		}
	}
	if full.Truncated || len(full.Regions) != full.RegionCount || full.RegionCount < 12 {
		t.Fatalf("truncated %v, %d of %d regions", full.Truncated, len(full.Regions), full.RegionCount)
	}
	n := len(full.Findings)
	worst := byRule(full.Findings)
	for _, limit := range []int{-1, 1, 2, 7, full.RegionCount - 1, full.RegionCount, 50, n - 1, n, n + 1} {
		o := everything
		o.MaxFindings = limit
		m := checkedSoup(t, o, dirty()...)
		if m.Counts != full.Counts || m.RegionCount != full.RegionCount {
			t.Errorf("at most %d: counts %+v in %d regions, want %+v in %d", limit, m.Counts, m.RegionCount, full.Counts, full.RegionCount)
		}
		listed := max(0, min(limit, n))
		if want := listed < n || limit < full.RegionCount; m.Truncated != want {
			t.Errorf("at most %d of %d: truncated %v", limit, n, m.Truncated)
		}
		if want := full.Regions[:max(0, min(limit, full.RegionCount))]; len(m.Regions) != len(want) || len(want) > 0 && !reflect.DeepEqual(m.Regions, want) {
			t.Errorf("at most %d: the %d regions are not the worst", limit, len(m.Regions))
		}
		if len(m.Findings) != listed {
			t.Errorf("at most %d of %d: %d listed", limit, n, len(m.Findings))
		}
		got := byRule(m.Findings)
		for _, k := range check.Self.Rules() {
			want := slices.Clone(worst[k][:min(len(got[k]), len(worst[k]))])
			for i := range want {
				if want[i].Region >= len(m.Regions) {
					want[i].Region = -1
				}
			}
			if len(got[k]) > 0 && !reflect.DeepEqual(got[k], want) {
				t.Errorf("at most %d: the %d of rule %v are not the worst", limit, len(got[k]), k)
			}
			// A rule that is cut has its share: no other has more, except for the remainder.
			for _, other := range check.Self.Rules() {
				if len(got[k]) < len(worst[k]) && len(got[other]) > len(got[k])+1 {
					t.Errorf("at most %d: %d of rule %v are listed, but of rule %v only %d", limit, len(got[other]), other, k, len(got[k]))
				}
			}
		}
	}
}

// TestNoLimit: the largest number means no limit.
func TestNoLimit(t *testing.T) {
	o := everything
	o.MaxFindings = math.MaxInt
	if got, want := checkedSoup(t, o, dirty()...), checkedSoup(t, everything, dirty()...); !reflect.DeepEqual(got, want) {
		t.Error("the greatest limit lists something else than a large one")
	}
}

// TestTruncated: what was found and not listed makes a list cut; touches that nobody
// asked for do not.
func TestTruncated(t *testing.T) {
	point, standing := geom.Triangle{}, tri(1, 1, 0, 2, 1, 3, 1, 2, 3)
	for _, row := range []struct {
		why  string
		max  int
		list bool
		soup []geom.Triangle
		want bool
	}{
		{"nothing to list", -1, true, []geom.Triangle{floor}, false},
		{"touches not asked for", -1, false, []geom.Triangle{floor, standing}, false},
		{"touches asked for", -1, true, []geom.Triangle{floor, standing}, true},
		{"a single triangle, none listed", -1, true, []geom.Triangle{point}, true},
		{"a single triangle", 1, true, []geom.Triangle{point}, false},
		{"one too many", 1, true, []geom.Triangle{point, point}, true},
		{"one of each of two rules", 1, true, []geom.Triangle{floor, standing, point}, true},
	} {
		m := checkedSoup(t, check.Options{MaxFindings: row.max, ListTouches: row.list}, row.soup...)
		if m.Truncated != row.want {
			t.Errorf("%s: truncated %v, %d of %+v listed", row.why, m.Truncated, len(m.Findings), m.Counts)
		}
	}
}

func TestDefaultMaxFindings(t *testing.T) {
	soup := slices.Repeat([]geom.Triangle{floor}, 150) // 11,175 duplicates
	m := checkedSoup(t, check.Options{}, soup...)
	if len(m.Findings) != check.DefaultMaxFindings || !m.Truncated || m.Counts.Of(check.Duplicate) != 150*149/2 {
		t.Errorf("%d listed, truncated %v, counts %+v", len(m.Findings), m.Truncated, m.Counts)
	}
}

// TestOrderOfFindings: by region, within a region the worst first, and those of
// single triangles last, in triangle order.
func TestOrderOfFindings(t *testing.T) {
	soup := dirty()
	for _, i := range []int{3, 30, 100} {
		soup[i][1][2] = math.Inf(1)
	}
	for _, limit := range []int{1 << 30, 20} {
		o := everything
		o.MaxFindings = limit
		m := checkedSoup(t, o, soup...)
		last := func(f check.Finding) int {
			switch {
			case f.B == nil:
				return math.MaxInt
			case f.Region < 0:
				return math.MaxInt - 1
			}
			return f.Region
		}
		if !slices.IsSortedFunc(m.Findings, func(a, b check.Finding) int {
			if a.B == nil && b.B == nil {
				return cmp.Compare(a.A.Triangle, b.A.Triangle)
			}
			return cmp.Or(cmp.Compare(last(a), last(b)), bySeverity(a, b))
		}) {
			t.Errorf("at most %d: not in order", limit)
		}
	}
}

// TestSameForAnyWorkers: the number of workers changes nothing in a result.
func TestSameForAnyWorkers(t *testing.T) {
	s := sceneOf(
		meshgen.Mesh("dirty", dirty()),
		meshgen.Mesh("many", meshgen.Random(meshgen.Rand(3), 120, 0.3)),
		meshgen.Sphere(30, 30, geom.Vec{}).Mesh("clean"),
	)
	for _, limit := range []int{0, -1, 3, 100, 1 << 30} {
		for _, tolerance := range []float64{0, 0.01} {
			o := check.Options{ListTouches: true, MaxFindings: limit, Workers: 1, Tolerance: check.Tolerance{Value: tolerance}}
			want := checked(t, s, o)
			for o.Workers = 2; o.Workers <= 5; o.Workers++ {
				if got := checked(t, s, o); !reflect.DeepEqual(got, want) {
					t.Errorf("at most %d, tolerance %v: %d workers give another result than one", limit, tolerance, o.Workers)
				}
			}
		}
	}
}
