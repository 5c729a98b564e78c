package meshcheck_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// Every name can be given a verdict, and "none" takes back what fails of each.
func TestPolicyNone(t *testing.T) {
	names := check.PolicyNames()
	p := policyOf(t, strings.Join(names, ",")+",none")
	if items := p.Items(); len(items) != len(names) || slices.ContainsFunc(items, func(s string) bool { return strings.HasSuffix(s, ":error") }) {
		t.Errorf("%v", items)
	}
	r := checked(t, dirtyScene(), check.Options{Policy: p})
	if r.Status != check.Pass || r.Counts.Failing() != 0 || r.Counts.Of(check.Crossing) == 0 {
		t.Errorf("%v with %+v", r.Status, r.Counts)
	}
}

func dirtyScene() *mesh.Scene { return sceneOf(meshgen.Mesh("dirty", dirty())) }

// A limit changes how many fail and the severity of what is listed, and no count, wherever
// the list is cut and for any number of workers. What fails is listed before what does not.
func TestPolicyLimits(t *testing.T) {
	full := checked(t, dirtyScene(), everything).Meshes[0]
	sizes := map[string]func(f *check.Finding) float64{
		"depth": func(f *check.Finding) float64 { return f.Depth },
		"area":  func(f *check.Finding) float64 { return f.Area },
		"length": func(f *check.Finding) float64 {
			return f.Segment[0].Sub(f.Segment[1]).Norm()
		},
	}
	for _, row := range []struct {
		rule    check.Rule
		measure string
	}{{check.Crossing, "depth"}, {check.Crossing, "length"}, {check.Overlap, "area"}, {check.Duplicate, "area"}} {
		var all []float64
		for i := range full.Findings {
			if f := &full.Findings[i]; f.Rule == row.rule {
				all = append(all, sizes[row.measure](f))
			}
		}
		slices.Sort(all)
		for _, limit := range []float64{0, (all[len(all)/3-1] + all[len(all)/3]) / 2, (all[2*len(all)/3-1] + all[2*len(all)/3]) / 2, 2 * all[len(all)-1]} {
			failing := 0
			for _, size := range all {
				if size > limit {
					failing++
				}
			}
			p := policyOf(t, fmt.Sprintf("none,%s:%s>%v", row.rule, row.measure, limit))
			if row.measure == "depth" { // others fail since their places go farther through
				m := checked(t, dirtyScene(), check.Options{Policy: p}).Meshes[0]
				if m.Counts.Failing() < failing {
					t.Fatalf("%v: %d fail, though %d are deeper", p.Items()[row.rule], m.Counts.Failing(), failing)
				}
				failing = m.Counts.Failing()
			}
			for _, most := range []int{-1, 1, 5, 40, 1 << 30} {
				for _, workers := range []int{1, 3} {
					name := fmt.Sprintf("%v, at most %d, %d workers", p.Items()[row.rule], most, workers)
					r := checked(t, dirtyScene(), check.Options{Policy: p, MaxFindings: most, Workers: workers})
					if m := &r.Meshes[0]; m.Counts.ByRule != full.Counts.ByRule || m.Counts.Failed[row.rule] != failing || m.Counts.Failing() != failing ||
						(r.Status == check.Fail) != (failing > 0) || m.RegionCount != full.RegionCount {
						t.Fatalf("%s: %v with %+v in %d regions, want %d of %+v to fail", name, r.Status, m.Counts, m.RegionCount, failing, full.Counts)
					}
					failsFirst(t, name, &r.Meshes[0], row.rule, failing)
				}
			}
		}
	}
}

// failsFirst checks that no finding that fails was cut for one that does not, and that
// regions with some that fail stand first.
func failsFirst(t *testing.T, name string, m *check.Mesh, k check.Rule, failing int) {
	t.Helper()
	listed, all := 0, 0
	for i := range m.Findings {
		if m.Findings[i].Rule != k {
			continue
		}
		all++
		if m.Findings[i].Severity == check.Error {
			listed++
		}
	}
	if listed != min(all, failing) {
		t.Errorf("%s: %d of %d listed ones fail, and %d in all", name, listed, all, failing)
	}
	sum, passed := 0, false
	for i := range m.Regions {
		n := m.Regions[i].Counts.Failed[k]
		if n > 0 && passed {
			t.Errorf("%s: region %d fails and the one before it does not", name, i)
		}
		sum, passed = sum+n, n == 0
	}
	if len(m.Regions) == m.RegionCount && sum != failing {
		t.Errorf("%s: the regions have %d that fail, want %d", name, sum, failing)
	}
}

// A policy for what does not fail by itself: it fails and is listed.
func TestPolicyOfTouches(t *testing.T) {
	for text, want := range map[string]check.Status{"touch": check.Fail, "touch:warning": check.Pass, "touch:off": check.Pass} {
		r := checked(t, sceneOf(meshgen.Mesh("touch", dirty()[80:])), check.Options{Policy: policyOf(t, "none,"+text)})
		n := r.Counts.Of(check.Touch)
		if n == 0 || r.Status != want || (r.Counts.Failed[check.Touch] == n) != (want == check.Fail) {
			t.Errorf("%s: %v with %+v", text, r.Status, r.Counts)
		}
		if listed := slices.ContainsFunc(r.Meshes[0].Findings, func(f check.Finding) bool { return f.Rule == check.Touch }); listed != (want == check.Fail) {
			t.Errorf("%s: listed is %v", text, listed)
		}
	}
}

