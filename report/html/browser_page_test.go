package html

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// several is a report on two models that can be drawn and others that cannot.
func several(t *testing.T) *report.Report {
	r := reporttest.Sample()
	s := scenetest.Fixture(t, "chair.glb")
	r.Files[0] = pageOf(t, "chair.glb", "glb", s).Files[0]
	return &report.Report{Version: r.Version, Options: r.Options, Files: append(r.Files, sheet(t).Files...)}
}

// Without scripts, verdict, counts, regions, pictures and findings are readable.
func TestBrowserWithoutScripts(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t), emulation.SetScriptExecutionDisabled(true))
	text := eval[string](b, `document.body.innerText`)
	for _, want := range []string{"FAIL", "pins.stl", "crossing", "Two triangles in different planes cut through each other", "Region 1", "deep"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	for _, hidden := range []string{"Show in 3D", "X-ray", "Dark"} {
		if strings.Contains(text, hidden) {
			t.Errorf("the page shows %q, which does nothing", hidden)
		}
	}
	if n := eval[int](b, `document.querySelectorAll(".view, .slot:not([hidden]), .filters .more:not([hidden])").length`); n != 0 {
		t.Errorf("%d elements that need scripts are there", n)
	}
	b.run(chromedp.ScrollIntoView(".picture", chromedp.ByQuery))
	b.wait(`document.querySelector(".picture").naturalWidth === 240`)
	b.run(chromedp.Click(".region summary", chromedp.ByQuery))
	if text := eval[string](b, `document.querySelector(".region table").innerText`); !strings.Contains(text, "crossing") {
		t.Errorf("an open region shows %q", text)
	}
}

