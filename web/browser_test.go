package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// closeBrowser ends the browser, if it runs.
var closeBrowser = func() {}

// oneBrowser is the browser of all tests.
var oneBrowser = sync.OnceValues(func() (ctx context.Context, err error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.Flag("headless", "new"), chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-gpu", false), chromedp.WSURLReadTimeout(time.Minute))
	ctx, closeBrowser = chromedp.NewExecAllocator(context.Background(), options...)
	// A newer browser may send events that the client does not know.
	ctx, _ = chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {}))
	return ctx, chromedp.Run(ctx)
})

// tab shows the site, from a server of its own.
type tab struct {
	t      *testing.T
	ctx    context.Context
	server *httptest.Server

	mu       sync.Mutex
	problems []string
}

// open serves the site in a folder of a host, and opens it. Problems that the page reports, and requests to other
// hosts, fail the test.
func open(t *testing.T) *tab {
	t.Helper()
	if os.Getenv("MESHCHECK_BROWSER") == "" {
		t.Skip("the site is not tested in a browser; set MESHCHECK_BROWSER=required")
	}
	parent, err := oneBrowser()
	if err != nil {
		t.Fatal(err)
	}
	b := &tab{t: t}
	files := http.StripPrefix("/some/folder/", http.FileServer(http.Dir(built(t, site))))
	policy := policyOf(t)
	b.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy) // which binds the workers too
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { b.server.Close() })
	ctx, cancel := chromedp.NewContext(parent) // the server has an origin of its own
	t.Cleanup(cancel)
	b.ctx, cancel = context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(cancel)
	chromedp.ListenTarget(b.ctx, b.listen)
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.problems) > 0 {
			t.Errorf("the page reports problems: %q", b.problems)
		}
	})
	b.run(log.Enable(), network.Enable(), emulation.SetDeviceMetricsOverride(1280, 900, 1, false),
		chromedp.Navigate(b.server.URL+"/some/folder/"))
	b.wait(`document.body.dataset.state === "ready"`)
	return b
}

// policyOf returns the policy of the page, as a header.
func policyOf(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(built(t, site), "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindSubmatch(page)
	if found == nil {
		t.Fatal("the page has no policy")
	}
	return string(found[1]) + "; frame-ancestors 'none'"
}

// listen records errors, broken policies and requests to other hosts.
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
	case *network.EventRequestWillBeSent:
		if address := e.Request.URL; !strings.HasPrefix(address, b.server.URL+"/") && !strings.HasPrefix(address, "blob:"+b.server.URL+"/") && !strings.HasPrefix(address, "data:") {
			problem = "request to " + address
		}
	}
	if problem != "" {
		b.mu.Lock()
		b.problems = append(b.problems, problem)
		b.mu.Unlock()
	}
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
	b.run(chromedp.Evaluate(expression, &v, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	return v
}

// wait waits until a JavaScript expression is true.
func (b *tab) wait(expression string) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, chromedp.Poll(expression, nil, chromedp.WithPollingInterval(100*time.Millisecond), chromedp.WithPollingTimeout(2*time.Minute))); err != nil {
		b.t.Fatalf("waiting for %s: %v; the page says %q", expression, err, eval[string](b, `document.body.innerText`))
	}
}

// drop drops files and folders of this machine on the page. Its state is then no longer that of the last check.
func (b *tab) drop(paths ...string) {
	b.t.Helper()
	b.run(chromedp.Evaluate(`document.body.dataset.state = "ready"`, nil))
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: paths, DragOperationsMask: 1}
	for _, kind := range []input.DispatchDragEventType{input.DragEnter, input.DragOver, input.Drop} {
		b.run(input.DispatchDragEvent(kind, 400, 200, data))
	}
}

// check drops files and waits for the result, which has an exit status.
func (b *tab) check(status int, paths ...string) {
	b.t.Helper()
	b.drop(paths...)
	b.done(status)
}

// done waits for a result.
func (b *tab) done(status int) {
	b.t.Helper()
	b.wait(`document.body.dataset.state === "done"`)
	if note := b.text("verdict"); !strings.HasSuffix(note, fmt.Sprintf("exit status %d", status)) {
		b.t.Errorf("the verdict is %q, want status %d; %s", note, status, b.text("errors"))
	}
}

// text returns the text of an element.
func (b *tab) text(id string) string {
	b.t.Helper()
	return eval[string](b, `document.getElementById("`+id+`").textContent`)
}

// save saves the report with an ending, and returns it.
func (b *tab) save(ending string) []byte {
	b.t.Helper()
	return b.saved(fmt.Sprintf(`document.querySelector("[data-ending='%s']").click()`, ending))
}

// saved evaluates a JavaScript expression that saves a file, and returns the file.
func (b *tab) saved(expression string) []byte {
	b.t.Helper()
	folder := b.t.TempDir()
	ended := make(chan string, 1)
	listening, cancel := context.WithCancel(b.ctx)
	defer cancel()
	chromedp.ListenBrowser(listening, func(event any) {
		if e, ok := event.(*browser.EventDownloadProgress); ok && e.State != browser.DownloadProgressStateInProgress {
			select {
			case ended <- e.State.String():
			default:
			}
		}
	})
	b.run(chromedp.ActionFunc(func(ctx context.Context) error {
		return browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(folder).WithEventsEnabled(true).
			Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
	}), chromedp.Evaluate(expression, nil))
	for clicks := 1; ; clicks++ {
		select {
		case state := <-ended:
			if state != "completed" {
				b.t.Fatalf("%s: %s", expression, state)
			}
		case <-time.After(30 * time.Second):
			if clicks == 3 {
				b.t.Fatalf("%s saves nothing; the page says %q", expression, b.text("saving"))
			}
			b.t.Logf("%s saves nothing; the page says %q; once more", expression, b.text("saving"))
			b.run(chromedp.Evaluate(expression, nil)) // Chromium now and then loses a download of a page that nobody touches
			continue
		}
		break
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) == 0 {
		b.t.Fatalf("%s saves %q, %v", expression, files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		b.t.Fatal(err)
	}
	return text
}

// frame evaluates a JavaScript expression in the page of the report.
func frame[T any](b *tab, expression string) T {
	b.t.Helper()
	return eval[T](b, `((document) => `+expression+`)(globalThis.document.querySelector("iframe").contentDocument)`)
}
