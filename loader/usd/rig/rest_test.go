package rig_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// TestDefaultPose: in the default pose, what no skeleton deforms is where the scene without poses has it. The scenes
// are the same.
func TestDefaultPose(t *testing.T) {
	files, err := filepath.Glob("testdata/*.usd?")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	if dir := os.Getenv(loadertest.CorpusEnv); dir != "" {
		err := filepath.WalkDir(filepath.Join(dir, "usd"), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && strings.HasPrefix(filepath.Ext(path), ".usd") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	moving, failed := 0, 0
	for _, file := range files {
		plain, err := loader.Open(t.Context(), file, loader.Options{})
		m, also := loader.Open(t.Context(), file, loader.Options{Poses: true})
		if (err == nil) != (also == nil) {
			t.Errorf("%s: %v, with poses %v", file, err, also)
		}
		if err != nil || also != nil {
			continue
		}
		if len(plain.Scene.Instances) != len(m.Scene.Instances) || strings.Join(plain.Scene.Warnings, "\n") != strings.Join(m.Scene.Warnings, "\n") {
			t.Errorf("%s: the scene differs with poses", file)
		}
		loadertest.CheckRig(t, m.Scene)
		if m.Scene.RigError != nil {
			failed++
			t.Logf("%s: %v", file, m.Scene.RigError)
		}
		if m.Scene.Rig == nil {
			continue
		}
		moving++
		if off := offAtRest(m); off > 1e-12 {
			t.Errorf("%s: objects are off by %.3g in the default pose", file, off)
		}
	}
	t.Logf("%d of %d files move, %d have errors in what moves", moving, len(files), failed)
}

// offAtRest returns the greatest difference of objects without skin in the default pose, of their diagonals and
// distances from the origin.
func offAtRest(m *loader.Model) (off float64) {
	e := pose.NewEvaluator(m.Scene.Rig)
	for i := range m.Scene.Rig.Objects {
		o := &m.Scene.Rig.Objects[i]
		instance := &m.Scene.Instances[o.Instance]
		if o.Skin != pose.NoSkin {
			continue
		}
		got := make([]geom.Vec, o.Shape.Len())
		e.Positions(i, got)
		box, first := geom.EmptyBox().Include(geom.Vec{}), 0
		var worst float64
		parts := m.Scene.Meshes[instance.Mesh].Parts
		for k := range parts {
			for v := range parts[k].Positions.Len() {
				want := instance.World.Apply(parts[k].Positions.At(v))
				box = box.Include(want)
				worst = max(worst, difference(got[first+v], want))
			}
			first += parts[k].Positions.Len()
		}
		if worst > 0 {
			off = max(off, worst/box.Max.Sub(box.Min).Norm())
		}
	}
	return off
}

// TestSplitVertices: vertices that are corners of faces, as texture coordinates make them, are where the points are.
func TestSplitVertices(t *testing.T) {
	for _, file := range []string{"testdata/blends.usda", "testdata/caches.usdc"} {
		plain := open(t, file)
		m, err := loader.Open(t.Context(), file, loader.Options{Poses: true, UVs: true})
		if err != nil || m.Scene.RigError != nil {
			t.Fatal(err, m.Scene.RigError)
		}
		more := 0
		for k := range plain.Rig.Objects {
			for _, time := range []float64{atRest, 0.1, 0.3} {
				a, b := cornersOf(t, plain, k, time), cornersOf(t, m.Scene, k, time)
				if !slices.Equal(a, b) {
					t.Errorf("%s: object %d at %v differs with texture coordinates", file, k, time)
				}
			}
			more += m.Scene.Rig.Objects[k].Shape.Len() - plain.Rig.Objects[k].Shape.Len()
		}
		if more == 0 {
			t.Errorf("%s has no more vertices with texture coordinates", file)
		}
	}
}

// cornersOf returns the corners of the triangles of an object at a time.
func cornersOf(t *testing.T, s *mesh.Scene, object int, time float64) (corners []geom.Vec) {
	t.Helper()
	e := pose.NewEvaluator(s.Rig)
	if time != atRest {
		if err := e.Pose(0, time); err != nil {
			t.Fatal(err)
		}
	}
	o := &s.Rig.Objects[object]
	all := make([]geom.Vec, o.Shape.Len())
	e.Positions(object, all)
	parts := s.Meshes[s.Instances[o.Instance].Mesh].Parts
	for k := range parts {
		for c := range 3 * parts[k].Triangles() {
			corners = append(corners, all[parts[k].Corner(c)])
		}
		all = all[parts[k].Positions.Len():]
	}
	return corners
}
