package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/diff"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// box is a named box of a scene.
type box struct {
	name     string
	at, size geom.Vec
}

// boxFaces are the sides of a box whose corners count in binary.
var boxFaces = [][4]int{{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}}

// chair is a seat with four legs and a back, all of them a little into the seat.
func chair() []box {
	leg := geom.Vec{0.1, 0.1, 1.04}
	return []box{
		{"seat", geom.Vec{0, 0, 0}, geom.Vec{1, 1, 0.1}},
		{"leg1", geom.Vec{0.1, 0.1, -1}, leg}, {"leg2", geom.Vec{0.8, 0.1, -1}, leg},
		{"leg3", geom.Vec{0.1, 0.8, -1}, leg}, {"leg4", geom.Vec{0.8, 0.8, -1}, leg},
	}
}

// export writes boxes as OBJ, each side cut into two triangles in one of two orders.
func export(boxes []box, backward bool) string {
	var b strings.Builder
	for n, x := range boxes {
		fmt.Fprintf(&b, "o %s\n", x.name)
		for k := range 8 {
			p := geom.Vec{float64(k >> 2 & 1), float64(k >> 1 & 1), float64(k & 1)}
			fmt.Fprintf(&b, "v %g %g %g\n", x.at[0]+p[0]*x.size[0], x.at[1]+p[1]*x.size[1], x.at[2]+p[2]*x.size[2])
		}
		sides := slices.Clone(boxFaces)
		if backward {
			slices.Reverse(sides)
		}
		for _, q := range sides {
			fmt.Fprintf(&b, "f %d %d %d\nf %[1]d %[3]d %d\n", 8*n+q[0]+1, 8*n+q[1]+1, 8*n+q[2]+1, 8*n+q[3]+1)
		}
	}
	return b.String()
}

// reportOf checks models, each by its path.
func reportOf(t *testing.T, o check.Options, models map[string]string) *report.Report {
	t.Helper()
	r := &report.Report{Options: o}
	files := fstest.MapFS{}
	for path, text := range models {
		files[path] = &fstest.MapFile{Data: []byte(text)}
	}
	for path := range models {
		f := reporttest.CheckModel(t, files, path, o)
		f.SHA256 = fmt.Sprintf("%064x", len(models[path])+int(models[path][2])) // enough to tell these apart
		r.Files = append(r.Files, f)
	}
	slices.SortFunc(r.Files, func(a, b report.File) int { return strings.Compare(a.Path, b.Path) })
	return r
}

// objects compares only objects, so that each pair is one issue.
var objects = check.Options{Checks: check.Parts}

// changed compares two versions of a model and returns what has become of each place by its name,
// with "?" behind unsure ones.
func changed(t *testing.T, was, now []box, o check.Options) (map[string]string, *report.Changes) {
	t.Helper()
	earlier := reportOf(t, o, map[string]string{"a.obj": export(was, false)})
	later := reportOf(t, o, map[string]string{"a.obj": export(now, true)})
	diff.Reports(earlier, later)
	all := map[string]string{}
	for _, is := range report.IssuesOf(later, 0) {
		all[is.Name()] = is.Change().Text()
	}
	return all, later.Files[0].Changes
}

// TestExport: another export of the same model changes nothing, and all matches are sure.
func TestExport(t *testing.T) {
	for _, o := range []check.Options{objects, {Checks: check.Self}, {Checks: check.Self | check.Parts}} {
		all, c := changed(t, chair(), chair(), o)
		for name, state := range all {
			if state != "unchanged" {
				t.Errorf("%s: %s", name, state)
			}
		}
		if len(all) < 4 || len(c.Fixed) > 0 {
			t.Errorf("%v, fixed %v", all, c.Fixed)
		}
	}
}

// TestRepair: one leg is repaired, one goes deeper, one less deep, and a new one is there.
func TestRepair(t *testing.T) {
	now := chair()
	now[1].size[2], now[2].size[2], now[3].size[2] = 1, 1.06, 1.02
	now = append(now, box{"leg5", geom.Vec{0.4, 0.4, -1}, geom.Vec{0.1, 0.1, 1.04}})
	all, c := changed(t, chair(), now, objects)
	want := map[string]string{"/seat ↔ /leg2": "worse", "/seat ↔ /leg3": "better", "/seat ↔ /leg4": "unchanged", "/seat ↔ /leg5": "new"}
	for name, state := range want {
		if all[name] != state {
			t.Errorf("%s: %q, want %q", name, all[name], state)
		}
	}
	if len(c.Fixed) != 1 || c.Fixed[0].Name != "/seat ↔ /leg1" {
		t.Errorf("fixed %v", c.Fixed)
	}
	if got := c.Tally(); got != (report.ChangeTally{New: 1, Worse: 1, Better: 1, Unchanged: 1, Fixed: 1, NewFailing: 1, WorseFailing: 1}) {
		t.Errorf("%+v", got)
	}
}

