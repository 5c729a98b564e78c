package meshcheck_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// issueOptions run all checks that a fixture allows, with complete and with cut lists.
func issueOptions(t *testing.T, f *fixtures.Fixture) []check.Options {
	o := check.Options{}
	if f.Hulls != nil {
		o = hullOptions(t, f.Hulls)
	}
	o.Checks, o.Clearance, o.Workers = check.All, check.Length{Value: 0.1}, 2
	cut, touches, strict := o, o, o
	cut.MaxFindings = 1
	touches.ListTouches, touches.Allow = true, []string{"*a*:*"}
	strict.MaxFindings = 2
	strict.Policy = check.Policy{check.Touch: {Severity: check.Error}, check.PartsTouch: {Severity: check.Warning},
		check.Overlap: {Severity: check.Off}, check.HullOrphan: {Severity: check.Off}, check.HullsOverlap: {Severity: check.Error},
		check.Crossing: {Severity: check.Error, Limit: check.Limit{Of: check.OfDepth, Size: check.Length{Value: 0.2}}}}
	return []check.Options{o, cut, touches, strict}
}

// TestIssuesOfFixtures compares the issues of all small models with the results that they are made
// from.
func TestIssuesOfFixtures(t *testing.T) {
	t.Parallel()
	lists := map[check.Ref]bool{}
	for k, f := range fixtures.All() {
		if f.Error != "" || !longtest.On(t) && f.Hulls != nil && k%4 != 0 { // hulls take long
			continue
		}
		scene := openFixture(t, f.Path)
		for n, o := range issueOptions(t, &f) {
			if !longtest.On(t) && n%2 != k/4%2 {
				continue
			}
			name := fmt.Sprintf("%s with options %d", f.Path, n)
			r := checked(t, scene, o)
			issues := r.Issues(o)
			checkIssues(t, name, r, o, issues)
			for i := range issues {
				lists[check.Ref{List: issues[i].At.List, Index: min(issues[i].At.Index, 0)}] = true
			}
			if n != 2 {
				continue
			}
			o.Workers = 1
			if again := checked(t, scene, o); issuesText(again.Issues(o)) != issuesText(issues) {
				t.Errorf("%s: other issues with one worker", name)
			}
		}
	}
	for _, want := range []check.Ref{{List: check.Regions}, {List: check.Singles}, {List: check.Pairs}, {List: check.Pairs, Index: -1}, {List: check.HullFindings}, {List: check.InSection}} {
		if !lists[want] {
			t.Errorf("no fixture has an issue in list %d, index %d", want.List, want.Index)
		}
	}
}

// issuesText writes issues so that equal ones have the same text, with and without NaN.
func issuesText(issues []check.Issue) string {
	var out strings.Builder
	writeValue(&out, reflect.ValueOf(issues))
	return out.String()
}

