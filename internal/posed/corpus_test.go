package posed_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/posed"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
	"github.com/meshcheck/meshcheck/tritri"
)

// character is a file of the corpus.
type character struct {
	*scene
	rig   *pose.Rig
	e     *pose.Evaluator
	first []int // of each object of the rig: its first vertex
}

// characters calls f with the files of the corpus that have poses.
func characters(t testing.TB, f func(name string, c *character)) {
	corpus := os.Getenv(loadertest.CorpusEnv)
	if corpus == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	var files []string
	for _, pattern := range []string{"*.glb", "*.gltf", "fixtures/*.glb", "fixtures/*.gltf"} {
		some, err := filepath.Glob(filepath.Join(corpus, "poses", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, some...)
	}
	for _, name := range files {
		m, err := loader.Open(t.Context(), name, loader.Options{Poses: true})
		if err != nil || m.Scene.RigError != nil || m.Scene.Rig == nil {
			continue // see the tests of the loader
		}
		f(filepath.Base(name), newCharacter(m.Scene))
	}
}

func newCharacter(m *mesh.Scene) *character {
	rig := *m.Rig
	rig.Objects = slices.Clone(rig.Objects)
	c := &character{scene: &scene{tested: func(int, int) bool { return true }}, rig: &rig}
	for k := range rig.Objects {
		o := &rig.Objects[k]
		shape, number := o.Shape.Distinct()
		o.Shape = shape
		base, first := len(c.Vertices), len(c.Faces)
		c.first = append(c.first, base)
		c.Vertices = append(c.Vertices, make([]geom.Vec, shape.Len())...)
		parts := m.Meshes[m.Instances[o.Instance].Mesh].Parts
		for p := range parts {
			for f := range parts[p].Triangles() {
				var corners [3]uint32
				for j := range corners {
					corners[j] = uint32(base) + number[parts[p].Corner(3*f+j)]
				}
				c.Faces = append(c.Faces, corners)
			}
			number = number[parts[p].Positions.Len():]
		}
		c.objects = append(c.objects, posed.Object{First: first, End: len(c.Faces), Self: true})
	}
	c.e = pose.NewEvaluator(c.rig)
	return c
}

// pose returns the positions in a pose.
func (c *character) pose(t testing.TB, clip int, time float64) []geom.Vec {
	if err := c.e.Pose(clip, time); err != nil {
		t.Fatal(err)
	}
	positions := make([]geom.Vec, len(c.Vertices))
	for k := range c.rig.Objects {
		c.e.Positions(k, positions[c.first[k]:][:c.rig.Objects[k].Shape.Len()])
	}
	return positions
}

// poses calls f with about so many poses of each clip.
func (c *character) poses(t testing.TB, most int, f func(what string, positions []geom.Vec)) {
	for clip := range c.rig.Clips {
		times, _ := c.rig.Clips[clip].Samples(30, 100_000)
		for k := 0; k < len(times); k += max(1, len(times)/most) {
			f(fmt.Sprintf("clip %d at %v", clip, times[k]), c.pose(t, clip, times[k]))
		}
	}
}

// treePairs relates the faces whose boxes meet.
func (s *scene) treePairs(t testing.TB, positions []geom.Vec) (pairs []posed.Pair) {
	soup := meshgen.Indexed{Vertices: positions, Faces: s.Faces}.Soup()
	boxes := make([]boxtree.Box, len(soup))
	for i := range soup {
		c := &soup[i]
		if boxes[i] = boxtree.EmptyBox; c.Finite() && !c.Degenerate() {
			boxes[i] = boxtree.BoxOf(&c[0], &c[1], &c[2])
		}
	}
	tree, err := boxtree.Build(t.Context(), 1, boxes, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = tree.SelfPairs(t.Context(), 1, func(_ int, b *boxtree.Block) {
		near, far := tree.Leaf(b.I), tree.Leaf(b.J)
		for x, y := range b.Pairs() {
			i, j := min(near[x], far[y]), max(near[x], far[y])
			if m := tritri.Relate(&soup[i], &soup[j]); m.Kind > tritri.Touch || m.Through != tritri.NoEdge {
				pairs = append(pairs, posed.Pair{A: i, B: j, Kind: m.Kind})
			}
		}
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	inOrder(pairs)
	return pairs
}

// TestCorpus compares the pairs in poses of real files with those of all faces whose boxes meet.
func TestCorpus(t *testing.T) {
	poses, pairs, most := 0, 0, longtest.Rounds(t, 2, 5)
	characters(t, func(name string, c *character) {
		q := c.surface().NewSearcher()
		c.poses(t, most, func(what string, positions []geom.Vec) {
			want := c.treePairs(t, positions)
			if got := fastPairs(t, q, positions, nil); !slices.Equal(got, want) {
				t.Fatalf("%s, %s: %d pairs, want %d: %s", name, what, len(got), len(want), difference(got, want))
			}
			poses, pairs = poses+1, pairs+len(want)
		})
	})
	if t.Logf("%d poses, %d pairs", poses, pairs); poses < 100 {
		t.Error("only", poses, "poses")
	}
}
