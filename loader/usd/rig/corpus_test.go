package rig_test

import (
	"encoding/json"
	"maps"
	"math"
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

// corpusFile is what OpenUSD says of the poses of a file of the corpus.
type corpusFile struct {
	Meshes []struct {
		Path  string
		Poses []struct {
			Time   float64      // in time codes
			Box    [2]geom.Vec  `json:"world_bbox"`
			Sample [][4]float64 // points, with their indices
		}
	}
}

// tolerance is the greatest difference of positions, of the diagonal. OpenUSD rounds points to float32.
const tolerance = 1e-6

// TestCorpus compares positions and boxes of the files of the corpus that move with those that OpenUSD computes. It
// computed them at whole time codes, where the files have samples, and what is between them is the mean of both.
func TestCorpus(t *testing.T) {
	dir := os.Getenv(loadertest.CorpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	dir = filepath.Join(dir, "usd")
	data, err := os.ReadFile(filepath.Join(dir, "poses.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files map[string]corpusFile
	if err := json.Unmarshal(data, &files); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		t.Run(name, func(t *testing.T) {
			s := open(t, filepath.Join(dir, name))
			worst := 0.0
			for _, m := range files[name].Meshes {
				for _, p := range m.Poses {
					got := baked(t, s, m.Path, p.Time)
					diagonal := p.Box[1].Sub(p.Box[0]).Norm()
					box := boxOf(s, m.Path, got)
					for k, corner := range [2]geom.Vec{box.Min, box.Max} {
						worst = max(worst, difference(corner, p.Box[k])/diagonal)
					}
					for _, x := range p.Sample {
						worst = max(worst, difference(got[int(x[0])], geom.Vec(x[1:]))/diagonal)
					}
				}
			}
			t.Logf("off by at most %.2g of the diagonal; warnings %q", worst, s.Rig.Warnings)
			if worst > tolerance {
				t.Errorf("positions are off by %.3g of the diagonal", worst)
			}
		})
	}
}

// baked returns the positions of an object at a time code, between whole ones those on the line between their
// positions.
func baked(t *testing.T, s *mesh.Scene, path string, code float64) []geom.Vec {
	before, u := math.Modf(code)
	out := posed(t, s, path, before/24)
	if u > 0 {
		for i, p := range posed(t, s, path, (before+1)/24) {
			out[i] = out[i].Scale(1 - u).Add(p.Scale(u))
		}
	}
	return out
}

// open loads a file with its rig.
func open(t testing.TB, file string) *mesh.Scene {
	t.Helper()
	m, err := loader.Open(t.Context(), file, loader.Options{Poses: true})
	if err != nil {
		t.Fatal(err)
	}
	if m.Scene.RigError != nil {
		t.Fatal(m.Scene.RigError)
	}
	return m.Scene
}

// atRest is a time that stands for the default pose.
var atRest = math.Inf(-1)

// posed returns the positions of an object at a time in seconds, or in the default pose.
func posed(t testing.TB, s *mesh.Scene, path string, time float64) []geom.Vec {
	t.Helper()
	if s.RigError != nil || s.Rig == nil {
		t.Fatalf("the rig %v, %v", s.Rig, s.RigError)
	}
	e := pose.NewEvaluator(s.Rig)
	if time != atRest {
		if err := e.Pose(0, time); err != nil {
			t.Fatal(err)
		}
	}
	i := objectAt(t, s, path)
	out := make([]geom.Vec, s.Rig.Objects[i].Shape.Len())
	e.Positions(i, out)
	return out
}

// objectAt returns the index of the object with a path.
func objectAt(t testing.TB, s *mesh.Scene, path string) int {
	t.Helper()
	i := slices.IndexFunc(s.Rig.Objects, func(o pose.Object) bool { return s.Instances[o.Instance].Path == path })
	if i < 0 {
		t.Fatalf("there is no object %s", path)
	}
	return i
}

// pointsOf returns the point in the file that each vertex of an object is, if each part has the triangles of every
// other face of a strip.
func pointsOf(t testing.TB, s *mesh.Scene, path string) (number []int) {
	t.Helper()
	m := s.Meshes[s.Instances[s.Rig.Objects[objectAt(t, s, path)].Instance].Mesh]
	for k := range m.Parts {
		p := &m.Parts[k]
		at := make([]int, p.Positions.Len())
		for i := range at {
			at[i] = i
		}
		for c := range 3 * p.Triangles() {
			if len(m.Parts) > 1 {
				at[p.Corner(c)] = k + 2*(c/3) + c%3
			}
		}
		number = append(number, at...)
	}
	return number
}

// boxOf returns the box of the points that triangles of an object have.
func boxOf(s *mesh.Scene, path string, points []geom.Vec) geom.Box {
	box, first := geom.EmptyBox(), 0
	for i := range s.Instances {
		if s.Instances[i].Path != path {
			continue
		}
		m := s.Meshes[s.Instances[i].Mesh]
		for k := range m.Parts {
			for c := range 3 * m.Parts[k].Triangles() {
				box = box.Include(points[first+int(m.Parts[k].Corner(c))])
			}
			first += m.Parts[k].Positions.Len()
		}
	}
	return box
}

// difference returns the greatest difference of coordinates.
func difference(p, q geom.Vec) (most float64) {
	for c := range p {
		most = max(most, math.Abs(p[c]-q[c]))
	}
	return most
}