// checkIssues fails unless issues are sorted, told apart by their fingerprints, counted as
// in the totals, and hold what the result has.
func checkIssues(t *testing.T, name string, r *check.Result, o check.Options, issues []check.Issue) {
	t.Helper()
	if !slices.IsSortedFunc(issues, func(a, b check.Issue) int { return check.CompareIssues(&a, &b) }) {
		t.Errorf("%s: not sorted", name)
	}
	fingerprints, places := map[string]bool{}, map[string]bool{}
	counts := map[check.Rule]int{}
	for i := range issues {
		is := &issues[i]
		fingerprints[is.Fingerprint] = true
		places[fmt.Sprint(is.Rule, is.At)] = true
		if is.Severity == check.Off || is.Count <= 0 || len(is.Fingerprint) != 32 || is.Fails() != (is.Severity == check.Error) {
			t.Errorf("%s: %+v", name, is)
		}
		if (len(is.Subjects) > 0) != (is.At.Index >= 0 && is.At.List != check.InSection) {
			t.Errorf("%s: issue of %v at %v has subjects %v", name, is.Rule, is.At, is.Subjects)
		}
		if is.At.List == check.Regions {
			sum := 0
			for k, n := range is.Counts.ByRule {
				if o.Policy.Of(check.Rule(k)).Severity != check.Off {
					counts[check.Rule(k)] += n
					sum += n
				}
			}
			if sum != is.Count {
				t.Errorf("%s: %d findings in a region of %d", name, is.Count, sum)
			}
		} else {
			counts[is.Rule] += is.Count
		}
		checkDetails(t, name, r, is)
	}
	if len(fingerprints) != len(issues) || len(places) != len(issues) {
		t.Errorf("%s: %d issues have %d fingerprints and %d places", name, len(issues), len(fingerprints), len(places))
	}
	totals := r.Totals()
	for _, k := range check.Rules() {
		want := totals.Of(k) - totals[k][check.Off]
		if hidden := k == check.Touch || k == check.PartsTouch; hidden && !o.ListTouches && o.Policy.Of(k).Severity == check.Info {
			want = 0
			for i := range r.Pairs() { // those within rounding are listed
				if r.Pairs()[i].Rule == k {
					want++
				}
			}
		}
		if counts[k] != want {
			t.Errorf("%s: issues of %d %v, want %d", name, counts[k], k, want)
		}
	}
	fails := slices.ContainsFunc(issues, func(is check.Issue) bool { return is.Fails() })
	if (r.Status == check.Fail) != fails && r.Status != check.NotChecked || fails != (totals.Failing() > 0) {
		t.Errorf("%s: %v, but an issue that fails: %v", name, r.Status, fails)
	}
}

// checkDetails fails unless an issue has what the result has where the issue comes from, and
// no copy of it.
func checkDetails(t *testing.T, name string, r *check.Result, is *check.Issue) {
	t.Helper()
	ok := true
	switch at := is.At; {
	case at.Index < 0:
		ok = at.Of < 0 && is.Key() == "" && is.Findings == nil && is.Regions == nil
	case at.List == check.Regions:
		m := &r.Meshes[at.Of]
		listed := 0
		for k := range m.Findings {
			if m.Findings[k].Region == at.Index {
				listed++
			}
		}
		ok = len(is.Regions) == 1 && &is.Regions[0] == &m.Regions[at.Index] && listed == len(is.Findings) && is.Key() != ""
		if listed > 0 {
			first := slices.IndexFunc(m.Findings, func(f check.Finding) bool { return f.Region == at.Index })
			ok = ok && &is.Findings[0] == &m.Findings[first] && is.Findings[listed-1].Region == at.Index && is.Places != nil
		}
	case at.List == check.Singles:
		listed := 0
		for _, f := range r.Meshes[at.Of].Findings {
			if f.Region < 0 && f.Rule == is.Rule {
				listed++
			}
		}
		other := slices.ContainsFunc(is.Findings, func(f check.Finding) bool { return f.Region >= 0 || f.Rule != is.Rule })
		ok = at.Index == int(is.Rule) && !other && len(is.Findings) == listed && (is.Key() == "") == (is.Rule.Regional() && !is.Rule.WithinPrecision())
	case at.List == check.Pairs:
		p := &r.Pairs()[at.Index]
		ok = is.Rule == p.Rule && is.Subjects[0] == p.A && is.Subjects[1] == p.B && is.Fails() == p.Fails() && is.Key() != "" &&
			len(is.Findings) == len(p.Findings) && len(is.Regions) == len(p.Regions)
		if ok && len(p.Findings) > 0 {
			ok = &is.Findings[0] == &p.Findings[0]
		}
	case at.List == check.HullFindings:
		g := &r.Hulls().Groups[at.Of]
		ok = is.Rule == g.Findings[at.Index].Rule && is.Value == g.Findings[at.Index].Value && is.Group == g.Name && is.Key() != ""
	}
	if !ok {
		t.Errorf("%s: the result has something else at %v than %+v", name, is.At, is)
	}
}

