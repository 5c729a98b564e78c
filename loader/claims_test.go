package loader_test

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
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader"
)

// document is a glTF file taken apart, so that one of its values can be changed.
type document struct {
	path string
	text []byte
	bin  []byte // nil for a file without a binary chunk
	glb  bool
	side fs.FS
}

// documents are the rich model and the fixtures that load.
func documents(t testing.TB) []document {
	b, p := richModel(), paintedModel()
	all := []document{{path: "rich", text: b.json(t, ""), bin: b.bin, glb: true}, {path: "painted", text: p.json(t, ""), bin: p.bin, glb: true}}
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
	return all
}

// fields returns a function for each value of the document at v that replaces it.
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

// changed returns the file with another value in one of its fields, of which there are n.
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
		text = glb(text, d.bin)
	}
	return text, len(replace)
}

// claim decodes a changed file and asserts what holds for every one: an error of a known
// kind that says where, or a scene that can be walked, and no more memory than the
// file is worth.
func (d *document) claim(t *testing.T, data []byte) {
	t.Helper()
	d.claimWith(t, data, loader.Options{Workers: 1})
	if bytes.Contains(data, []byte("TEXCOORD_")) || bytes.Contains(data, []byte("materials")) {
		d.claimWith(t, data, loader.Options{Workers: 1, UVs: true})
	}
}

func (d *document) claimWith(t *testing.T, data []byte, o loader.Options) {
	t.Helper()
	var err error
	used := allocated(func() {
		s, _, e := loader.Decode(t.Context(), data, d.side, o)
		if err = e; e == nil {
			defer checkScene(t, s)
		}
	})
	if limit := allocationLimit(len(data) + d.sideSize()); used > limit {
		t.Errorf("%d bytes allocated for %d, more than %d", used, len(data), limit)
	}
	var fe *loader.FormatError
	var ue *loader.UnsupportedError
	switch {
	case err == nil, errors.Is(err, loader.ErrUnknownFormat):
	case errors.As(err, &fe):
		// Of a value of the wrong type at the top the text names the member.
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

// sideSize is the size of all files that could be side files.
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

// TestClaims sets every value of every glTF fixture, one at a time, to what would cost
// much if it were believed.
func TestClaims(t *testing.T) {
	evil := []any{-1, 1 << 31, math.MaxInt64, json.Number("1e308"), "x"}
	if !longtest.On(t) {
		evil = evil[1:3]
	}
	for k, d := range documents(t) {
		_, n := d.changed(t, 0, nil)
		for field := range n {
			if !longtest.On(t) && d.path != "rich" && d.path != "painted" && (field+k)%3 != 0 {
				continue
			}
			value := evil[field%len(evil)]
			if d.path == "rich" || d.path == "painted" {
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

// FuzzGLTFFields changes one value of a sound file to any other. What is no JSON stands
// for itself as a text.
func FuzzGLTFFields(f *testing.F) {
	all := documents(f)
	for k := range all {
		for field := range uint16(12) {
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

// TestBinaryClaims: the numbers of containers are believed no further than there are bytes.
func TestBinaryClaims(t *testing.T) {
	b := richModel()
	for name, c := range map[string]struct {
		data []byte
		at   []int // of 32-bit numbers
	}{
		"glb":        {b.glb(t), []int{4, 8, 12, 16}},
		"binary STL": {binarySTL("", randomSoup(3)), []int{80}},
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

// costlyDocuments are documents of n elements whose size alone makes no trouble, and which
// take long where something is done for each pair of their elements.
func costlyDocuments(t testing.TB, n int) map[string][]byte {
	t.Helper()
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("VENDOR_%d", i)
	}
	all := map[string][]byte{}
	for name, build := range map[string]func(b *builder){
		"extensions": func(b *builder) { b.doc["extensionsRequired"] = names },
		"names":      func(b *builder) { b.node(object{"name": strings.Repeat("n", 10*n)}) },
		"deep nodes": func(b *builder) {
			for i := range n / 2 {
				b.node(object{"children": []int{i + 1}})
			}
			b.node(object{"mesh": b.mesh("m", primitive(b.accessor("VEC3", square, nil), -1, nil))})
		},
	} {
		b := newBuilder()
		build(b)
		all[name] = b.glb(t)
	}
	return all
}

// TestCostlyDocuments: a document of many elements takes memory as one of few does, and has
// no error that repeats it. What time it takes is for BenchmarkCostlyDocuments.
func TestCostlyDocuments(t *testing.T) {
	const few, times = 25_000, 4
	plain := costlyDocuments(t, few)
	for name, data := range costlyDocuments(t, times*few) {
		t.Run(name, func(t *testing.T) {
			load := func(data []byte) int64 {
				return allocated(func() {
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

// BenchmarkCostlyDocuments decodes documents of n elements and of ten times as many, which
// should take about ten times as long.
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
