package html

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// A place without a size is named without one.
func TestBrowserNamesPlaceWithoutSize(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), reporttest.HullsOf(t, "hulls/unreal_misspelt.glb", meshcheck.Options{}))
	b.settle()
	if !eval[bool](b, `[...document.querySelectorAll(".fault")].some((f) => { const bare = !f.querySelector(".size"); if (bare) f.querySelector(".pick").click(); return bare; })`) {
		t.Fatal("every finding has a size")
	}
	b.wait(`document.querySelector(".fault[aria-current]") !== null`)
	if now := eval[string](b, `document.querySelector(".view .now").textContent`); strings.Contains(now, "undefined") || !strings.Contains(now, " of ") {
		t.Errorf("the caption is %q", now)
	}
}

// On a phone a tap on a region brings the picture into sight, though the rows below it
// are in sight already.
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
