package loader_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

type expectedFile struct {
	Error  string
	Meshes []struct {
		Name                           *string
		Triangles, Vertices, Nonfinite int
	}
}

// TestCorpus loads real files and compares names, triangles and distinct vertices, mesh by mesh,
// with what an independent loader found.
func TestCorpus(t *testing.T) {
	dir := os.Getenv(loadertest.CorpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	data, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]expectedFile
	if err := json.Unmarshal(data, &expected); err != nil {
		t.Fatal(err)
	}
	if len(expected) < 40 {
		t.Fatalf("only %d files are expected", len(expected))
	}
	for name, want := range expected {
		t.Run(name, func(t *testing.T) { checkCorpusFile(t, filepath.Join(dir, name), want) })
	}
}

func checkCorpusFile(t *testing.T, path string, want expectedFile) {
	m, err := loader.Open(t.Context(), path, loader.Options{})
	if len(m.SHA256) != 64 {
		t.Errorf("SHA256 = %q", m.SHA256)
	}
	var unsupported *loader.UnsupportedError
	if errors.As(err, &unsupported) {
		if want.Error == "" {
			t.Errorf("refused: %v", err)
		}
		return
	}
	if want.Error != "" {
		var format *loader.FormatError
		if !errors.As(err, &format) {
			t.Errorf("Open = %v, want a FormatError: %s", err, want.Error)
		}
		t.Log(err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Scene.Meshes) != len(want.Meshes) {
		t.Fatalf("%d meshes, want %d", len(m.Scene.Meshes), len(want.Meshes))
	}
	for i, w := range want.Meshes {
		got := m.Scene.Meshes[i]
		if got.Triangles() != w.Triangles {
			t.Errorf("mesh %d: %d triangles, want %d", i, got.Triangles(), w.Triangles)
		}
		if v, n := distinct(got); v != w.Vertices || n != w.Nonfinite {
			t.Errorf("mesh %d: %d distinct vertices and %d nonfinite triangles, want %d and %d", i, v, n, w.Vertices, w.Nonfinite)
		}
		if w.Name != nil && got.Name != *w.Name {
			t.Errorf("mesh %d: name %q, want %q", i, got.Name, *w.Name)
		}
	}
	loadertest.CheckScene(t, m.Scene)
}

// distinct counts the distinct positions of finite triangles, and the other triangles.
func distinct(m *mesh.Mesh) (vertices, nonfinite int) {
	seen := make(map[geom.Vec]struct{})
	for i := range m.Parts {
		for k := range m.Parts[i].Triangles() {
			tri := m.Parts[i].Triangle(k)
			if !tri.Finite() {
				nonfinite++
				continue
			}
			for _, v := range tri {
				seen[v] = struct{}{} // a map takes -0 for 0
			}
		}
	}
	return len(seen), nonfinite
}
