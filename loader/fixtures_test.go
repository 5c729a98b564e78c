package loader_test

import (
	"io/fs"
	"math"
	"path"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestFixtures compares every fixture with its answer: what it loads as, or why it is refused.
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
			scene, format, err := loader.Decode(t.Context(), data, folder, loader.Options{Name: f.Path})
			if f.Error != "" {
				if kind := loadertest.KindOf(err); kind != f.Error || !strings.Contains(err.Error(), f.Contains) {
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
			if info := loader.FormatNamed(format); info.YUp != scene.YUp || info.Unitless != (scene.Unit == "") {
				t.Errorf("a scene with the unit %q and +Y up %t, but the format has %+v", scene.Unit, scene.YUp, info)
			}
			loadertest.CompareMeshes(t, scene, f.Meshes)
			compareInstances(t, scene, f.Instances)
			compareColliders(t, scene, f.Colliders)
		})
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
