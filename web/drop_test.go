package web_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDrop drops models, and compares reports byte for byte with those of the program in a terminal.
func TestDrop(t *testing.T) {
	for _, c := range []struct {
		name   string
		path   func(*testing.T) string
		status int
	}{
		{"stl", func(t *testing.T) string { return corpus(t, "barkour_body.stl") }, 1},
		{"glb", func(t *testing.T) string { return fixture(t, "chair.glb") }, 1},
		{"draco", func(t *testing.T) string { return corpus(t, "littlest_tokyo_draco.glb") }, 1},
		{"fbx", func(t *testing.T) string { return corpus(t, "fbx/kaykit_crossbow_1handed.fbx") }, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := c.path(t)
			status, _, _, want := native(t, filepath.Dir(path), []string{filepath.Base(path)}, "html", "json")
			if status != c.status {
				t.Fatalf("exit status %d", status)
			}
			b := open(t)
			b.check(status, path)
			for ending, text := range want {
				if got := b.save(ending); string(got) != string(text) {
					t.Errorf("%s: %d bytes, want %d, or they differ", ending, len(got), len(text))
				}
			}
			b.wait(`document.querySelector("iframe").contentDocument.querySelector(".view, .none, .regions") !== null`)
		})
	}
}

// TestDropFolder drops a folder with side files, which has a configuration and a baseline.
func TestDropFolder(t *testing.T) {
	from := corpus(t, "fox")
	folder := filepath.Join(t.TempDir(), "a folder")
	if err := os.CopyFS(folder, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{".meshcheck.yaml": "policy: strict\nbaseline: .meshcheck-baseline\n", ".meshcheck-baseline": ""} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	status, _, _, want := native(t, folder, []string{"."}, allEndings...)
	if len(want) != len(allEndings) {
		t.Fatalf("exit status %d, %d reports", status, len(want))
	}
	b := open(t)
	b.check(status, folder)
	for ending, text := range want {
		if got := b.save(ending); string(got) != string(text) {
			t.Errorf("%s: %d bytes, want %d, or they differ", ending, len(got), len(text))
		}
	}
	if got := b.text("command"); got != "cd 'a folder' && meshcheck -o report.html ." {
		t.Errorf("the command is %q", got)
	}
}
