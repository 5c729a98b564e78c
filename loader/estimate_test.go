package loader

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures"
)

func TestEstimateFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	document := func(uri string, count string) string {
		return `{"asset":{"version":"2.0"},"buffers":[{"uri":"` + uri + `","byteLength":1000}],"accessors":[{"componentType":5126,"type":"VEC3","count":` + count + `},{"componentType":5126,"type":"VEC3","count":30}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}},{"attributes":{"POSITION":0},"indices":1},{"attributes":{"POSITION":1},"mode":5}]}]}`
	}
	write("side.bin", strings.Repeat("x", 5000))
	plain := document("side.bin", "600")
	stl := strings.Repeat("\x00", 80) + "\x03\x00\x00\x00" + strings.Repeat("\x00", 150)
	large := glb(document("", "900000"), strings.Repeat("\x00", 4<<20))
	for _, c := range []struct {
		name, data      string
		held, triangles int64
	}{
		{"binary.stl", stl, 0, 4},
		{"text.stl", "solid a\nfacet" + strings.Repeat(" normal 0 0 0 outer loop", 100), 2413, 16},
		{"plain.gltf", plain, int64(len(plain)) + 5000, 200 + 10 + 30},
		{"outside.gltf", document("../side.bin", "30"), int64(len(document("../side.bin", "30"))), 10 + 10 + 30},
		{"lie.gltf", document("", "1e3"), int64(len(document("", "1e3"))), 0}, // no whole number
		{"huge.gltf", document("", "9223372036854775807"), int64(len(document("", "9223372036854775807"))), int64(len(document("", "9223372036854775807")))/3 + 10 + 30},
		{"large.glb", large, int64(len(large)), 300_000 + 10 + 30},
		{"small.glb", glb("{}", ""), int64(len(glb("{}", ""))), int64(len(glb("{}", ""))) / 3},
		{"nothing.stl", "", 0, 0},
		{"other.png", "\x89PNG" + strings.Repeat("x", 300), 0, 0},
	} {
		w, err := EstimateFile(write(c.name, c.data))
		if err != nil || w.Bytes != int64(len(c.data)) || w.Held != c.held || w.Triangles != c.triangles {
			t.Errorf("%s: %+v, %v; want %d bytes, %d held, %d triangles", c.name, w, err, len(c.data), c.held, c.triangles)
		}
	}
	if w, err := EstimateFile(dir); err != nil || w.Bytes != -1 {
		t.Errorf("a folder: %+v, %v", w, err)
	}
	if _, err := EstimateFile(filepath.Join(dir, "gone")); err == nil {
		t.Error("a missing file has an estimate")
	}
}

// glb returns a GLB of a document and a buffer.
func glb(document, buffer string) string {
	number := func(n int) string { return string([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)}) }
	document += strings.Repeat(" ", -len(document)&3)
	text := number(len(document)) + "JSON" + document
	if buffer != "" {
		text += number(len(buffer)) + "BIN\x00" + buffer
	}
	return "glTF" + number(2) + number(12+len(text)) + text
}

// No fixture has more triangles than its estimate, apart from text STL files whose facets are
// shorter than those of real programs.
func TestEstimateFixtures(t *testing.T) {
	seen := 0
	err := fs.WalkDir(fixtures.Files(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.Contains(".glb.gltf.stl", filepath.Ext(name)) || filepath.Ext(name) == "" {
			return err
		}
		path := filepath.Join("..", "fixtures", filepath.FromSlash(name))
		m, err := Open(t.Context(), path, Options{})
		if err != nil {
			return nil
		}
		w, err := EstimateFile(path)
		if err != nil {
			return err
		}
		triangles := int64(0)
		for _, m := range m.Scene.Meshes {
			triangles += int64(m.Triangles())
		}
		if filepath.Ext(name) == ".stl" {
			triangles /= 2
		}
		if w.Triangles < triangles {
			t.Errorf("%s has %d triangles, but the estimate is %d", name, triangles, w.Triangles)
		}
		if w.Triangles > math.MaxInt32 {
			t.Errorf("%s: the estimate is %d triangles", name, w.Triangles)
		}
		seen++
		return nil
	})
	if err != nil || seen < 50 {
		t.Errorf("%d fixtures were seen: %v", seen, err)
	}
}

// A name that is part of the paths of many nodes counts once for each of them.
func TestEstimateNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "names.gltf")
	text := `{"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"type":"VEC3","count":3}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"name":"` + strings.Repeat("x", 10_000) + `","children":[1,2,3]},{"mesh":0},{"mesh":0},{"mesh":0}]}`
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if w, err := EstimateFile(path); err != nil || w.Places < 30_000 || w.Places > 40_000 {
		t.Errorf("%+v, %v", w, err)
	}
}

// Texture coordinates that have to be converted count, once for each accessor. Floats that are in
// the file do not.
func TestEstimateUVs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "uv.gltf")
	text := `{"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"type":"VEC2","count":90,"bufferView":0},{"componentType":5123,"type":"VEC2","count":100,"bufferView":0},` +
		`{"componentType":5126,"type":"VEC2","count":10,"bufferView":0,"sparse":{}},{"componentType":5126,"type":"VEC2","count":1},{"componentType":5121,"type":"VEC2","count":1000000000000000,"bufferView":0}],"meshes":[{"primitives":[` +
		`{"attributes":{"POSITION":0,"TEXCOORD_0":0,"TEXCOORD_1":1}},{"attributes":{"POSITION":0,"TEXCOORD_0":1,"TEXCOORD_1":2,"TEXCOORD_2":3}}%s]}]}`
	for more, want := range map[string]int64{"": 16 * 111, `,{"attributes":{"POSITION":0,"TEXCOORD_0":99,"TEXCOORD_1":-1,"TEXCOORD_01":4}}`: 16 * 111} {
		if err := os.WriteFile(path, []byte(strings.Replace(text, "%s", more, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		if w, err := EstimateFile(path); err != nil || w.UVs != want {
			t.Errorf("%+v, %v, want %d", w, err, want)
		}
	}
	// A count is limited by the size of the file.
	if err := os.WriteFile(path, []byte(strings.Replace(text, "%s", `,{"attributes":{"POSITION":0,"TEXCOORD_0":4}}`, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if w, err := EstimateFile(path); err != nil || w.UVs > 16*(111+w.Bytes) {
		t.Errorf("%+v, %v", w, err)
	}
}
