package fbx_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// layer returns a layer of numbers by polygon.
func layer(kind, mapping, array string, numbers ...int) string {
	list := strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ","), "[]")
	return fmt.Sprintf("\t\tLayerElement%s: 0 {\n\t\t\tMappingInformationType: \"%s\"\n\t\t\t%s: *%d {\n\t\t\t\ta: %s\n\t\t\t}\n\t\t}\n", kind, mapping, array, len(numbers), list)
}

// replaced replaces a text that must be there.
func replaced(t *testing.T, s, old, with string) string {
	t.Helper()
	if !strings.Contains(s, old) {
		t.Fatalf("%q is not in the file", old)
	}
	return strings.Replace(s, old, with, 1)
}

// TestParts: polygons of one material are a part, in order of first appearance, and keep their
// numbers.
func TestParts(t *testing.T) {
	materials := "\tMaterial: 7, \"Material::wood\", \"\" {\n\t}\n\tMaterial: 8, \"Material::iron\", \"\" {\n\t}\n"
	for name, c := range map[string]struct {
		layers string
		want   string // of each part: material, vertices, numbers of polygons
	}{
		"no layer":         {"", " wood 4 []"},
		"by polygon":       {layer("Material", "ByPolygon", "Materials", 1, 0, 1, 0), " iron 4 [0 2] wood 4 [1 3]"},
		"one each":         {layer("Material", "ByPolygon", "Materials", 0, 1, 1, 1), " wood 3 [0] iron 4 [1 2 3]"},
		"too few":          {layer("Material", "ByPolygon", "Materials", 1), " iron 3 [0] wood 4 [1 2 3]"},
		"no such material": {layer("Material", "ByPolygon", "Materials", -1, 2, 0, 0), "  4 [0 1] wood 4 [2 3]"},
		"all the same":     {layer("Material", "AllSame", "Materials", 1), " iron 4 []"},
		"another mapping":  {layer("Material", "ByVertex", "Materials", 1, 1, 1, 1), " wood 4 []"},
		"a hole":           {layer("Hole", "ByPolygon", "Hole", 0, 1), " wood 4 [0 2 3]"},
		"all holes":        {layer("Hole", "AllSame", "Hole", 1), ""},
	} {
		s := mustDecode(t, text(geometry(1, "m", c.layers)+model(2, "a")+materials, connect(1, 2, 7, 2, 8, 2)))
		var got string
		for _, p := range s.Meshes[0].Parts {
			got += fmt.Sprint(" ", p.Material, " ", p.Positions.Len(), " ", p.Faces)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestPartsKeepPoints: triangles are the same whether or not they are split into parts.
func TestPartsKeepPoints(t *testing.T) {
	materials := "\tMaterial: 7, \"Material::wood\", \"\" {\n\t}\n\tMaterial: 8, \"Material::iron\", \"\" {\n\t}\n"
	for _, vertex := range []string{"a: 0,0,0,1", "a: 0,0,0.1,1"} {
		whole := replaced(t, string(text(geometry(1, "m")+model(2, "a"), connect(1, 2))), "a: 0,0,0,1", vertex)
		split := replaced(t, string(text(geometry(1, "m", layer("Material", "ByPolygon", "Materials", 1, 0, 1, 0))+model(2, "a")+materials, connect(1, 2, 7, 2, 8, 2))), "a: 0,0,0,1", vertex)
		one, parts := mustDecode(t, []byte(whole)).Meshes[0].Parts[0], mustDecode(t, []byte(split)).Meshes[0].Parts
		for i := range parts {
			for k := range parts[i].Triangles() {
				if got, want := parts[i].Triangle(k), one.Triangle(int(parts[i].Faces[k])); got != want {
					t.Errorf("%v, want %v", got, want)
				}
			}
		}
	}
}

// TestPolygons: what becomes of polygons of all sizes.
func TestPolygons(t *testing.T) {
	for name, c := range map[string]struct {
		corners string
		want    []uint32
		faces   []uint32
		warning string
	}{
		"triangles":      {"0,1,-3,0,2,-4", []uint32{0, 1, 2, 0, 2, 3}, nil, ""},
		"a square":       {"0,1,2,-4", []uint32{0, 1, 2, 0, 2, 3}, []uint32{0, 0}, ""},
		"a concave one":  {"1,3,0,-3", []uint32{1, 3, 0, 1, 0, 2}, []uint32{0, 0}, ""},
		"short ones":     {"-1,0,-2,0,1,-3", []uint32{0, 1, 2}, []uint32{2}, "2 faces have fewer than 3 corners and are left out"},
		"no end":         {"0,1,-3,0,2,3", []uint32{0, 1, 2, 0, 2, 3}, nil, ""},
		"the end is all": {"0,1,2", []uint32{0, 1, 2}, nil, ""},
	} {
		file := string(text(geometry(1, "m")+model(2, "a"), connect(1, 2)))
		file = replaced(t, file, "a: 0,0,0,1,0,0,0,1,0,0,0,1", "a: 0,0,0,2,0,0,2,2,0,0,2,0")
		n := strings.Count(c.corners, ",") + 1
		file = replaced(t, file, "PolygonVertexIndex: *12 {\n\t\t\ta: 0,2,-2,0,1,-4,0,3,-3,1,2,-4", fmt.Sprintf("PolygonVertexIndex: *%d {\n\t\t\ta: %s", n, c.corners))
		s := mustDecode(t, []byte(file))
		p := s.Meshes[0].Parts[0]
		if !slices.Equal(p.Indices.U32, c.want) || !slices.Equal(p.Faces, c.faces) || strings.Join(s.Warnings, "") != c.warning {
			t.Errorf("%s: %v of %v, %q, want %v of %v, %q", name, p.Indices.U32, p.Faces, s.Warnings, c.want, c.faces, c.warning)
		}
	}
}

// TestPrecision: the resolution is that of float32 where no coordinate needs more.
func TestPrecision(t *testing.T) {
	for number, single := range map[string]bool{"0": true, "0.5": true, "-0": true, "0.10000000149011612": true, "0.1": false, "1e39": false, "inf": true, "nan": false} {
		file := replaced(t, string(text(geometry(1, "m"))), "a: 0,0,0,1", "a: "+number+",0,0,1")
		p := mustDecode(t, []byte(file)).Meshes[0].Parts[0].Positions
		want := math.Nextafter(1, 2) - 1
		if single {
			want = 0x1p-23
		}
		if got := p.Resolution(1, 1e9); got != want || (p.F32 != nil) != single {
			t.Errorf("%s: a resolution of %v, want %v", number, got, want)
		}
	}
}

// TestMeshNames: a mesh without a name has that of the Model that shows it first.
func TestMeshNames(t *testing.T) {
	s := mustDecode(t, text(geometry(1, "own")+geometry(2, "")+geometry(3, "")+model(4, "a")+model(5, "b"), connect(1, 4, 2, 5, 2, 4)))
	var names []string
	for _, m := range s.Meshes {
		names = append(names, m.Name)
	}
	if want := []string{"own", "b", ""}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// TestCage: a subdivision surface is its cage, and a warning says so.
func TestCage(t *testing.T) {
	for mode, want := range map[string]int{"0": 0, "1": 0, "2": 1, "3": 1} {
		s := mustDecode(t, text(geometry(1, "m", "\t\tSmoothness: "+mode+"\n")+model(2, "a"), connect(1, 2)))
		if len(s.Warnings) != want || len(s.Meshes[0].Parts) != 1 {
			t.Errorf("%s: %q", mode, s.Warnings)
		}
	}
}
