package html

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// browserPath returns the path of a browser, "" for none.
func browserPath() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// oneBrowser is the browser in which most pages are tested.
var oneBrowser = sync.OnceValues(func() (ctx context.Context, err error) {
	ctx, closeBrowser, err = newBrowser(context.Background())
	return ctx, err
})

// newBrowser starts a browser with nothing in its storage.
func newBrowser(ctx context.Context) (context.Context, context.CancelFunc, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browserPath()), chromedp.NoSandbox,
		chromedp.Flag("headless", "new"), chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("disable-gpu", false), chromedp.WSURLReadTimeout(time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(ctx, options...)
	// A newer browser may send events that the client does not know.
	ctx, _ = chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {}))
	return ctx, cancel, chromedp.Run(ctx)
}

// closeBrowser ends the browser, if it runs.
var closeBrowser = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	closeBrowser()
	os.Exit(code)
}

// startBrowser returns the browser. It skips the test unless MESHCHECK_BROWSER requires one.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	if os.Getenv("MESHCHECK_BROWSER") == "" {
		t.Skip("pages are not tested in a browser; set MESHCHECK_BROWSER=required")
	}
	if browserPath() == "" {
		t.Fatal("MESHCHECK_BROWSER requires a browser, and neither Chromium nor Chrome is installed")
	}
	ctx, err := oneBrowser()
	if err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Run(ctx, storage.ClearDataForOrigin("file://", "all")); err != nil { // what other tests kept
		t.Fatal(err)
	}
	return ctx
}

// tab is a page in the browser.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	problems []string
}

// openPage writes the report and opens it from disk, after the given actions. Any problem that the
// page then reports fails the test.
func openPage(t *testing.T, browser context.Context, r *report.Report, before ...chromedp.Action) *tab {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report #1.html")
	if err := os.WriteFile(path, []byte(htmlOf(t, r)), 0o666); err != nil {
		t.Fatal(err)
	}
	return openAddress(t, browser, "file://"+strings.NewReplacer("#", "%23", " ", "%20").Replace(path), before...)
}

// openAddress is openPage for a page that is somewhere already.
func openAddress(t *testing.T, browser context.Context, address string, before ...chromedp.Action) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, b.listen)
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.problems) > 0 {
			t.Errorf("the page reports problems: %q", b.problems)
		}
	})
	b.run(log.Enable(), emulation.SetDeviceMetricsOverride(1280, 800, 1, false))
	b.run(before...)
	b.run(chromedp.Navigate(address))
	return b
}

// listen records what a console would show in red, dialogs and uncaught errors.
func (b *tab) listen(event any) {
	var problem string
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
			problem = fmt.Sprint(e.Type, e.Args)
		}
	case *runtime.EventExceptionThrown:
		problem = e.ExceptionDetails.Error()
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError {
			problem = e.Entry.Text
		}
	case *cdppage.EventJavascriptDialogOpening:
		problem = "dialog: " + e.Message
	}
	if problem != "" {
		b.mu.Lock()
		b.problems = append(b.problems, problem)
		b.mu.Unlock()
	}
}

// expectProblem removes a provoked problem from the list.
func (b *tab) expectProblem(text string) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	at := slices.IndexFunc(b.problems, func(p string) bool { return strings.Contains(p, text) })
	if at < 0 {
		b.t.Errorf("the page does not report %q: %q", text, b.problems)
		return
	}
	b.problems = slices.Delete(b.problems, at, at+1)
}

func (b *tab) run(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// eval evaluates a JavaScript expression into a value of type T.
func eval[T any](b *tab, expression string) (v T) {
	b.t.Helper()
	b.run(chromedp.Evaluate(expression, &v, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true)
	}))
	return v
}

// wait waits until a JavaScript expression is true.
func (b *tab) wait(expression string) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(30*time.Second))); err != nil {
		b.t.Fatalf("waiting for %s: %v; the view has %s", expression, err,
			eval[string](b, `JSON.stringify({...document.querySelector(".view")?.dataset})`))
	}
}

// arrive waits until an expression is true on whatever page the tab shows. A page that is replaced while
// it is asked gives no answer.
func (b *tab) arrive(expression string) {
	b.t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		var done bool
		if err := chromedp.Run(b.ctx, chromedp.Evaluate(expression, &done)); err == nil && done {
			return
		}
	}
	b.t.Fatalf("waiting for %s", expression)
}

// openFile opens a file of a page of several.
func (b *tab) openFile(path string) {
	b.t.Helper()
	b.run(chromedp.Evaluate(`location.hash = document.querySelector("noscript[data-path=`+"'"+path+"'"+`]").dataset.named`, nil))
	b.wait(`document.querySelector("article.file h2 bdi")?.textContent === ` + quoted(path))
}

// view returns a data attribute of the view.
func (b *tab) view(name string) string {
	b.t.Helper()
	return eval[string](b, `document.querySelector(".view").dataset.`+name+` ?? ""`)
}

// settle waits until the view shows a model and the camera has stopped.
func (b *tab) settle() {
	b.t.Helper()
	b.wait(`document.querySelector('.view[data-state="ready"][data-flying="false"]') !== null`)
}

// regionAt selects a region of a mesh of a file.
func regionAt(file, mesh, region int) string {
	return fmt.Sprintf(".work[data-file='%d'] .region[data-mesh='%d'][data-region='%d']", file, mesh, region)
}

// selectRegion clicks on a region in the list and waits for the camera.
func (b *tab) selectRegion(file, mesh, region int) {
	b.t.Helper()
	at := regionAt(file, mesh, region)
	b.run(chromedp.Click(at+" .pick", chromedp.ByQuery))
	b.wait(`document.querySelector("` + at + `[aria-current]") !== null`)
	b.settle()
}

// key presses a key while the canvas has the focus.
func (b *tab) key(keys string) {
	b.t.Helper()
	b.run(chromedp.Focus(".view canvas", chromedp.ByQuery), chromedp.KeyEvent(keys))
	// The effect of a key is visible in the frame after next at the latest.
	b.run(chromedp.Evaluate(`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))`, nil,
		func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	b.settle()
}

// screenshot returns what an element looks like.
func (b *tab) screenshot(selector string) image.Image {
	b.t.Helper()
	var text []byte
	b.run(chromedp.Screenshot(selector, &text, chromedp.ByQuery))
	img, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		b.t.Fatal(err)
	}
	return img
}

// focus returns a square of pixels around the selection on the canvas.
func (b *tab) focus(radius int) image.Rectangle {
	b.t.Helper()
	p := floats(b.t, b.view("focus"))
	if len(p) != 2 {
		b.t.Fatalf("the focus is %v", p)
	}
	return image.Rect(int(p[0])-radius, int(p[1])-radius, int(p[0])+radius, int(p[1])+radius)
}

func floats(t *testing.T, words string) (out []float64) {
	t.Helper()
	for _, w := range strings.Fields(words) {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, x)
	}
	return out
}

// pageOf returns the report on one model, with its excerpt.
func pageOf(t *testing.T, path, format string, s *mesh.Scene) *report.Report {
	t.Helper()
	f := report.File{Path: path, Format: format, Unit: s.Unit, Up: s.Up(), Result: scenetest.CheckedScene(t, s)}
	var err error
	if reporttest.Model(&f).Excerpt, err = drawing.NewExcerpt(t.Context(), s, f.Result, drawing.Options{}); err != nil {
		t.Fatal(err)
	}
	return &report.Report{Version: "0.1.0", Files: []report.File{f}}
}

// quoted writes a text as JavaScript.
func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}
