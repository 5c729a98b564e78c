package output

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/report"
)

func write(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := os.WriteFile(path, []byte("solid\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A path that cannot be written, or must not be, leaves no file behind.
func TestNewRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "model.html", "list.json")
	if err := os.Symlink("model.html", "link.html"); err != nil {
		t.Skip(err)
	}
	before, _ := os.ReadDir(".")
	reads := Sources{}.With("input", "model.html", "", "gone.html").With(Baseline, "new.json")
	for _, c := range []struct {
		paths      []string
		path, want string
	}{
		{[]string{"a.json", "folder/a.json"}, "folder/a.json", "no such file"},
		{[]string{"a.json", "./a.json"}, "./a.json", "is named twice"},
		{[]string{"a.json", "model.html"}, "model.html", "would overwrite the input model.html"},
		{[]string{"link.html"}, "link.html", "would overwrite the input model.html"},
		{[]string{"new.json"}, "new.json", "would overwrite the baseline new.json"},
	} {
		_, err := New(atomicfile.NewTemporaries(), c.paths, "text", reads)
		var bad *PathError
		if !errors.As(err, &bad) || bad.Path != c.path || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.paths, err, c.want)
		}
	}
	if _, err := New(atomicfile.NewTemporaries(), []string{"a.txt"}, "text", nil); err == nil {
		t.Error("a.txt has a format")
	}
	if after, _ := os.ReadDir("."); len(after) != len(before) {
		t.Errorf("%d files, before %d", len(after), len(before))
	}
}

// Reports get all files, growing in a temporary file or not; a file to which a model refers stays.
func TestReports(t *testing.T) {
	for _, spooled := range []bool{false, true} {
		t.Chdir(t.TempDir())
		write(t, "texture.json")
		r, err := New(atomicfile.NewTemporaries(), []string{"a.json", "a.md", "texture.json"}, "text", nil)
		if err != nil {
			t.Fatal(err)
		}
		if spooled {
			if err := r.Spool(1<<30, 1, &report.Report{}); err != nil || !r.Spooled() {
				t.Fatal(err)
			}
		}
		r.Spare("model.gltf", []string{"texture.json", "gone.json"})
		var sum report.Summary
		for _, name := range []string{"one.stl", "two.stl"} {
			f := report.File{Path: name, Problem: &report.Problem{Kind: "io", Message: "gone"}}
			sum.Add(&f)
			r.Add(f, nil, nil)
		}
		failed := map[string]bool{}
		err = r.WriteFiles(context.Background(), &report.Report{Files: r.Files()}, sum, func(path string, err error) { failed[path] = failed[path] || err != nil })
		if err != nil || failed["a.json"] || failed["a.md"] || !failed["texture.json"] {
			t.Errorf("%v, %v", err, failed)
		}
		if got := r.Written(); !slices.Equal(got, []string{"a.json", "a.md"}) {
			t.Errorf("%q are written", got)
		}
		r.Close()
		for _, path := range []string{"a.json", "a.md"} {
			if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "one.stl") || !strings.Contains(string(text), "two.stl") {
				t.Errorf("%s: %s, %v", path, text, err)
			}
		}
		if text, _ := os.ReadFile("texture.json"); string(text) != "solid\n" {
			t.Errorf("the texture is %q", text)
		}
		if left, _ := filepath.Glob(".*"); left != nil {
			t.Errorf("%q are left", left)
		}
	}
}
