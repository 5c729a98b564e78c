package html

import (
	"image"
	"math"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/palette"
)

// sheet is a report on a sheet with four pins through it, each a region.
func sheet(t *testing.T) *report.Report {
	return pageOf(t, "pins.stl", "stl", scenetest.SceneOf(meshgen.Mesh("", scenetest.Pins(12, 4))))
}

func TestBrowserShowsFindings(t *testing.T) {
	browser := startBrowser(t)
	for path, kind := range map[string]check.Rule{
		"kinds/crossing.stl": check.Crossing, "kinds/overlap_star.stl": check.Overlap,
		"kinds/duplicate_same.stl": check.Duplicate,
	} {
		b := openPage(t, browser, pageOf(t, path, "stl", scenetest.Fixture(t, path)))
		b.settle()
		b.selectRegion(0, 0, 0)
		img := b.screenshot(".view canvas")
		if n := scenetest.HuePixels(img, b.focus(40), palette.Of(kind, check.Error), 0.992); n < 100 {
			t.Errorf("%s: %d pixels of the kind's colour where the finding is", path, n)
		}
		if n := colours(img, img.Bounds()); n < 10 {
			t.Errorf("%s: a canvas of %d colours", path, n)
		}
	}
	b := openPage(t, browser, pageOf(t, "clean.stl", "stl", scenetest.Fixture(t, "clean/torus.stl")))
	b.settle()
	img := b.screenshot(".view canvas")
	if n := colours(img, img.Bounds()); n < 10 {
		t.Errorf("a clean model: a canvas of %d colours", n)
	}
	for _, k := range check.Self.Rules() {
		if n := scenetest.HuePixels(img, img.Bounds(), palette.Of(k, check.Error), 0.992); n > 0 {
			t.Errorf("a clean model has %d pixels in the colour of %s", n, k)
		}
	}
}

// colours counts the different colours in a part of an image.
func colours(img image.Image, r image.Rectangle) int {
	seen := map[[3]uint32]bool{}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			red, green, blue, _ := img.At(x, y).RGBA()
			seen[[3]uint32{red, green, blue}] = true
		}
	}
	return len(seen)
}

func TestBrowserClickFrames(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t))
	b.settle()
	whole := b.distance()
	targets := map[string]bool{b.view("target"): true}
	for id := range 3 {
		b.selectRegion(0, 0, id)
		target := b.view("target")
		if targets[target] {
			t.Errorf("region %d: the camera looks at %s again", id, target)
		}
		targets[target] = true
		if d := b.distance(); d > whole/2 {
			t.Errorf("region %d: the camera is %g away, before %g", id, d, whole)
		}
		box := eval[[]float64](b, `[document.querySelector(".view canvas").clientWidth, document.querySelector(".view canvas").clientHeight]`)
		if p := floats(t, b.view("focus")); math.Abs(p[0]-box[0]/2) > 5 || math.Abs(p[1]-box[1]/2) > 5 {
			t.Errorf("region %d: it stands at %v of %v", id, p, box)
		}
	}
}

// distance returns how far the eye is from what it looks at.
func (b *tab) distance() float64 {
	b.t.Helper()
	eye, target := floats(b.t, b.view("eye")), floats(b.t, b.view("target"))
	return math.Hypot(math.Hypot(eye[0]-target[0], eye[1]-target[1]), eye[2]-target[2])
}

func TestBrowserKeys(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t))
	b.settle()
	for i, step := range []struct{ key, region string }{
		{kb.ArrowRight, "0"}, {kb.ArrowRight, "1"}, {kb.ArrowLeft, "0"}, {kb.ArrowLeft, "3"}, {kb.ArrowRight, "0"}, {kb.Escape, "-1"},
	} {
		if b.key(step.key); b.view("region") != step.region {
			t.Errorf("step %d: region %s is selected, want %s", i, b.view("region"), step.region)
		}
	}
	for _, key := range []string{"a", "w", "+", "-", kb.ArrowUp} {
		before := b.view("eye")
		b.key(key)
		b.wait(`document.querySelector(".view").dataset.eye !== ` + quoted(before))
	}
	if b.key("x"); eval[string](b, `document.querySelector("[data-do=xray]").getAttribute("aria-pressed")`) != "true" {
		t.Error("x does not switch the X-ray on")
	}
	b.key("0")
	far := b.distance()
	b.selectRegion(0, 0, 2)
	b.key(".")
	if b.view("finding") == "" {
		t.Error("a full stop selects no finding")
	}
	b.key("0")
	if d := b.distance(); math.Abs(d-far) > far/100 {
		t.Errorf("0 goes %g away, before %g", d, far)
	}
	b.run(chromedp.Focus("[data-do=frame]", chromedp.ByQuery), chromedp.KeyEvent(kb.ArrowRight))
	b.wait(`document.querySelector(".view").dataset.region === "3"`)
}

