package html

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// tab is a page in the browser.
type tab struct {
	t    *testing.T
	ctx  context.Context
	user cdp.BrowserContextID

	mu       sync.Mutex
	problems []string
	ignored  func(problem string) bool
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
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithTargetID(newWindow(t, browser)))
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 8*time.Minute)
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx, user: chromedp.FromContext(browser).BrowserContextID, ignored: func(string) bool { return false }}
	chromedp.ListenTarget(ctx, b.listen)
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.problems) > 0 {
			t.Errorf("the page reports problems: %q", b.problems)
		}
	})
	// Only one of several windows has the focus, and each page is tested as if its window had it.
	b.run(log.Enable(), emulation.SetFocusEmulationEnabled(true), emulation.SetDeviceMetricsOverride(1280, 800, 1, false))
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
	if problem == "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.ignored(problem) {
		b.problems = append(b.problems, problem)
	}
}

// ignore leaves out problems that contain a text from now on.
func (b *tab) ignore(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ignored = func(problem string) bool { return strings.Contains(problem, text) }
	b.problems = slices.DeleteFunc(b.problems, b.ignored)
}

// expectProblem waits for a provoked problem and removes it from the list.
func (b *tab) expectProblem(text string) {
	b.t.Helper()
	found := b.retry(func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		at := slices.IndexFunc(b.problems, func(p string) bool { return strings.Contains(p, text) })
		if at >= 0 {
			b.problems = slices.Delete(b.problems, at, at+1)
		}
		return at >= 0
	})
	if !found {
		b.t.Errorf("the page does not report %q", text)
	}
}

// retry calls a function until it returns true, for two minutes at most, and reports whether it did.
func (b *tab) retry(done func() bool) bool {
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if done() {
			return true
		}
	}
	return false
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

// wait waits until a JavaScript expression is true on whatever page the tab shows. A page that is replaced while it
// is asked gives no answer.
func (b *tab) wait(expression string) {
	b.t.Helper()
	found := b.retry(func() bool {
		var done bool
		err := chromedp.Run(b.ctx, chromedp.Evaluate(expression, &done))
		return err == nil && done
	})
	if !found {
		b.t.Fatalf("waiting for %s; the view has %s", expression, eval[string](b, `JSON.stringify({...document.querySelector(".view")?.dataset})`))
	}
}

// becomes waits until a JavaScript expression has a value, and returns the last value and whether it is that.
func becomes[T any](b *tab, expression string, want T) (got T, ok bool) {
	b.t.Helper()
	ok = b.retry(func() bool {
		got = eval[T](b, expression)
		return reflect.DeepEqual(got, want)
	})
	return got, ok
}

// frames waits until the page has been painted: the effect of what was done before is visible in the frame after
// next at the latest.
func (b *tab) frames() {
	b.t.Helper()
	eval[float64](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
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
	b.frames()
	b.settle()
}

// screenshot returns what an element looks like, which has to fit the window. The whole window is captured: a part
// of it would be laid out and painted anew.
func (b *tab) screenshot(selector string) image.Image {
	b.t.Helper()
	box := eval[[]float64](b, `(() => {
		const e = document.querySelector(`+quoted(selector)+`);
		e.scrollIntoView({ block: "nearest", behavior: "instant" });
		const r = e.getBoundingClientRect();
		return [r.left, r.top, r.right, r.bottom];
	})()`)
	b.frames()
	var text []byte
	b.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		text, err = cdppage.CaptureScreenshot().WithOptimizeForSpeed(true).Do(ctx)
		return err
	}))
	window, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		b.t.Fatal(err)
	}
	part := image.Rect(int(box[0]), int(box[1]), int(box[2]), int(box[3]))
	if !part.In(window.Bounds()) {
		b.t.Fatalf("%s is at %v of a window of %v", selector, part, window.Bounds())
	}
	out := image.NewNRGBA(image.Rectangle{Max: part.Size()})
	draw.Draw(out, out.Bounds(), window, part.Min, draw.Src)
	return out
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
