package html

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/internal/live"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
)

// decide presses a button of a place, the first being 0, and fills in the form that opens.
func (b *tab) decide(place int, kind string, values map[string]string) {
	b.t.Helper()
	set := ""
	for name, value := range values {
		set += fmt.Sprintf("form.elements[%s].value = %s;", quoted(name), quoted(value))
	}
	b.run(chromedp.Evaluate(fmt.Sprintf(`{
		const row = document.querySelectorAll(".triage")[%d];
		row.querySelector("[data-decide=%s]").click();
		const form = row.querySelector("form");
		if (form) { %s form.dispatchEvent(new Event("input")); form.requestSubmit(); }
	}`, place, kind, set), nil))
}

// texts returns the texts of all elements that a selector finds, each in one line.
func (b *tab) texts(selector string) []string {
	b.t.Helper()
	return eval[[]string](b, textsOf(selector))
}

func textsOf(selector string) string {
	return `[...document.querySelectorAll(` + quoted(selector) + `)].filter((e) => e.checkVisibility()).map((e) => e.innerText.replace(/\s+/g, " ").trim())`
}

// downloaded presses a button below the table and returns the path of the file that it saves.
func (b *tab) downloaded(do string) string {
	b.t.Helper()
	folder := b.t.TempDir()
	done := make(chan string, 1)
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	c := chromedp.FromContext(b.ctx)
	var id, name string // of the download of this tab
	chromedp.ListenBrowser(ctx, func(event any) {
		switch e := event.(type) {
		case *browser.EventDownloadWillBegin:
			if string(e.FrameID) == string(c.Target.TargetID) {
				id, name = e.GUID, e.SuggestedFilename
			}
		case *browser.EventDownloadProgress:
			if e.GUID == id && e.State == browser.DownloadProgressStateCompleted {
				done <- name
			}
		}
	})
	b.run(chromedp.ActionFunc(func(ctx context.Context) error {
		return browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithBrowserContextID(b.user).
			WithDownloadPath(folder).WithEventsEnabled(true).Do(cdp.WithExecutor(ctx, c.Browser))
	}), chromedp.Evaluate(`document.querySelector("#decisions [data-do=`+do+`]").click()`, nil))
	select {
	case name := <-done:
		return filepath.Join(folder, name)
	case <-b.ctx.Done():
		b.t.Fatalf("%s saves nothing", do)
	}
	return ""
}

// imports lets the page import a file.
func (b *tab) imports(path string) {
	b.t.Helper()
	b.run(chromedp.SetUploadFiles(`#decisions input[type=file]`, []string{path}, chromedp.ByQuery))
	b.wait(`document.querySelector("#decisions .said").textContent !== ""`)
}

// expect waits until all visible elements that a selector finds have the texts.
func (b *tab) expect(selector string, want ...string) {
	b.t.Helper()
	if got, ok := becomes(b, textsOf(selector), append([]string{}, want...)); !ok {
		b.t.Errorf("%s: %q, want %q", selector, got, want)
	}
}

// program runs meshcheck in a folder and returns its output.
func program(t *testing.T, path, folder string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v: %v: %s", args, err, out)
	}
	return fmt.Sprintf("%s[%d]", out, cmd.ProcessState.ExitCode())
}

