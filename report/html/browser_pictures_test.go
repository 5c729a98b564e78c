package html

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// corpusPage is the report on a real file; the test is skipped without the corpus.
func corpusPage(t *testing.T, name string) *report.Report {
	t.Helper()
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	m, err := loader.Open(t.Context(), filepath.Join(dir, name), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := pageOf(t, name, string(m.Format), m.Scene)
	f := &r.Files[0]
	if f.Result, err = meshcheck.Check(t.Context(), m.Scene, check.Options{}); err != nil {
		t.Fatal(err)
	}
	if reporttest.Model(f).Excerpt, err = drawing.NewExcerpt(t.Context(), m.Scene, f.Result, drawing.Options{}); err != nil {
		t.Fatal(err)
	}
	return r
}

// The worst place of a real file is one click away, its worst finding two; with
// -update the pictures of the documentation are taken on the way.
func TestBrowserRealFiles(t *testing.T) {
	browser := startBrowser(t)
	for _, c := range []struct{ file, scheme, key, picture string }{
		{"crates_stacked.glb", "light", "f", "report.png"},
		{"barkour_body.stl", "dark", "x", "report-dark.png"},
	} {
		r := corpusPage(t, c.file)
		b := openPage(t, browser, r, emulation.SetDeviceMetricsOverride(1360, 830, 1, false),
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: c.scheme}}))
		b.settle()
		b.selectRegion(0, 0, 0)
		b.run(chromedp.Click(regionAt(0, 0, 0)+" summary", chromedp.ByQuery),
			chromedp.Click(regionAt(0, 0, 0)+" tbody .show", chromedp.ByQuery))
		b.wait(`document.querySelector(".view").dataset.finding !== ""`)
		b.settle()
		worst := r.Files[0].Result.Meshes[0].Findings[0]
		if got, want := b.view("finding"), fmt.Sprint(worst.A.Triangle, worst.B.Triangle); got != want {
			t.Errorf("%s: two clicks lead to triangles %s, want %s", c.file, got, want)
		}
		b.run(chromedp.Click(regionAt(0, 0, 0)+" summary", chromedp.ByQuery))
		b.selectRegion(0, 0, 1)
		b.key(c.key)
		b.run(chromedp.Evaluate(`document.activeElement.blur()`, nil), chromedp.Evaluate(`scrollTo(0, 0)`, nil))
		b.frames()
		if *reporttest.Update {
			b.picture(filepath.Join("..", "docs", c.picture))
		}
	}
}

// picture writes what the window shows, for the documentation.
func (b *tab) picture(path string) {
	b.t.Helper()
	var png []byte
	b.run(chromedp.CaptureScreenshot(&png))
	if len(png) > 400_000 {
		b.t.Errorf("%s takes %d bytes", path, len(png))
	}
	if err := os.WriteFile(path, png, 0o666); err != nil {
		b.t.Fatal(err)
	}
}