// Names are harmless in the page, in the view and in the copied scripts.
func TestBrowserHostileNames(t *testing.T) {
	s := scenetest.Fixture(t, "chair.glb")
	for _, m := range s.Meshes {
		m.Name = reporttest.HostileName
		for k := range m.Parts {
			m.Parts[k].Name, m.Parts[k].Material = reporttest.HostileName, reporttest.HostileName
		}
	}
	for i := range s.Instances {
		s.Instances[i].Path = "/\u05d0\u05d1" + reporttest.HostileName
	}
	b := openPage(t, startBrowser(t), pageOf(t, reporttest.HostileName, "glb", s))
	b.settle()
	b.selectRegion(0, 0, 0)
	box := eval[[]float64](b, `(() => { const r = document.querySelector(".view canvas").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
	b.run(chromedp.MouseEvent("mouseMoved", box[0], box[1]))
	b.wait(`document.querySelector(".view .tip bdi").textContent.includes("<script>")`)
	for _, format := range []string{"numbers", "blender", "maya"} {
		if text := b.copied(format); text == "" || strings.Contains(text, "script>") {
			t.Errorf("%s: copied %.300q", format, text)
		}
	}
	if n := eval[int](b, `document.querySelectorAll("script").length`); n != 4 {
		t.Errorf("%d script elements, want the page's own, the facts, the model and what is accepted", n)
	}
	if wide := eval[bool](b, `document.documentElement.scrollWidth > innerWidth`); wide {
		t.Error("a long name makes the page wider than the window")
	}
}

// copied presses a copy button and returns what it copies.
func (b *tab) copied(format string) string {
	b.t.Helper()
	b.run(chromedp.Click(".view [data-copy="+format+"]", chromedp.ByQuery))
	b.wait(`document.querySelector(".view .copy").dataset.copied === "` + format + `"`)
	return eval[string](b, `document.querySelector(".view .copy textarea").value`)
}

// The policy stops what a hole in the page might let in.
func TestBrowserPolicyHolds(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t))
	b.settle()
	b.run(chromedp.Evaluate(`{
		const own = document.createElement("script");
		own.textContent = "window.broken = 1";
		document.body.append(own);
		fetch("https://localhost/").catch(() => {});
	}`, nil))
	if eval[bool](b, `window.broken === 1`) {
		t.Error("an inline script runs")
	}
	b.expectProblem("script")
	b.expectProblem("default-src 'none'")
	b.ignore("Content Security Policy") // a browser may report what it refuses once more
}

// withoutWebGL opens a page in a browser without WebGL.
func withoutWebGL() chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(`HTMLCanvasElement.prototype.getContext = () => null`).Do(ctx)
		return err
	})
}

func TestBrowserWithoutWebGL(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t), withoutWebGL())
	b.wait(`document.querySelector('.view[data-state="unavailable"]') !== null`)
	if text := eval[string](b, `document.querySelector(".view .trouble").innerText`); !strings.Contains(text, "no 3D view") {
		t.Errorf("the page says %q", text)
	}
	b.run(chromedp.Click(regionAt(0, 0, 1)+" .pick", chromedp.ByQuery))
	b.wait(`document.querySelector(".view .what").textContent.includes("Region 2")`)
	if text := b.copied("numbers"); !strings.Contains(text, ", ") {
		t.Errorf("copied %q", text)
	}
}

func TestBrowserFilters(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), pageOf(t, "soup.stl", "stl", scenetest.ExcerptScenes()["odd"]))
	b.settle()
	visible := func() []string {
		return eval[[]string](b, `[...document.querySelectorAll(".region:not([hidden])")].map((r) => r.dataset.kinds)`)
	}
	all := visible()
	before := b.copied("numbers")
	b.run(chromedp.Click(`[name=kind][value=crossing]`, chromedp.ByQuery))
	b.wait(`![...document.querySelectorAll(".region:not([hidden])")].some((r) => r.dataset.kinds === "crossing")`)
	if rows := eval[int](b, `document.querySelectorAll('tr[data-kinds="crossing"]:not([hidden])').length`); rows != 0 {
		t.Errorf("%d crossings are listed", rows)
	}
	if after := b.copied("numbers"); len(after) >= len(before) {
		t.Errorf("the filter leaves %q of %q", after, before)
	}
	b.run(chromedp.Click(`[name=kind][value=crossing]`, chromedp.ByQuery))
	if again := visible(); len(again) != len(all) {
		t.Errorf("%d regions, before %d", len(again), len(all))
	}
}

// The filters say in a sentence how many regions remain, one or several.
func TestBrowserMatching(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	for want, r := range map[string]*report.Report{
		"The only region here does not match": pageOf(t, "cross.stl", "stl", scenetest.Fixture(t, "kinds/crossing.stl")),
		"0 of the 5 regions here match":       pageOf(t, "pins.stl", "stl", scenetest.SceneOf(meshgen.Mesh("", scenetest.Pins(50, 5)))),
	} {
		b := openPage(t, browser, r)
		b.settle()
		b.run(chromedp.Evaluate(`for (const box of document.querySelectorAll("[name=kind]")) { box.checked = false; box.dispatchEvent(new Event("change", { bubbles: true })); }`, nil))
		if got := eval[string](b, `document.querySelector(".matching").textContent`); got != want {
			t.Errorf("the filter says %q, want %q", got, want)
		}
	}
}

// The program and the view use the same separator in numbers.
func TestBrowserSeparators(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), pageOf(t, "pins.stl", "stl", scenetest.SceneOf(meshgen.Mesh("", scenetest.Pins(40, 1000)))))
	b.settle()
	text := eval[string](b, `document.body.innerText`)
	if found := regexp.MustCompile(`\d[\x{202f} ]\d{3}\b`).FindString(text); found != "" {
		t.Errorf("the page shows %q", found)
	}
	for _, element := range []string{".chip .n", ".view .copy .what"} {
		if got := eval[string](b, `document.querySelector("`+element+`").textContent`); !strings.Contains(got, ",") {
			t.Errorf("%s shows %q", element, got)
		}
	}
}

// The list is painted before the view starts, which takes a while: when the page has loaded there
// is no view, and at least one frame has passed when it appears.
func TestBrowserPaintsFirst(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(`
			let frames = 0;
			requestAnimationFrame(function count() { frames++; requestAnimationFrame(count); });
			document.addEventListener("DOMContentLoaded", () => {
				window.early = document.querySelector(".view") !== null;
				const before = frames;
				new MutationObserver(() => (window.waited ??= document.querySelector(".view") ? frames - before : undefined))
					.observe(document, { childList: true, subtree: true });
			});`).Do(ctx)
		return err
	}))
	b.settle()
	if eval[bool](b, `early`) {
		t.Error("the view starts before the page is read")
	}
	if n := eval[int](b, `waited ?? 0`); n < 1 {
		t.Errorf("the view starts after %d frames", n)
	}
	if slots := eval[int](b, `document.querySelectorAll(".coming").length`); slots != 0 {
		t.Error("room is still kept for a view that has come")
	}
}

// One view serves all files of a page.
func TestBrowserSeveralFiles(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), several(t))
	b.openFile("pins.stl")
	b.selectRegion(7, 0, 1)
	b.openFile("chair.glb")
	b.selectRegion(0, 0, 0)
	if where := eval[string](b, `document.querySelector(".view").closest(".work").dataset.file`); where != "0" {
		t.Errorf("the view is with file %s", where)
	}
	if n := eval[int](b, `document.querySelectorAll("canvas").length`); n != 1 {
		t.Errorf("%d canvases", n)
	}
}

// Findings of single triangles are drawn and copied although they have no region.
func TestBrowserSingles(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), pageOf(t, "flat.stl", "stl", scenetest.Fixture(t, "kinds/only_degenerate.stl")))
	b.settle()
	if got := b.copied("numbers"); got == "" {
		t.Error("a degenerate triangle is not copied")
	}
	b.run(chromedp.Click("#file-0-mesh-0-singles .show", chromedp.ByQuery))
	b.wait(`document.querySelector(".view").dataset.finding !== ""`)
	b.settle()
	img := b.screenshot(".view canvas")
	if n := scenetest.HuePixels(img, b.focus(60), palette.Of(check.Degenerate, check.Error), 0.992); n < 20 {
		t.Errorf("%d pixels of the kind's colour where the triangle is", n)
	}
}

// On a narrow screen the list is below the view. A step keeps the view in sight, and selecting a
// region in the list scrolls back to it. Verdicts do not break within a word.
func TestBrowserNarrow(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	b := openPage(t, browser, sheet(t), emulation.SetDeviceMetricsOverride(390, 844, 1, true))
	b.settle()
	b.run(chromedp.Evaluate(`document.querySelector(".view").scrollIntoView()`, nil))
	inSight := `(() => { const r = document.querySelector(".view canvas").getBoundingClientRect(); return r.top > -60 && r.bottom < innerHeight; })()`
	for i := range 3 {
		b.run(chromedp.Click("[data-do=next]", chromedp.ByQuery))
		b.wait(`document.querySelector(".view").dataset.region === "` + string(rune('0'+i)) + `"`)
		b.frames()
		if !eval[bool](b, inSight) {
			t.Errorf("step %d takes the view out of sight", i)
		}
	}
	b.selectRegion(0, 0, 3)
	b.wait(inSight)

	b = openPage(t, browser, several(t), emulation.SetDeviceMetricsOverride(390, 844, 1, true))
	b.wait(`document.readyState === "complete"`)
	if lines := eval[int](b, `Math.max(...[...document.querySelectorAll(".index .row a")].map((v) =>
		Math.round(v.clientHeight / parseFloat(getComputedStyle(v).lineHeight))))`); lines > 3 {
		t.Errorf("the name of a file takes %d lines", lines)
	}
	if wide := eval[bool](b, `document.documentElement.scrollWidth > innerWidth`); wide {
		t.Error("the page is wider than the window")
	}
}

// A region without a model opens its findings.
func TestBrowserWithoutModel(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	r := sheet(t)
	reporttest.Model(&r.Files[0]).Excerpt = nil
	b := openPage(t, startBrowser(t), r)
	b.run(chromedp.Click(regionAt(0, 0, 1)+" .pick", chromedp.ByQuery))
	b.wait(`document.querySelector("` + regionAt(0, 0, 1) + ` details").open`)
}

// A region is named with its mesh where there are several.
func TestBrowserNamesMesh(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), pageOf(t, "two.glb", "glb", scenetest.SceneOf(
		meshgen.Mesh("first", scenetest.Pins(12, 2)), meshgen.Mesh("second", scenetest.Pins(12, 2)))))
	b.settle()
	b.selectRegion(0, 1, 0)
	if now := eval[string](b, `document.querySelector(".view .now").textContent`); !strings.Contains(now, "second") {
		t.Errorf("the view shows %q", now)
	}
}