// Decisions on a page of the program become a baseline that the program accepts, whole or added.
func TestBrowserDecisionsToBaseline(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	chromium := startBrowser(t)
	folder := t.TempDir()
	meshcheck := filepath.Join(t.TempDir(), "meshcheck")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", meshcheck, "../../cmd/meshcheck").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	model, err := fs.ReadFile(fixtures.Files(), "chair.glb")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "chair.glb"), model, 0o666); err != nil {
		t.Fatal(err)
	}
	program(t, meshcheck, folder, "-q", "-o", "page.html", "chair.glb")
	b := openAddress(t, chromium, "file://"+filepath.Join(folder, "page.html"))
	b.decide(0, "accepted", map[string]string{"reason": `a "decal" # for now`, "until": "2999-01-31", "person": "Ann Lee"})
	b.decide(1, "comment", map[string]string{"text": "looks wrong"})
	b.decide(1, "accepted", map[string]string{"reason": "glued"})
	b.expect(".region.accepted .baseline b", "accepted here", "accepted here")
	b.expect(".here-line", "2 accepted here, not yet in the baseline · 1 comment")

	whole, patch := b.downloaded("baseline"), b.downloaded("patch")
	if filepath.Base(whole) != "meshcheck-baseline.txt" || filepath.Base(patch) != "meshcheck-decisions.txt" {
		t.Errorf("saved as %s, %s", whole, patch)
	}
	copyTo(t, whole, filepath.Join(folder, "whole"))
	if got := program(t, meshcheck, folder, "baseline", "check", "--baseline", "whole", "chair.glb"); !strings.Contains(got, "2 accepted") || !strings.HasSuffix(got, "[0]") {
		t.Errorf("the baseline of the page: %s", got)
	}
	if got := program(t, meshcheck, folder, "baseline", "add", patch); got != ".meshcheck-baseline: 2 accepted, 2 of them new, 0 changed\n[0]" {
		t.Errorf("add: %s", got)
	}
	if got := program(t, meshcheck, folder, "baseline", "check", "-o", "accepted.html", "chair.glb"); !strings.Contains(got, "2 accepted") || !strings.HasSuffix(got, "[0]") {
		t.Errorf("the decisions, added: %s", got)
	}

	// A page that knows the baseline lists what it accepts, and a whole baseline of it is the same.
	again := openAddress(t, chromium, "file://"+filepath.Join(folder, "accepted.html"))
	again.expect(".triage")
	again.expect("#decisions tbody td:nth-child(2)", "in the baseline", "in the baseline")
	again.expect("#decisions tbody td:nth-child(4)", `a "decal" # for now`, "glued")
	copyTo(t, again.downloaded("baseline"), filepath.Join(folder, "again"))
	if got := program(t, meshcheck, folder, "baseline", "check", "--baseline", "again", "chair.glb"); !strings.HasSuffix(got, "[0]") {
		t.Errorf("the baseline of the second page: %s", got)
	}

	// Somebody else imports the decisions.
	other := openAddress(t, newUser(t), "file://"+filepath.Join(folder, "page.html"))
	other.expect(".region.accepted")
	other.imports(patch)
	other.expect("#decisions .said", "meshcheck-decisions.txt: 2 new.")
	other.expect(".region.accepted .baseline b", "accepted here", "accepted here")
	other.expect("#decisions tbody td:nth-child(2)", "accepted here", "accepted here")
	other.imports(whole)
	other.expect("#decisions .said", "meshcheck-baseline.txt: 2 the same as here.")
}

