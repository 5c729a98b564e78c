package gltf_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/loader/gltf"
	"github.com/meshcheck/meshcheck/mesh"
)

// document is a glTF file in parts, one of whose values can be changed.
type document struct {
	path string
	text []byte
	bin  []byte // nil for a file without a binary chunk
	glb  bool
	rich bool // with everything of a kind
	side fs.FS
}

// documents returns the rich, the painted and the rigged model, and the fixtures that load.
func documents(t testing.TB) []document {
	rich := func(name string, b *builder) document {
		return document{path: name, text: b.JSON(""), bin: b.Bin, glb: true, rich: true}
	}
	all := []document{rich("rich", loadertest.RichModel()), rich("painted", loadertest.PaintedModel())}
	for _, f := range fixtures.All() {
		data, err := fs.ReadFile(fixtures.Files(), f.Path)
		if err != nil {
			t.Fatal(err)
		}
		if f.Error != "" || len(data) > 16<<10 {
			continue
		}
		d := document{path: f.Path, text: data}
		switch path.Ext(f.Path) {
		case ".glb":
			n := binary.LittleEndian.Uint32(data[12:])
			d.glb, d.text = true, data[20:20+n]
			if rest := data[20+n:]; len(rest) >= 8 {
				d.bin = rest[8 : 8+binary.LittleEndian.Uint32(rest)]
			}
		case ".gltf":
		default:
			continue
		}
		if d.side, err = fs.Sub(fixtures.Files(), path.Dir(f.Path)); err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return append(all, rich("rigged", loadertest.RiggedModel()))
}

// fields returns, for each value below v, a function that replaces it.
func fields(v any) (replace []func(with any)) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			replace = append(replace, func(with any) { v[k] = with })
			replace = append(replace, fields(v[k])...)
		}
	case []any:
		for i := range v {
			replace = append(replace, func(with any) { v[i] = with })
			replace = append(replace, fields(v[i])...)
		}
	}
	return replace
}

// changed returns the file with another value in one of its n fields.
func (d *document) changed(t testing.TB, field int, value any) (data []byte, n int) {
	var doc any
	if err := json.Unmarshal(bytes.TrimPrefix(d.text, []byte("\ufeff")), &doc); err != nil {
		t.Fatal(d.path, err)
	}
	replace := fields(doc)
	replace[field%len(replace)](value)
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if d.glb {
		text = encode.GLB(text, d.bin)
	}
	return text, len(replace)
}

// claim decodes a changed file and asserts what holds for every file: an error of a known kind with
// its place, or a valid scene, and no more memory than the file justifies.
func (d *document) claim(t *testing.T, data []byte) {
	t.Helper()
	estimate(t, data)
	d.claimWith(t, data, loader.Options{Workers: 1})
	if bytes.Contains(data, []byte("TEXCOORD_")) || bytes.Contains(data, []byte("materials")) {
		d.claimWith(t, data, loader.Options{Workers: 1, UVs: true})
	}
	if bytes.Contains(data, []byte("animations")) {
		d.claimWith(t, data, loader.Options{Workers: 1, Poses: true})
	}
}

// estimate estimates a document, and asserts that this takes no more memory than the file justifies. Of a
// small GLB, the document would not be read.
func estimate(t *testing.T, data []byte) {
	t.Helper()
	text := data
	if bytes.HasPrefix(data, []byte("glTF")) && len(data) >= 20 {
		n := binary.LittleEndian.Uint32(data[12:])
		text = data[20:min(int64(len(data)), 20+int64(n))]
	}
	var e loader.Estimate
	used := loadertest.Allocated(func() {
		e = gltf.Estimate(bytes.NewReader(text), text[:min(len(text), 1024)], int64(len(text)), nil)
	})
	if limit := loadertest.AllocationLimit(len(text)); used > limit {
		t.Errorf("%d bytes allocated for an estimate of %d, more than %d", used, len(text), limit)
	}
	if e.Held < e.Bytes || e.Places < 0 || e.UVs < 0 || e.Triangles < 0 {
		t.Errorf("the estimate is %+v", e)
	}
}

func (d *document) claimWith(t *testing.T, data []byte, o loader.Options) {
	t.Helper()
	var err error
	var s *mesh.Scene
	used := loadertest.Allocated(func() {
		if s, _, err = loader.Decode(t.Context(), data, d.side, o); err == nil {
			loadertest.CheckScene(t, s)
		}
	})
	if err == nil {
		loadertest.CheckRig(t, s)
	}
	if limit := loadertest.AllocationLimit(len(data) + d.sideSize()); used > limit {
		t.Errorf("%d bytes allocated for %d, more than %d", used, len(data), limit)
	}
	var fe *loader.FormatError
	var ue *loader.UnsupportedError
	switch {
	case err == nil, errors.Is(err, loader.ErrUnknownFormat):
	case errors.As(err, &fe):
		// If a member at the top has a wrong type, the text names it.
		if fe.Place == "" && !strings.Contains(err.Error(), "cannot use ") {
			t.Errorf("an error without a place: %v", err)
		}
	case errors.As(err, &ue):
		if ue.Place == "" {
			t.Errorf("an error without a place: %v", err)
		}
	default:
		t.Errorf("an error of no known kind: %v", err)
	}
}

// sideSize returns the size of all files that may be side files.
func (d *document) sideSize() (n int) {
	if d.side == nil {
		return 0
	}
	names, _ := fs.Glob(d.side, "*.*")
	for _, name := range names {
		if info, err := fs.Stat(d.side, name); err == nil {
			n += int(info.Size())
		}
	}
	return n
}

