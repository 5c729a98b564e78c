package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// lit returns the islands that a layout and the view show as selected.
func (b *tab) lit() (layout, view string) {
	b.t.Helper()
	return eval[string](b, `document.querySelector("svg.layout").dataset.islands || ""`), eval[string](b, `document.querySelector(".view").dataset.islands || ""`)
}

// Selecting a pair of islands selects it in the layout and in the model, and selecting in the model
// or the layout selects in the other, on pages of any width.
func TestBrowserLayout(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	for _, width := range []int64{1500, 800, 390} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			b := openPage(t, browser, reporttest.LayoutReport(t, reporttest.LayoutScene()),
				emulation.SetDeviceMetricsOverride(width, 900, 1, false))
			b.settle()
			b.run(chromedp.Click(`#file-0-uv-0-pair-1 .pick`, chromedp.ByQuery))
			b.wait(`document.querySelector(".view").dataset.islands === "0 1"`)
			b.settle()
			if layout, _ := b.lit(); layout != "0 1" {
				t.Errorf("the layout shows %q", layout)
			}
			if n := eval[int](b, `document.querySelectorAll("svg.layout .chosen path").length`); n != 2 {
				t.Errorf("%d outlines are chosen", n)
			}
			if at := eval[string](b, `document.querySelector(".islandpair[aria-current]").id + location.hash`); at != "file-0-uv-0-pair-1#file-0-uv-0-pair-1" {
				t.Errorf("current is %s", at)
			}
			img := b.screenshot(".view canvas")
			for i, color := range palette.Objects {
				if n := scenetest.HuePixels(img, img.Bounds(), color, 0.99); n < 300 {
					t.Errorf("%d pixels of island %d", n, i)
				}
			}
			if wide := eval[float64](b, `document.documentElement.scrollWidth`); wide > float64(width) {
				t.Errorf("the page is %v wide", wide)
			}

			// From the model to the layout: the first island is at the selection.
			b.run(chromedp.Evaluate(`document.querySelector(".view canvas").scrollIntoView({block: "center"})`, nil), chromedp.KeyEvent(kb.Escape))
			if layout, view := b.lit(); layout != "" || view != "" {
				t.Errorf("after Escape %q and %q are selected", layout, view)
			}
			b.run(chromedp.Evaluate(clickOnModel, nil))
			b.wait(`/^[0-6]$/.test(document.querySelector("svg.layout").dataset.islands)`)
			b.settle()
			if layout, view := b.lit(); layout != view {
				t.Errorf("island %q in the layout, %q in the model", layout, view)
			}
			b.wait(`(() => { const box = document.querySelector(".drawing").getBoundingClientRect(); return box.top < innerHeight && box.bottom > 0 })()`)

			// From the layout to the model, by mouse and keys.
			b.run(chromedp.Evaluate(`document.querySelector("svg.layout").focus()`, nil), chromedp.KeyEvent(kb.Escape))
			b.run(chromedp.Evaluate(clickOnIsland(4), nil))
			b.wait(`document.querySelector(".view").dataset.islands === "4" && document.querySelector("svg.layout").dataset.islands === "4"`)
			b.run(chromedp.Evaluate(`document.querySelector("svg.layout").focus()`, nil), chromedp.KeyEvent(kb.ArrowDown))
			b.wait(`document.querySelector(".view").dataset.islands === "5"`)
			b.run(chromedp.Click(`[data-zoom]`, chromedp.ByQuery))
			if box := eval[string](b, `document.querySelector("svg.layout").getAttribute("viewBox")`); !strings.HasPrefix(box, "-45") {
				t.Errorf("the whole sheet is %s", box)
			}
		})
	}
}

// clickOnModel clicks on the middle of the first of the squares.
const clickOnModel = `(() => {
	const canvas = document.querySelector(".view canvas"), box = canvas.getBoundingClientRect();
	for (let y = 0.2; y < 0.8; y += 0.01) for (let x = 0.05; x < 0.95; x += 0.01) {
		const at = {clientX: box.left + x * box.width, clientY: box.top + y * box.height, button: 0, pointerId: 1, pointerType: "mouse", bubbles: true};
		canvas.setPointerCapture = () => {};
		canvas.dispatchEvent(new PointerEvent("pointerdown", at));
		canvas.dispatchEvent(new PointerEvent("pointerup", at));
		if (document.querySelector("svg.layout").dataset.islands) return;
	}
})()`

// clickOnIsland clicks on the middle of an island in the layout.
func clickOnIsland(n int) string {
	return fmt.Sprintf(`(() => {
	const svg = document.querySelector("svg.layout");
	svg.scrollIntoView({block: "center", behavior: "instant"});
	const box = svg.querySelector('[data-island="%d"]').getBoundingClientRect();
	svg.dispatchEvent(new MouseEvent("click", {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true}));
})()`, n)
}

// Filters by rule hide findings in sheets, and a page without scripts has the picture and the
// lists.
func TestBrowserSheetsFilter(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), reporttest.LayoutReport(t, reporttest.LayoutScene()))
	b.settle()
	seen := func(selector string) int {
		return eval[int](b, `[...document.querySelectorAll("`+selector+`")].filter((e) => e.checkVisibility()).length`)
	}
	breaches, pairs := seen(".breach"), seen(".islandpair")
	b.run(chromedp.Evaluate(`for (const box of document.querySelectorAll(".chip.fails input")) box.click()`, nil))
	if n, m := seen(".breach"), seen(".islandpair"); n == 0 || n >= breaches || m != 0 || pairs < 4 {
		t.Errorf("%d of %d findings and %d of %d pairs without errors", n, breaches, m, pairs)
	}
}
