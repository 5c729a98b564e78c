package html

import (
	"image"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// Colours of the ends of the scales, as in viewer/kinds.js.
var (
	farMesh = palette.RGB{0xd5, 0x5e, 0x00}
	farHull = palette.RGB{0x08, 0x51, 0x9c}
)

// selectFault clicks on a finding about hulls and waits for the camera.
func (b *tab) selectFault(group, number string) {
	b.t.Helper()
	b.run(chromedp.Click(".fault[data-group='"+group+"'][data-region='"+number+"'] .pick", chromedp.ByQuery))
	b.wait(`document.querySelector(".view")?.dataset.stage === "hulls-` + group + `" && document.querySelector(".view").dataset.region === "` + number + `"`)
	b.settle()
}

// bluePixels counts the pixels of hulls, whatever is behind them: far more blue than red.
func bluePixels(img image.Image) (n int) {
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			if r, _, b, _ := img.At(x, y).RGBA(); b > r+0x2000 {
				n++
			}
		}
	}
	return n
}

// A finding about hulls is one click away: the mesh that sticks out and the hull that stands off
// are coloured by distance, the legend gives the scale, and the place is in the picture.
func TestBrowserHulls(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), reporttest.HullsOf(t, "hulls/implicit_balls.gltf", check.Options{}))
	b.settle()
	if stage := b.view("stage"); stage != "hulls-0" {
		t.Fatalf("the page opens %s", stage)
	}
	img := b.screenshot(".view canvas")
	if n := scenetest.HuePixels(img, img.Bounds(), farMesh, 0.996); n < 200 {
		t.Errorf("%d pixels of a mesh far out of its hulls", n)
	}
	if n := bluePixels(img); n < 500 {
		t.Errorf("%d pixels of hulls", n)
	}
	legend := eval[string](b, `[...document.querySelectorAll(".view .scale")].filter((e) => e.checkVisibility()).map((e) => e.textContent).join("; ")`)
	if legend != "mesh outside its hulls 0732 mm; hulls beyond the mesh 01 m" {
		t.Errorf("the legend says %q", legend)
	}
	whole := b.distance()
	b.selectFault("0", "2")
	if b.distance() >= whole {
		t.Error("the place is not framed")
	}
	if text := eval[string](b, `document.querySelector(".view .measure").textContent + " " + document.querySelector(".view .now").textContent`); text != "1 m hull beyond its mesh, 1 m, 4 of 4" {
		t.Errorf("beside the place stands %q", text)
	}
	img = b.screenshot(".view canvas")
	if n := scenetest.HuePixels(img, img.Bounds(), farHull, 0.996); n < 100 {
		t.Errorf("%d pixels of a hull far off its mesh", n)
	}
	if copies := eval[bool](b, `document.querySelector(".view .copy").checkVisibility()`); copies {
		t.Error("numbers of triangles are offered that no file has")
	}
}

// Two overlapping hulls are visible through the mesh that hides them, with the way apart.
func TestBrowserHullsOverlap(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), reporttest.HullsOf(t, "hulls/overlap.glb", check.Options{}))
	b.settle()
	before := bluePixels(b.screenshot(".view canvas"))
	b.selectFault("0", "0")
	img := b.screenshot(".view canvas")
	if n := bluePixels(img); n < 5000 || n < 2*before {
		t.Errorf("%d pixels of hulls, %d before", n, before)
	}
	at, dark := b.focus(40), 0
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			if r, g, b, _ := img.At(x, y).RGBA(); max(r, g, b) < 0x3000 {
				dark++
			}
		}
	}
	if dark < 40 {
		t.Errorf("%d pixels of the arrow", dark)
	}
}

// Keys step through hulls and findings, a URL leads to one, and the filter excludes rules.
func TestBrowserHullsSteps(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), reporttest.HullsOf(t, "hulls/convex_two_boxes.glb", check.Options{}))
	b.settle()
	for _, want := range []string{"0", "1", "-1"} {
		b.key(kb.ArrowRight)
		b.wait(`document.querySelector(".view").dataset.region === "` + want + `"`)
	}
	b.run(chromedp.Evaluate(`location.hash = document.querySelector(".fault[data-region='1']").id`, nil))
	b.wait(`document.querySelector(".fault[data-region='1'][aria-current]") !== null && document.querySelector(".view").dataset.region === "1"`)
	b.run(chromedp.Click(`[name=kind][value=hull_gap]`, chromedp.ByQuery))
	left := eval[string](b, `[...document.querySelectorAll(".fault:not([hidden])")].map((e) => e.dataset.kinds).join()`)
	if left != "hull_not_convex" {
		t.Errorf("the filter leaves %q", left)
	}
	if text := eval[string](b, `document.querySelector(".matching").textContent`); !strings.Contains(text, "2 of the 3 places here match") {
		t.Errorf("the filter says %q", text)
	}
}
