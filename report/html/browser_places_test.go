package html

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// A place without a size is named without one.
func TestBrowserNamesPlaceWithoutSize(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), reporttest.HullsOf(t, "hulls/unreal_misspelt.glb", check.Options{}))
	b.settle()
	if !eval[bool](b, `[...document.querySelectorAll(".fault")].some((f) => { const bare = !f.querySelector(".size"); if (bare) f.querySelector(".pick").click(); return bare; })`) {
		t.Fatal("every finding has a size")
	}
	b.wait(`document.querySelector(".fault[aria-current]") !== null`)
	if now := eval[string](b, `document.querySelector(".view .now").textContent`); strings.Contains(now, "undefined") || !strings.Contains(now, " of ") {
		t.Errorf("the caption is %q", now)
	}
}

// On a phone a tap on a region scrolls the picture into view, even if the rows below it are already
// visible.
func TestBrowserPhoneShowsPicture(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t), emulation.SetDeviceMetricsOverride(390, 844, 1, true))
	b.settle()
	b.run(chromedp.Evaluate(`{
		const { bottom } = document.querySelector(".view canvas").getBoundingClientRect();
		scrollBy({ top: bottom + 30, behavior: "instant" });
	}`, nil))
	b.wait(`document.querySelector(".view canvas").getBoundingClientRect().bottom < 0 && document.querySelector(".view").getBoundingClientRect().bottom > 90`)
	b.run(chromedp.Evaluate(`document.querySelector(".region .pick").click()`, nil))
	b.wait(`(() => { const r = document.querySelector(".view canvas").getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight; })()`)
}

// A filter that hides the selected region shows the whole model, and a button resets it.
func TestBrowserFilterHidesSelection(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), pageOf(t, "soup.stl", "stl", scenetest.ExcerptScenes()["odd"]))
	b.settle()
	whole := b.distance()
	before := eval[string](b, `document.querySelector(".view .now").textContent`)
	b.selectRegion(0, 0, 0)
	b.run(chromedp.Evaluate(`for (const box of document.querySelectorAll("[name=kind]")) { box.checked = false; box.dispatchEvent(new Event("change", { bubbles: true })); }`, nil))
	b.wait(`document.querySelector(".view").dataset.region === "-1"`)
	b.settle()
	if d := b.distance(); d < 0.9*whole {
		t.Errorf("the camera is %g away, of the whole model %g", d, whole)
	}
	if now := eval[string](b, `document.querySelector(".view .now").textContent`); now != "Nothing matches the filters" {
		t.Errorf("the caption is %q", now)
	}
	if eval[bool](b, `document.querySelector(".view .copy").checkVisibility()`) {
		t.Error("numbers of no triangles are offered")
	}
	if n := eval[int](b, `document.querySelectorAll(".region[aria-current]").length`); n != 0 {
		t.Error("a region is marked that nobody sees")
	}
	b.run(chromedp.Click(".reset", chromedp.ByQuery))
	b.wait(`document.querySelectorAll(".region[hidden]").length === 0 && document.querySelector(".reset").hidden`)
	if now := eval[string](b, `document.querySelector(".view .now").textContent`); now != before {
		t.Errorf("the caption is %q", now)
	}
}

// Selecting a place changes the URL, and that URL opens the page with the place selected.
func TestBrowserAddress(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	b := openPage(t, browser, sheet(t))
	b.settle()
	if hash := eval[string](b, `location.hash`); hash != "" {
		t.Errorf("the address is %s although nothing was chosen", hash)
	}
	entries := eval[int](b, `history.length`)
	b.run(chromedp.Click(regionAt(0, 0, 2)+" .pick", chromedp.ByQuery))
	b.settle()
	address := eval[string](b, `location.href`)
	if id := eval[string](b, `document.querySelector("`+regionAt(0, 0, 2)+`").id`); !strings.HasSuffix(address, "#"+id) || !strings.HasPrefix(id, "region-") {
		t.Errorf("the address is %s, of the region %s", address, id)
	}
	if n := eval[int](b, `history.length`); n != entries {
		t.Errorf("%d entries in the history, before %d", n, entries)
	}
	b.run(chromedp.Navigate("about:blank"), chromedp.Navigate(address), chromedp.WaitVisible(".view canvas", chromedp.ByQuery))
	b.wait(`document.querySelector(".view")?.dataset.region === "2"`)
	b.key(kb.Escape)
	if hash := eval[string](b, `location.hash`); hash != "" {
		t.Errorf("the address is %s although nothing is chosen", hash)
	}
}

