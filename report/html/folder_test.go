package html

import (
	"bytes"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// folderOf writes a report as a folder and returns where.
func folderOf(t *testing.T, r *report.Report) string {
	t.Helper()
	dir := t.TempDir()
	head := *r
	head.Files = nil
	f := NewFolder(&head, func(name string, produce func(io.Writer) error) error {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		var b bytes.Buffer
		if err := produce(&b); err != nil {
			return err
		}
		return os.WriteFile(path, b.Bytes(), 0o666)
	})
	models := reporttest.Models(r)
	var group sync.WaitGroup
	for i := range r.Files {
		group.Go(func() {
			if err := f.Add(i, &r.Files[i], models.Of(i)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if err := f.Close(&head, r.Indexed()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// filesOf returns the names of the files in a folder, without the hashes of pages.
func filesOf(t *testing.T, dir string) (names []string) {
	t.Helper()
	hash := regexp.MustCompile(`-[0-9a-f]{10}(-\d+)?\.`)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, hash.ReplaceAllString(filepath.ToSlash(name), "."))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// A folder has a page for each file with something to say, whose names hold on every file system, and
// the pictures of the worst places. All pages are inert text but for the shared scripts.
func TestFolder(t *testing.T) {
	r := verdicts(1, 1, 2)
	chair := pageOf(t, "a/chair.glb", "glb", scenetest.Fixture(t, "chair.glb")).Files[0]
	upper := chair
	upper.Path = "b/CHAIR.GLB"
	again := chair
	hostile := chair
	hostile.Path = "b/<script>\u202e" + strings.Repeat("long ", 1000) + "\n.glb"
	r.Files = append(r.Files, chair, upper, again, hostile)
	dir := folderOf(t, r)
	want := []string{
		"files/CHAIR.GLB.html", "files/_script____long_long_long_long_long_long_long_long_long_long.html",
		"files/chair-0.glb.html", "files/chair.glb.html", "files/chair.glb.html", "files/old-0.glb.html",
		"index.html", "index.js", "pictures/CHAIR.GLB.png", "pictures/_script____long_long_long_long_long_long_long_long_long_long.png",
		"pictures/chair.glb.png", "pictures/chair.glb.png", "style.css", "viewer.js",
	}
	if got := filesOf(t, dir); !slices.Equal(got, want) {
		t.Errorf("the folder has\n%q, want\n%q", got, want)
	}
	for _, e := range FolderFiles() {
		if _, err := os.Stat(filepath.Join(dir, e)); err != nil {
			t.Error(err)
		}
	}
	pages, _ := filepath.Glob(filepath.Join(dir, "files", "*.html"))
	for _, path := range append(pages, filepath.Join(dir, "index.html")) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		page := regexp.MustCompile(`<script defer src="[./]*(index|viewer)\.js"></script>|<link rel="stylesheet" href="[./]*style\.css">`).ReplaceAllString(string(text), "")
		if found := activeTags(page); found != nil {
			t.Errorf("%s: active content: %q", path, found)
		}
		if strings.Contains(page, "<style") || !strings.Contains(page, `content="default-src &#39;none&#39;`) {
			t.Errorf("%s has a style of its own, or no policy", path)
		}
	}
}

// A report in a folder works from a disk and from a server: from the index to a file, to the next one
// that fails, and back. Nothing that it loads is against its policy.
func TestBrowserFolder(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	r := verdicts(2, 3, 2)
	r.Files[0] = pageOf(t, "models/props/chair-0.glb", "glb", scenetest.Fixture(t, "chair.glb")).Files[0]
	dir := folderOf(t, r)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	browser := startBrowser(t)
	for _, address := range []string{"file://" + dir + "/index.html", server.URL} {
		b := openAddress(t, browser, address)
		b.wait(`document.querySelectorAll(".row").length === 2`)
		b.wait(`[...document.querySelectorAll(".row .picture")].filter((e) => e.complete && e.naturalWidth > 0).length === 1`)
		heading := `document.querySelector(".others-bar") && document.querySelector("h1 bdi")?.textContent`
		b.run(chromedp.Click(".row a[href*='chair-0']", chromedp.ByQuery))
		b.wait(heading + ` === "models/props/chair-0.glb"`)
		b.settle()
		b.run(chromedp.KeyEvent("n"))
		b.wait(heading + ` === "models/props/chair-1.glb"`)
		b.run(chromedp.KeyEvent("p"))
		b.wait(heading + ` === "models/props/chair-0.glb"`)
		b.settle()
		b.run(chromedp.KeyEvent("u"))
		b.wait(`document.querySelector(".rows") !== null`)
	}
}
