package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
)

// If there are many regions, the worst three have a line, and the text says where to see the
// others.
func TestTextRegions(t *testing.T) {
	for _, c := range []struct {
		regions, lines int
		more           string
	}{
		{1, 1, ""},
		{2, 2, ""},
		{3, 3, ""},
		{4, 3, "  and 1 more region (-o report.html shows it)\n"},
		{50, 3, "  and 47 more regions (-o report.html shows them)\n"},
	} {
		r := reporttest.Many(1000, c.regions)
		got := textOf(t, &r.Files[0], text.Options{})
		if n := strings.Count(got, "\n  region "); n != c.lines {
			t.Errorf("%d regions: %d lines, want %d:\n%s", c.regions, n, c.lines, got)
		}
		if !strings.Contains(got, c.more) || c.more == "" && strings.Contains(got, " more region") {
			t.Errorf("%d regions: want %q in\n%s", c.regions, c.more, got)
		}
	}
}

// Many regions of the same parts share a line, followed by lines for the worst three. The text
// knows how many of them a page shows.
func TestTextFoldsRegions(t *testing.T) {
	for regions, more := range map[int]string{
		100: "    and 97 more regions of these (-o report.html shows them)\n",
		500: "    and 497 more regions of these (-o report.html shows the worst 200, -o report.json lists them)\n",
	} {
		got := textOf(t, &reporttest.Many(1000, regions).Files[0], text.Options{})
		fold := fmt.Sprintf("\n  %d regions  1000 crossings, up to 1 deep, size 1 × 1 × 1; the worst:\n    region 1  ", regions)
		if n := strings.Count(got, "\n    region "); n != 3 || !strings.Contains(got, fold) || !strings.Contains(got, more) {
			t.Errorf("%d lines of regions, want %q and %q in\n%s", n, fold, more, got)
		}
	}
}

// Regions of several meshes are sorted together; those cut from the list are counted.
func TestTextRegionsOfSeveralMeshes(t *testing.T) {
	r := reporttest.Many(10, 2)
	f := &r.Files[0]
	deep := reporttest.Many(10, 2).Files[0].Result.Meshes[0]
	deep.Name, deep.Index, deep.RegionCount = "deep", 1, 7
	deep.Regions[1].Depth = 5
	f.Result.Meshes = append(f.Result.Meshes, deep)
	check.NumberRegions(check.MeshRegions(f.Result.Meshes))
	got := textOf(t, f, text.Options{})
	if first := strings.Index(got, `region 1 · 7810  mesh "deep": 5 crossings, 5 deep`); first < 0 || first > strings.Index(got, "region 2") {
		t.Errorf("the deepest region is not the first:\n%s", got)
	}
	if !strings.Contains(got, "  and 6 more regions (-o report.html shows them)\n") {
		t.Errorf("regions that are not listed are not counted:\n%s", got)
	}
	if want := fmt.Sprintf("size %s, near (", "1 × 1 × 1"); !strings.Contains(got, want) {
		t.Errorf("want %q in\n%s", want, got)
	}
}
