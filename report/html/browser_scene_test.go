package html

import (
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// townPage is the report on the pairs of objects of a town.
func townPage(t *testing.T) *report.Report {
	t.Helper()
	return pairsPage(t, "town.glb", scenetest.Fixture(t, "scenes/town.glb"), check.Options{Checks: check.Parts})
}

func pairsPage(t *testing.T, path string, s *mesh.Scene, o check.Options) *report.Report {
	t.Helper()
	f := report.File{Path: path, Format: "glb", Unit: s.Unit, Result: scenetest.CheckedPairs(t, s, o)}
	var err error
	if reporttest.Model(&f).Excerpt, err = drawing.NewExcerpt(t.Context(), s, f.Result, drawing.Options{}); err != nil {
		t.Fatal(err)
	}
	return &report.Report{Version: "0.1.0", Files: []report.File{f}}
}

// number returns a data attribute of the view that is a number.
func (b *tab) number(name string) int {
	b.t.Helper()
	n, err := strconv.Atoi(b.view(name))
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}

// surrounded waits until the rest of the scene stands around the stage.
func (b *tab) surrounded() {
	b.t.Helper()
	b.wait(`Number(document.querySelector(".view").dataset.around) > 0`)
	b.settle()
}

// The first picture is the worst pair in its scene; everything is one key away, with its places as pins,
// and a click on a pin selects its place.
func TestBrowserScene(t *testing.T) {
	r := townPage(t)
	b := openPage(t, startBrowser(t), r)
	b.settle()
	b.surrounded()
	if stage := b.view("stage"); stage != "pair-0" {
		t.Errorf("the page opens with %s", stage)
	}
	b.key("f") // the focus has an outline
	with := b.screenshot(".view canvas")
	b.key("b")
	without := b.screenshot(".view canvas")
	if n := differing(with, without); n < 20_000 {
		t.Errorf("the rest of the scene fills %d pixels", n)
	}
	if n := differing(with, b.screenshot(".view canvas")); n < 20_000 {
		t.Error("the background came back by itself")
	}
	b.key("b")
	if n := differing(with, b.screenshot(".view canvas")); n > 500 {
		t.Errorf("the background comes back with %d other pixels", n)
	}
	eval[bool](b, `new Promise((done) => {
		const canvas = document.querySelector(".view canvas");
		const lost = canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
		canvas.addEventListener("webglcontextlost", () => setTimeout(() => lost.restoreContext()));
		canvas.addEventListener("webglcontextrestored", () => done(true));
		lost.loseContext();
	})`)
	b.frames()
	if n := differing(with, b.screenshot(".view canvas")); n > 500 {
		t.Errorf("after the graphics context was lost, %d pixels are others", n)
	}
	b.key("0")
	b.wait(`document.querySelector(".view").dataset.stage === "scene"`)
	b.settle()
	if n, want := b.number("pins"), len(r.Files[0].Result.Issues(check.Options{Checks: check.Parts})); n != want || want < 3 {
		t.Errorf("%d pins, want %d", n, want)
	}
	b.clickCanvas(floats(t, b.view("focus")))
	b.wait(`document.querySelector(".view").dataset.stage === "pair-0"`)
	b.settle()
	if id := eval[string](b, `document.querySelector(".pair[aria-current]")?.dataset.pair ?? ""`); id != "0" {
		t.Errorf("a click on the first pin selects pair %q", id)
	}
	if b.number("around") == 0 {
		t.Error("the selected pair stands alone")
	}
	b.run(chromedp.Click("[data-do=whole]", chromedp.ByQuery))
	b.wait(`document.querySelector(".view").dataset.stage === "scene"`)
	b.key(kb.ArrowRight)
	b.wait(`document.querySelector(".view").dataset.stage === "pair-0"`)
	b.key(kb.ArrowRight)
	b.wait(`document.querySelector(".view").dataset.stage === "pair-1"`)
}

// clickCanvas clicks at a place of the canvas, in CSS pixels.
func (b *tab) clickCanvas(at []float64) {
	b.t.Helper()
	corner := eval[[]float64](b, `(() => { const r = document.querySelector(".view canvas").getBoundingClientRect(); return [r.x, r.y]; })()`)
	x, y := corner[0]+at[0], corner[1]+at[1]
	b.run(input.DispatchMouseEvent(input.MousePressed, x, y).WithButton(input.Left).WithButtons(1).WithClickCount(1),
		input.DispatchMouseEvent(input.MouseReleased, x, y).WithButton(input.Left).WithClickCount(1))
}

// Pins have the filters of the list, and say what they are of.
func TestBrowserPins(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	b := openPage(t, browser, townPage(t))
	b.settle()
	b.key("0")
	b.wait(`document.querySelector(".view").dataset.stage === "scene"`)
	b.settle()
	all := b.number("pins")
	at := floats(t, b.view("focus"))
	corner := eval[[]float64](b, `(() => { const r = document.querySelector(".view canvas").getBoundingClientRect(); return [r.x, r.y]; })()`)
	b.run(input.DispatchMouseEvent(input.MouseMoved, corner[0]+at[0], corner[1]+at[1]).WithPointerType("mouse"))
	b.wait(`document.querySelector(".view .tip").textContent.includes("house_extension")`)
	b.run(chromedp.Evaluate(`document.querySelector("input[name=kind][value='parts/duplicate_instance']").click()`, nil))
	b.wait(`document.querySelector(".view").dataset.pins === "` + strconv.Itoa(all-1) + `"`)
	b.run(chromedp.Evaluate(`document.querySelector("input[name=kind][value='parts/duplicate_instance']").click()`, nil))
	b.wait(`document.querySelector(".view").dataset.pins === "` + strconv.Itoa(all) + `"`)

	lone := openPage(t, browser, sheet(t))
	lone.settle()
	if n := lone.number("pins"); n != 4 {
		t.Errorf("a mesh without a scene has %d pins of 4 regions", n)
	}
	lone.selectRegion(0, 0, 1)
	lone.wait(`document.querySelector(".view").dataset.pins === "0"`)
	lone.key("0")
	if stage := lone.view("stage"); stage != "mesh-0" {
		t.Errorf("everything is %s", stage)
	}
}

// A clean file of several meshes opens with all of them, and a real town around its worst place.
func TestBrowserSceneOfFiles(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	b := openPage(t, browser, pageOf(t, "town.glb", "glb", scenetest.Fixture(t, "scenes/town.glb")))
	b.settle()
	if stage := b.view("stage"); stage != "scene" {
		t.Errorf("a clean town opens with %s", stage)
	}
	b = openPage(t, browser, corpusPage(t, "littlest_tokyo_draco.glb"))
	b.settle()
	b.surrounded()
	if n := b.number("around"); n < 1000 {
		t.Errorf("%d triangles around the worst place", n)
	}
	b.key("0")
	b.wait(`document.querySelector(".view").dataset.stage === "scene"`)
	b.settle()
	if n := b.number("pins"); n != pinsPerFile {
		t.Errorf("%d pins", n)
	}
}

// The page has the picture of the worst place until the view has drawn something, and where it cannot.
func TestBrowserPoster(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), townPage(t), withoutWebGL())
	b.wait(`document.querySelector('.view[data-state="unavailable"] .cover') !== null`)
	if wide := eval[int](b, `document.querySelector(".view .cover").naturalWidth`); wide != 720 {
		t.Errorf("the picture is %d pixels wide", wide)
	}
}
