package rig_test

import (
	"cmp"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
	"github.com/meshcheck/meshcheck/tritri"
)

// expectedPoses is what an exact program found in the poses of a file of the corpus: how many pairs of triangles go
// through each other, of one object and of two.
type expectedPoses struct {
	Triangles int
	Rest      struct {
		Default    struct{ Self, Parts int }
		StoredSelf int `json:"stored_self"`
	}
	Clips []struct {
		Clip int
		At   []struct {
			Time float64
			// Those that do not at rest, and are deeper than rounding to float32 can explain.
			Self  int `json:"new_self_beyond"`
			Parts int `json:"new_parts_beyond"`
		}
	}
}

// TestPairs compares how many pairs of triangles go through each other, at rest and in some samples of each clip of the
// corpus, with the answers of an exact program for positions of its own.
func TestPairs(t *testing.T) {
	longtest.Skip(t, "a thousand poses")
	corpus := os.Getenv(loadertest.CorpusEnv)
	if corpus == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	text, err := os.ReadFile(filepath.Join(corpus, "poses", "expected_poses.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]expectedPoses
	if err := json.Unmarshal(text, &expected); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for name, want := range expected {
		if want.Clips == nil {
			continue // refused
		}
		compared++
		t.Run(name, func(t *testing.T) {
			m, err := loader.Open(t.Context(), filepath.Join(corpus, "poses", name), loader.Options{Poses: true})
			if err != nil || m.Scene.RigError != nil {
				t.Fatal(err, m.Scene.RigError)
			}
			comparePairs(t, m.Scene, &want)
		})
	}
	if compared < 35 {
		t.Errorf("only %d files", compared)
	}
}

func comparePairs(t *testing.T, m *mesh.Scene, want *expectedPoses) {
	s := newPosedScene(t, m)
	if len(s.object) != want.Triangles {
		t.Fatalf("%d triangles, want %d", len(s.object), want.Triangles)
	}
	if len(s.selfStored) != want.Rest.StoredSelf {
		t.Errorf("%d pairs as stored, want %d", len(s.selfStored), want.Rest.StoredSelf)
	}
	self, parts := s.divide(s.resting)
	if len(self) != want.Rest.Default.Self || len(parts) != want.Rest.Default.Parts {
		t.Errorf("%d and %d pairs at rest, want %+v", len(self), len(parts), want.Rest.Default)
	}
	for _, c := range want.Clips {
		for _, at := range c.At {
			self, parts := s.divide(s.newPairs(t, c.Clip, at.Time))
			if len(self) != at.Self || len(parts) != at.Parts {
				t.Errorf("clip %d at %v: %d and %d new pairs, want %d and %d", c.Clip, at.Time, len(self), len(parts), at.Self, at.Parts)
			}
		}
	}
}

// TestFixturePairs does the same with the fixtures of the corpus, whose answers follow by hand.
func TestFixturePairs(t *testing.T) {
	corpus := os.Getenv(loadertest.CorpusEnv)
	if corpus == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	folder := filepath.Join(corpus, "poses", "fixtures")
	text, err := os.ReadFile(filepath.Join(folder, "fixtures.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]struct {
		Error   string
		Samples int
		Pairs   map[string]int `json:"pairs_at"`
	}
	if err := json.Unmarshal(text, &expected); err != nil {
		t.Fatal(err)
	}
	for name, want := range expected {
		if want.Error != "" {
			continue // see TestRefused
		}
		m, err := loader.Open(t.Context(), filepath.Join(folder, name), loader.Options{Poses: true})
		if err != nil || m.Scene.RigError != nil {
			t.Fatal(name, err, m.Scene.RigError)
		}
		s := newPosedScene(t, m.Scene)
		times, _ := m.Scene.Rig.Clips[0].Samples(0, 1000)
		if len(times) != want.Samples || len(times) != len(want.Pairs) {
			t.Errorf("%s: %d samples, want %d", name, len(times), want.Samples)
		}
		for _, x := range times {
			pairs, known := want.Pairs[strconv.FormatFloat(x, 'g', 6, 64)]
			if got := s.newPairs(t, 0, x); len(got) != pairs || !known {
				t.Errorf("%s at %v: %d new pairs, want %d", name, x, len(got), pairs)
			}
		}
	}
}

// posedScene has the triangles of all objects of a scene, by the numbers of their nodes.
type posedScene struct {
	scene   *mesh.Scene
	e       *pose.Evaluator
	objects []int
	object  []int // of each triangle
	corners []geom.Triangle
	rest    []geom.Triangle // as corners
	// selfStored are the pairs of one object in stored positions, resting those of the default pose.
	selfStored, resting [][2]int
	baseline            map[[2]int]bool // both
}

func newPosedScene(t *testing.T, m *mesh.Scene) *posedScene {
	s := &posedScene{scene: m, e: pose.NewEvaluator(m.Rig)}
	for i := range m.Rig.Objects {
		s.objects = append(s.objects, i)
	}
	slices.SortFunc(s.objects, func(a, b int) int { return cmp.Compare(m.Rig.Objects[a].Node, m.Rig.Objects[b].Node) })
	s.place(s.stored)
	s.selfStored, _ = s.divide(s.pairs(t))
	s.place(s.posed)
	s.resting, s.rest = s.pairs(t), slices.Clone(s.corners)
	s.baseline = map[[2]int]bool{}
	for _, p := range slices.Concat(s.selfStored, s.resting) {
		s.baseline[p] = true
	}
	return s
}

// newPairs returns the pairs of a pose that are not in the baseline, and deeper than rounding to float32 can explain.
func (s *posedScene) newPairs(t *testing.T, clip int, time float64) [][2]int {
	if err := s.e.Pose(clip, time); err != nil {
		t.Fatal(err)
	}
	s.place(s.posed)
	return slices.DeleteFunc(s.pairs(t), func(p [2]int) bool {
		return s.baseline[p] || tritri.Depth(&s.corners[p[0]], &s.corners[p[1]]) <= s.resolution(p)
	})
}

// posed writes the positions of an object in the pose.
func (s *posedScene) posed(object int, points []geom.Vec) { s.e.Positions(object, points) }

// stored writes the positions of an object as they are stored.
func (s *posedScene) stored(object int, points []geom.Vec) {
	for _, p := range s.scene.Rig.Objects[object].Shape.Parts {
		for i := range p.Points.Len() {
			points[i] = p.Points.At(i)
		}
		points = points[p.Points.Len():]
	}
}

// place sets the triangles from the positions of objects.
func (s *posedScene) place(positions func(object int, points []geom.Vec)) {
	s.object, s.corners = s.object[:0], s.corners[:0]
	for _, i := range s.objects {
		o := s.scene.Rig.Objects[i]
		points := make([]geom.Vec, o.Shape.Len())
		positions(i, points)
		parts := s.scene.Meshes[s.scene.Instances[o.Instance].Mesh].Parts
		for k := range parts {
			p := &parts[k]
			for f := range p.Triangles() {
				s.corners = append(s.corners, geom.Triangle{points[p.Corner(3*f)], points[p.Corner(3*f+1)], points[p.Corner(3*f+2)]})
				s.object = append(s.object, i)
			}
			points = points[p.Positions.Len():]
		}
	}
}

// resolution returns the distance of neighbouring float32 numbers at the greatest magnitude of a corner of a pair, in
// the pose or at rest.
func (s *posedScene) resolution(p [2]int) float64 {
	most := 0.0
	for _, corners := range [][]geom.Triangle{s.corners, s.rest} {
		for _, i := range p {
			for _, v := range corners[i] {
				most = max(most, math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
			}
		}
	}
	return 2 * geom.HalfUlp32(most)
}

// pairs returns the pairs of triangles whose interiors meet, each with the smaller number first.
func (s *posedScene) pairs(t *testing.T) (pairs [][2]int) {
	boxes := make([]boxtree.Box, len(s.corners))
	for i := range boxes {
		if c := &s.corners[i]; c.Finite() && !c.Degenerate() {
			boxes[i] = boxtree.BoxOf(&c[0], &c[1], &c[2])
		} else {
			boxes[i] = boxtree.EmptyBox
		}
	}
	tree, err := boxtree.Build(t.Context(), 1, boxes, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = tree.SelfPairs(t.Context(), 1, func(_ int, b *boxtree.Block) {
		near, far := tree.Leaf(b.I), tree.Leaf(b.J)
		for x, y := range b.Pairs() {
			i, j := int(near[x]), int(far[y])
			if tritri.Relate(&s.corners[i], &s.corners[j]).Kind > tritri.Touch {
				pairs = append(pairs, [2]int{min(i, j), max(i, j)})
			}
		}
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// divide returns the pairs of one object and those of two.
func (s *posedScene) divide(pairs [][2]int) (self, parts [][2]int) {
	for _, p := range pairs {
		if s.object[p[0]] == s.object[p[1]] {
			self = append(self, p)
		} else {
			parts = append(parts, p)
		}
	}
	return self, parts
}
