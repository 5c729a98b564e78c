package usd

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// corpusEnv names the folder of real files.
const corpusEnv = "MESHCHECK_CORPUS"

// expectedFile is what OpenUSD reads in a file.
type expectedFile struct {
	Error             string
	MetersPerUnit     float64 `json:"meters_per_unit"`
	UpAxis            string  `json:"up_axis"`
	CompositionErrors int     `json:"composition_errors"`
	Meshes            []expectedMesh
	Instances         []expectedInstance
	Primitives        []struct{ Path, Type, Purpose string }
	OtherGeometry     map[string]int `json:"other_geometry"`
}

type expectedMesh struct {
	Points, Faces, Corners, Triangles, Holes int
	PositionsHash                            string `json:"positions_hash"`
	FacesHash                                string `json:"faces_hash"`
	Subdivision, Orientation, Invalid        string
	UVSets                                   []struct {
		Name, Type, Interpolation string
		Count                     int
		UVHash                    string `json:"uv_hash"`
	} `json:"uv_sets"`
	GeomSubsets []struct {
		Name   string
		Family string
	} `json:"geom_subsets"`
}

type expectedInstance struct {
	Path, Purpose, Visibility string
	Mesh                      int
	Matrix                    [16]any
	PointInstancer            string `json:"point_instancer"`
	Instance                  int
}

// TestCorpus compares real and made files with what OpenUSD reads: units, the bits of points and polygons,
// instances with their matrices, and what is left out.
func TestCorpus(t *testing.T) {
	dir := os.Getenv(corpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", corpusEnv)
	}
	dir = filepath.Join(dir, "usd")
	data, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]expectedFile
	if err := json.Unmarshal(data, &expected); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(expected)) {
		want := expected[name]
		t.Run(name, func(t *testing.T) { compareFile(t, dir, name, &want) })
	}
}

// openCorpus decodes a file of a folder, and returns the reader.
func openCorpus(t testing.TB, dir, name string) (*reader, error) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	in := &source.Input{Format: USD, Name: path.Base(name), Folder: os.DirFS(dir), Base: path.Dir(name), MaxMemory: 1 << 32, UVs: true, Colors: true, Poses: true, Progress: source.NewProgress(nil), Workers: 1}
	if err := in.Hold(int64(len(data))); err != nil {
		t.Fatal(err)
	}
	r := &reader{Input: in, ctx: t.Context(), layers: newLayers(t.Context(), in, data), scene: &mesh.Scene{}}
	return r, r.decode()
}

