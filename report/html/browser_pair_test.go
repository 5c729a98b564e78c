package html

import (
	"image"
	"io/fs"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// pairPage is the report on the pairs of a scene among the fixtures.
func pairPage(t *testing.T, name string, clearance float64) *report.Report {
	t.Helper()
	path := "scenes/" + name
	if _, err := fs.Stat(fixtures.Files(), path); err != nil {
		t.Fatal(err)
	}
	o := scenetest.PairOptions
	o.ListTouches, o.Clearance.Value = false, clearance
	return pairPageOf(t, name, scenetest.Fixture(t, path), o)
}

func pairPageOf(t *testing.T, name string, s *mesh.Scene, o check.Options) *report.Report {
	t.Helper()
	f := report.File{Path: name, Format: "glb", Unit: s.Unit, Result: scenetest.CheckedPairs(t, s, o)}
	reporttest.Attach(t, &f, s, report.Needs{Excerpt: true}, drawing.Options{})
	return &report.Report{Version: "0.1.0", Options: o, Files: []report.File{f}}
}

// selectPair clicks on a pair in the list and waits for the camera.
func (b *tab) selectPair(i string) {
	b.t.Helper()
	b.run(chromedp.Click(".pair[data-pair='"+i+"'] .pick", chromedp.ByQuery))
	b.wait(`document.querySelector(".view")?.dataset.stage === "pair-` + i + `"`)
	b.settle()
}

// A pair is drawn in the colours of both objects, with its findings.
func TestBrowserPair(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), pairPage(t, "mirrored_overlap.glb", 0.1))
	b.settle()
	b.selectPair("0")
	img := b.screenshot(".view canvas")
	for k, color := range palette.Objects {
		if n := scenetest.HuePixels(img, img.Bounds(), color, 0.996); n < 500 {
			t.Errorf("%d pixels in the colour of object %d", n, k)
		}
	}
	if n := scenetest.HuePixels(img, img.Bounds(), palette.Of(check.Crossing, check.Error), 0.992); n < 200 {
		t.Errorf("%d pixels of a cut in the colour of a crossing", n)
	}
	if text := eval[string](b, `document.querySelector(".view .legend").innerText`); !strings.Contains(text, "/left") || !strings.Contains(text, "/right") {
		t.Errorf("the legend says %q", text)
	}
	if copies := eval[bool](b, `document.querySelector(".view .copy").checkVisibility()`); copies {
		t.Error("numbers of two meshes are offered as those of one")
	}
}

// The rows of a pair's table and the keys select its findings; the arrows go from pair to pair.
func TestBrowserPairFindings(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	r := pairPage(t, "mirrored_overlap.glb", 0.1)
	b := openPage(t, startBrowser(t), r)
	b.settle()
	b.selectPair("0")
	far := b.distance()
	b.run(chromedp.Click(".pair[data-pair='0'] summary", chromedp.ByQuery), chromedp.Click(".pair[data-pair='0'] tbody .show", chromedp.ByQuery))
	b.wait(`document.querySelector(".view").dataset.finding !== ""`)
	b.settle()
	row := eval[string](b, `(({ a, b }) => a + " " + b)(document.querySelector(".pair[data-pair='0'] tbody tr[aria-current]").dataset)`)
	if got := b.view("finding"); got != row {
		t.Errorf("the finding is %s, the row %s", got, row)
	}
	if b.distance() == far {
		t.Error("the finding is not framed")
	}
	if b.key("."); b.view("finding") == row || b.view("finding") == "" {
		t.Errorf("a full stop leads from %s to %s", row, b.view("finding"))
	}
	if b.key(kb.Escape); b.view("finding") != "" || b.view("stage") != "pair-0" {
		t.Errorf("after Esc: %s of %s", b.view("finding"), b.view("stage"))
	}
	b.key(kb.ArrowRight)
	b.wait(`document.querySelector(".view").dataset.stage === "pair-1"`)
	b.wait(`document.querySelector(".pair[data-pair='1'][aria-current]") !== null`)
}

