package html

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// verdicts returns a report with chairs that fail, files that were not checked for one cause, and files
// that pass.
func verdicts(failing, unchecked, passing int) *report.Report {
	r := &report.Report{}
	for i := range failing {
		f := reporttest.Chair()
		f.Path = fmt.Sprintf("models/props/chair-%d.glb", i)
		r.Files = append(r.Files, f)
	}
	for i := range unchecked {
		r.Files = append(r.Files, report.File{Path: fmt.Sprintf("models/old-%d.glb", i), Problem: &report.Problem{Kind: "unsupported", Message: "glTF 1.0"}})
	}
	for i := range passing {
		r.Files = append(r.Files, reporttest.Checked(fmt.Sprintf("models/clean-%d.stl", i), "stl", check.Mesh{Triangles: 1, Parts: []check.PartInfo{{Triangles: 1}}}))
	}
	return r
}

// The index filters by verdict and by words, sorts, and has keys for the search and the next failing
// file.
func TestBrowserIndex(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), verdicts(4, 3, 5))
	seen := func() int {
		return eval[int](b, `[...document.querySelectorAll(".index .row")].filter((e) => e.checkVisibility()).length`)
	}
	if n := seen(); n != 4 {
		t.Errorf("%d rows are seen at first, want those that fail", n)
	}
	b.run(chromedp.Click(`.shares [data-status="not checked"]`, chromedp.ByQuery))
	if n := seen(); n != 3 {
		t.Errorf("%d rows are not checked", n)
	}
	b.run(chromedp.Click(`.shares [data-status="not checked"]`, chromedp.ByQuery))
	search := func(text string) {
		b.run(chromedp.Evaluate(`{ const field = document.querySelector("[type=search]"); field.value = "`+text+`"; field.dispatchEvent(new Event("input")); }`, nil))
	}
	b.run(chromedp.KeyEvent("/"))
	b.wait(`document.activeElement.type === "search"`)
	search("clean-3")
	b.wait(`document.querySelector(".index [role=status]").textContent === "1 of 12 files"`)
	search("")
	b.run(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	b.run(chromedp.KeyEvent("n"))
	b.wait(`location.hash === document.querySelector(".index .row a").hash`)
}

// Files that were not checked for the same cause have one, and the folder that all files are in is in
// no row.
func TestIndex(t *testing.T) {
	v := newPageView(verdicts(2, 3, 1), nil).Index
	if d := v.Data; len(d.Rows) != 6 || len(d.Causes) != 1 || len(d.Folders) != 2 || len(d.Kinds) != 1 {
		t.Fatalf("%d rows, causes %q, folders %q, kinds %q", len(d.Rows), d.Causes, d.Folders, d.Kinds)
	}
	want := []any{0, 0, "chair-0.glb", 1, "seat ↔ leg_front_left, 4.2 mm deep", 0, "#file-" + pathHash("models/props/chair-0.glb")}
	if row := v.Data.Rows[0]; !slices.Equal(row, want) {
		t.Errorf("the first row is %v, want %v", row, want)
	}
	if row := v.Rows[0]; row.Path != "props/chair-0.glb" || row.Verdict != "FAIL" || row.Places != "1" || row.Why != want[4] {
		t.Errorf("the first row in words is %+v", row)
	}
	if row := v.Rows[5]; row.Path != "clean-0.stl" || row.Places != "" || row.Why != "" {
		t.Errorf("the row that passes is %+v", row)
	}
}