func compareFile(t *testing.T, dir, name string, want *expectedFile) {
	r, err := openCorpus(t, dir, name)
	invalid := slices.ContainsFunc(want.Meshes, func(m expectedMesh) bool { return m.Invalid != "" })
	if want.Error != "" || want.CompositionErrors > 0 || invalid {
		var format *source.FormatError
		var unsupported *source.UnsupportedError
		if !errors.As(err, &format) && !errors.As(err, &unsupported) {
			t.Errorf("was read, or failed with %v", err)
		}
		t.Log(err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := mesh.UnitMetres(r.scene.Unit); math.Abs(got/want.MetersPerUnit-1) > 1e-6 || r.scene.YUp != (want.UpAxis == "Y") {
		t.Errorf("a unit is %g m, Y is up: %v; want %g m, up %s", got, r.scene.YUp, want.MetersPerUnit, want.UpAxis)
	}
	compareInstances(t, r, want)
	compareOmitted(t, r.scene, want)
}

// compareInstances compares the instances in any order, as those of point instancers are at the place of
// the instancer.
func compareInstances(t *testing.T, r *reader, want *expectedFile) {
	got := map[string]*mesh.Instance{}
	for i := range r.scene.Instances {
		in := &r.scene.Instances[i]
		if got[in.Path] != nil {
			t.Errorf("%s is there twice", in.Path)
		}
		got[in.Path] = in
	}
	for i := range want.Instances {
		w := &want.Instances[i]
		if w.Purpose == "proxy" || w.Purpose == "guide" {
			continue
		}
		in := findInstance(t, r, got, w)
		if in == nil {
			t.Errorf("%s is missing", w.Path)
			continue
		}
		compareInstance(t, r, in, w, &want.Meshes[w.Mesh])
		delete(got, in.Path)
	}
	for p := range got {
		t.Errorf("%s is too many", p)
	}
}

// findInstance returns the instance that is expected: for a point instancer the one with its number.
func findInstance(t *testing.T, r *reader, got map[string]*mesh.Instance, w *expectedInstance) *mesh.Instance {
	if w.PointInstancer == "" {
		return got[w.Path]
	}
	prefix := fmt.Sprintf("%s[%d]/", w.PointInstancer, w.Instance)
	for p, in := range got {
		if strings.HasPrefix(p, prefix) && strings.HasSuffix(w.Path, "/"+strings.TrimPrefix(p, prefix)) {
			return in
		}
	}
	return nil
}

func compareInstance(t *testing.T, r *reader, in *mesh.Instance, w *expectedInstance, m *expectedMesh) {
	if in.Hidden != (w.Visibility == "invisible") {
		t.Errorf("%s: hidden is %v", in.Path, in.Hidden)
	}
	largest := 0.0
	var matrix [16]float64
	for i, x := range w.Matrix {
		matrix[i], _ = x.(float64)
		largest = max(largest, math.Abs(matrix[i]))
	}
	for row := range 3 {
		for c := range 4 {
			if got := in.World[row][c]; math.Abs(got-matrix[4*c+row]) > 1e-12*largest {
				t.Errorf("%s: entry %d, %d of the matrix is %v, want %v", in.Path, row, c, got, matrix[4*c+row])
			}
		}
	}
	compareMesh(t, r, in, w.Path, m)
}

func compareMesh(t *testing.T, r *reader, in *mesh.Instance, path string, want *expectedMesh) {
	m := r.scene.Meshes[in.Mesh]
	p, err := r.stage.Prim(path)
	if err != nil || p == nil {
		t.Fatalf("%s: %v", path, err)
	}
	b := &builder{reader: r}
	g, err := b.readPolygons(p)
	if err != nil {
		t.Fatal(err)
	}
	holes := 0
	for _, hole := range g.holes {
		if hole {
			holes++
		}
	}
	// Meshes that differ only in holes are one in the answers.
	if holes == want.Holes && m.Triangles() != want.Triangles {
		t.Errorf("%s: %d triangles, want %d", path, m.Triangles(), want.Triangles)
	}
	if got := hashPositions(&g.positions); got != want.PositionsHash || g.positions.Len() != want.Points {
		t.Errorf("%s: the %d points have the hash %s, want %d with %s", path, g.positions.Len(), got, want.Points, want.PositionsHash)
	}
	if got := hashFaces(g); got != want.FacesHash {
		t.Errorf("%s: the faces have the hash %s, want %s", path, got, want.FacesHash)
	}
	if g.leftHanded != (want.Orientation == "leftHanded") {
		t.Errorf("%s: left-handed is %v", path, g.leftHanded)
	}
	compareUVs(t, b, g, m, want)
}

// compareUVs compares the values of the UV sets, and whether the parts have them.
func compareUVs(t *testing.T, b *builder, g *polygons, m *mesh.Mesh, want *expectedMesh) {
	v := &vertices{}
	if err := b.readPrimvars(g, v); err != nil {
		t.Fatal(err)
	}
	for _, uv := range want.UVSets {
		if !isTexCoord(primvarPrefix+uv.Name, uv.Type) {
			continue
		}
		i := slices.IndexFunc(v.uvs, func(p *primvar) bool { return p.name == uv.Name })
		if i < 0 {
			t.Errorf("%s: UV set %s is missing", g.prim.Path(), uv.Name)
			continue
		}
		if got := hashPrimvar(v.uvs[i]); got != uv.UVHash {
			t.Errorf("%s: the values of UV set %s have the hash %s, want %s", g.prim.Path(), uv.Name, got, uv.UVHash)
		}
		for k := range m.Parts {
			p := &m.Parts[k]
			if !slices.ContainsFunc(p.UVs, func(s mesh.UVSet) bool { return s.Name == uv.Name && s.Len() >= p.Positions.Len() }) {
				t.Errorf("%s: part %d lacks UV set %s", g.prim.Path(), k, uv.Name)
			}
		}
	}
}

func hashPrimvar(p *primvar) string {
	h := fnv.New64a()
	write := func(i int) {
		for k := range 2 {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(p.values.At(2*i+k))))
		}
	}
	if p.indices == nil {
		for i := range p.values.Len() {
			write(i)
		}
	}
	for _, i := range p.indices {
		write(int(i))
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

func hashPositions(p *mesh.Positions) string {
	h := fnv.New64a()
	for i := range p.Len() {
		v := p.At(i)
		for _, x := range v {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
		}
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

func hashFaces(g *polygons) string {
	h := fnv.New64a()
	at := 0
	for _, n := range g.counts {
		b := binary.LittleEndian.AppendUint32(nil, uint32(n))
		for _, c := range g.corners[at : at+int(n)] {
			b = binary.LittleEndian.AppendUint32(b, uint32(c))
		}
		h.Write(b)
		at += int(n)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// compareOmitted compares what is left out: other geometry than meshes, and meshes of other purposes.
func compareOmitted(t *testing.T, s *mesh.Scene, want *expectedFile) {
	kinds := map[string]int{}
	for _, o := range s.Omitted {
		if strings.Contains(o.Path, "[") || o.Kind == "PointInstancer" {
			continue // OpenUSD was not asked for these
		}
		kinds[o.Kind]++
	}
	wanted := maps.Clone(want.OtherGeometry)
	if wanted == nil {
		wanted = map[string]int{}
	}
	for _, p := range want.Primitives {
		collides := slices.ContainsFunc(s.Colliders, func(c mesh.Collider) bool { return c.Path == p.Path })
		if shown := p.Purpose == "default" || p.Purpose == "render"; shown || !collides {
			wanted[p.Type]++
		}
	}
	for _, in := range want.Instances {
		if in.PointInstancer == "" && (in.Purpose == "proxy" || in.Purpose == "guide") {
			wanted["Mesh"]++
		}
	}
	if !maps.Equal(kinds, wanted) {
		t.Errorf("left out are %v, want %v", kinds, wanted)
	}
}
