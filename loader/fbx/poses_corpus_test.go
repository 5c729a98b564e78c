package fbx_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// posedAnswer is where ufbx has the control points of instances at a time of the first stack.
type posedAnswer struct {
	Time      float64 `json:"pose_time"`
	Instances []struct {
		Path    string
		Matrix  [12]float64
		IsLocal bool         `json:"posed_is_local"`
		Box     [2]geom.Vec  `json:"posed_world_bbox"`
		Sample  [][4]float64 `json:"posed_sample"` // control point and place
	}
}

// TestPosesOfCorpus compares poses of real files with the answers.
func TestPosesOfCorpus(t *testing.T) {
	dir := os.Getenv(loadertest.CorpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	dir = filepath.Join(dir, "fbx")
	text, err := os.ReadFile(filepath.Join(dir, "poses.json"))
	if err != nil {
		t.Fatal(err)
	}
	var answers map[string][]posedAnswer
	if err := json.Unmarshal(text, &answers); err != nil {
		t.Fatal(err)
	}
	for name, times := range answers {
		m, err := loader.Open(t.Context(), filepath.Join(dir, name), loader.Options{Poses: true})
		if err != nil {
			t.Fatal(err)
		}
		s := m.Scene
		if s.RigError != nil || s.Rig == nil {
			t.Errorf("%s: %v", name, s.RigError)
			continue
		}
		t.Logf("%s: %d clips, warnings %q", name, len(s.Rig.Clips), s.Rig.Warnings)
		for _, c := range s.Rig.Clips {
			t.Logf("  clip %q: %d channels, not evaluated %q", c.Name, len(c.Channels), c.NotEvaluated)
		}
		e := pose.NewEvaluator(s.Rig)
		worst := 0.0
		for _, want := range times {
			if len(s.Rig.Clips) > 0 {
				if err := e.Pose(0, want.Time); err != nil {
					t.Fatal(err)
				}
			}
			for _, in := range want.Instances {
				found := false
				for i, o := range s.Rig.Objects {
					if s.Instances[o.Instance].Path != in.Path {
						continue
					}
					found = true
					if o.Unposed != "" {
						t.Errorf("%s %s: %s", name, in.Path, o.Unposed)
					}
					out := make([]geom.Vec, o.Shape.Len())
					e.Positions(i, out)
					box := geom.EmptyBox()
					for _, p := range out {
						box = box.Include(p)
					}
					diagonal := in.Box[1].Sub(in.Box[0]).Norm()
					off := max(box.Min.Sub(in.Box[0]).Norm(), box.Max.Sub(in.Box[1]).Norm()) / diagonal
					if len(o.Shape.Parts) == 1 {
						m := geom.Identity()
						if in.IsLocal {
							for k, x := range in.Matrix {
								m[k/4][k%4] = x
							}
						}
						for _, x := range in.Sample {
							p := m.Apply(geom.Vec{x[1], x[2], x[3]})
							off = max(off, p.Sub(out[int(x[0])]).Norm()/diagonal)
						}
					} else {
						t.Logf("%d parts", len(o.Shape.Parts))
					}
					worst = max(worst, off)
					if off > 1e-6 || math.IsNaN(off) {
						t.Errorf("%s %s at %v: off by %.3g of the diagonal", name, in.Path, want.Time, off)
					}
				}
				if !found {
					t.Errorf("%s: no %s", name, in.Path)
				}
			}
		}
		t.Logf("%s: off by %.3g at most", name, worst)
	}
}