// TestClaims changes the values of glTF fixtures, one at a time, to numbers that would cost much
// memory if they were believed.
func TestClaims(t *testing.T) {
	evil := []any{-1, 1 << 31, math.MaxInt64, json.Number("1e308"), "x"}
	if !longtest.On(t) {
		evil = evil[1:3]
	}
	for k, d := range documents(t) {
		_, n := d.changed(t, 0, nil)
		for field := range n {
			if !longtest.On(t) && !d.rich && (field+k)%8 != 0 {
				continue
			}
			value := evil[field%len(evil)]
			if d.rich {
				for _, value := range evil {
					data, _ := d.changed(t, field, value)
					d.claim(t, data)
				}
			}
			data, _ := d.changed(t, field, value)
			d.claim(t, data)
			if t.Failed() {
				t.Fatalf("%s: field %d set to %v: %s", d.path, field, value, data)
			}
		}
	}
}

// FuzzGLTFFields changes one value of a valid file. Text that is not JSON is used as a string.
func FuzzGLTFFields(f *testing.F) {
	all := documents(f)
	for k := range all {
		for field := range uint16(12) {
			if !longtest.On(f) && (int(field)+k)%8 != 0 {
				continue
			}
			f.Add(uint8(k), 37*field, [...]string{"-1", "0", "4294967296", "1e30", `"x"`, "[]", "null", "[0,0,0]", "{}", "0.5", "true", "2"}[field])
		}
	}
	f.Fuzz(func(t *testing.T, k uint8, field uint16, text string) {
		d := all[int(k)%len(all)]
		var value any = json.RawMessage(text)
		if !json.Valid([]byte(text)) {
			value = text
		}
		data, _ := d.changed(t, int(field), value)
		d.claim(t, data)
	})
}

// TestBinaryClaims: the numbers in containers are limited by the number of bytes.
func TestBinaryClaims(t *testing.T) {
	b := loadertest.RichModel()
	for name, c := range map[string]struct {
		data []byte
		at   []int // of 32-bit numbers
	}{
		"glb":        {b.GLB(), []int{4, 8, 12, 16}},
		"binary STL": {loadertest.BinarySTL("", loadertest.RandomSoup(3)), []int{80}},
	} {
		for _, at := range c.at {
			for _, v := range []uint32{0, 1, 2, 1 << 16, 1 << 31, math.MaxUint32 - 11, math.MaxUint32} {
				data := slices.Clone(c.data)
				binary.LittleEndian.PutUint32(data[at:], v)
				(&document{}).claim(t, data)
				if t.Failed() {
					t.Fatalf("%s: %d at byte %d", name, v, at)
				}
			}
		}
	}
}

// costlyDocuments returns documents of n elements that are harmless unless something is done for
// each pair of elements.
func costlyDocuments(t testing.TB, n int) map[string][]byte {
	t.Helper()
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("VENDOR_%d", i)
	}
	all := map[string][]byte{}
	for name, build := range map[string]func(b *builder){
		"extensions": func(b *builder) { b.Doc["extensionsRequired"] = names },
		"names":      func(b *builder) { b.Node(object{"name": strings.Repeat("n", 10*n)}) },
		"deep nodes": func(b *builder) {
			for i := range n / 2 {
				b.Node(object{"children": []int{i + 1}})
			}
			b.Node(object{"mesh": b.Mesh("m", loadertest.Primitive(b.Accessor("VEC3", loadertest.Square, nil), -1, nil))})
		},
	} {
		b := encode.NewGLTF()
		build(b)
		all[name] = b.GLB()
	}
	return all
}

// TestCostlyDocuments: the memory for a document is proportional to the number of its elements, and
// no error repeats it. BenchmarkCostlyDocuments measures the time.
func TestCostlyDocuments(t *testing.T) {
	const few, times = 25_000, 4
	plain := costlyDocuments(t, few)
	for name, data := range costlyDocuments(t, times*few) {
		t.Run(name, func(t *testing.T) {
			load := func(data []byte) int64 {
				return loadertest.Allocated(func() {
					_, _, err := loader.Decode(t.Context(), data, fstest.MapFS{}, loader.Options{})
					if err != nil && len(err.Error()) > 10_000 {
						t.Errorf("an error of %d bytes", len(err.Error()))
					}
				})
			}
			if a, b := load(plain[name]), load(data); b > 2*times*a+1<<20 {
				t.Errorf("%d bytes allocated, and %d for %d times as many elements", a, b, times)
			}
		})
	}
}

// BenchmarkCostlyDocuments decodes documents of n and of ten times n elements, which should take
// about ten times as long.
func BenchmarkCostlyDocuments(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		for name, data := range costlyDocuments(b, n) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					_, _, _ = loader.Decode(b.Context(), data, fstest.MapFS{}, loader.Options{})
				}
			})
		}
	}
}

func FuzzDecodeGLTF(f *testing.F) {
	b := loadertest.SquareModel()
	f.Add(b.GLB())
	f.Add(b.Text())
	f.Add(b.JSON("side.bin"))
	for _, b := range []*builder{loadertest.RichModel(), loadertest.PaintedModel(), loadertest.RiggedModel()} {
		f.Add(b.GLB())
		f.Add(b.Text())
	}
	loadertest.SeedFiles(f, ".gltf", ".glb")
	f.Fuzz(func(t *testing.T, data []byte) {
		estimate(t, data)
		loadertest.DecodeFuzzed(t, data)
	})
}
