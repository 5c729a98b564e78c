package html

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/diff"
)

// since returns a report of a model with pins through a plate and of a chair that is not in the earlier
// report, compared with a report in which the first pin was there and the last was not.
func since(t *testing.T) *report.Report {
	t.Helper()
	soup := scenetest.Pins(12, 4)
	pin := len(soup) - len(scenetest.Pins(12, 3))
	before := pageOf(t, "pins.stl", "stl", scenetest.SceneOf(meshgen.Mesh("", soup[:len(soup)-pin])))
	after := pageOf(t, "pins.stl", "stl", scenetest.SceneOf(meshgen.Mesh("", slices.Concat(soup[:len(soup)-4*pin], soup[len(soup)-3*pin:]))))
	after.Files = append(after.Files, pageOf(t, "chair.glb", "glb", scenetest.Fixture(t, "chair.glb")).Files...)
	before.Files[0].Path, before.Files[0].SHA256, after.Files[0].SHA256 = "old/pins.stl", "same", "same"
	diff.Reports(before, after)
	return after
}

// A page says what has become of the places since an earlier report, which are fixed, and from which
// file it was renamed.
func TestHTMLSince(t *testing.T) {
	r := since(t)
	page := htmlOf(t, r)
	for _, want := range []string{
		"Since the earlier report: 3 new, 1 fixed, 2 unchanged.", "Since the earlier report: 1 new, 1 fixed, 2 unchanged.",
		"renamed, was old/pins.stl", "Fixed since the earlier report</summary>", `data-since="unchanged"`, `data-since="new"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(htmlOf(t, sheet(t)), "Since the earlier report:") {
		t.Error("a report that was compared with none speaks of an earlier one")
	}
}

// The index and the list of places filter by what has become of them.
func TestBrowserSince(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), since(t))
	names := `[...document.querySelectorAll(".rows .name b")].map((e) => e.textContent)`
	b.run(chromedp.Click(`.share[data-word="s:fixed"]`, chromedp.ByQuery))
	if got := eval[[]string](b, names); !slices.Equal(got, []string{"pins.stl"}) {
		t.Errorf("places are fixed in %q", got)
	}
	b.openFile("pins.stl")
	b.settle()
	all := `document.querySelector(".copy .what").textContent`
	before := eval[string](b, all)
	b.run(chromedp.Evaluate(`{ const choice = document.querySelector("[name=since]"); choice.value = "new"; choice.dispatchEvent(new Event("change", { bubbles: true })); }`, nil))
	seen := eval[[]string](b, `[...document.querySelectorAll(".region:not([hidden])")].map((e) => e.dataset.since)`)
	if !slices.Equal(seen, []string{"new"}) {
		t.Errorf("the regions that are seen are %q", seen)
	}
	if after := eval[string](b, all); after == before {
		t.Errorf("the view still shows %s", after)
	}
}
