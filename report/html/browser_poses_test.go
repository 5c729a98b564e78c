package html

import (
	"image"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report/palette"
)

// player returns a data attribute of the player.
func (b *tab) player(name string) string {
	b.t.Helper()
	return eval[string](b, `document.querySelector(".player").dataset.`+name+` ?? ""`)
}

// sampleShown returns the number of the sample that the player shows.
func (b *tab) sampleShown() int {
	b.t.Helper()
	n, err := strconv.Atoi(b.player("sample"))
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}

// A place is shown at its worst sample, with its findings, and keys lead to other samples.
func TestBrowserPoses(t *testing.T) {
	r := posesPage(t, "hand_through_hip")
	place := r.Files[0].Result.Poses().Clips[0].Places[0]
	b := openPage(t, startBrowser(t), r)
	b.settle()
	if stage := b.view("stage"); stage != "poses" {
		t.Fatalf("the page opens with %q", stage)
	}
	worst := b.sampleShown()
	if b.player("worst") != "true" {
		t.Errorf("the page opens at sample %d", worst)
	}
	cut := palette.Of(check.Crossing, check.Error)
	there := b.screenshot(".view canvas")
	marked := scenetest.HuePixels(there, there.Bounds(), cut, 0.98)
	if marked < 200 {
		t.Errorf("%d pixels are in the colour of a crossing", marked)
	}
	b.key(".")
	if got := b.sampleShown(); got != worst+1 || b.player("worst") != "false" {
		t.Errorf("a full stop leads from sample %d to %d", worst, got)
	}
	after := b.screenshot(".view canvas")
	if sameImage(there, after) {
		t.Error("the next sample looks the same")
	}
	if n := scenetest.HuePixels(after, after.Bounds(), cut, 0.88); n < 500 {
		t.Errorf("%d pixels of the triangles are marked in the next sample", n)
	}
	b.key(",")
	b.key(",")
	if got := b.sampleShown(); got != worst-1 {
		t.Errorf("commas lead to sample %d", got)
	}
	b.key("]")
	if got := b.sampleShown(); got < worst {
		t.Errorf("the next key is at sample %d", got)
	}
	if b.key("j"); b.sampleShown() != worst {
		t.Errorf("J leads to sample %d, the worst is %d", b.sampleShown(), worst)
	}
	if again := b.screenshot(".view canvas"); scenetest.HuePixels(again, again.Bounds(), cut, 0.98) < 200 {
		t.Error("the findings are not shown again at the worst sample")
	}
	b.run(chromedp.Click("[data-play=first]", chromedp.ByQuery))
	if got := b.sampleShown(); got != place.FirstSample+1 {
		t.Errorf("the place begins at sample %d, the button leads to %d", place.FirstSample+1, got)
	}
	b.run(chromedp.Click("[data-play=last]", chromedp.ByQuery))
	if got := b.sampleShown(); got != place.FirstSample+len(place.Times) {
		t.Errorf("the last sample of the place is %d", got)
	}
}

func sameImage(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

// Two objects have colours of their own, and their names are beside the picture. Esc returns to the pose of the file.
func TestBrowserPosesObjects(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), posesPage(t, "door_between_keys"))
	b.settle()
	img := b.screenshot(".view canvas")
	for k, color := range palette.Objects {
		if n := scenetest.HuePixels(img, img.Bounds(), color, 0.996); n < 300 {
			t.Errorf("%d pixels in the colour of object %d", n, k)
		}
	}
	if text := eval[string](b, `document.querySelector(".view .legend").innerText`); !strings.Contains(text, "post") || !strings.Contains(text, "door") {
		t.Errorf("the legend says %q", text)
	}
	worst := b.screenshot(".view canvas")
	b.key(kb.Escape)
	if eval[bool](b, `document.querySelector(".player").checkVisibility() || document.querySelector(".view .legend").checkVisibility()`) {
		t.Error("without a place the player is still there")
	}
	if sameImage(worst, b.screenshot(".view canvas")) {
		t.Error("the pose of the file looks like the worst")
	}
	b.run(chromedp.Click(".pose + .pose .pick", chromedp.ByQuery))
	b.wait(`document.querySelector(".pose + .pose[aria-current]") !== null && document.querySelector(".player").dataset.worst === "true"`)
}

