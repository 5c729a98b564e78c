package rig_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// answer is where ufbx has instances at a time of the first stack.
type answer struct {
	Time      float64 `json:"pose_time"`
	Instances []instanceAnswer
}

type instanceAnswer struct {
	Path string
	// Matrix takes the samples to the world if IsLocal.
	Matrix  [12]float64
	IsLocal bool         `json:"posed_is_local"`
	Box     [2]geom.Vec  `json:"posed_world_bbox"`
	Sample  [][4]float64 `json:"posed_sample"` // control point and place
}

// corpus returns the folder of real FBX files.
func corpus(t *testing.T) string {
	dir := os.Getenv(loadertest.CorpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	return filepath.Join(dir, "fbx")
}

// open loads a file with poses.
func open(t *testing.T, path string) *mesh.Scene {
	t.Helper()
	m, err := loader.Open(t.Context(), path, loader.Options{Poses: true})
	if err != nil {
		t.Fatal(err)
	}
	return m.Scene
}

// TestCorpus compares poses of real files with the answers. All that moves in these files is evaluated.
func TestCorpus(t *testing.T) {
	dir := corpus(t)
	text, err := os.ReadFile(filepath.Join(dir, "poses.json"))
	if err != nil {
		t.Fatal(err)
	}
	var answers map[string][]answer
	if err := json.Unmarshal(text, &answers); err != nil {
		t.Fatal(err)
	}
	if len(answers) < 10 {
		t.Errorf("only %d files have answers", len(answers))
	}
	for name, times := range answers {
		s := open(t, filepath.Join(dir, name))
		if s.RigError != nil || s.Rig == nil {
			t.Errorf("%s: no rig: %v", name, s.RigError)
			continue
		}
		for _, c := range s.Rig.Clips {
			if len(c.NotEvaluated) > 0 {
				t.Errorf("%s, clip %q: %q", name, c.Name, c.NotEvaluated)
			}
		}
		worst := 0.0
		for _, want := range times {
			for _, in := range want.Instances {
				off := offOf(t, s, want.Time, &in)
				if !(off <= 1e-6) {
					t.Errorf("%s%s at %v is off by %.3g of the diagonal", name, in.Path, want.Time, off)
				}
				worst = max(worst, off)
			}
		}
		t.Logf("%s: off by %.2g of the diagonal at most", name, worst)
	}
}

// offOf returns how far an instance is from an answer, as a fraction of the diagonal of its box.
func offOf(t *testing.T, s *mesh.Scene, time float64, want *instanceAnswer) float64 {
	t.Helper()
	object := slices.IndexFunc(s.Rig.Objects, func(o pose.Object) bool { return s.Instances[o.Instance].Path == want.Path })
	if object < 0 {
		t.Fatalf("there is no %s", want.Path)
	}
	if o := &s.Rig.Objects[object]; o.Unposed != "" || len(o.Shape.Parts) != 1 {
		t.Fatalf("%s: %q, %d parts", want.Path, o.Unposed, len(o.Shape.Parts))
	}
	got := posed(t, s, object)
	if len(s.Rig.Clips) > 0 {
		got = posed(t, s, object, time)
	}
	m := geom.Identity()
	if want.IsLocal {
		for k, x := range want.Matrix {
			m[k/4][k%4] = x
		}
	}
	off := 0.0
	for _, x := range want.Sample {
		off = max(off, m.Apply(geom.Vec(x[1:])).Sub(got[int(x[0])]).Norm())
	}
	box := geom.EmptyBox()
	for _, p := range got {
		box = box.Include(p)
	}
	off = max(off, box.Min.Sub(want.Box[0]).Norm(), box.Max.Sub(want.Box[1]).Norm())
	return off / want.Box[1].Sub(want.Box[0]).Norm()
}

// TestDualQuaternions: what dual quaternions move is not posed, by name.
func TestDualQuaternions(t *testing.T) {
	s := open(t, filepath.Join(corpus(t), "maya_dual_quaternion_7500_ascii.fbx"))
	if s.RigError != nil || s.Rig == nil {
		t.Fatalf("no rig: %v", s.RigError)
	}
	unposed := 0
	for _, o := range s.Rig.Objects {
		if o.Unposed == "it is skinned with dual quaternions" {
			unposed++
		} else if o.Unposed != "" {
			t.Errorf("%s: %q", s.Instances[o.Instance].Path, o.Unposed)
		}
	}
	if unposed != 1 {
		t.Errorf("%d objects with dual quaternions of %d", unposed, len(s.Rig.Objects))
	}
}

// similar reports whether two bounds of matrices are the same but for a factor of at most 2, as the last place of a
// product of scalings may be another than that of the factors.
func similar(a, b *geom.Affine) bool {
	for r := range a {
		for c := range a[r] {
			if max(a[r][c], b[r][c]) > 2*min(a[r][c], b[r][c]) {
				return false
			}
		}
	}
	return true
}

// TestRestOfCorpus: in the default pose, objects of real files without skins and shapes are where the scene has them.
func TestRestOfCorpus(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(corpus(t), "*.fbx"))
	if err != nil {
		t.Fatal(err)
	}
	rigs, compared := 0, 0
	for _, path := range paths {
		m, err := loader.Open(t.Context(), path, loader.Options{Poses: true})
		if err != nil {
			continue // the loader's own tests know why
		}
		s := m.Scene
		if s.RigError != nil {
			t.Errorf("%s: %v", path, s.RigError)
		}
		if s.Rig == nil {
			continue
		}
		rigs++
		for i, o := range s.Rig.Objects {
			if o.Skin != pose.NoSkin || len(o.Weights) > 0 {
				continue
			}
			var want []geom.Vec
			for k := range o.Shape.Parts {
				for v := range o.Shape.Parts[k].Points.Len() {
					want = append(want, s.Instances[o.Instance].World.Apply(o.Shape.Parts[k].Points.At(v)))
				}
			}
			compared++
			if got, want := pose.NewEvaluator(s.Rig).PlacementRounding(i), *s.Instances[o.Instance].Rounding; o.Within == nil && !similar(&got, &want) {
				t.Errorf("%s: %s has the rounding %v, in the scene %v", path, s.Instances[o.Instance].Path, got, want)
			}
			if got := posed(t, s, i); !near(got, want) {
				t.Errorf("%s: %s is elsewhere", path, s.Instances[o.Instance].Path)
			}
		}
	}
	if rigs < 12 || compared < 3 {
		t.Errorf("only %d objects of %d rigs", compared, rigs)
	}
}
