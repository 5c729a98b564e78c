package loader_test

import (
	"errors"
	"io/fs"
	"math"
	"path"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestFixtures holds every fixture to its answer: what it loads as, or how it is
// refused.
func TestFixtures(t *testing.T) {
	for _, f := range fixtures.All() {
		t.Run(f.Path, func(t *testing.T) {
			data, err := fs.ReadFile(fixtures.Files(), f.Path)
			if err != nil {
				t.Fatal(err)
			}
			folder, err := fs.Sub(fixtures.Files(), path.Dir(f.Path))
			if err != nil {
				t.Fatal(err)
			}
			scene, _, err := loader.Decode(t.Context(), data, folder, loader.Options{Name: f.Path})
			if f.Error != "" {
				if kind := kindOf(err); kind != f.Error || !strings.Contains(err.Error(), f.Contains) {
					t.Errorf("%s error %v, want a %s error with %q", kind, err, f.Error, f.Contains)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(scene.Warnings) != f.Warnings {
				t.Errorf("warnings %q, want %d", scene.Warnings, f.Warnings)
			}
			compareMeshes(t, scene, f.Meshes)
			compareInstances(t, scene, f.Instances)
			compareColliders(t, scene, f.Colliders)
		})
	}
}

// kindOf names the kind of a loading error as the answers do.
func kindOf(err error) string {
	var format *loader.FormatError
	var unsupported *loader.UnsupportedError
	switch {
	case errors.As(err, &unsupported):
		return "unsupported"
	case errors.As(err, &format), errors.Is(err, loader.ErrUnknownFormat):
		return "format"
	case err == nil:
		return "no"
	}
	return "other"
}

func compareMeshes(t *testing.T, scene *mesh.Scene, want []fixtures.Mesh) {
	t.Helper()
	if len(scene.Meshes) != len(want) {
		t.Fatalf("%d meshes, want %d", len(scene.Meshes), len(want))
	}
	for k, m := range scene.Meshes {
		w := want[k]
		if m.Name != w.Name || m.Triangles() != w.Triangles {
			t.Errorf("mesh %d: %q with %d triangles, want %q with %d", k, m.Name, m.Triangles(), w.Name, w.Triangles)
		}
		if w.Parts == nil {
			continue // one part without a name
		}
		if len(m.Parts) != len(w.Parts) {
			t.Errorf("mesh %d: %d parts, want %d", k, len(m.Parts), len(w.Parts))
			continue
		}
		for p := range m.Parts {
			got := fixtures.Part{Name: m.Parts[p].Name, Material: m.Parts[p].Material, Triangles: m.Parts[p].Triangles()}
			if got != w.Parts[p] {
				t.Errorf("mesh %d part %d: %+v, want %+v", k, p, got, w.Parts[p])
			}
		}
	}
}

func compareInstances(t *testing.T, scene *mesh.Scene, want []fixtures.Instance) {
	t.Helper()
	if len(scene.Instances) != len(want) {
		t.Fatalf("%d instances, want %d", len(scene.Instances), len(want))
	}
	for k, in := range scene.Instances {
		w := want[k]
		if in.Path != w.Path || in.Mesh != w.Mesh {
			t.Errorf("instance %d: mesh %d at %s, want mesh %d at %s", k, in.Mesh, in.Path, w.Mesh, w.Path)
			continue
		}
		m := scene.Meshes[in.Mesh]
		world := in.World.ScaleInput(m.Scale)
		b := geom.EmptyBox()
		for p := range m.Parts {
			for i := range m.Parts[p].Triangles() {
				for _, v := range m.Parts[p].Triangle(i) {
					b = b.Include(world.Apply(v))
				}
			}
		}
		if !sameBox(b, w.Box) {
			t.Errorf("%s: box %v, want %v", in.Path, b, w.Box)
		}
	}
}

func sameBox(b geom.Box, want [2][3]float64) bool {
	for axis := range 3 {
		if math.Abs(b.Min[axis]-want[0][axis]) > 1e-6 || math.Abs(b.Max[axis]-want[1][axis]) > 1e-6 {
			return false
		}
	}
	return true
}
