package model

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

const triangle = "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid t\n"

func TestCandidates(t *testing.T) {
	for _, c := range []struct {
		folder, path string
		want         []string
	}{
		{"reports", "-", nil}, {"reports", "", nil}, {".", "a.stl", []string{"a.stl"}}, {"reports", "/a.stl", []string{"/a.stl"}},
		{"reports", "m/a.stl", []string{filepath.Join("reports", "m", "a.stl"), "m/a.stl"}},
	} {
		if got := Candidates(c.folder, c.path); !slices.Equal(got, c.want) {
			t.Errorf("%s in %s: %q, want %q", c.path, c.folder, got, c.want)
		}
	}
}

// Of several files of a name, the unchanged one is found; otherwise the error is that of the
// first.
func TestFind(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("reports", 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"reports/a.stl": triangle + "\n", "a.stl": triangle, "b.stl": "nothing"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	hash := func(text string) string { sum := sha256.Sum256([]byte(text)); return hex.EncodeToString(sum[:]) }
	refused := errors.New("refused")
	for _, c := range []struct {
		name, sha256 string
		memory       int64
		take         error
		want         string
	}{
		{"a.stl", hash(triangle), 1 << 30, nil, ""},
		{"a.stl", hash("other"), 1 << 30, nil, "the file has changed: its SHA-256 is " + hash(triangle+"\n")},
		{"a.stl", hash(triangle), 1, nil, "of memory"},
		{"a.stl", hash(triangle + "\n"), 1 << 30, refused, "refused"},
		{"gone.stl", hash(triangle), 1 << 30, nil, "there is no such file"},
		{"reports", hash(triangle), 1 << 30, nil, "there is no such file"},
	} {
		f := Finder{Folder: "reports", Threads: 1, Memory: c.memory, Named: func(string, []string) {}}
		scene, err := f.find(t.Context(), c.name, c.sha256, loader.Options{}, func(*mesh.Scene) error { return c.take })
		switch {
		case c.want == "" && (err != nil || len(scene.Meshes) != 1):
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// When the context ends, Open does not wait for a pipe that nobody writes to.
func TestOpenEnds(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	stdin := os.Stdin
	os.Stdin = r
	defer func() { os.Stdin = stdin }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, "-", loader.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
