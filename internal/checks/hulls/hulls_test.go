package hulls_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
)

// TestHullFixtures compares findings about hulls with answers by hand, and the result of one
// worker with that of many.
func TestHullFixtures(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range fixtures.In("hulls") {
		t.Run(f.File, func(t *testing.T) {
			s, o := openFixture(t, f.Path), hullOptions(t, f.Hulls)
			r, err := meshcheck.Check(t.Context(), s, o)
			if err != nil {
				t.Fatal(err)
			}
			if len(f.Hulls.Groups) == 0 {
				if r.Hulls() != nil {
					t.Errorf("hulls where there are none: %+v", r.Hulls())
				}
				return
			}
			compareHulls(t, r.Hulls(), f.Hulls, seen)
			o.Workers = 1
			again, err := meshcheck.Check(t.Context(), s, o)
			if err != nil || !reflect.DeepEqual(r.Hulls(), again.Hulls()) {
				t.Errorf("another result with one worker: %v", err)
			}
		})
	}
	for _, rule := range check.Hulls.Rules() {
		if !seen[rule.String()] && rule != check.HullGap && rule != check.HullExcess {
			t.Errorf("no fixture breaks %s", rule)
		}
	}
}

func compareHulls(t *testing.T, got *check.HullResult, want *fixtures.Hulls, seen map[string]bool) {
	t.Helper()
	if got == nil {
		t.Fatal("no hulls were found")
	}
	if got.Profile != want.Profile || len(got.Groups) != len(want.Groups) || len(got.NotChecked) > 0 {
		t.Fatalf("profile %s, %d groups, not checked: %v; want %s, %d", got.Profile, len(got.Groups), got.NotChecked, want.Profile, len(want.Groups))
	}
	for k := range got.Groups {
		g, w := &got.Groups[k], &want.Groups[k]
		var visuals, hulls []string
		for _, o := range g.Visuals {
			visuals = append(visuals, o.Path)
		}
		for _, h := range g.Hulls {
			hulls = append(hulls, fmt.Sprintf("%s %s %s %d %d", h.Object.Path, h.Shape, h.Scheme, h.Vertices, h.Faces))
		}
		if g.Name != w.Name || !slices.Equal(visuals, w.Visuals) || !slices.Equal(hulls, w.Hulls) {
			t.Errorf("group %d is %q of %q for %q\nwant %q of %q for %q", k, g.Name, hulls, visuals, w.Name, w.Hulls, w.Visuals)
		}
		compareFindings(t, g, w.Findings, seen)
	}
}

// compareFindings compares all findings but those about how well hulls cover their meshes.
func compareFindings(t *testing.T, g *check.HullGroup, want []fixtures.HullFinding, seen map[string]bool) {
	t.Helper()
	found := slices.DeleteFunc(slices.Clone(g.Findings), func(f check.HullFinding) bool {
		return f.Rule == check.HullGap || f.Rule == check.HullExcess
	})
	if len(found) != len(want) {
		t.Errorf("findings %+v\nwant %+v", found, want)
		return
	}
	for k, f := range found {
		w := want[k]
		seen[w.Rule] = true
		other := -1
		if w.Other != nil {
			other = *w.Other
		}
		near := func(x, y, by float64) bool { return math.Abs(x-y) <= by*math.Abs(y) }
		if f.Rule.String() != w.Rule || f.Severity.String() != w.Severity || f.Hull != w.Hull || f.Other != other ||
			!near(f.Value, w.Value, 1e-6) || !strings.Contains(f.Reason, w.Says) {
			t.Errorf("finding %d: %+v\nwant %+v", k, f, w)
		}
		if (f.Overlap != nil) != (w.Other != nil) {
			t.Errorf("finding %d has the overlap %+v", k, f.Overlap)
		} else if f.Overlap != nil && !near(f.Overlap.Volume, w.Volume, volumeError(g, &f)) {
			t.Errorf("finding %d: a common volume of %v, want %v", k, f.Overlap.Volume, w.Volume)
		}
	}
}

// volumeError is what common volumes may be off by: round shapes are measured as polyhedra.
func volumeError(g *check.HullGroup, f *check.HullFinding) float64 {
	if g.Hulls[f.Hull].Object.Mesh < 0 || g.Hulls[f.Other].Object.Mesh < 0 {
		return 0.02
	}
	return 1e-12
}
