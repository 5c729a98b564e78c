package rig_test

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// pythonEnv names a Python that has numpy. The program that computes poses from the specification stands beside the
// corpus.
const pythonEnv = "MESHCHECK_PYTHON"

// oracle is a file as testdata/positions.py writes it.
type oracle struct {
	Error   string
	Clips   [][]float64  // times of keys
	Objects [][]int      // node, then vertices of each part
	Poses   [][2]float64 // clip and time
}

// corpusFiles returns the files of the corpus that move.
func corpusFiles(t *testing.T, corpus string) (files []string) {
	for _, pattern := range []string{"*.gl*", "fixtures/*.gltf", "gen/*/*.gltf"} {
		found, err := filepath.Glob(filepath.Join(corpus, "poses", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

// TestOracle compares the positions of all vertices with those of an independent program, on the corpus, its
// fixtures and the rigs of this package.
func TestOracle(t *testing.T) {
	python, corpus := os.Getenv(pythonEnv), os.Getenv(loadertest.CorpusEnv)
	if python == "" || corpus == "" {
		t.Skipf("needs %s, a Python with numpy, and %s", pythonEnv, loadertest.CorpusEnv)
	}
	files := corpusFiles(t, corpus)
	if len(files) < 60 {
		t.Fatalf("only %d files in the corpus", len(files))
	}
	files = append(files, writeRigs(t)...)
	times := "3"
	if longtest.On(t) {
		times = "10"
	}
	args := append([]string{"testdata/positions.py", filepath.Join(corpus, "..", "oracle", "poses"), times}, files...)
	cmd := exec.CommandContext(t.Context(), python, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReaderSize(out, 1<<20)
	poses, worst, kept := 0, 0.0, golden{}
	for _, file := range files {
		var want oracle
		line, err := in.ReadBytes('\n')
		if err != nil || json.Unmarshal(line, &want) != nil {
			t.Fatalf("%s: %q, %v", file, line, err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			off, points := compare(t, file, &want, in)
			worst, poses = max(worst, off), poses+len(want.Poses)
			if points != nil {
				kept[filepath.Base(file)] = points
			}
		})
	}
	t.Logf("%d poses of %d files, off by at most %.2g of the diagonal", poses, len(files), worst)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if *update && !t.Failed() {
		kept.write(t)
	}
}

// compare compares a file with what the oracle says of it. It returns by how much of the diagonal positions differ
// at most, and some positions of the oracle.
func compare(t *testing.T, file string, want *oracle, in io.Reader) (worst float64, kept []goldenPoint) {
	m, err := loader.Open(t.Context(), file, loader.Options{Poses: true})
	if err == nil {
		err = m.Scene.RigError
	}
	if want.Error != "" {
		var format *loader.FormatError
		if !errors.As(err, &format) {
			t.Errorf("read with %v, want an error as %s", err, want.Error)
		}
		t.Logf("%v; the oracle: %s", err, want.Error)
		return 0, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	rig := m.Scene.Rig
	for i, times := range want.Clips {
		if got, ok := rig.Clips[i].Samples(0, math.MaxInt); !ok || !slices.Equal(got, times) {
			t.Errorf("clip %d: samples at %v, want %v", i, got, times)
		}
	}
	byNode := map[int]int{}
	for i, o := range rig.Objects {
		byNode[o.Node] = i
	}
	e := pose.NewEvaluator(rig)
	for k, p := range want.Poses {
		if p[0] < 0 {
			e.Rest()
		} else if err := e.Pose(int(p[0]), p[1]); err != nil {
			t.Fatal(err)
		}
		diagonal, off, points := comparePose(t, e, rig, want, byNode, in)
		if off > 1e-12*diagonal {
			t.Errorf("clip %v at %v: positions are off by %.3g of the diagonal", p[0], p[1], off/diagonal)
		}
		if diagonal > 0 {
			worst = max(worst, off/diagonal)
		}
		if k%(len(want.Poses)/3+1) == 0 {
			for i := range points {
				points[i].Clip, points[i].Time = int(p[0]), p[1]
			}
			kept = append(kept, points...)
		}
	}
	return worst, kept
}

// comparePose returns the diagonal of a pose, the greatest difference of a coordinate, and a position of the first
// object and of the last.
func comparePose(t *testing.T, e *pose.Evaluator, rig *pose.Rig, want *oracle, byNode map[int]int, in io.Reader) (diagonal, off float64, kept []goldenPoint) {
	box := geom.EmptyBox()
	for i, o := range want.Objects {
		object, ok := byNode[o[0]]
		if !ok {
			t.Fatalf("node %d is not among the objects", o[0])
		}
		n := 0
		for _, vertices := range o[1:] {
			n += vertices
		}
		shape := rig.Objects[object].Shape
		if shape.Len() != n {
			t.Fatalf("node %d has %d vertices, want %d", o[0], shape.Len(), n)
		}
		got, theirs := make([]geom.Vec, n), make([]geom.Vec, n)
		e.Positions(object, got)
		if err := binary.Read(in, binary.LittleEndian, theirs); err != nil {
			t.Fatal(err)
		}
		for k, p := range theirs {
			box = box.Include(p)
			for c := range p {
				off = max(off, math.Abs(p[c]-got[k][c]))
			}
		}
		if i == 0 || i == len(want.Objects)-1 {
			kept = append(kept, goldenPoint{Node: o[0], Vertex: n * 2 / 3, At: theirs[n*2/3]})
		}
	}
	diagonal = box.Max.Sub(box.Min).Norm()
	for i := range kept {
		kept[i].Diagonal = diagonal
	}
	return diagonal, off, kept
}