func copyTo(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func chairPage(t *testing.T) *report.Report {
	t.Helper()
	return pageOf(t, "chair.glb", "glb", scenetest.Fixture(t, "chair.glb"))
}

// Decisions stay when the page is opened again. They can be changed and undone, and they are printed.
func TestBrowserDecisionsStay(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	chromium := startBrowser(t)
	b := openPage(t, chromium, chairPage(t))
	b.expect(".triage .acts", "Accept… Comment… Fixed, check again", "Accept… Comment… Fixed, check again")
	b.expect(".decisions-link", "Decisions")
	b.run(chromedp.Evaluate(`document.querySelector("[data-decide=accepted]").click()`, nil),
		chromedp.KeyEvent("glued"), chromedp.Focus(".triage [name=person]", chromedp.ByQuery), chromedp.KeyEvent("Ann"), chromedp.KeyEvent("\r"))
	b.expect(".region.accepted .baseline", fmt.Sprintf("accepted here glued Ann, %s", time.Now().Format(time.DateOnly)))
	b.decide(1, "fixed", nil) // by the same person
	b.expect(".decisions-link", "Decisions 2")
	states := b.texts("#decisions tbody td:nth-child(2)")
	slices.Sort(states) // both may be of the same second
	if !slices.Equal(states, []string{"accepted here", "fixed, to be checked"}) {
		t.Errorf("the table has %q", states)
	}

	again := openPage(t, chromium, chairPage(t))
	again.expect(".decided b", "accepted here", "fixed, to be checked")
	again.wait(`document.querySelector(".bar .decisions-link").textContent === "Decisions 2"`)
	again.run(chromedp.Evaluate(`document.querySelector("[data-decide=undo]").click()`, nil))
	again.expect(".decided b", "fixed, to be checked")
	// The other page follows. It is not painted, so it cannot wait for a frame.
	b.wait(`document.querySelectorAll(".decided b").length === 1`)
	again.decide(0, "accepted", map[string]string{"reason": "   "})
	again.expect(".triage form .enter", "Accept Cancel") // a reason is needed
	again.decide(0, "accepted", map[string]string{"reason": "soon over", "until": time.Now().UTC().AddDate(0, 0, 3).Format(time.DateOnly)})
	again.expect("#decisions .soon td:last-child b", "expires in 3 days")

	again.run(emulation.SetEmulatedMedia().WithMedia("print"))
	again.expect("#decisions tbody td:nth-child(2)", "accepted here", "fixed, to be checked")
	again.expect("#decisions button")
	again.expect(".triage button")
	again.expect(".decided b", "accepted here", "fixed, to be checked")
	again.run(emulation.SetEmulatedMedia().WithMedia("screen"))

	again.run(chromedp.Evaluate(`document.querySelector("#decisions [data-do=clear]").click()`, nil))
	again.expect("#decisions .said", "Delete all 2 decisions of this report? Delete Keep")
	again.run(chromedp.Evaluate(`document.querySelector("#decisions .said button").click()`, nil))
	again.expect(".decided b")
	again.expect(".decisions-link", "Decisions")
}

// Two pages of one report that are open at the same time do not answer each other.
func TestBrowserDecisionsTwoPages(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	chromium := startBrowser(t)
	count := `addEventListener("storage", () => { window.heard = (window.heard ?? 0) + 1; })`
	first := openPage(t, chromium, chairPage(t))
	first.run(chromedp.Evaluate(count, nil))
	second := openPage(t, chromium, chairPage(t))
	second.run(chromedp.Evaluate(count, nil))
	first.wait(`window.heard === 2`) // the second page has tried to write, and has cleaned up
	first.decide(0, "accepted", map[string]string{"reason": "glued"})
	second.expect(".decided b", "accepted here")
	second.decide(0, "undo", nil)
	first.expect(".decided b")
	if n, m := eval[int](first, `window.heard`), eval[int](second, `window.heard`); n > 4 || m > 2 {
		t.Errorf("the pages heard each other %d and %d times", n, m)
	}
}

// What the baseline accepts meanwhile stands in the table once, on a page of several files as well.
func TestBrowserDecisionsInBaseline(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	chromium := startBrowser(t)
	b := openPage(t, chromium, several(t))
	b.openFile("chair.glb")
	b.decide(0, "accepted", map[string]string{"reason": "glued", "person": "Ann"})
	b.expect("#decisions tbody td:nth-child(2)", "accepted here")
	r := several(t)
	accepted := acceptedPage(t, r)
	again := openPage(t, chromium, r)
	again.wait(`document.querySelectorAll("#decisions tbody tr").length > 0`)
	states := again.texts("#decisions tbody td:nth-child(2)")
	if len(states) != len(accepted.Accepted) || slices.ContainsFunc(states, func(s string) bool { return s != "in the baseline" }) {
		t.Errorf("the table has %q, and the baseline accepts %d", states, len(accepted.Accepted))
	}
}

// What was marked as fixed and is found in a newer model says so, and what is gone as well. What has got
// worse since it was accepted is no longer accepted.
func TestBrowserDecisionsAfterCheck(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	chromium := startBrowser(t)
	page := func(sha string, change func(*report.Report)) *tab {
		r := chairPage(t)
		r.Files[0].SHA256 = strings.Repeat(sha, 64)
		change(r)
		return openPage(t, chromium, r)
	}
	b := page("a", func(*report.Report) {})
	b.decide(0, "fixed", map[string]string{"person": "Ann"})
	b.decide(1, "accepted", map[string]string{"reason": "glued"})
	b.expect(".decided b", "fixed, to be checked", "accepted here")
	worse := page("b", func(r *report.Report) { r.Files[0].Result.Meshes[0].Regions[1].Depth *= 2 })
	worse.expect(".decided b", "marked as fixed, but still found", "accepted here, but worse now")
	worse.expect(".region.accepted")
	gone := page("c", func(r *report.Report) {
		ball := pageOf(t, "chair.glb", "glb", scenetest.Fixture(t, "clean/cube.stl"))
		r.Files = ball.Files
	})
	gone.expect("#decisions tbody td:nth-child(2)", "not found any more", "not found any more")
}

// Nothing that is imported becomes part of the page, and malformed lines are named.
func TestBrowserDecisionsHostile(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), chairPage(t))
	markup := `<img src=x onerror=alert(1)><script>alert(2)</script>`
	line := eval[string](b, `(() => {
		document.querySelector("[data-decide=accepted]").click();
		const text = document.querySelector(".triage form code").textContent;
		[...document.querySelectorAll(".triage form button")].find((e) => e.textContent === "Cancel").click();
		return text.replace(/ # .*/, "");
	})()`)
	text := "#: accepted 9999-01-01T00:00:00Z by \"" + markup + "\u202e\"\n" + line + " # " + markup + "\u202e" + strings.Repeat("long ", 1<<13) + "\n\n" +
		"#: comment 2026-11-26T10:00:00Z by \"Ann\" says \"" + markup + "\"\n#: line " + markup + ".glb region 0123456789abcdef what \"" + markup + "\"\n" +
		"#: line \"a.glb\" region 0123456789abcdef what \"" + markup + "\"\n" + line + " # " + strings.Repeat("long ", 1<<18) + "\n" + strings.Repeat("<b>malformed</b>\n", 30)
	path := filepath.Join(t.TempDir(), `<b>decisions<`+`b>.txt`)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	b.imports(path)
	if got := eval[int](b, `document.querySelectorAll("#decisions :is(img, script, td b), .triage :is(img, script)").length`); got != 0 {
		t.Errorf("%d elements came in", got)
	}
	if said := b.texts("#decisions .malformed li"); len(said) != 21 || !strings.HasPrefix(said[0], "Line ") || !strings.HasSuffix(said[20], "more lines are malformed.") {
		t.Errorf("it says %q", said)
	}
	badges := b.texts(".decided .baseline")
	if len(badges) != 1 || !strings.Contains(badges[0], "<img src=x") || len(badges[0]) > 1000 || strings.Contains(badges[0], "\u202e") || strings.Contains(badges[0], "9999") {
		t.Errorf("the badges are %q", badges)
	}
	if wide := eval[bool](b, `document.documentElement.scrollWidth > innerWidth`); wide {
		t.Error("the page is wider than its window")
	}
	large := filepath.Join(t.TempDir(), "large.txt")
	if err := os.WriteFile(large, make([]byte, 9<<20), 0o666); err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.Evaluate(`document.querySelector("#decisions .said").textContent = ""`, nil))
	b.imports(large)
	b.expect("#decisions .said", "large.txt is larger than 8 MB.")
}