// Drag, wheel and two fingers move the camera; a click picks what is under it.
func TestBrowserPointer(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t))
	b.settle()
	at := eval[[]float64](b, `(() => { const r = document.querySelector(".view canvas").getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`)
	x, y := at[0]+at[2]/2, at[1]+at[3]/2
	moves := func(name string, actions ...chromedp.Action) {
		before := b.view("eye")
		b.run(actions...)
		b.wait(`document.querySelector(".view").dataset.eye !== ` + quoted(before))
		b.settle()
		t.Logf("%s: %s to %s", name, before, b.view("eye"))
	}
	mouse := func(kind input.MouseType, x, y float64, buttons int64) chromedp.Action {
		return input.DispatchMouseEvent(kind, x, y).WithButton(input.Left).WithButtons(buttons).WithClickCount(1)
	}
	moves("drag", mouse(input.MousePressed, x, y, 1), mouse(input.MouseMoved, x+60, y+20, 1), mouse(input.MouseReleased, x+60, y+20, 0))
	if r := b.view("region"); r != "-1" {
		t.Errorf("a drag selects region %s", r)
	}
	before := b.distance()
	moves("wheel", input.DispatchMouseEvent(input.MouseWheel, x, y).WithDeltaX(0).WithDeltaY(-200))
	if d := b.distance(); d > 0.9*before {
		t.Errorf("the wheel zooms from %g to %g", before, d)
	}
	fingers := func(kind input.TouchType, spread float64) chromedp.Action {
		return input.DispatchTouchEvent(kind, []*input.TouchPoint{{X: x - spread, Y: y, ID: 1}, {X: x + spread, Y: y, ID: 2}})
	}
	before = b.distance()
	moves("pinch", fingers(input.TouchStart, 40), fingers(input.TouchMove, 60), fingers(input.TouchMove, 90),
		input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	if d := b.distance(); d > 0.8*before {
		t.Errorf("spread fingers zoom from %g to %g", before, d)
	}
	b.selectRegion(0, 0, 0)
	b.key(kb.Escape)
	b.run(input.DispatchMouseEvent(input.MouseMoved, x+60, y).WithPointerType("mouse")) // beside the pin of the region
	b.wait(`!document.querySelector(".view .tip").hidden && /^triangle \d+/.test(document.querySelector(".view .tip b").textContent)`)
	b.run(mouse(input.MousePressed, x, y, 1), mouse(input.MouseReleased, x, y, 0))
	b.wait(`document.querySelector(".view").dataset.region === "0"`)
}

// Everything outside of a selection fades, and a toggle brings it back.
func TestBrowserIsolates(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	far := meshgen.Box([3]float64{4, 0, 0}, [3]float64{5, 1, 1}).Soup()
	near := meshgen.Join(meshgen.Box([3]float64{0, 0, 0}, [3]float64{1, 1, 1}), meshgen.Box([3]float64{0.5, 0.5, 0.5}, [3]float64{1.6, 1.7, 1.8})).Soup()
	b := openPage(t, startBrowser(t), pageOf(t, "boxes.stl", "stl", scenetest.SceneOf(meshgen.Mesh("", append(near, far...)))))
	b.settle()
	b.selectRegion(0, 0, 0)
	b.key("0")
	alone := b.screenshot(".view canvas")
	b.key("i")
	together := b.screenshot(".view canvas")
	if n := differing(alone, together); n < 500 {
		t.Errorf("%d pixels change with isolation", n)
	}
}

func differing(a, b image.Image) (n int) {
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}
