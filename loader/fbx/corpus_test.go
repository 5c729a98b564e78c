package fbx

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// answer is what an independent reader, ufbx, found in a file.
type answer struct {
	Version     int
	ASCII       bool
	BigEndian   bool `json:"big_endian"`
	Axes        [3]string
	UnitMeters  float64 `json:"unit_meters"`
	Meshes      []meshAnswer
	Instances   []instanceAnswer
	Error       string
	Unsupported bool
}

type meshAnswer struct {
	Name                              string
	Points, Faces, Triangles, Corners int
	Holes                             int
	PositionsHash                     string         `json:"positions_hash"`
	FacesHash                         string         `json:"faces_hash"`
	Sizes                             map[string]int `json:"faces_by_size"`
	Float32                           bool           `json:"float32_exact"`
	Nurbs                             bool
}

type instanceAnswer struct {
	Path    string
	Mesh    int
	Visible bool `json:"visible_with_ancestors"`
	Level   int  `json:"lod_level"`
	Matrix  [12]float64
}

// refused are the files that are not read, with the cause.
var refused = map[string]string{
	"max6_teapot_3000_binary.fbx":                     "FBX version 3.0, which is older than 6.1",
	"max7_skin_5000_binary.fbx":                       "version 3.0",
	"max2009_cube_texture_5800_ascii.fbx":             "version 5.8",
	"synthetic_unsupported_cube_fail_2000_binary.fbx": "version 2.0",
	"synthetic_node_cycle_fail_7700_ascii.fbx":        `line 495: the Model "A" is below itself`,
	"synthetic_truncated_quot_fail_7500_ascii.fbx":    "the string does not end",
}

// TestCorpus compares real files with the answers.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	dir = filepath.Join(dir, "fbx")
	text, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var answers map[string]answer
	if err := json.Unmarshal(text, &answers); err != nil {
		t.Fatal(err)
	}
	if len(answers) < 80 {
		t.Errorf("only %d files have answers", len(answers))
	}
	for name, want := range answers {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			r := newReader(t.Context(), &source.Input{Format: FBX, Workers: 1, MaxMemory: 1 << 30})
			if err := r.Hold(int64(len(data))); err != nil {
				t.Fatal(err)
			}
			err = r.failure(r.decode(data))
			if cause, ok := refused[name]; ok || want.Error != "" || want.Unsupported {
				checkRefusal(t, err, cause, !strings.Contains(cause, "ersion"))
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			checkFile(t, r, &want)
		})
	}
}

func checkRefusal(t *testing.T, err error, cause string, malformed bool) {
	t.Helper()
	var format *source.FormatError
	var unsupported *source.UnsupportedError
	if malformed && !errors.As(err, &format) || !malformed && !errors.As(err, &unsupported) || cause == "" || !strings.Contains(err.Error(), cause) {
		t.Errorf("%v, want %q", err, cause)
	}
}

func checkFile(t *testing.T, r *reader, want *answer) {
	if r.doc.Version != want.Version || r.doc.ASCII != want.ASCII || r.doc.BigEndian != want.BigEndian {
		t.Errorf("version %d, text: %v, big endian: %v", r.doc.Version, r.doc.ASCII, r.doc.BigEndian)
	}
	// The unit has a name where float32 cannot tell it from the answer.
	if got := mesh.UnitMetres(r.scene.Unit); math.Abs(got-want.UnitMeters) > 1e-7*want.UnitMeters {
		t.Errorf("unit %q, want %v m", r.scene.Unit, want.UnitMeters)
	}
	if up := want.Axes[1]; r.scene.YUp != (up == "+y") || up != "+y" && up != "+z" {
		t.Errorf("Y is up: %v, want %s", r.scene.YUp, up)
	}
	checkMeshes(t, r, want.Meshes)
	checkInstances(t, r.scene, want.Instances)
}

