package loader_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

func decode(t testing.TB, data []byte) (*mesh.Scene, loader.Format, error) {
	t.Helper()
	return loader.Decode(t.Context(), data, nil, loader.Options{})
}

// soupOf returns all corners of a mesh as they are stored.
func soupOf(m *mesh.Mesh) []float32 {
	var xyz []float32
	for i := range m.Parts {
		for k := range m.Parts[i].Triangles() {
			for _, v := range m.Parts[i].Triangle(k) {
				xyz = append(xyz, float32(v[0]), float32(v[1]), float32(v[2]))
			}
		}
	}
	return xyz
}

// sameBits compares floats as bits, so that NaN equals itself and 0 is not -0.
func sameBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

func TestBinarySTL(t *testing.T) {
	strange := randomSoup(3)
	strange[4], strange[5], strange[6] = float32(math.NaN()), float32(math.Inf(-1)), float32(math.Copysign(0, -1))
	for _, c := range []struct {
		name, header string
		xyz          []float32
	}{
		{"no facets", "", nil},
		{"one facet", "a part", randomSoup(1)},
		{"nan, inf and -0", "", strange},
		{"color header", "COLOR=\x10\x20\x30\xff,MATERIAL=", randomSoup(7)},
		{"header begins with solid", "solid exported by something, facet by facet", randomSoup(20)},
		{"header begins with a brace", "{\"json\": 0}", randomSoup(2)},
		{"header begins with glTF", "glTF to STL converter", randomSoup(2)},
		{"header without zeros", strings.Repeat("x", 80), randomSoup(2)},
		{"more than one section", "", randomSoup(200_001)},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, workers := range []int{1, 3} {
				s, format, err := loader.Decode(t.Context(), binarySTL(c.header, c.xyz), nil, loader.Options{Workers: workers})
				if err != nil || format != loader.STL {
					t.Fatalf("Decode = %q, %v", format, err)
				}
				if len(s.Meshes) != 1 || len(s.Meshes[0].Parts) != 1 || s.Unit != "" || len(s.Warnings) > 0 || len(s.Instances) > 0 {
					t.Fatalf("scene %+v", s)
				}
				if m := s.Meshes[0]; m.Name != "" || m.Scale != 1 || !sameBits(soupOf(m), c.xyz) {
					t.Errorf("the mesh %q of %d triangles is not the one written", m.Name, m.Triangles())
				}
			}
		})
	}
}

func TestBinarySTLStrayBytes(t *testing.T) {
	xyz := randomSoup(5)
	for _, header := range []string{"", "solid"} {
		for _, stray := range []int{1, 2, 48, 49} {
			data := append(binarySTL(header, xyz), make([]byte, stray)...)
			s, _, err := decode(t, data)
			if err != nil {
				t.Fatalf("%d stray bytes: %v", stray, err)
			}
			want := fmt.Sprintf("%d stray bytes after the last facet", stray)
			if stray == 1 {
				want = "1 stray byte after the last facet"
			}
			if !slices.Equal(s.Warnings, []string{want}) || !sameBits(soupOf(s.Meshes[0]), xyz) {
				t.Errorf("%d stray bytes: %d triangles, warnings %q", stray, s.Meshes[0].Triangles(), s.Warnings)
			}
		}
	}
}

func TestBinarySTLFaults(t *testing.T) {
	whole := binarySTL("part", randomSoup(10))
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
		t.Run(c.name, func(t *testing.T) { wantFormatError(t, c.data, loader.STL, c.place, c.err) })
	}
}

// wantFormatError checks that data is refused at the given place for a reason
// that contains why.
func wantFormatError(t *testing.T, data []byte, format loader.Format, place, why string) {
	t.Helper()
	s, got, err := decode(t, data)
	var fe *loader.FormatError
	if !errors.As(err, &fe) {
		t.Fatalf("Decode = %v, want a FormatError", err)
	}
	if s != nil || got != format || fe.Format != format {
		t.Errorf("scene %v, format %q, want none and %q", s, got, format)
	}
	if fe.Place != place || !strings.Contains(fe.Err.Error(), why) {
		t.Errorf("Decode: %q: %v\nwant     %q: …%s…", fe.Place, fe.Err, place, why)
	}
	if want := string(format) + ": " + place; !strings.HasPrefix(err.Error(), want) || fe.Unwrap() == nil {
		t.Errorf("Error() = %q, want it to begin with %q", err, want)
	}
}

const oneFacet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"

var oneFacetSoup = []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}

