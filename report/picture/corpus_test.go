package picture

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// Real files have pictures of their worst regions.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	drawn := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !slices.Contains([]string{".stl", ".glb", ".gltf"}, filepath.Ext(path)) {
			return err
		}
		m, err := loader.Open(t.Context(), path, loader.Options{})
		if err != nil {
			return nil // faulty on purpose, or compressed
		}
		r, err := meshcheck.Check(t.Context(), m.Scene, check.Options{})
		if err != nil {
			return err
		}
		for _, o := range []drawing.Options{{}, {Triangles: 5000, Bytes: 100_000}} {
			e, err := drawing.NewExcerpt(t.Context(), m.Scene, r, o)
			if err != nil {
				return err
			}
			for _, x := range e.Meshes {
				painter := NewPainter(x)
				for region := range min(2, len(r.Meshes[x.Mesh].Regions)) {
					picture := painter.Region(region)
					if picture == nil && x.OmittedFindings == 0 {
						t.Errorf("%s: mesh %d has no picture of region %d", d.Name(), x.Mesh, region)
					}
					drawn++
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if drawn < 20 {
		t.Errorf("only %d pictures in the corpus", drawn)
	}
}