// The line between the nearest points is drawn, and its length is shown beside the view.
func TestBrowserPairNearest(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), pairPage(t, "ring_and_l.glb", 2))
	b.settle()
	b.selectPair("0")
	img, at := b.screenshot(".view canvas"), b.focus(30)
	dark := 0
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			if r, g, b, _ := img.At(x, y).RGBA(); max(r, g, b) < 0x3000 {
				dark++
			}
		}
	}
	if dark < 40 {
		t.Errorf("%d pixels of the line", dark)
	}
	for k, color := range palette.Objects {
		if n := scenetest.HuePixels(img, img.Bounds(), color, 0.996); n < 500 {
			t.Errorf("%d pixels in the colour of object %d", n, k)
		}
	}
	if text := eval[string](b, `document.querySelector(".view .now").textContent`); !strings.Contains(text, "0.92 m apart") {
		t.Errorf("beside the view stands %q", text)
	}
}

// An object around another is translucent; two objects in one place are shown in stripes.
func TestBrowserPairSeesInside(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	for name, least := range map[string][2]int{
		"cube_in_sphere_in_cone.glb": {5000, 0}, "sheet_in_box.glb": {0, 2000}, "instances_same_place.glb": {3000, 3000},
	} {
		b := openPage(t, browser, pairPage(t, name, 1e-6))
		b.settle()
		b.selectPair("0")
		img := b.screenshot(".view canvas")
		middle := image.Rect(img.Bounds().Dx()/4, img.Bounds().Dy()/4, img.Bounds().Dx()*3/4, img.Bounds().Dy()*3/4)
		for k, color := range palette.Objects {
			if n := scenetest.HuePixels(img, middle, color, 0.996); n < least[k] {
				t.Errorf("%s: %d pixels in the colour of object %d", name, n, k)
			}
		}
	}
}

// A URL with a pair selects it.
func TestBrowserPairAddress(t *testing.T) {
	b := openPage(t, startBrowser(t), pairPage(t, "cube_in_sphere_in_cone.glb", 1e-6))
	b.settle()
	for stage, rest := range map[string]string{"2": "", "1": "-findings"} {
		b.run(chromedp.Evaluate(`location.hash = document.querySelector(".pair[data-pair='`+stage+`']").id + `+quoted(rest), nil))
		b.wait(`document.querySelector(".view").dataset.stage === "pair-` + stage + `"`)
		b.wait(`document.querySelector(".pair[data-pair='` + stage + `'][aria-current]") !== null`)
	}
}

// Each verdict on pairs has a checkbox. Without its tick, pairs with that verdict are hidden,
// whatever the findings between their triangles are.
func TestBrowserPairFilter(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	r := pairPageOf(t, "balls.glb", scenetest.Balls(3, 16, 9), check.Options{
		Checks: check.Parts | check.Clearance, Clearance: check.Length{Value: 0.1}, ListTouches: true,
	})
	verdicts := map[string]int{}
	for _, p := range r.Files[0].Result.Pairs() {
		verdicts[p.Rule.String()]++
	}
	if len(verdicts) < 2 {
		t.Fatalf("pairs of %v only", verdicts)
	}
	b := openPage(t, startBrowser(t), r)
	b.settle()
	all := len(r.Files[0].Result.Pairs())
	left := func() int { return eval[int](b, `document.querySelectorAll(".pair:not([hidden])").length`) }
	for verdict, n := range verdicts {
		box := `[name=kind][value="` + verdict + `"]`
		b.run(chromedp.Click(box, chromedp.ByQuery))
		if got := left(); got != all-n {
			t.Errorf("without %s, %d of %d pairs are left, want %d", verdict, got, all, all-n)
		}
		if text := eval[string](b, `document.querySelector(".matching").textContent`); !strings.Contains(text, "pairs here match") {
			t.Errorf("the filter says %q", text)
		}
		b.run(chromedp.Click(box, chromedp.ByQuery))
	}
	b.run(chromedp.Evaluate(`for (const box of document.querySelectorAll("[name=kind]")) { box.checked = false; box.dispatchEvent(new Event("change", { bubbles: true })); }`, nil))
	if got := left(); got != 0 {
		t.Errorf("%d pairs are left of no verdict", got)
	}
}

// A pair without a model opens its measures.
func TestBrowserPairWithoutModel(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	r := pairPage(t, "mirrored_overlap.glb", 0.1)
	reporttest.Model(&r.Files[0]).Excerpt = nil
	b := openPage(t, startBrowser(t), r)
	b.run(chromedp.Click(".pair[data-pair='0'] .pick", chromedp.ByQuery))
	b.wait(`document.querySelector(".pair[data-pair='0'] details").open`)
}