func TestTextSTL(t *testing.T) {
	twice := slices.Concat(oneFacetSoup, oneFacetSoup)
	for _, c := range []struct {
		name, text string
		parts      []string
		xyz        []float32
	}{
		{"plain", "solid a\n" + oneFacet + "endsolid a\n", []string{"a"}, oneFacetSoup},
		{"no facets", "solid nothing\nendsolid nothing\n", []string{"nothing"}, nil},
		{"no names", "solid\n" + oneFacet + "endsolid", []string{""}, oneFacetSoup},
		{"spaces in names", "solid  left   arm \n" + oneFacet + "endsolid left arm\n", []string{"left   arm"}, oneFacetSoup},
		{"capitals", strings.ToUpper("solid A\n" + oneFacet + "endsolid A\n"), []string{"A"}, oneFacetSoup},
		{"mixed case", "SoLiD a\n" + strings.ReplaceAll(oneFacet, "vertex", "Vertex") + "EndSolid", []string{"a"}, oneFacetSoup},
		{"CRLF", strings.ReplaceAll("solid a b\n"+oneFacet+"endsolid a b\n", "\n", "\r\n"), []string{"a b"}, oneFacetSoup},
		{"CR alone", strings.ReplaceAll("solid a\n"+oneFacet+"endsolid a\n", "\n", "\r"), []string{"a"}, oneFacetSoup},
		{"tabs and blank lines", "\n\n\tsolid a\n\n" + strings.ReplaceAll(oneFacet, " ", "\t\t") + "\n\nendsolid\n\n\n", []string{"a"}, oneFacetSoup},
		{"byte order mark", "\ufeffsolid a\n" + oneFacet + "endsolid a\n", []string{"a"}, oneFacetSoup},
		{"all on one line", "solid a\n" + strings.ReplaceAll(oneFacet, "\n", " ") + "endsolid a\n", []string{"a"}, oneFacetSoup},
		{"two solids", "solid a\n" + oneFacet + "endsolid a\nsolid b c\n" + oneFacet + "endsolid\n", []string{"a", "b c"}, twice},
		{"an empty solid between", "solid a\n" + oneFacet + "endsolid\nsolid\nendsolid\nsolid c\n" + oneFacet + "endsolid", []string{"a", "", "c"}, twice},
		{"another name at the end", "solid a\n" + oneFacet + "endsolid b\n", []string{"a"}, oneFacetSoup},
		{"name that says facet", "solid facet_1 endsolid\n" + oneFacet + "endsolid\n", []string{"facet_1 endsolid"}, oneFacetSoup},
		{"long name", "solid " + strings.Repeat("n", 10_000) + "\n" + oneFacet + "endsolid\n", []string{strings.Repeat("n", 10_000)}, oneFacetSoup},
		{"name not in UTF-8", "solid caf\xe9\n" + oneFacet + "endsolid\n", []string{"caf\ufffd"}, oneFacetSoup},
		{"exponents", "solid\n" + strings.NewReplacer("1", "+1.000000e+000", " 0", " -0.0E-5").Replace(oneFacet) + "endsolid\n", []string{""}, negativeZeros(oneFacetSoup)},
		{"normals that are no numbers", "solid\n" + strings.Replace(oneFacet, "0 0 1", "-nan(ind) -1.#IND nan", 1) + "endsolid\n", []string{""}, oneFacetSoup},
		{"corners that are no numbers", "solid\n" + strings.Replace(oneFacet, "vertex 1 0 0", "vertex inf -INF 1", 1) + "endsolid\n", []string{""},
			[]float32{0, 0, 0, float32(math.Inf(1)), float32(math.Inf(-1)), 1, 0, 1, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, format, err := decode(t, []byte(c.text))
			if err != nil || format != loader.STL {
				t.Fatalf("Decode = %q, %v", format, err)
			}
			m := s.Meshes[0]
			var names []string
			for _, p := range m.Parts {
				names = append(names, p.Name)
			}
			if len(s.Meshes) != 1 || m.Name != c.parts[0] || !slices.Equal(names, c.parts) {
				t.Errorf("mesh %q of parts %q, want %q", m.Name, names, c.parts)
			}
			if got := soupOf(m); !sameBits(got, c.xyz) {
				t.Errorf("corners %v, want %v", got, c.xyz)
			}
			checkScene(t, s)
		})
	}
}

func negativeZeros(xyz []float32) []float32 {
	out := slices.Clone(xyz)
	for i, x := range out {
		if x == 0 {
			out[i] = float32(math.Copysign(0, -1))
		}
	}
	return out
}

// TestTextSTLSameAsBinary writes a soup both ways; %.9g is exact for float32.
func TestTextSTLSameAsBinary(t *testing.T) {
	xyz := randomSoup(5000)
	for _, verb := range []string{"%.9g", "%.8e", "%.17g", "%.30f"} {
		s, _, err := decode(t, textSTL("same", verb, xyz))
		if err != nil {
			t.Fatal(err)
		}
		if !sameBits(soupOf(s.Meshes[0]), xyz) {
			t.Errorf("%s: not the triangles written", verb)
		}
	}
}

