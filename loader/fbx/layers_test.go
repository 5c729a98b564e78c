package fbx_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// twoFaces is a text file with a square and a triangle beside it, which share the edge of the
// vertices 1 and 2, and with more nodes in the Geometry, in Objects and in Connections.
func twoFaces(geometry, objects, connections string) []byte {
	return fmt.Appendf(nil, `; FBX 7.4.0 project file
Objects:  {
	Geometry: 10, "Geometry::", "Mesh" {
		Vertices: *15 {
			a: 0,0,0,1,0,0,1,1,0,0,1,0,2,0.5,0
		}
		PolygonVertexIndex: *7 {
			a: 0,1,2,-4,2,1,-5
		}
%s	}
	Model: 20, "Model::shape", "Mesh" {
	}
%s}
Connections:  {
	C: "OO",20,0
	C: "OO",10,20
%s}
`, geometry, objects, connections)
}

// uvLayerText is the text of a UV set.
func uvLayerText(name, mapping, reference, uv, index string) string {
	text := fmt.Sprintf("LayerElementUV: 0 {\nName: %q\nMappingInformationType: %q\nReferenceInformationType: %q\nUV: *%d {\na: %s\n}\n",
		name, mapping, reference, 1+strings.Count(uv, ","), uv)
	if index != "" {
		text += fmt.Sprintf("UVIndex: *%d {\na: %s\n}\n", 1+strings.Count(index, ","), index)
	}
	return text + "}\n"
}

func withUVs(t *testing.T, data []byte) (*mesh.Scene, error) {
	t.Helper()
	s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{UVs: true})
	if err == nil {
		loadertest.CheckScene(t, s)
	}
	return s, err
}

// uvsOf returns U of the corners of all triangles, by set.
func uvsOf(p *mesh.Part) (all map[string][]float64) {
	all = map[string][]float64{}
	for i := range p.UVs {
		set := &p.UVs[i]
		for c := range 3 * p.Triangles() {
			all[set.Name] = append(all[set.Name], set.At(p.Corner(c))[0])
		}
	}
	return all
}

// TestMappings: U of the corners 0, 1, 2, 3 of the square, cut into (0, 1, 2) and (0, 2, 3), and those
// of the triangle, 2, 1, 4.
func TestMappings(t *testing.T) {
	corners := "0,9,1,9,2,9,3,9,4,9,5,9,6,9"
	points := "0,9,1,9,2,9,3,9,4,9"
	for _, c := range []struct {
		name, mapping, reference, uv, index string
		want                                []float64
		vertices                            int
	}{
		{"each corner", "ByPolygonVertex", "Direct", corners, "", []float64{0, 1, 2, 0, 2, 3, 4, 5, 6}, 7},
		{"corners by index", "ByPolygonVertex", "IndexToDirect", points, "0,1,2,3,2,1,4", []float64{0, 1, 2, 0, 2, 3, 2, 1, 4}, 5},
		{"the old word", "ByPolygonVertex", "Index", points, "0,1,2,3,2,1,4", []float64{0, 1, 2, 0, 2, 3, 2, 1, 4}, 5},
		{"a seam", "ByPolygonVertex", "IndexToDirect", corners, "0,1,2,3,2,6,4", []float64{0, 1, 2, 0, 2, 3, 2, 6, 4}, 6},
		{"two indices of equal values", "ByPolygonVertex", "IndexToDirect", "0,9,1,9,2,9,3,9,4,9,1,9", "0,1,2,3,2,5,4", []float64{0, 1, 2, 0, 2, 3, 2, 1, 4}, 5},
		{"vertices", "ByVertice", "Direct", points, "", []float64{0, 1, 2, 0, 2, 3, 2, 1, 4}, 5},
		{"vertices by index", "ByVertex", "IndexToDirect", points, "4,3,2,1,0", []float64{4, 3, 2, 4, 2, 1, 2, 3, 0}, 5},
		{"polygons", "ByPolygon", "Direct", "7,9,8,9", "", []float64{7, 7, 7, 7, 7, 7, 8, 8, 8}, 7},
		{"polygons by index", "ByPolygon", "IndexToDirect", "7,9,8,9", "1,0", []float64{8, 8, 8, 8, 8, 8, 7, 7, 7}, 7},
		{"by polygon in the sense of old programs", "ByPolygon", "Direct", corners, "", []float64{0, 1, 2, 0, 2, 3, 4, 5, 6}, 7},
		{"one for all", "AllSame", "Direct", "7,9", "", []float64{7, 7, 7, 7, 7, 7, 7, 7, 7}, 5},
		{"none for a corner", "ByPolygonVertex", "IndexToDirect", points, "-1,1,2,3,2,1,4", []float64{0, 1, 2, 0, 2, 3, 2, 1, 4}, 5},
	} {
		s, err := withUVs(t, twoFaces(uvLayerText("map1", c.mapping, c.reference, c.uv, c.index), "", ""))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		p := &s.Meshes[0].Parts[0]
		if got := uvsOf(p)["map1"]; !slices.Equal(got, c.want) || p.Positions.Len() != c.vertices {
			t.Errorf("%s: %v, %d vertices; want %v, %d", c.name, got, p.Positions.Len(), c.want, c.vertices)
		}
		if warned := len(s.Warnings) > 0; warned != (c.name == "none for a corner") {
			t.Errorf("%s: %q", c.name, s.Warnings)
		}
	}
}

