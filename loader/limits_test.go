package loader_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/loader"
)

func TestMaxTriangles(t *testing.T) {
	twice := loadertest.SquareModel() // 2 triangles
	twice.Mesh("again", loadertest.Primitive(0, 1, nil), loadertest.Primitive(0, 1, loadertest.Object{"mode": 6}))
	large := loadertest.BinarySTL("", loadertest.RandomSoup(40_000)) // which is read as a stream
	for name, c := range map[string]struct {
		data      []byte
		triangles int
	}{
		"glTF":       {twice.GLB(), 8},
		"binary STL": {loadertest.BinarySTL("", loadertest.RandomSoup(7)), 7},
		"stream":     {large, 40_000},
		"text STL":   {loadertest.TextSTL("a", "%g", loadertest.RandomSoup(7)), 7},
		"OBJ":        {loadertest.GridOBJ(4, true, false), 32},
		"ASCII PLY":  {loadertest.GridPLY(4, "ascii"), 32},
		"binary PLY": {loadertest.GridPLY(4, "binary_little_endian"), 32},
		"OFF":        {[]byte("OFF 4 1\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3"), 2},
		"3MF":        {encode.ThreeMF(encode.Model("", encode.Object(1, "Cube", meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})), `<item objectid="1"/>`)), 12},
	} {
		path := loadertest.WriteFile(t, filepath.Join(t.TempDir(), "m"), c.data)
		m, err := loader.Open(t.Context(), path, loader.Options{})
		n := 0
		for _, mesh := range m.Scene.Meshes {
			n += mesh.Triangles()
		}
		if err != nil || n != c.triangles {
			t.Fatalf("%s: %d triangles, %v", name, n, err)
		}
		if _, err := loader.Open(t.Context(), path, loader.Options{MaxTriangles: n}); err != nil {
			t.Errorf("%s: as many as allowed: %v", name, err)
		}
		m, err = loader.Open(t.Context(), path, loader.Options{MaxTriangles: n - 1})
		var limit *loader.LimitError
		if !errors.As(err, &limit) || m.Scene != nil || m.Format == "" || limit.Format != m.Format {
			t.Fatalf("%s: one too many: %+v, %v", name, m, err)
		}
		if limit.What != "triangles" || limit.Needs != int64(n) || limit.Most != int64(n)-1 {
			t.Errorf("%s: %+v", name, limit)
		}
		if want := fmt.Sprintf("%s: has more than %d triangles", m.Format, n-1); err.Error() != want {
			t.Errorf("%s: %q, want %q", name, err, want)
		}
	}
}

// TestMaxMemory: each format loads with the memory that it needs, and is refused early with less.
func TestMaxMemory(t *testing.T) {
	soup := loadertest.RandomSoup(50_000)
	strip := encode.NewGLTF()
	positions := strip.Accessor("VEC3", soup, nil)
	strip.Mesh("m", loadertest.Primitive(positions, -1, loadertest.Object{"mode": 5}))
	for name, c := range map[string]struct {
		data    []byte
		needs   int64
		refuses int64
	}{
		"stream":   {loadertest.BinarySTL("", soup), 84 * 50_000, 84*50_000 - 1},
		"text STL": {loadertest.TextSTL("a", "%g", soup), 16 << 20, 1 << 20},
		"OBJ":      {loadertest.GridOBJ(200, true, false), 12 << 20, 4 << 20},
		"PLY":      {loadertest.GridPLY(200, "binary_little_endian"), 4 << 20, 2 << 20},
		"glTF":     {strip.GLB(), 36*50_000 + 12*150_000 + 10_000, 36*50_000 + 12*100_000},
	} {
		path := loadertest.WriteFile(t, filepath.Join(t.TempDir(), "m"), c.data)
		if _, err := loader.Open(t.Context(), path, loader.Options{MaxMemory: c.needs}); err != nil {
			t.Errorf("%s with %d bytes: %v", name, c.needs, err)
		}
		var limit *loader.LimitError
		var m *loader.Model
		var err error
		used := loadertest.Allocated(func() { m, err = loader.Open(t.Context(), path, loader.Options{MaxMemory: c.refuses}) })
		if !errors.As(err, &limit) || m.Scene != nil || limit.What != "bytes" || limit.Most != c.refuses || limit.Needs <= c.refuses {
			t.Errorf("%s with %d bytes: %v", name, c.refuses, err)
		}
		if used > 2*c.refuses+1<<20 {
			t.Errorf("%s: %d bytes allocated before it was refused with a limit of %d", name, used, c.refuses)
		}
	}
}