// checkMeshes compares vertices and polygons bit by bit.
func checkMeshes(t *testing.T, r *reader, want []meshAnswer) {
	var list []*geometry
	for _, o := range r.objects {
		if o.hasPolygons() {
			g, err := r.readGeometry(o)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, g)
		}
	}
	want = slices.DeleteFunc(slices.Clone(want), func(m meshAnswer) bool { return m.Nurbs })
	if len(list) != len(want) || len(r.scene.Meshes) != len(want) {
		t.Fatalf("%d meshes, want %d", len(list), len(want))
	}
	for i, g := range list {
		w := &want[i]
		if g.positions.Len() != w.Points || g.polygons != w.Faces || g.short != w.Sizes["0"]+w.Sizes["1"]+w.Sizes["2"] || g.left != w.Holes {
			t.Errorf("mesh %d: %d vertices, %d polygons, %d short ones, %d holes, want %+v", i, g.positions.Len(), g.polygons, g.short, g.left, *w)
		}
		if got := hashPositions(&g.positions); got != w.PositionsHash {
			t.Errorf("mesh %d: positions %s, want %s", i, got, w.PositionsHash)
		}
		if got := hashPolygons(g); got != w.FacesHash {
			t.Errorf("mesh %d: polygons %s, want %s", i, got, w.FacesHash)
		}
		if single := g.positions.F64 == nil; single != w.Float32 {
			t.Errorf("mesh %d: all coordinates are float32: %v", i, single)
		}
		m := r.scene.Meshes[i]
		if got := m.Triangles(); w.Holes == 0 && got != w.Triangles || got != g.triangles {
			t.Errorf("mesh %d: %d triangles, want %d", i, got, w.Triangles)
		}
		// Programs leave the names of meshes empty; here, it is that of the Model then.
		if w.Name != "" && m.Name != w.Name {
			t.Errorf("mesh %d: name %q, want %q", i, m.Name, w.Name)
		}
	}
}

func hashPositions(p *mesh.Positions) string {
	h := fnv.New64a()
	for i := range p.Len() {
		for _, x := range p.At(i) {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
		}
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

func hashPolygons(g *geometry) string {
	h := fnv.New64a()
	var corners []uint32
	for _, c := range g.corners {
		if c >= 0 {
			corners = append(corners, uint32(c))
			continue
		}
		corners = append(corners, ^uint32(c))
		h.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(corners))))
		for _, v := range corners {
			h.Write(binary.LittleEndian.AppendUint32(nil, v))
		}
		corners = corners[:0]
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// checkInstances compares instances by path or, if paths of ufbx are ambiguous, by mesh.
func checkInstances(t *testing.T, s *mesh.Scene, want []instanceAnswer) {
	if len(s.Instances) != len(want) {
		t.Errorf("%d instances, want %d", len(s.Instances), len(want))
	}
	byMesh := map[int]int{}
	times := map[string]int{}
	for i, w := range want {
		byMesh[w.Mesh] = i
		times[w.Path]++
	}
	paths := map[string]bool{}
	for k := range s.Instances {
		in := &s.Instances[k]
		if paths[in.Path] {
			t.Errorf("two instances are at %s", in.Path)
		}
		paths[in.Path] = true
		i := slices.IndexFunc(want, func(w instanceAnswer) bool { return w.Path == in.Path })
		if i < 0 || times[in.Path] > 1 {
			i = byMesh[in.Mesh]
			if times[want[i].Path] == 1 {
				t.Errorf("%s is not expected", in.Path)
			}
		}
		w := &want[i]
		if in.Mesh != w.Mesh || in.Hidden == w.Visible || in.LowerLevel != (w.Level > 0) {
			t.Errorf("%s: %+v, want %+v", in.Path, in, w)
		}
		if d := distance(&in.World, &w.Matrix); d > 1e-12 {
			t.Errorf("%s: the matrix is off by %v of its greatest entry:\n%v, want\n%v", in.Path, d, in.World, w.Matrix)
		}
	}
}

// distance returns the greatest difference of two matrices, relative to the greatest entry.
func distance(m *geom.Affine, want *[12]float64) float64 {
	greatest, off := 0.0, 0.0
	for i, x := range want {
		greatest = max(greatest, math.Abs(x))
		off = max(off, math.Abs(x-m[i/4][i%4]))
	}
	return off / greatest
}
