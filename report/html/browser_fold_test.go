package html

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
)

// pins is a report on a sheet with n pins through it.
func pins(t *testing.T, n int) *report.Report {
	return pageOf(t, "pins.stl", "stl", scenetest.SceneOf(meshgen.Mesh("", scenetest.Pins(60, n))))
}

// Many regions are folded: the worst three are visible, the list of the others opens, and a click
// selects one of these. Steps and URLs lead into the list and open it.
func TestBrowserFoldsRegions(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	b := openPage(t, browser, pins(t, 60))
	b.settle()
	if seen := eval[int](b, `[...document.querySelectorAll(".region")].filter((e) => e.checkVisibility()).length`); seen != report.WorstOfFold {
		t.Errorf("%d regions are in sight", seen)
	}
	if now := eval[string](b, `document.querySelector(".view .now").textContent`); now != "60 regions" {
		t.Errorf("the caption is %q", now)
	}
	b.run(chromedp.Click(".others > summary", chromedp.ByQuery))
	b.wait(`document.querySelector(".others").open`)
	b.selectRegion(0, 0, 40)
	address := eval[string](b, `location.href`)
	if id := eval[string](b, `document.querySelector("`+regionAt(0, 0, 40)+`").id`); b.view("region") != "40" || !strings.HasSuffix(address, "#"+id) {
		t.Errorf("region %s is selected, the address is %s", b.view("region"), address)
	}
	b.run(chromedp.Evaluate(`document.querySelector(".others").open = false`, nil))
	b.selectRegion(0, 0, 2)
	b.run(chromedp.Click(`[data-do="next"]`, chromedp.ByQuery))
	b.wait(`document.querySelector(".view").dataset.region === "3" && document.querySelector(".others").open`)
	if now := eval[string](b, `document.querySelector(".view .now").textContent`); now != "Region 4, 4 of 60" {
		t.Errorf("the caption is %q", now)
	}
	b.run(chromedp.Navigate("about:blank"), chromedp.Navigate(address), chromedp.WaitVisible(".view canvas", chromedp.ByQuery))
	b.wait(`document.querySelector(".view")?.dataset.region === "40" && document.querySelector(".others").open`)
	b.run(chromedp.Evaluate(`for (const box of document.querySelectorAll("[name=kind]")) { box.checked = false; box.dispatchEvent(new Event("change", { bubbles: true })); }`, nil))
	b.wait(`!document.querySelector(".fold").checkVisibility()`)
}

// The caption counts regions that are not on the page.
func TestBrowserCountsAllRegions(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), pins(t, report.RegionsPerMesh+50))
	b.settle()
	if now := eval[string](b, `document.querySelector(".view .now").textContent`); now != "200 of 250 regions" {
		t.Errorf("the caption is %q", now)
	}
	b.selectRegion(0, 0, 1)
	if now := eval[string](b, `document.querySelector(".view .now").textContent`); now != "Region 2, 2 of 250" {
		t.Errorf("the caption is %q", now)
	}
}

// Fifty regions of the same parts are a plain list.
func TestBrowserFiftyRegions(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), pins(t, report.UnfoldedRegions))
	b.settle()
	if n := eval[int](b, `document.querySelectorAll(".fold, .others").length`); n != 0 {
		t.Errorf("%d folds", n)
	}
}
