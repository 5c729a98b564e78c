package html

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
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

// oneBrowser is the process in which all pages are tested. Pages are rendered without a graphics card, which is
// most of the work of these tests: nothing flies or scrolls smoothly unless a test asks for it, and only the 3D view
// is drawn as a graphics card would.
var oneBrowser = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browserPath()), chromedp.NoSandbox,
		chromedp.Flag("headless", "new"), chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("disable-gpu", false), chromedp.Flag("disable-gpu-compositing", true), chromedp.Flag("disable-gpu-rasterization", true),
		chromedp.Flag("force-prefers-reduced-motion", true),
		chromedp.WSURLReadTimeout(time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	closeBrowser = cancel
	// A newer browser may send events that the client does not know.
	ctx, _ = chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {}))
	return ctx, chromedp.Run(ctx)
})

// closeBrowser ends the browser, if it runs.
var closeBrowser = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	closeBrowser()
	os.Exit(code)
}

// startBrowser returns the browser with nothing in its storage, and lets the test run beside others. It skips the
// test unless MESHCHECK_BROWSER requires a browser.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	if os.Getenv("MESHCHECK_BROWSER") == "" {
		t.Skip("pages are not tested in a browser; set MESHCHECK_BROWSER=required")
	}
	if browserPath() == "" {
		t.Fatal("MESHCHECK_BROWSER requires a browser, and neither Chromium nor Chrome is installed")
	}
	t.Parallel()
	return newUser(t)
}

// newUser returns the browser of a user who has seen no page yet: storage and downloads are shared by the tabs of
// one user and by no others.
func newUser(t *testing.T) context.Context {
	t.Helper()
	ctx, err := oneBrowser()
	if err != nil {
		t.Fatal(err)
	}
	process := cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
	id, err := target.CreateBrowserContext().Do(process)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := target.DisposeBrowserContext(id).Do(process); err != nil {
			t.Error(err)
		}
	})
	ctx, cancel := chromedp.NewContext(ctx, chromedp.WithExistingBrowserContext(id))
	t.Cleanup(cancel)
	return ctx
}

// newWindow opens a window for a tab. A tab beside another in a window would not be painted.
func newWindow(t *testing.T, browser context.Context) target.ID {
	t.Helper()
	c := chromedp.FromContext(browser)
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(c.BrowserContextID).WithNewWindow(true).
		Do(cdp.WithExecutor(browser, c.Browser))
	if err != nil {
		t.Fatal(err)
	}
	return id
}
