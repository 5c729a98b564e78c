package report_test

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/wording"
)

// TestNumbersOfFixtures: a place has the same number and the same short ID whatever the policy is, and
// the depth in the line of crossings is that of the deepest region.
func TestNumbersOfFixtures(t *testing.T) {
	policies := []check.Policy{
		nil,
		{check.Crossing: {Severity: check.Warning}},
		{check.Overlap: {Severity: check.Info}, check.Duplicate: {Severity: check.Info}},
		{check.Crossing: {Severity: check.Info}, check.Overlap: {Severity: check.Warning}, check.EdgeCrossing: {Severity: check.Info}},
	}
	files := []file{}
	for _, of := range fixtures.All() {
		if of.Error == "" {
			files = append(files, file{fixtures.Files(), of.Path})
		}
	}
	if dir := os.Getenv("MESHCHECK_CORPUS"); dir != "" {
		files = append(files, file{os.DirFS(dir), "crates_stacked.glb"}, file{os.DirFS(dir), "barkour_body.stl"})
	}
	several := 0
	for _, of := range files {
		var want string
		for i, policy := range policies {
			o := check.Options{Policy: policy, MaxFindings: 20000}
			f := reporttest.CheckModel(t, of.in, of.path, o)
			n := report.RegionCount(f.Result)
			if n == 0 {
				break
			}
			got := numbered(&f, &o)
			if i == 0 {
				want = got
				several += min(n-1, 1)
			}
			if got != want {
				t.Errorf("%s: with the policy %s\n%s\nwant\n%s", of.path, policy, got, want)
			}
			agree(t, &f)
		}
	}
	if several == 0 {
		t.Error("no file has several regions")
	}
}

// file is a model in a file system.
type file struct {
	in   fs.FS
	path string
}

// numbered returns a line for each region of a file, by its number: its place and its short ID.
func numbered(f *report.File, o *check.Options) string {
	ids := report.ShortIDs(f.Issues(o))
	lines := make([]string, report.RegionCount(f.Result))
	for i := range f.Result.Meshes {
		m := &f.Result.Meshes[i]
		for k, r := range m.Regions {
			lines[r.Number-1] = fmt.Sprint(r.Number, " at ", r.Box, ": ", ids[check.Ref{List: check.Regions, Of: m.Index, Index: k}])
		}
	}
	return strings.Join(lines, "\n")
}

// agree compares the numbers of a file's regions with those of its findings.
func agree(t *testing.T, f *report.File) {
	t.Helper()
	deep, wide := 0.0, 0.0
	for i := range f.Result.Meshes {
		for k := range f.Result.Meshes[i].Regions {
			d, w := f.Result.Meshes[i].Regions[k].Sizes()
			deep, wide = max(deep, d), max(wide, w)
		}
	}
	worst := 0.0
	for _, rule := range []check.Rule{check.Overlap, check.Duplicate, check.ZFighting} {
		for i := range f.Result.Meshes {
			for _, found := range f.Result.Meshes[i].Findings {
				if found.Rule == rule {
					worst = max(worst, found.Depth)
				}
			}
		}
	}
	if wide != worst {
		t.Errorf("%s: the widest region is %v wide, and the widest finding %v", f.Path, wide, worst)
	}
	_, deepest := report.WorstOf(f.Result, check.Crossing)
	if deepest == nil {
		if deep != 0 {
			t.Errorf("%s: a region is %v deep without crossings", f.Path, deep)
		}
		return
	}
	line := report.WorstSize(f, check.Crossing, &check.Options{})
	if deepest.Depth != deep || !strings.Contains(line, wording.Length(deep, f.Unit)) {
		t.Errorf("%s: the deepest region is %v deep, the deepest crossing %v: %q", f.Path, deep, deepest.Depth, line)
	}
}
