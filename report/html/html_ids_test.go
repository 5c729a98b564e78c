package html

import (
	"regexp"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
)

var regionID = regexp.MustCompile(`<li class="region" id="([^"]*)"`)

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