// A browser that keeps nothing leaves the decisions in memory, and the page says so.
func TestBrowserDecisionsWithoutStorage(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	deny := chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(`for (const name of ["localStorage", "sessionStorage"])
			Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });`).Do(ctx)
		return err
	})
	b := openPage(t, startBrowser(t), chairPage(t), deny)
	b.decide(0, "accepted", map[string]string{"reason": "glued", "person": "Ann"})
	b.expect(".decided b", "accepted here")
	b.expect("#decisions .kept", "This browser keeps nothing for this page. The decisions are lost when it is closed: export them before.")
	text, err := os.ReadFile(b.downloaded("patch"))
	if err != nil || !strings.Contains(string(text), ` by "Ann" on region-`) || !strings.Contains(string(text), " # glued\n") {
		t.Errorf("exported %s, %v", text, err)
	}
}

// A server may replace the page while somebody decides: decisions stay, and so does what is being entered.
func TestBrowserDecisionsServed(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	server, err := live.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	show(t, server, chairPage(t), Served{Check: 1})
	b := openAddress(t, startBrowser(t), server.URL())
	b.follows(1)
	b.decide(0, "accepted", map[string]string{"reason": "glued", "person": "Ann"})
	b.run(chromedp.Evaluate(`document.querySelectorAll("[data-decide=comment]")[1].click()`, nil), chromedp.KeyEvent("half a sen"))
	show(t, server, chairPage(t), Served{Check: 2})
	b.follows(2)
	b.expect(".decided b", "accepted here")
	if got := eval[string](b, `document.querySelectorAll(".triage")[1].querySelector("textarea")?.value ?? "none"`); got != "half a sen" {
		t.Errorf("what was being entered is %q", got)
	}
	b.run(chromedp.Navigate("about:blank"))
}

// Forms, badges and the table can be read and named in both colours, and fit a phone.
func TestBrowserDecisionsAccess(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	chromium := startBrowser(t)
	for _, scheme := range []string{"light", "dark"} {
		b := openPage(t, chromium, several(t),
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
		b.openFile("chair.glb")
		b.decide(0, "accepted", map[string]string{"reason": strings.Repeat("glued ", 60), "person": "Ann", "until": time.Now().UTC().AddDate(0, 0, 3).Format(time.DateOnly)})
		b.decide(1, "comment", map[string]string{"text": strings.Repeat("long", 100)})
		b.run(chromedp.Evaluate(`document.querySelectorAll("[data-decide=accepted]")[1].click()`, nil))
		b.run(chromedp.Evaluate(`document.querySelectorAll("details").forEach((d) => d.open = true)`, nil))
		b.frames()
		for _, text := range eval[[]string](b, contrasts) {
			t.Errorf("%s: too little contrast: %s", scheme, text)
		}
		for _, element := range eval[[]string](b, nameless) {
			t.Errorf("no name: %s", element)
		}
		for _, width := range []int64{1500, 800, 390} {
			b.run(emulation.SetDeviceMetricsOverride(width, 900, 1, false))
			b.frames()
			if got := eval[int64](b, `document.documentElement.scrollWidth`); got > width {
				t.Errorf("at %d pixels the page is %d wide", width, got)
			}
		}
	}
}