// TestUVSets: several sets, in the order of their names in the file, of float32 and of float64.
func TestUVSets(t *testing.T) {
	first := uvLayerText("light", "AllSame", "Direct", "0.1,0.2", "")
	second := uvLayerText("map1", "ByVertice", "Direct", "0,0,1,0,1,1,0,1,0.5,0.5", "")
	s, err := withUVs(t, twoFaces(first+second+first, "", ""))
	if err != nil {
		t.Fatal(err)
	}
	p := &s.Meshes[0].Parts[0]
	if len(p.UVs) != 2 || p.UVs[0].Name != "light" || p.UVs[1].Name != "map1" || p.UVs[0].Format.Component != mesh.Float64 || p.UVs[1].Format.Component != mesh.Float32 {
		t.Errorf("%+v", p.UVs)
	}
	if at := p.UVs[0].At(0); at != [2]float64{0.1, 0.2} {
		t.Errorf("%v", at)
	}
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], `two UV sets called "light"`) {
		t.Errorf("%q", s.Warnings)
	}
	if plain := loadertest.MustDecode(t, twoFaces(first+second, "", "")).Meshes[0].Parts[0]; plain.UVs != nil || plain.Positions.Len() != 5 {
		t.Errorf("without UVs: %d sets, %d vertices", len(plain.UVs), plain.Positions.Len())
	}
}

// TestLayerFaults: what is an error with texture coordinates is none without.
func TestLayerFaults(t *testing.T) {
	for _, c := range []struct{ name, layer, cause string }{
		{"too few", uvLayerText("m", "ByPolygonVertex", "Direct", "0,0,1,1", ""), "polygon 0: element 2 of the layer LayerElementUV does not exist: there are 2"},
		{"too few indices", uvLayerText("m", "ByVertice", "IndexToDirect", "0,0", "0,0,0"), "polygon 0: the layer LayerElementUV has 3 elements, too few"},
		{"an index past the end", uvLayerText("m", "ByVertice", "IndexToDirect", "0,0", "0,0,0,0,1"), "polygon 1: element 1"},
		{"a negative index", uvLayerText("m", "ByVertice", "IndexToDirect", "0,0", "0,0,-2,0,0"), "element -2"},
		{"half a pair", uvLayerText("m", "AllSame", "Direct", "0,0,1", ""), "3 numbers, which are no multiple of 2"},
		{"text", uvLayerText("m", "AllSame", "Direct", "0,x", ""), "value 1 is not a number"},
	} {
		data := twoFaces(c.layer, "", "")
		if _, err := withUVs(t, data); err == nil || !strings.Contains(err.Error(), c.cause) || !strings.Contains(err.Error(), "fbx: line ") {
			t.Errorf("%s: %v", c.name, err)
		}
		loadertest.MustDecode(t, data)
		s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{Colors: true})
		if err != nil || len(s.ColorNotes) != 1 || !strings.Contains(s.ColorNotes[0], c.cause) {
			t.Errorf("%s: %v, notes %q", c.name, err, s.ColorNotes)
		}
	}
	s, err := withUVs(t, twoFaces(uvLayerText("m", "ByEdge", "Direct", "0,0", ""), "", ""))
	if err != nil || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], `mapping "ByEdge"`) || s.Meshes[0].Parts[0].UVs != nil {
		t.Errorf("ByEdge: %v, %q", err, s.Warnings)
	}
}

// TestManyCorners: a vertex that very many polygons share, each with other coordinates, costs no
// more than others.
func TestManyCorners(t *testing.T) {
	const n = 50000
	var index, uv strings.Builder
	for i := range n {
		index.WriteString("0,1,-3,")
		fmt.Fprintf(&uv, "%d,0,%d,1,%d,2,", i, -i, i*i)
	}
	text := fmt.Sprintf("Vertices: *9 {\na: 0,0,0,1,0,0,1,1,0\n}\nPolygonVertexIndex: *%d {\na: %s\n}\n", 3*n, index.String())
	text += fmt.Sprintf("LayerElementUV: 0 {\nMappingInformationType: \"ByPolygonVertex\"\nUV: *%d {\na: %s\n}\n}\n", 6*n, uv.String())
	s, err := withUVs(t, fmt.Appendf(nil, "; FBX 7.4.0\nObjects: {\nGeometry: 1, \"Geometry::\", \"Mesh\" {\n%s}\n}\n", text))
	if err != nil || s.Meshes[0].Parts[0].Positions.Len() != 3*n {
		t.Errorf("%v, %d vertices", err, s.Meshes[0].Parts[0].Positions.Len())
	}
}
