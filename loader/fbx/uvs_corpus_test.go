package fbx

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/loader/source"
)

// corpusEnv is the environment variable with the folder of real files; package loadertest, which has it
// too, imports this one.
const corpusEnv = "MESHCHECK_CORPUS"

// uvExpectation is what another reader found of a file.
type uvExpectation struct {
	Unsupported bool   `json:"unsupported"`
	Error       string `json:"error"`
	Meshes      []struct {
		NURBS  bool `json:"nurbs"`
		UVSets []struct {
			Name string `json:"name"`
			Hash string `json:"uv_hash"`
		} `json:"uv_sets"`
	} `json:"meshes"`
}

// corpusUVs calls test for each file of the corpus that is read.
func corpusUVs(t *testing.T, test func(t *testing.T, data []byte, want *uvExpectation)) {
	dir := os.Getenv(corpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", corpusEnv)
	}
	text, err := os.ReadFile(filepath.Join(dir, "fbx", "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files map[string]*uvExpectation
	if err := json.Unmarshal(text, &files); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if files[name].Unsupported || files[name].Error != "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(dir, "fbx", name))
			if err != nil {
				t.Fatal(err)
			}
			test(t, data, files[name])
		})
	}
}

// TestCorpusUVs: the coordinates of each set have the known hash, bit for bit, corner by corner.
func TestCorpusUVs(t *testing.T) {
	sets := 0
	corpusUVs(t, func(t *testing.T, data []byte, want *uvExpectation) {
		var expected, found []string
		for _, m := range want.Meshes {
			for _, set := range m.UVSets {
				expected = append(expected, set.Name+" "+set.Hash)
			}
		}
		in := &source.Input{Format: FBX, Workers: 1, UVs: true, MaxMemory: 1 << 30, Progress: source.NewProgress(nil)}
		if err := in.Hold(int64(len(data))); err != nil {
			t.Fatal(err)
		}
		r := newReader(t.Context(), in)
		for _, step := range []func() error{func() error { return r.open(data) }, r.readObjects, r.readConnections, r.readModels} {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		for _, o := range r.objects {
			if !o.hasPolygons() {
				continue
			}
			g, err := r.readGeometry(o)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range g.uvs {
				found = append(found, l.name+" "+uvHash(g, l))
			}
		}
		slices.Sort(found)
		slices.Sort(expected)
		if !slices.Equal(found, expected) {
			t.Errorf("UV sets\n%q, want\n%q", found, expected)
		}
		sets += len(found)
	})
	if sets < 60 && !t.Skipped() {
		t.Errorf("only %d sets", sets)
	}
}

func uvHash(g *geometry, l *uvLayer) string {
	h := fnv.New64a()
	for c := range g.corners {
		for _, x := range l.at(uint32(c)) {
			_ = binary.Write(h, binary.LittleEndian, math.Float64bits(x))
		}
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