func TestTextSTLFaults(t *testing.T) {
	good := "solid a\n" + oneFacet // 8 lines, 94 bytes
	bad := func(old, new string) string { return good + strings.Replace(oneFacet, old, new, 1) + "endsolid a\n" }
	for _, c := range []struct{ name, text, place, err string }{
		{"cut in a number's line", good + "facet normal 0 0 1\nouter loop\nvertex 0 0", "facet 1 (line 11, byte 134)", "the file ends inside the facet"},
		{"cut in the normal", good + "facet normal 0 0", "facet 1 (line 9, byte 110)", "the file ends inside the facet"},
		{"cut behind a facet", good, "facet 1 (line 9, byte 94)", "the file ends before endsolid"},
		{"two vertices", bad("vertex 1 0 0\n", ""), "facet 1 (line 13, byte 150)", "the facet has 2 vertices, not 3"},
		{"no vertices", bad("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n", ""), "facet 1 (line 11, byte 124)", "the facet has 0 vertices, not 3"},
		{"four vertices", bad("endloop", "vertex 1 1 0\nendloop"), "facet 1 (line 14, byte 163)", "the facet has more than 3 vertices"},
		{"unknown keyword", bad("outer", "inner"), "facet 1 (line 10, byte 113)", `expected outer, found "inner"`},
		{"unknown keyword in the solid", good + "color 1 0 0\nendsolid\n", "facet 1 (line 9, byte 94)", `expected facet or endsolid, found "color"`},
		{"no normal", bad(" normal 0 0 1", ""), "facet 1 (line 10, byte 100)", `expected normal, found "outer"`},
		{"not a number", bad("vertex 1 0 0", "vertex 1 O 0"), "facet 1 (line 12, byte 146)", `"O" is not a number`},
		{"decimal comma", bad("vertex 1 0 0", "vertex 1,5 0 0"), "facet 1 (line 12, byte 144)", `"1,5" is not a number`},
		{"beyond float32", bad("vertex 1 0 0", "vertex 1e50 0 0"), "facet 1 (line 12, byte 144)", `"1e50" is beyond the range`},
		{"two numbers", bad("vertex 1 0 0", "vertex 1 0"), "facet 1 (line 13, byte 148)", `"vertex" is not a number`},
		{"four numbers", bad("vertex 1 0 0", "vertex 1 0 0 7"), "facet 1 (line 12, byte 150)", `expected vertex, found "7"`},
		{"text after the end", good + "endsolid a\nand more\n", "facet 1 (line 10, byte 105)", `expected solid, found "and"`},
		{"solid in a solid", good + "solid b\n" + oneFacet + "endsolid b\n", "facet 1 (line 9, byte 94)", `expected facet or endsolid, found "solid"`},
		{"second solid cut", good + "endsolid a\nsolid b\nfacet", "facet 1 (line 11, byte 118)", "the file ends inside the facet"},
		{"cut in the name", "solid a", "facet 0 (line 1, byte 7)", "the file ends before endsolid"},
		{"binary garbage inside", good + oneFacet + "\x00\x01\x02", "facet 2 (line 16, byte 180)", `expected facet or endsolid, found "\x00\x01\x02"`},
		{"endless word", good + strings.Repeat("x", 5000), "facet 1 (line 9, byte 94)", `found "` + strings.Repeat("x", 40) + `…"`},
	} {
		t.Run(c.name, func(t *testing.T) { wantFormatError(t, []byte(c.text), loader.STL, c.place, c.err) })
	}
}

// Every prefix of a text file is refused: cut anywhere, it is not whole.
func TestTextSTLEveryPrefix(t *testing.T) {
	text := "solid a\n" + oneFacet + oneFacet + "endsolid"
	for n := range len(text) {
		if s, _, err := decode(t, []byte(text[:n])); err == nil {
			t.Fatalf("%q gives %d triangles", text[:n], s.Meshes[0].Triangles())
		}
	}
	if _, _, err := decode(t, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func TestUnknownFormat(t *testing.T) {
	for name, data := range map[string]string{
		"empty":                "",
		"blank":                " \n\n",
		"ZIP":                  "PK\x03\x04" + strings.Repeat("\x00", 200),
		"PNG":                  "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 200),
		"HTML":                 "<!doctype html><title>Not found</title>" + strings.Repeat("<p>no</p>", 30),
		"few bytes":            "\x00\x01\x02",
		"word like solid":      "solidity\nfacet",
		"prose without facets": "sold",
	} {
		if _, format, err := decode(t, []byte(data)); !errors.Is(err, loader.ErrUnknownFormat) || format != "" {
			t.Errorf("%s: %q, %v", name, format, err)
		}
	}
	if _, _, err := decode(t, nil); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("an empty file: %v", err)
	}
}

func TestCancelledSTL(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, data := range [][]byte{binarySTL("", randomSoup(10)), textSTL("a", "%g", randomSoup(10)), squareModel().glb(t)} {
		if s, _, err := loader.Decode(ctx, data, nil, loader.Options{}); !errors.Is(err, context.Canceled) || s != nil {
			t.Errorf("Decode = %v, %v", s, err)
		}
	}
}
