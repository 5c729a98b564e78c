package rig_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// answers are what testdata/make.py says of a file.
type answers struct {
	CodesPerSecond float64 `json:"codes_per_second"`
	Meshes         []struct {
		Path  string
		Poses []struct {
			Time   *float64 // in time codes, nil for the default pose
			Shown  bool
			Points []geom.Vec
		}
	}
}

// TestAnswers compares all points of made stages with those that OpenUSD computes: ops of all kinds, also inverted, in
// one another, and reset; visibility; skins, blend shapes and instances. See testdata/make.py.
func TestAnswers(t *testing.T) { compareAnswers(t, "testdata/answers.json", "testdata") }

// TestTransforms compares points of files of the corpus whose transforms vary with those that OpenUSD computes.
func TestTransforms(t *testing.T) {
	dir := os.Getenv(loadertest.CorpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	compareAnswers(t, "testdata/corpus.json", filepath.Join(dir, "usd"))
}

// compareAnswers compares the files of a folder with answers.
func compareAnswers(t *testing.T, file, dir string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var files map[string]answers
	if err := json.Unmarshal(data, &files); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		t.Run(name, func(t *testing.T) {
			s := open(t, filepath.Join(dir, name))
			e := pose.NewEvaluator(s.Rig)
			if len(files[name].Meshes) != len(s.Rig.Objects) {
				t.Errorf("%d objects, want %d", len(s.Rig.Objects), len(files[name].Meshes))
			}
			greatest := 0.0
			for _, m := range files[name].Meshes {
				object := objectAt(t, s, m.Path)
				number := pointsOf(t, s, m.Path)
				worst, within := 0.0, tolerance
				switch {
				case strings.Contains(m.Path, "orienth"): // between samples OpenUSD rounds halfs to halfs
					within = 1e-3
				case strings.HasPrefix(m.Path, "/AnimatedTriangle/"): // has quaternions of 0.707, which OpenUSD interpolates as they are
					within = 1e-4
				}
				for _, p := range m.Poses {
					if p.Time == nil {
						e.Rest()
					} else if err := e.Pose(0, *p.Time/files[name].CodesPerSecond); err != nil {
						t.Fatal(err)
					}
					if e.Shown(object) != p.Shown {
						t.Errorf("%s at %v is shown: %v, want %v", m.Path, p.Time, !p.Shown, p.Shown)
					}
					off := compare(e, object, number, p.Points)
					if off > within && p.Time != nil {
						t.Errorf("%s at %v is off by %.3g", m.Path, *p.Time, off)
					} else if off > within {
						t.Errorf("%s is off by %.3g in the default pose", m.Path, off)
					}
					if within == tolerance {
						worst = max(worst, off)
					}
				}
				greatest = max(greatest, worst)
			}
			t.Logf("off by at most %.2g of the diagonal; not evaluated: %q; warnings: %q", greatest, s.Rig.Clips[0].NotEvaluated, s.Rig.Warnings)
		})
	}
}

// compare returns the greatest difference of coordinates of an object from points, of the diagonal of these and the
// origin.
func compare(e *pose.Evaluator, object int, number []int, points []geom.Vec) float64 {
	got := make([]geom.Vec, len(number))
	e.Positions(object, got)
	box, off := geom.EmptyBox().Include(geom.Vec{}), 0.0
	for _, p := range points {
		box = box.Include(p)
	}
	for i, p := range got {
		if number[i] < len(points) {
			off = max(off, difference(p, points[number[i]]))
		}
	}
	return off / box.Max.Sub(box.Min).Norm()
}
