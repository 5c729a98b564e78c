package stl_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hschendel/stl"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

func TestBinarySTL(t *testing.T) {
	strange := loadertest.RandomSoup(3)
	strange[4], strange[5], strange[6] = float32(math.NaN()), float32(math.Inf(-1)), float32(math.Copysign(0, -1))
	for _, c := range []struct {
		name, header string
		xyz          []float32
	}{
		{"no facets", "", nil},
		{"one facet", "a part", loadertest.RandomSoup(1)},
		{"nan, inf and -0", "", strange},
		{"color header", "COLOR=\x10\x20\x30\xff,MATERIAL=", loadertest.RandomSoup(7)},
		{"header begins with solid", "solid exported by something, facet by facet", loadertest.RandomSoup(20)},
		{"header begins with a brace", "{\"json\": 0}", loadertest.RandomSoup(2)},
		{"header begins with glTF", "glTF to STL converter", loadertest.RandomSoup(2)},
		{"header without zeros", strings.Repeat("x", 80), loadertest.RandomSoup(2)},
		{"more than one section", "", loadertest.RandomSoup(200_001)},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, workers := range []int{1, 3} {
				s, format, err := loader.Decode(t.Context(), loadertest.BinarySTL(c.header, c.xyz), nil, loader.Options{Workers: workers})
				if err != nil || format != loader.STL {
					t.Fatalf("Decode = %q, %v", format, err)
				}
				if len(s.Meshes) != 1 || len(s.Meshes[0].Parts) != 1 || s.Unit != "" || len(s.Warnings) > 0 || len(s.Instances) > 0 {
					t.Fatalf("scene %+v", s)
				}
				if m := s.Meshes[0]; m.Name != "" || m.Scale != 1 || !loadertest.SameBits(loadertest.Soup(m), c.xyz) {
					t.Errorf("the mesh %q of %d triangles is not the one written", m.Name, m.Triangles())
				}
			}
		})
	}
}

func TestBinarySTLStrayBytes(t *testing.T) {
	xyz := loadertest.RandomSoup(5)
	for _, header := range []string{"", "solid"} {
		for _, stray := range []int{1, 2, 48, 49} {
			data := append(loadertest.BinarySTL(header, xyz), make([]byte, stray)...)
			s, _, err := loadertest.Decode(t, data)
			if err != nil {
				t.Fatalf("%d stray bytes: %v", stray, err)
			}
			want := fmt.Sprintf("%d stray bytes after the last facet", stray)
			if stray == 1 {
				want = "1 stray byte after the last facet"
			}
			if !slices.Equal(s.Warnings, []string{want}) || !loadertest.SameBits(loadertest.Soup(s.Meshes[0]), xyz) {
				t.Errorf("%d stray bytes: %d triangles, warnings %q", stray, s.Meshes[0].Triangles(), s.Warnings)
			}
		}
	}
}

func TestBinarySTLFaults(t *testing.T) {
	whole := loadertest.BinarySTL("part", loadertest.RandomSoup(10))
	claim := func(n uint32) []byte {
		data := bytes.Clone(whole)
		binary.LittleEndian.PutUint32(data[80:], n)
		return data
	}
	for _, c := range []struct {
		name       string
		data       []byte
		place, err string
	}{
		{"cut in a facet", whole[:84+3*50+7], "facet 3 (byte 241)", "claims 10 facets"},
		{"cut between facets", whole[:84+9*50], "facet 9 (byte 534)", "claims 10 facets"},
		{"cut behind the header", whole[:84], "facet 0 (byte 84)", "claims 10 facets"},
		{"cut, and begins with solid", append([]byte("solid"), whole[5:300]...), "facet 4 (byte 300)", "claims 10 facets"},
		{"impossible count", claim(math.MaxUint32), "facet 10 (byte 584)", "claims 4294967295 facets"},
		{"count never filled in", claim(0), "facet 0 (byte 84)", "500 bytes follow the 0 facets"},
		{"count of a part", claim(3), "facet 3 (byte 234)", "350 bytes follow the 3 facets that the header claims, enough for 7 more"},
		{"count of all but one", claim(9), "facet 9 (byte 534)", "50 bytes follow the 9 facets that the header claims, enough for 1 more"},
		{"more than a facet behind them", append(bytes.Clone(whole), make([]byte, 99)...), "facet 10 (byte 584)", "99 bytes follow the 10 facets"},
	} {
		t.Run(c.name, func(t *testing.T) { loadertest.WantFormatError(t, c.data, loader.STL, c.place, c.err) })
	}
}

// TestBinaryAsLibrary: the library reads the same facets.
func TestBinaryAsLibrary(t *testing.T) {
	data := loadertest.BinarySTL("part", loadertest.RandomSoup(20_000))
	want, err := stl.ReadAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := loadertest.Decode(t, data)
	if err != nil {
		t.Fatal(err)
	}
	var xyz []float32
	for i := range want.Triangles {
		for _, v := range want.Triangles[i].Vertices {
			xyz = append(xyz, v[:]...)
		}
	}
	if !loadertest.SameBits(loadertest.Soup(s.Meshes[0]), xyz) {
		t.Error("the corners differ from those that the library reads")
	}
}

const benchTriangles = 200_000

func BenchmarkBinarySTL(b *testing.B) {
	data := loadertest.BinarySTL("bench", loadertest.RandomSoup(benchTriangles))
	b.Run("workers=1", func(b *testing.B) { loadertest.BenchmarkDecode(b, data, benchTriangles, 1) })
	b.Run("workers=all", func(b *testing.B) { loadertest.BenchmarkDecode(b, data, benchTriangles, 0) })
}

// The verbs are those that real programs use.
func BenchmarkTextSTL(b *testing.B) {
	for _, verb := range []string{"%.6e", "%f", "%.9g", "%.17g"} {
		data := loadertest.TextSTL("bench", verb, loadertest.RandomSoup(benchTriangles/4))
		b.Run(verb[1:], func(b *testing.B) { loadertest.BenchmarkDecode(b, data, benchTriangles/4, 0) })
	}
}