// No policy and a policy of the defaults give the same result.
func TestPolicyOfTheDefault(t *testing.T) {
	var items []string
	for _, k := range check.Self.Rules() {
		if k.PolicyRule() == k {
			items = append(items, k.String()+":"+k.Severity().String())
		}
	}
	plain, said := checked(t, dirtyScene(), everything), everything
	said.Policy = policyOf(t, strings.Join(items, ","))
	if got := checked(t, dirtyScene(), said); !reflect.DeepEqual(got.Meshes, plain.Meshes) || got.Status != plain.Status {
		t.Errorf("%v with %+v, want %v with %+v", got.Status, got.Counts, plain.Status, plain.Counts)
	}
}

// Pairs of objects and hulls are judged by verdicts of their own.
func TestPolicyOfPairsAndHulls(t *testing.T) {
	parts := check.Options{Checks: check.Parts}
	near := check.Options{Checks: check.Clearance, Clearance: check.Length{Value: 1}}
	hulls := check.Options{Checks: check.Hulls}
	for _, row := range []struct {
		file    string
		options check.Options
		policy  string
		want    check.Status
	}{
		{"scenes/boxes_overlap_50mm.glb", parts, "", check.Fail},
		{"scenes/boxes_overlap_50mm.glb", parts, "parts/overlap:depth>49mm", check.Fail},
		{"scenes/boxes_overlap_50mm.glb", parts, "parts/overlap:depth>51mm", check.Pass},
		{"scenes/boxes_overlap_50mm.glb", parts, "parts/overlap:off", check.Pass},
		{"scenes/boxes_overlap_50mm.glb", parts, "overlap:off,crossing:off", check.Fail}, // which are for meshes
		{"scenes/nested_box.glb", parts, "", check.Pass},
		{"scenes/nested_box.glb", parts, "parts/contained", check.Fail},
		{"scenes/boxes_stacked_equal.glb", near, "", check.Fail},
		{"scenes/boxes_stacked_equal.glb", near, "clearance:distance<1mm", check.Fail},
		{"scenes/boxes_stacked_equal.glb", near, "clearance:distance<0", check.Pass},
		{"hulls/closed_not.glb", hulls, "", check.Fail},
		{"hulls/closed_not.glb", hulls, "hull_not_closed:warning", check.Pass},
		{"hulls/closed_not.glb", hulls, "hull_not_closed:count>1000", check.Pass},
		{"hulls/closed_not.glb", hulls, "hull_not_closed:count>1", check.Fail},
		{"hulls/overlap.glb", hulls, "", check.Pass},
		{"hulls/overlap.glb", hulls, "hulls_overlap", check.Fail},
	} {
		s := openFixture(t, row.file)
		plain := checked(t, s, row.options)
		if row.policy != "" {
			row.options.Policy = policyOf(t, row.policy)
		}
		r := checked(t, s, row.options)
		if r.Status != row.want {
			t.Errorf("%s, %q: %v, want %v", row.file, row.policy, r.Status, row.want)
		}
		differ := func(k check.Rule) bool { return r.Between().Counts.Of(k) != plain.Between().Counts.Of(k) }
		if r.Between() != nil && (slices.ContainsFunc(check.Between.Rules(), differ) || (r.Between().Counts.Failing() > 0) != (row.want == check.Fail)) {
			t.Errorf("%s, %q: %+v, want the counts %+v", row.file, row.policy, r.Between(), plain.Between().Counts)
		}
		if r.Hulls() != nil && (r.Hulls().Counts.Failing() > 0) != (row.want == check.Fail) {
			t.Errorf("%s, %q: %+v", row.file, row.policy, r.Hulls().Counts)
		}
	}
	off := hulls
	off.Policy = policyOf(t, "hull_not_closed:off")
	if r := checked(t, openFixture(t, "hulls/closed_not.glb"), off); r.Hulls().Counts[check.HullNotClosed] != [4]int{} {
		t.Errorf("what is off is told: %+v", r.Hulls().Counts)
	}
}

// An allowed pair that would fail is allowed, and one that would not is not counted so.
func TestPolicyOfAllowedPairs(t *testing.T) {
	for text, allowed := range map[string]int{"parts/overlap": 1, "parts/overlap:warning": 0, "parts/overlap:depth>51mm": 0, "parts/overlap:depth>1mm": 1} {
		o := check.Options{Checks: check.Parts, Allow: []string{"left:right"}, Policy: policyOf(t, text)}
		r := checked(t, openFixture(t, "scenes/boxes_overlap_50mm.glb"), o)
		if r.Status != check.Pass || r.Between().Allowed != allowed || r.Between().Counts.Of(check.PartsOverlap) != 1-allowed {
			t.Errorf("%s: %v with %+v", text, r.Status, r.Between())
		}
	}
}

func TestPolicyUnits(t *testing.T) {
	s := &mesh.Scene{}
	_, err := meshcheck.Check(t.Context(), s, check.Options{Policy: policyOf(t, "crossing:depth>1mm")})
	if !errors.Is(err, check.ErrNoUnit) || !strings.Contains(err.Error(), "a limit for crossing of depth>1mm") {
		t.Errorf("%v", err)
	}
	p := check.Policy{check.Crossing: {Limit: check.Limit{Of: check.OfDepth, Size: check.Length{Value: -1}}}}
	if r, err := meshcheck.Check(t.Context(), s, check.Options{Policy: p}); err == nil {
		t.Errorf("%+v: %v", p, r.Status)
	}
}
