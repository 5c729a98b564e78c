package html

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/meshcheck/meshcheck/internal/live"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// show makes the page of a report the one that a server shows.
func show(t *testing.T, s *live.Server, r *report.Report, about Served) {
	t.Helper()
	var page bytes.Buffer
	if err := WriteServed(&page, r, reporttest.Models(r), about); err != nil {
		t.Fatal(err)
	}
	s.Show(about.Check, page.Bytes())
}

// follows waits until the page is that of a check and follows the server.
func (b *tab) follows(check int) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.querySelector('.served[data-check="%d"][data-state="ready"]') !== null`, check))
}

// A page that a server shows follows each check. It keeps the selected place, the filters, the buttons
// and the camera, and says what has changed. When the server ends, it says so.
func TestBrowserFollowsServer(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	server, err := live.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	chair := pageOf(t, "chair.glb", "glb", scenetest.Fixture(t, "chair.glb"))
	show(t, server, chair, Served{Check: 1})
	b := openAddress(t, browser, server.URL())
	b.follows(1)
	b.settle()
	b.selectRegion(0, 0, 0)
	b.run(chromedp.Evaluate(`{ const box = [...document.querySelectorAll("[name=kind]")].find((b) => b.value.split(" ").includes("overlap")); box.click(); }`, nil))
	b.key("x")
	b.key(kb.ArrowLeft)
	b.key(kb.ArrowUp)
	shown := func() string {
		t.Helper()
		b.settle()
		return eval[string](b, `(() => {
			const { eye, target, region, xray, stage } = document.querySelector(".view").dataset;
			return JSON.stringify({ eye, target, region, xray, stage, hash: location.hash,
				place: document.querySelector(".region[aria-current]")?.id, off: [...document.querySelectorAll("[name=kind]:not(:checked)")].map((b) => b.value),
				hidden: [...document.querySelectorAll(".region[hidden]")].map((r) => r.id) });
		})()`)
	}
	before := shown()
	server.Busy(true)
	b.wait(`document.querySelector(".served .state").textContent === "Checking…"`)
	show(t, server, chair, Served{Check: 2, Changed: "1 fixed, 2 new"})
	b.follows(2)
	b.settle()
	if after := shown(); after != before {
		t.Errorf("the page shows\n%s\nbefore the check\n%s", after, before)
	}
	if text := eval[string](b, `document.querySelector(".served").textContent`); text != "Watching Since the last save: 1 fixed, 2 new" {
		t.Errorf("the page says %q", text)
	}
	// Another file takes the number of the first.
	ball := pageOf(t, "a.stl", "stl", scenetest.Fixture(t, "kinds/crossing.stl"))
	show(t, server, &report.Report{Files: append(ball.Files, chair.Files...)}, Served{Check: 3})
	b.follows(3)
	b.settle()
	if place := eval[string](b, `document.querySelector(".region[aria-current]")?.closest(".work").dataset.file ?? "none"`); place != "1" {
		t.Errorf("file %s has the selected place", place)
	}
	if after := shown(); !strings.Contains(after, before[:strings.Index(before, `,"region"`)]) {
		t.Errorf("the page shows\n%s\nbefore the check\n%s", after, before)
	}
	// The selected place is fixed and there is no model any more.
	show(t, server, &report.Report{Files: []report.File{{Path: "chair.glb", Problem: &report.Problem{Kind: "format", Message: "broken"}}}}, Served{Check: 4})
	b.follows(4)
	show(t, server, chair, Served{Check: 5})
	b.follows(5)
	b.settle()
	b.ignore("") // the browser reports that it cannot connect, once a second
	server.Close()
	b.wait(`document.querySelector(".served .state").textContent.startsWith("No longer watched")`)
	b.run(chromedp.Navigate("about:blank"))
}
