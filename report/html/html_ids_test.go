package html

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

var regionID = regexp.MustCompile(`<li class="region" id="([^"]*)"`)

var shortID = regexp.MustCompile(`<li class="(region|pair|fault|breach)[^"]*" id="[a-z]+-([0-9a-f]+)[^"]*"(?s:.*?)class="short">(?:· )?([0-9a-f]+)</`)

// Each place shows the start of the ID in its address: four characters, or more where two places of
// the file share these.
func TestHTMLShortIDs(t *testing.T) {
	for name, row := range map[string]struct {
		page   string
		places int
	}{
		"regions":    {htmlOf(t, reporttest.Many(400, 400)), 200},
		"the sample": {htmlOf(t, reporttest.Sample()), 2},
		"pairs":      {htmlOf(t, reporttest.BetweenReport(t, check.Options{})), 20},
		"hulls":      {htmlOf(t, reporttest.HullReport()), 6},
	} {
		seen := map[string]bool{}
		all := shortID.FindAllStringSubmatch(row.page, -1)
		for _, m := range all {
			if short := m[3]; len(short) < 4 || !strings.HasPrefix(m[2], short) {
				t.Errorf("%s: %s %s is called %s", name, m[1], m[2], short)
			} else if name == "regions" && seen[short] {
				t.Errorf("%s: two places are called %s", name, short)
			} else {
				seen[short] = true
			}
		}
		if len(all) < row.places {
			t.Errorf("%s: %d places have short IDs, want %d", name, len(all), row.places)
		}
	}
}

// The ID of a region stays the same when another region is fixed, and is unique on a page with the
// same file twice and with the same model in two files.
func TestHTMLPlaceIDs(t *testing.T) {
	ids := func(r *report.Report) (all []string) {
		for _, m := range regionID.FindAllStringSubmatch(htmlOf(t, r), -1) {
			all = append(all, m[1])
		}
		return all
	}
	page := func(triangles int) *report.Report {
		soup := scenetest.Pins(12, 4)
		return pageOf(t, "pins.stl", "stl", scenetest.SceneOf(meshgen.Mesh("", soup[:len(soup)-triangles])))
	}
	all := ids(page(0))
	if len(all) != 4 {
		t.Fatalf("the regions are %v", all)
	}
	pin := (len(scenetest.Pins(12, 4)) - len(scenetest.Pins(12, 3)))
	mended := ids(page(pin))
	if len(mended) != 3 {
		t.Fatalf("without the last pin, the regions are %v", mended)
	}
	for _, id := range mended {
		if !slices.Contains(all, id) {
			t.Errorf("the region %s had another name before: %v", id, all)
		}
	}
	r := page(0)
	other := r.Files[0]
	other.Path = "other.stl"
	r.Files = append(r.Files, r.Files[0], other)
	several := ids(r)
	slices.Sort(several)
	if n := len(slices.Compact(several)); n != 12 {
		t.Errorf("%d of the names of 12 regions are different", n)
	}
}
