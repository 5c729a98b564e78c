package rig_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

var update = flag.Bool("update", false, "let TestOracle write testdata/golden.json")

const goldenFile = "testdata/golden.json"

// golden are positions by the independent program, of the files of TestOracle by name.
type golden map[string][]goldenPoint

// goldenPoint is the position of a vertex of the object of a node.
type goldenPoint struct {
	Clip         int // -1 for the default pose
	Time         float64
	Node, Vertex int
	At           geom.Vec
	Diagonal     float64 // of the pose
}

func (g golden) write(t *testing.T) {
	text, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	loadertest.WriteFile(t, goldenFile, text)
}

// TestGolden compares some positions of random rigs, and of the corpus if it is there, with those of an independent
// program.
func TestGolden(t *testing.T) {
	text, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	var want golden
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	files := writeRigs(t)
	if corpus := os.Getenv(loadertest.CorpusEnv); corpus != "" {
		files = append(files, corpusFiles(t, corpus)...)
	}
	compared := 0
	for _, file := range files {
		points := want[filepath.Base(file)]
		if points == nil {
			continue // refused
		}
		compared++
		m, err := loader.Open(t.Context(), file, loader.Options{Poses: true})
		if err != nil || m.Scene.RigError != nil {
			t.Fatal(err, m.Scene.RigError)
		}
		for _, p := range points {
			if got := positionOf(t, m.Scene.Rig, p); got.Sub(p.At).Norm() > 1e-12*p.Diagonal {
				t.Errorf("%s: %+v: at %v", filepath.Base(file), p, got)
			}
		}
	}
	if compared < rigs || compared < len(files)-11 {
		t.Errorf("compared %d of %d files", compared, len(files))
	}
}

// positionOf returns the position for which p has another one.
func positionOf(t *testing.T, rig *pose.Rig, p goldenPoint) geom.Vec {
	e := pose.NewEvaluator(rig)
	if p.Clip >= 0 {
		if err := e.Pose(p.Clip, p.Time); err != nil {
			t.Fatal(err)
		}
	}
	for i, o := range rig.Objects {
		if o.Node == p.Node {
			out := make([]geom.Vec, o.Shape.Len())
			e.Positions(i, out)
			return out[p.Vertex]
		}
	}
	t.Fatalf("no object of node %d", p.Node)
	return geom.Vec{}
}
