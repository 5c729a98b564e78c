package fbx_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestCorpusSplit: with texture coordinates or colors, the triangles are the same.
func TestCorpusSplit(t *testing.T) {
	dir := os.Getenv(loadertest.CorpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "fbx", "*.fbx"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			plain, err := loader.Open(t.Context(), path, loader.Options{})
			if err != nil {
				t.Skip(err)
			}
			for _, o := range []loader.Options{{UVs: true}, {Colors: true}, {UVs: true, Colors: true}} {
				m, err := loader.Open(t.Context(), path, o)
				if err != nil {
					t.Fatal(err)
				}
				loadertest.CheckScene(t, m.Scene)
				if got, want := trianglesOf(m.Scene), trianglesOf(plain.Scene); !slices.Equal(got, want) {
					t.Errorf("%+v: %d triangles, want %d; or they differ", o, len(got), len(want))
				}
			}
		})
	}
}

// trianglesOf returns all triangles, as text because of NaN.
func trianglesOf(s *mesh.Scene) (all []string) {
	for _, m := range s.Meshes {
		for k := range m.Parts {
			p := &m.Parts[k]
			for i := range p.Triangles() {
				all = append(all, fmt.Sprint(p.Material, p.CutFrom(i), p.Triangle(i)))
			}
		}
	}
	return all
}
