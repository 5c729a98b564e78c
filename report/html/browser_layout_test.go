package html

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
)

// Neither the index, nor a file, nor an open form with an open table scrolls sideways at the widths of
// a desktop, a tablet and a phone.
func TestBrowserWidths(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	r := several(t)
	r.Files[1].Path = "models/" + strings.Repeat("a_long_name_without_any_space", 5) + ".gltf"
	browser := startBrowser(t)
	for _, width := range []int64{1500, 800, 390} {
		b := openPage(t, browser, r, emulation.SetDeviceMetricsOverride(width, 900, 1, width < 500))
		fits := func(what string) {
			t.Helper()
			if n := eval[int64](b, `document.documentElement.scrollWidth`); n > width {
				t.Errorf("%s is %d pixels wide, the window %d", what, n, width)
			}
		}
		b.wait(`document.querySelectorAll(".row").length > 0`)
		fits("the index")
		b.openFile("chair.glb")
		b.settle()
		b.run(chromedp.Evaluate(`document.querySelector("[data-decide=accepted]").click(); document.querySelectorAll("details").forEach((d) => d.open = true)`, nil))
		b.frames()
		fits("a file")
	}
}

// The page of a model prints on at most two sheets, with what is in folded lists, and without buttons.
func TestBrowserPrints(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), pageOf(t, "chair.glb", "glb", scenetest.Fixture(t, "chair.glb")))
	b.settle()
	var pdf []byte
	b.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = cdppage.PrintToPDF().WithPaperWidth(8.27).WithPaperHeight(11.69).Do(ctx)
		return err
	}))
	if n := bytes.Count(pdf, []byte("/Type /Page\n")) + bytes.Count(pdf, []byte("/Type /Page ")); n < 1 || n > 2 {
		t.Errorf("the chair is printed on %d pages", n)
	}
	b.run(emulation.SetEmulatedMedia().WithMedia("print"))
	if n := eval[int](b, `[...document.querySelectorAll("button:not(.start), input, select, canvas")].filter((e) => e.checkVisibility()).length`); n > 0 {
		t.Errorf("%d controls are printed", n)
	}
	if !eval[bool](b, `document.querySelector(".slot .poster").checkVisibility()`) {
		t.Error("the picture of the worst place is not printed")
	}
	if n := eval[int](b, `[...document.querySelectorAll(".region .picture, .region .do")].filter((e) => e.checkVisibility()).length`); n != 4 {
		t.Errorf("%d pictures and cures are printed", n)
	}
}

// Without scripts a page of several files has a table of all, and all sections below it.
func TestBrowserSeveralWithoutScripts(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	r := several(t)
	b := openPage(t, startBrowser(t), r, emulation.SetScriptExecutionDisabled(true))
	text := eval[string](b, `document.body.innerText`)
	for i := range r.Files {
		name := r.Files[i].Path
		if n := strings.Count(text, name); n < 2 {
			t.Errorf("%s stands in the page %d times", name, n)
		}
		link := fmt.Sprintf(`document.getElementById(%q)?.checkVisibility() && document.querySelector("td + th a[href='#%s']") !== null`, fileID(r, i), fileID(r, i))
		if !eval[bool](b, link) {
			t.Errorf("no link leads to %s", name)
		}
	}
	for _, want := range []string{"seat ↔ back", "Two triangles in different planes cut through each other", "To accept this, copy this line"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
}
