package html

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

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

// The index filters by verdict and by words, sorts, groups, and has keys for the search and for the files
// that fail. The address names what it shows.
func TestBrowserIndex(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), verdicts(4, 3, 5))
	rows := func(want ...string) {
		t.Helper()
		if got, ok := becomes(b, `[...document.querySelectorAll(".rows .name b")].map((e) => e.textContent)`, want); !ok {
			t.Errorf("the rows are %q, want %q", got, want)
		}
	}
	chairs := []string{"chair-0.glb", "chair-1.glb", "chair-2.glb", "chair-3.glb"}
	rows(chairs...)
	old := `.share[data-word="s:not-checked"]`
	b.run(chromedp.Click(old, chromedp.ByQuery))
	rows("old-0.glb", "old-1.glb", "old-2.glb")
	if hash := eval[string](b, `location.hash`); hash != "#q=s%3Anot-checked" {
		t.Errorf("the address ends in %s", hash)
	}
	b.run(chromedp.Reload())
	rows("old-0.glb", "old-1.glb", "old-2.glb")
	b.run(chromedp.Click(old, chromedp.ByQuery))
	rows(chairs...)
	b.run(chromedp.Click(`.head.pass button`, chromedp.ByQuery))
	if n := eval[int](b, `document.querySelectorAll(".row.pass").length`); n != 5 {
		t.Errorf("%d rows of files that passed", n)
	}
	set := func(field, text, event string) {
		b.run(chromedp.Evaluate(`{ const field = document.querySelector(".find `+field+`"); field.value = "`+text+`"; field.dispatchEvent(new Event("`+event+`")); }`, nil))
	}
	b.run(chromedp.KeyEvent("/"))
	b.wait(`document.activeElement.type === "search"`)
	set("input", "clean-3", "input")
	rows("clean-3.stl")
	b.wait(`document.querySelector(".index [role=status]").textContent === "1 of 12 files"`)
	set("input", "", "input")
	set("select", "folder", "change")
	if heads := eval[[]string](b, `[...document.querySelectorAll(".rows .head b")].map((e) => e.textContent)`); !slices.Equal(heads, []string{"props/", "./"}) {
		t.Errorf("the folders are %q", heads)
	}
	b.run(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	b.run(chromedp.KeyEvent("n"))
	open := `document.querySelector("article.file h2 bdi")?.textContent`
	b.wait(open + ` === "models/props/chair-0.glb"`)
	b.run(chromedp.KeyEvent("n"))
	b.wait(open + ` === "models/props/chair-1.glb"`)
	b.run(chromedp.KeyEvent("p"))
	b.wait(open + ` === "models/props/chair-0.glb"`)
	hash := eval[string](b, `location.hash`)
	b.run(chromedp.KeyEvent(kb.Escape))
	b.run(chromedp.Evaluate(`document.querySelector(".skip").click()`, nil))
	b.frames()
	if stays := eval[string](b, open); stays != "models/props/chair-0.glb" {
		t.Errorf("the link to the findings opens %q", stays)
	}
	b.run(chromedp.NavigateBack())
	if now, ok := becomes(b, `location.hash`, hash); !ok {
		t.Errorf("the address ends in %s after Escape, before in %s", now, hash)
	}
	b.run(chromedp.KeyEvent("u"), chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent("x"))
	b.wait(`document.querySelector(".index").checkVisibility() && document.querySelector(".find select").value === "folder" && !document.querySelector("article.file")`)
}

// An index of ten thousand files has few elements, and soon answers.
func TestBrowserLargeIndex(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	r := verdicts(6000, 1500, 2500)
	page := htmlOf(t, r)
	if data := regexp.MustCompile(`(?s)<section class="index".*?</section>|<script type="application/json" id="index-data">.*?</script>`).FindAllString(page, -1); len(data) != 2 || len(data[0])+len(data[1]) > 2_500_000 {
		t.Errorf("the index takes %d bytes and %d", len(data[0]), len(data[1]))
	}
	b := openPage(t, startBrowser(t), r)
	b.wait(`document.querySelectorAll(".row").length > 10`)
	b.wait(`performance.getEntriesByName("first-contentful-paint").length > 0`)
	start := eval[float64](b, `performance.getEntriesByName("first-contentful-paint")[0].startTime`)
	ready := eval[float64](b, `performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart`)
	t.Logf("first paint after %.0f ms, in use after %.0f ms", start, ready)
	few := func(when string) {
		t.Helper()
		if n := eval[int](b, `document.querySelectorAll("*").length`); n > 5000 {
			t.Errorf("%d elements %s", n, when)
		}
	}
	few("at first")
	b.run(chromedp.Evaluate(`scrollTo(0, document.documentElement.scrollHeight / 2)`, nil))
	b.wait(`[...document.querySelectorAll(".row")].some((e) => { const r = e.getBoundingClientRect(); return r.top > 0 && r.bottom < innerHeight; })`)
	few("in the middle")
	b.run(chromedp.Evaluate(`{ const field = document.querySelector(".find input"); field.value = "chair-77 s:failed"; field.dispatchEvent(new Event("input")); }`, nil))
	b.wait(`document.querySelector(".index [role=status]").textContent === "11 of 10,000 files"`)
	b.run(chromedp.KeyEvent("n"))
	b.wait(`document.querySelector("article.file h2 bdi")?.textContent === "models/props/chair-77.glb"`)
	few("in a file")
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