// TestIssuesOfManyFindings: where lists are cut, and findings of one rule are not next to
// each other, issues have all that is listed.
func TestIssuesOfManyFindings(t *testing.T) {
	scene := sceneOf(meshgen.Mesh("a", append(dirty(), tri(0, 0, 0, 1, 1, 1, 2, 2, 2))), meshgen.Mesh("b", dirty()))
	for _, most := range []int{-1, 1, 7, 50, 1 << 30} {
		o := check.Options{MaxFindings: most, ListTouches: true}
		r := checked(t, scene, o)
		checkIssues(t, fmt.Sprintf("at most %d", most), r, o, r.Issues(o))
	}
}

// TestIssuesOfManyHulls: overlaps of hulls that are not listed are one issue.
func TestIssuesOfManyHulls(t *testing.T) {
	o := check.Options{Checks: check.Hulls, MaxFindings: 10}
	r := checked(t, hullBomb(20), o)
	issues := r.Issues(o)
	checkIssues(t, "hulls in each other", r, o, issues)
	at, omitted := check.Ref{List: check.HullFindings, Of: -1, Index: -1}, r.Hulls().Groups[0].Omitted
	if k := slices.IndexFunc(issues, func(is check.Issue) bool { return is.At == at }); k < 0 || issues[k].Count != omitted || omitted < 100 {
		t.Errorf("%d overlaps are omitted, and the issue of them is number %d", omitted, k)
	}
}

// TestNoIssues: an empty scene has nothing to fix.
func TestNoIssues(t *testing.T) {
	off := check.Policy{check.Empty: {Severity: check.Off}}
	for _, r := range []*check.Result{{}, checked(t, sceneOf(), check.Options{Policy: off}), checked(t, sceneOf(meshgen.Mesh("", nil)), check.Options{Checks: check.Self | check.Parts, Policy: off})} {
		if issues, totals := r.Issues(check.Options{}), r.Totals(); len(issues) > 0 || totals != (check.Totals{}) {
			t.Errorf("%d issues, totals %v", len(issues), totals)
		}
	}
}

// TestKeysOfIssues: key and fingerprint of a region do not depend on the order of triangles, nor the
// key of a pair on how the two objects penetrate each other.
func TestKeysOfIssues(t *testing.T) {
	only := func(s *mesh.Scene, checks check.Set) check.Issue {
		t.Helper()
		o := check.Options{Checks: checks}
		issues := checked(t, s, o).Issues(o)
		if len(issues) != 1 {
			t.Fatalf("%d issues: %+v", len(issues), issues)
		}
		return issues[0]
	}
	a := only(sceneOf(meshgen.Mesh("m", []geom.Triangle{floor, pin})), check.Self)
	b := only(sceneOf(meshgen.Mesh("m", []geom.Triangle{tri(9, 9, 9, 9, 9, 8, 9, 8, 8), pin, floor})), check.Self)
	other := only(sceneOf(meshgen.Mesh("n", []geom.Triangle{floor, pin})), check.Self)
	if a.Key() != b.Key() || len(a.Key()) != 16 || a.Key() == other.Key() || a.Fingerprint == other.Fingerprint {
		t.Errorf("keys %q and %q, of another mesh %q", a.Key(), b.Key(), other.Key())
	}
	cube := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	pair := func(x, scale float64) check.Issue {
		at := geom.Identity()
		at[0][0], at[1][1], at[2][2] = scale, scale, scale
		at[0][3], at[1][3], at[2][3] = x, x, x
		return only(&mesh.Scene{Meshes: []*mesh.Mesh{cube.Mesh("cube")}, Instances: []mesh.Instance{
			{Path: "/a", Name: "a", World: geom.Identity()}, {Path: "/b", Name: "b", World: at},
		}}, check.Parts)
	}
	through, inside := pair(0.5, 1), pair(0.25, 0.5)
	if through.Rule != check.PartsCrossing || inside.Rule != check.Contained {
		t.Fatalf("%v and %v", through.Rule, inside.Rule)
	}
	if through.Key() != inside.Key() || through.Fingerprint == inside.Fingerprint {
		t.Errorf("keys %q and %q, fingerprints %q and %q", through.Key(), inside.Key(), through.Fingerprint, inside.Fingerprint)
	}
}