// Keys move the view wherever the focus is, except in text fields, and a question mark shows the
// list of keys.
func TestBrowserKeysAnywhere(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t))
	b.settle()
	b.selectRegion(0, 0, 1)
	b.run(chromedp.Evaluate(`document.activeElement.blur()`, nil), chromedp.KeyEvent("."))
	b.wait(`document.querySelector(".view").dataset.finding !== ""`)
	b.settle()
	b.run(chromedp.KeyEvent("x"))
	b.wait(`document.querySelector("[data-do=xray]").getAttribute("aria-pressed") === "true"`)
	eye := b.view("eye")
	b.run(chromedp.KeyEvent("d"))
	b.wait(`document.querySelector(".view").dataset.eye !== ` + quoted(eye))
	b.run(chromedp.Evaluate(`{
		const field = document.createElement("input");
		document.querySelector(".places").append(field);
		field.focus({ preventScroll: true });
	}`, nil), chromedp.KeyEvent("x"), chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent("?"))
	if eval[string](b, `document.querySelector("[data-do=xray]").getAttribute("aria-pressed")`) != "true" || b.view("region") != "1" {
		t.Error("a letter in a field steers the view")
	}
	if eval[bool](b, `document.querySelector(".keys").open`) {
		t.Error("a question mark in a field shows the keys")
	}
	b.run(chromedp.Evaluate(`document.activeElement.remove()`, nil), chromedp.KeyEvent("?"))
	b.wait(`document.querySelector(".keys").open`)
	for _, word := range []string{"?", "Esc", "isolate"} {
		if list := eval[string](b, `document.querySelector(".keys").innerText`); !strings.Contains(list, word) {
			t.Errorf("the list of keys has no %q: %s", word, list)
		}
	}
	b.run(chromedp.KeyEvent(kb.Escape))
	b.wait(`document.querySelector(".view").dataset.region === "-1"`)
}

// A clean model has no controls for findings, and a model with damage outside of regions only those
// that do something.
func TestBrowserCleanModel(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	seen := func(path string) string {
		b := openPage(t, browser, pageOf(t, path, "stl", scenetest.Fixture(t, path)))
		b.settle()
		return eval[string](b, `[...document.querySelectorAll(".view :is(.stepper, .copy, .tools) button, .view .now")].filter((e) => e.checkVisibility()).map((e) => e.dataset.do ?? e.dataset.copy ?? e.className).join(" ")`)
	}
	if got := seen("clean/torus.stl"); got != "xray whole" {
		t.Errorf("beside a clean model stand %q", got)
	}
	if got := seen("kinds/only_degenerate.stl"); got != "isolate xray frame whole blender maya numbers" {
		t.Errorf("beside a model with damaged triangles stand %q", got)
	}
}

// The cut and the common area have the full colour of their kind. The triangles that meet there,
// which may be far larger, are only tinted.
func TestBrowserPaintsWhatIsWrong(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	big := geom.Triangle{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}}
	for name, c := range map[string]struct {
		other geom.Triangle
		kind  check.Rule
	}{
		"cut":         {geom.Triangle{{1, 1, -0.1}, {1.3, 1, -0.1}, {1.1, 1.2, 0.5}}, check.Crossing},
		"common area": {geom.Triangle{{-4, 3, 0}, {0.2, 3, 0}, {-4, 3.4, 0}}, check.Overlap},
	} {
		soup := []geom.Triangle{big, c.other}
		b := openPage(t, browser, pageOf(t, name+".stl", "stl", scenetest.SceneOf(meshgen.Mesh("", soup))))
		b.settle()
		b.selectRegion(0, 0, 0)
		if n := scenetest.HuePixels(b.screenshot(".view canvas"), b.focus(60), palette.Of(c.kind, check.Error), 0.992); n < 100 {
			t.Errorf("%s: %d pixels in the colour of the kind where it is", name, n)
		}
		b.key("0")
		img := b.screenshot(".view canvas")
		all := img.Bounds().Dx() * img.Bounds().Dy()
		if n := scenetest.HuePixels(img, img.Bounds(), palette.Of(c.kind, check.Error), 0.992); n > all/25 {
			t.Errorf("%s: %d of %d pixels in the colour of the kind", name, n, all)
		}
	}
}
