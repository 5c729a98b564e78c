package stl_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

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
			s, format, err := loadertest.Decode(t, []byte(c.text))
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
			if got := loadertest.Soup(m); !loadertest.SameBits(got, c.xyz) {
				t.Errorf("corners %v, want %v", got, c.xyz)
			}
			loadertest.CheckScene(t, s)
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

// TestTextSTLSameAsBinary writes a soup in both formats. %.9g is exact for float32.
func TestTextSTLSameAsBinary(t *testing.T) {
	xyz := loadertest.RandomSoup(5000)
	for _, verb := range []string{"%.9g", "%.8e", "%.17g", "%.30f"} {
		s, _, err := loadertest.Decode(t, loadertest.TextSTL("same", verb, xyz))
		if err != nil {
			t.Fatal(err)
		}
		if !loadertest.SameBits(loadertest.Soup(s.Meshes[0]), xyz) {
			t.Errorf("%s: not the triangles written", verb)
		}
	}
}

func TestTextSTLFaults(t *testing.T) {
	good := "solid a\n" + oneFacet // 8 lines, 94 bytes
	bad := func(old, new string) string {
		return good + strings.Replace(oneFacet, old, new, 1) + "endsolid a\n"
	}
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
		t.Run(c.name, func(t *testing.T) { loadertest.WantFormatError(t, []byte(c.text), loader.STL, c.place, c.err) })
	}
}

// A text file that is cut off anywhere is refused.
func TestTextSTLEveryPrefix(t *testing.T) {
	text := "solid a\n" + oneFacet + oneFacet + "endsolid"
	for n := range len(text) {
		if s, _, err := loadertest.Decode(t, []byte(text[:n])); err == nil {
			t.Fatalf("%q gives %d triangles", text[:n], s.Meshes[0].Triangles())
		}
	}
	if _, _, err := loadertest.Decode(t, []byte(text)); err != nil {
		t.Fatal(err)
	}
}