// TestMovedAndRenamed: a part that is moved is found by its name, a renamed one by its place, and the
// latter is not sure.
func TestMovedAndRenamed(t *testing.T) {
	now := chair()
	now[1].at[0], now[2].name = 0.45, "foot"
	all, c := changed(t, chair(), now, objects)
	want := map[string]string{"/seat ↔ /leg1": "unchanged", "/seat ↔ /foot": "unchanged?", "/seat ↔ /leg3": "unchanged", "/seat ↔ /leg4": "unchanged"}
	for name, state := range want {
		if strings.TrimSuffix(all[name], "?") != strings.TrimSuffix(state, "?") || strings.HasSuffix(state, "?") != strings.HasSuffix(all[name], "?") && name != "/seat ↔ /leg1" {
			t.Errorf("%s: %q, want %q", name, all[name], state)
		}
	}
	if len(c.Fixed) > 0 {
		t.Errorf("fixed %v", c.Fixed)
	}
}

// TestFiles: a renamed file is found by its bytes; one that only one report has is named, and one
// that was not checked has only new places.
func TestFiles(t *testing.T) {
	bad := "v 1 2\nf 1 2 3\n"
	one, two := export(chair(), false), export(chair()[:3], false)
	earlier := reportOf(t, objects, map[string]string{"a.obj": one, "bad.obj": bad, "gone.obj": export(chair()[:4], false), "same.obj": two})
	later := reportOf(t, objects, map[string]string{"b.obj": one, "bad.obj": two, "more.obj": export(chair()[:2], false), "same.obj": bad})
	diff.Reports(earlier, later)
	for i, want := range []report.Changes{
		{Was: "a.obj"}, {Before: report.BeforeNotChecked}, {Before: report.BeforeMissing}, {},
	} {
		got := later.Files[i].Changes
		if got.Was != want.Was || got.Before != want.Before || len(got.Fixed) > 0 {
			t.Errorf("%s: %+v", later.Files[i].Path, got)
		}
	}
	if got := later.Files[0].Changes.Tally(); got.Unchanged != 4 || got.Any() {
		t.Errorf("renamed: %+v", got)
	}
	if got := later.Files[1].Changes.Tally(); got.New != 2 {
		t.Errorf("checked for the first time: %+v", got)
	}
	if got := later.Comparison.Missing; len(got) != 1 || got[0].Path != "gone.obj" || got[0].Places != 3 {
		t.Errorf("missing: %+v", got)
	}
}

// TestOptions: other options are named, and what no check looks for any more is not fixed.
func TestOptions(t *testing.T) {
	model := map[string]string{"a.obj": export(chair(), false)}
	earlier := reportOf(t, check.Options{Checks: check.Self | check.Parts}, model)
	o := check.Options{Tolerance: check.Tolerance{Value: 0.001, Relative: true}}
	later := reportOf(t, o, model)
	diff.Reports(earlier, later)
	c := later.Files[0].Changes
	if c.Unchecked != 4 || len(c.Fixed) > 0 || len(c.Options) > 0 {
		t.Errorf("%+v", c)
	}
	if got := later.Comparison.Options; !slices.Contains(got, "tolerance 0.1%, was 0") || !slices.Contains(got, "checks default, was self,parts") {
		t.Errorf("%q", got)
	}
	if diff.Reports(earlier, earlier); len(earlier.Comparison.Options)+len(earlier.Comparison.Missing) > 0 {
		t.Errorf("a report differs from itself: %+v", earlier.Comparison)
	}
}

// TestSeverity: a place that matters more than before is worse, and one that a policy lets pass is
// better.
func TestSeverity(t *testing.T) {
	model := map[string]string{"a.obj": export(chair(), false)}
	mild := objects
	mild.Policy = check.Policy{check.PartsCrossing: {Severity: check.Warning}}
	for _, c := range []struct {
		was, now check.Options
		want     report.ChangeState
	}{{mild, objects, report.ChangeWorse}, {objects, mild, report.ChangeBetter}} {
		later := reportOf(t, c.now, model)
		diff.Reports(reportOf(t, c.was, model), later)
		for at, got := range later.Files[0].Changes.Places {
			if got.State != c.want || got.Unsure {
				t.Errorf("%v: %+v, want %s", at, got, c.want)
			}
		}
	}
}

// TestManyRegions: with thousands of regions, moved together with their mesh or in a mesh that was
// renamed, and with one that is elsewhere, each finds its own.
func TestManyRegions(t *testing.T) {
	const n = 10_000
	row := func(first int, x float64, name string) *report.Report {
		r := reporttest.Many(n, n)
		m := &r.Files[0].Result.Meshes[0]
		m.Name = name
		for i := range m.Regions {
			k := float64(i)
			m.Regions[i].Box = geom.Box{Min: geom.Vec{x + k, 0, 0}, Max: geom.Vec{x + k + 0.25, 1, 1}}
			m.Regions[i].Depth = 1 + k
		}
		m.Box = geom.Box{Min: geom.Vec{x, 0, 0}, Max: geom.Vec{x + n, 1, 1}}
		m.Regions[first].Box = geom.Box{Min: geom.Vec{x + n/2, 50, 0}, Max: geom.Vec{x + n/2 + 1, 51, 1}}
		return r
	}
	for _, c := range []struct {
		x    float64
		name string
	}{{0, "row"}, {777.5, "row"}, {0, "renamed"}, {0.01, "renamed"}} {
		later := row(17, c.x, c.name)
		diff.Reports(row(0, 0, "row"), later)
		if got := later.Files[0].Changes.Tally(); got.Unchanged < n-2 || got.Fixed > 1 {
			t.Errorf("%v: %+v", c, got)
		}
	}
}