// endless never ends, and does not report its length.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

func TestEndlessInput(t *testing.T) {
	var limit *loader.LimitError
	used := loadertest.Allocated(func() {
		m, err := loader.Read(t.Context(), endless{}, loader.Options{MaxMemory: 1 << 24})
		if !errors.As(err, &limit) || m.Scene != nil {
			t.Errorf("%+v, %v", m, err)
		}
	})
	if used > 10<<24 {
		t.Errorf("%d bytes allocated", used)
	}
}

// TestHollowFiles: a sparse file can have any size without using the disk.
func TestHollowFiles(t *testing.T) {
	dir := t.TempDir()
	path := loadertest.WriteFile(t, filepath.Join(dir, "hollow.glb"), loadertest.SquareModel().GLB())
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Skip("no such files here:", err)
	}
	var limit *loader.LimitError
	if _, err := loader.Open(t.Context(), path, loader.Options{}); !errors.As(err, &limit) || limit.Needs != 1<<40 {
		t.Errorf("a model of a terabyte: %v", err)
	}
	b := loadertest.SquareModel()
	b.Doc["buffers"] = []any{loadertest.Object{"byteLength": 1 << 40, "uri": "hollow.glb"}}
	limit = nil
	if _, err := loader.Open(t.Context(), loadertest.WriteFile(t, filepath.Join(dir, "m.gltf"), b.JSON("")), loader.Options{}); !errors.As(err, &limit) || limit.Needs <= 1<<40 {
		t.Errorf("a side file of a terabyte: %v", err)
	}
	// The greatest size that a file system can report.
	fsys := fstest.MapFS{}
	b.Doc["buffers"] = []any{loadertest.Object{"byteLength": math.MaxInt64, "uri": "side.bin"}}
	limit = nil
	if _, _, err := loader.Decode(t.Context(), b.JSON(""), hugeFS{fsys}, loader.Options{MaxMemory: math.MaxInt64}); !errors.As(err, &limit) {
		t.Errorf("a side file without end: %v", err)
	}
}

// hugeFS claims that every file has the greatest size.
type hugeFS struct{ fs.FS }

func (hugeFS) Open(string) (fs.File, error) { return hugeFile{}, nil }

func (hugeFS) Stat(string) (fs.FileInfo, error) { return hugeFile{}.Stat() }

type hugeFile struct{ endless }

func (hugeFile) Close() error { return nil }

func (hugeFile) Stat() (fs.FileInfo, error) {
	return sizedInfo{size: math.MaxInt64}, nil
}

// TestDocumentCounts: the document itself counts, by the number of its values.
func TestDocumentCounts(t *testing.T) {
	for _, text := range []string{
		`{"asset":{"version":"2.0"},"nodes":[{}` + strings.Repeat(",{}", 100_000) + `]}`,
		`{"asset":{"version":"2.0"},"accessors":[0` + strings.Repeat(",0", 100_000) + `]}`,
		`{"asset":{"version":"2.0"},"buffers":[{}` + strings.Repeat(",{}", 100_000) + `]}`,
	} {
		var limit *loader.LimitError
		if _, _, err := loader.Decode(t.Context(), []byte(text), nil, loader.Options{MaxMemory: 10 << 20}); !errors.As(err, &limit) {
			t.Errorf("%.60s… with 10 MB: %v", text, err)
		}
		used := loadertest.Allocated(func() {
			if _, _, err := loader.Decode(t.Context(), []byte(text), nil, loader.Options{}); err != nil {
				t.Errorf("%.60s…: %v", text, err)
			}
		})
		// Most of what is allocated for a node is free again when the next node is read.
		if used > 3*limit.Needs {
			t.Errorf("%.60s…: %d bytes allocated in all, where %d were thought to be enough at a time", text, used, limit.Needs)
		}
	}
	// Text in strings is not structure.
	text := `{"asset":{"version":"2.0"},"extras":"` + strings.Repeat(`,{\"\\`, 100_000) + `"}`
	if _, _, err := loader.Decode(t.Context(), []byte(text), nil, loader.Options{MaxMemory: 2 << 20}); err != nil {
		t.Errorf("a long text: %v", err)
	}
	if _, err := loader.Read(t.Context(), io.LimitReader(bytes.NewReader([]byte(text)), 1<<30), loader.Options{MaxMemory: 1000}); err == nil {
		t.Error("a long text passes a limit of 1000 bytes")
	}
}