// Filters hide places with their triangles.
func TestBrowserPosesFilter(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), posesPage(t, "door_between_keys"))
	b.settle()
	b.run(chromedp.Evaluate(`for (const box of document.querySelectorAll("[name=kind]")) { box.checked = false; box.dispatchEvent(new Event("change", { bubbles: true })); }`, nil))
	b.wait(`document.querySelector(".view").dataset.region === "-1"`)
	if n := eval[int](b, `document.querySelectorAll(".pose:not([hidden])").length`); n != 0 {
		t.Errorf("%d places are left of no kind", n)
	}
}

// On a page of several files the player plays the clips of the one that is open.
func TestBrowserPosesSeveral(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), posesPage(t, "hand_through_hip", "door_between_keys"))
	b.openFile("door_between_keys.glb")
	b.settle()
	if n := b.sampleShown(); n == 0 || b.view("stage") != "poses" {
		t.Errorf("sample %d of %s", n, b.view("stage"))
	}
	b.openFile("hand_through_hip.glb")
	b.wait(`document.querySelector(".player .time").textContent.endsWith("` + "of " + `" + document.querySelector(".scrub").getAttribute("aria-valuemax"))`)
	b.settle()
	if eval[bool](b, `document.querySelector(".view .legend").checkVisibility()`) {
		t.Error("one object has a legend")
	}
}

// A mark in a timeline leads to its place. Everything has a name and enough contrast.
func TestBrowserPosesAccess(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser, r := startBrowser(t), posesPage(t, "door_between_keys")
	for _, scheme := range []string{"light", "dark"} {
		b := openPage(t, browser, r, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
		b.settle()
		b.run(chromedp.Evaluate(`document.querySelector(".clip .timeline .mark:not([data-issue='" + document.querySelector(".pose[aria-current]").dataset.pose + "'])").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))`, nil))
		b.wait(`document.querySelector(".pose + .pose[aria-current]") !== null`)
		b.settle()
		b.run(chromedp.Evaluate(`document.querySelectorAll("details").forEach((d) => d.open = true)`, nil))
		b.frames()
		for _, text := range eval[[]string](b, contrasts) {
			t.Errorf("%s: too little contrast: %s", scheme, text)
		}
		for _, element := range eval[[]string](b, nameless) {
			t.Errorf("no name: %s", element)
		}
		if name := eval[string](b, `document.querySelector("[role=slider]").getAttribute("aria-label")`); name != "Time in open" {
			t.Errorf("the timeline is called %q", name)
		}
		if wide := eval[int](b, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("the page is %d pixels too wide", wide)
		}
	}
	b := openPage(t, browser, r, emulation.SetDeviceMetricsOverride(390, 844, 1, true))
	b.settle()
	if wide := eval[int](b, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		t.Errorf("the page is %d pixels too wide for a phone", wide)
	}
	if low := eval[float64](b, `Math.min(...[...document.querySelectorAll(".transport button")].map((e) => e.getBoundingClientRect().height))`); low < 32 {
		t.Errorf("a button is %v pixels high", low)
	}
}

// Without scripts there are pictures, curves and tables; on paper there is no player.
func TestBrowserPosesWithoutScripts(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	r := posesPage(t, "hand_through_hip")
	browser := startBrowser(t)
	b := openPage(t, browser, r, emulation.SetScriptExecutionDisabled(true))
	text := eval[string](b, `document.body.innerText`)
	for _, want := range []string{"Poses", "pose contact", " of " + strconv.Itoa(r.Files[0].Result.Poses().Clips[0].Samples), "What to do"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	if strings.Contains(text, "Whole clip") {
		t.Error("the page shows a player that does nothing")
	}
	if !eval[bool](b, `document.querySelector(".clip .timeline").getBoundingClientRect().height > 40 && document.querySelector(".clip .mark path").getBoundingClientRect().height > 10`) {
		t.Error("the curves are not there")
	}
	b.run(chromedp.Click(".pose summary", chromedp.ByQuery))
	if rows := eval[string](b, `document.querySelector(".pose table").innerText`); !strings.Contains(rows, "crossing") {
		t.Errorf("an open place shows %q", rows)
	}
	b = openPage(t, browser, r)
	b.settle()
	b.run(emulation.SetEmulatedMedia().WithMedia("print"))
	if eval[bool](b, `document.querySelector(".player").checkVisibility() || !document.querySelector(".pose .picture").checkVisibility() || !document.querySelector(".clip .timeline").checkVisibility()`) {
		t.Error("on paper there is a player, or there are no pictures or curves")
	}
}
