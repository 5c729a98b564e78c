package html

import (
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// The page has the findings, the picture and the worst pairs of a sheet, with and without scripts.
func TestHTMLSheets(t *testing.T) {
	r := reporttest.LayoutReport(t, reporttest.LayoutScene())
	page := htmlOf(t, r)
	for _, want := range []string{
		`<svg class="layout" viewBox="`, `aria-label="Layout of atlas.png, UV 0: 8 islands"`, `data-islands="0 7"`,
		"2 % of the tile, 20,972 texels", "2.0 px", "Pack the islands again", "8 islands, 16 triangles, of material Paint; nothing in it may overlap",
		"16 triangles in 2 meshes, 5 places to fix (5 UV errors)", "Meshes were not checked within themselves.",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not on the page", want)
		}
	}
	reporttest.Model(&r.Files[0]).Layouts = nil
	if page := htmlOf(t, r); strings.Contains(page, `<svg class="layout"`) || !strings.Contains(page, `data-islands="0 7"`) {
		t.Error("a page without pictures does not have the pairs alone")
	}
	r.Files[0].Result.Put(&check.UVResult{Sheets: []check.UVSheet{{SheetResult: check.SheetResult{Name: "atlas.png, UV 0", Islands: 3}}}})
	if page := htmlOf(t, r); strings.Contains(page, `class="sheet"`) || !strings.Contains(page, "1 sheet with 3 islands: nothing was found.") {
		t.Error("a sheet without findings is more than a line")
	}
}

// Names in sheets stay text, also in the picture.
func TestHTMLSheetNames(t *testing.T) {
	r := reporttest.LayoutReport(t, reporttest.LayoutScene())
	name := `"></svg><script>alert(1)</script>`
	u := r.Files[0].Result.UV()
	s := &u.Sheets[0]
	s.Name, s.Materials, s.Findings[0].Reason = name, []string{name}, name
	u.Missing, u.MissingSeverity = []check.MissingSet{{Name: name}, {Name: name}}, check.Warning
	page := htmlOf(t, r)
	if found := activeTags(page); found != nil {
		t.Errorf("a name became active content: %q", found)
	}
	if !strings.Contains(page, "2 parts lack the set") {
		t.Error("the page does not say which sets are missing")
	}
}
