package fbx_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// pngOf is an image of one color.
func pngOf(t *testing.T, width, height int, c color.Color) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		m.Set(i%width, i/width, c)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// textured is twoFaces with a material for each polygon, of which the second has a texture with the
// given members, connected to a property.
func textured(property, texture, video string) []byte {
	geometry := uvLayerText("light", "AllSame", "Direct", "0,0", "") + uvLayerText("map1", "ByVertice", "Direct", "0,0,1,0,1,1,0,1,2,0.5", "") +
		"LayerElementMaterial: 0 {\nMappingInformationType: \"ByPolygon\"\nMaterials: *2 {\na: 0,1\n}\n}\n"
	objects := `Material: 30, "Material::red", "" {
		Properties70:  {
			P: "DiffuseColor", "Color", "", "A",1,0.5,0
			P: "DiffuseFactor", "Number", "", "A",0.5
		}
	}
	Material: 31, "Material::wood", "" {
	}
	Texture: 40, "Texture::grain", "" {
		` + texture + `
	}
	Video: 50, "Video::oak", "Clip" {
		` + video + `
	}
`
	connections := fmt.Sprintf("C: \"OO\",30,20\nC: \"OO\",31,20\nC: \"OP\",40,31, %q\nC: \"OO\",50,40\n", property)
	return twoFaces(geometry, objects, connections)
}

const namesMap1 = "Properties70:  {\nP: \"UVSet\", \"KString\", \"\", \"\", \"map1\"\nP: \"WrapModeV\", \"enum\", \"\", \"\",1\n}\n"

// TestMaterials: textures of materials for the check of UVs, wherever the image is.
func TestMaterials(t *testing.T) {
	oak := pngOf(t, 4, 2, color.White)
	folder := fstest.MapFS{"oak.png": {Data: oak}, "textures/oak.png": {Data: pngOf(t, 8, 8, color.White)}, "text.png": {Data: []byte("text")}, "d.png": {Mode: 1 << 31}}
	for _, c := range []struct {
		name, texture, video string
		file                 string
		width                int
		warning              string
	}{
		{"beside the model", `RelativeFilename: "oak.png"`, "", "oak.png", 4, ""},
		{"in a folder", `RelativeFilename: "textures\oak.png"`, "", "textures/oak.png", 8, ""},
		{"by the video", "", `Filename: "oak.png"`, "oak.png", 4, ""},
		{"of another machine", `FileName: "D:\work\art\oak.png"`, "", "oak.png", 4, ""},
		{"above the model", `RelativeFilename: "..\..\oak.png"`, "", "oak.png", 4, ""},
		{"an absolute path", `FileName: "/tmp/oak.png"`, "", "oak.png", 4, ""},
		{"embedded", "", `Content: , "` + base64.StdEncoding.EncodeToString(oak) + `"` + "\n" + `Filename: "gone.png"`, "", 4, ""},
		{"missing", `RelativeFilename: "gone.png"`, "", "gone.png", 0, `the size of an image cannot be read: oak: file "gone.png": file does not exist`},
		{"no image", `RelativeFilename: "text.png"`, "", "text.png", 0, "text.png"},
		{"damaged", "", `Content: , "iVBO?"`, "", 0, "not in base64"},
		{"a folder's name", `RelativeFilename: "d.png"`, "", "d.png", 0, "not a regular file"},
	} {
		s, _, err := loader.Decode(t.Context(), textured("DiffuseColor", namesMap1+c.texture, c.video), folder, loader.Options{UVs: true})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		loadertest.CheckScene(t, s)
		if len(s.Materials) != 2 || len(s.Materials[0].Textures) != 0 || len(s.Materials[1].Textures) != 1 || len(s.Images) != 1 {
			t.Errorf("%s: %+v, %d images", c.name, s.Materials, len(s.Images))
			continue
		}
		want := mesh.TextureUse{Slot: "DiffuseColor", Set: 1, Transform: mesh.IdentityUV, Wrap: [2]mesh.Wrap{mesh.Repeat, mesh.ClampToEdge}}
		if got := s.Materials[1].Textures[0]; got != want {
			t.Errorf("%s: %+v", c.name, got)
		}
		if m := s.Images[0]; m.Name != "oak" || m.File != c.file || m.Width != c.width || (m.Open != nil) != (c.file == "") {
			t.Errorf("%s: %+v", c.name, m)
		}
		if warning := strings.Join(s.Warnings, "\n"); !strings.Contains(warning, c.warning) || (warning == "") != (c.warning == "") {
			t.Errorf("%s: %q", c.name, warning)
		}
		if p := s.Meshes[0].Parts; len(p) != 2 || p[0].MaterialIndex != 0 || p[1].MaterialIndex != 1 || p[1].Material != "wood" {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
}

// TestEmbedded: the bytes of an embedded image come back.
func TestEmbedded(t *testing.T) {
	oak := pngOf(t, 4, 2, color.White)
	s, err := withUVs(t, textured("DiffuseColor", "", `Content: , "`+base64.StdEncoding.EncodeToString(oak)+`"`))
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Images[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(f); err != nil || !bytes.Equal(data, oak) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

// TestTextureSets: a texture that names no set, or one that the mesh has not, is painted by the
// first.
func TestTextureSets(t *testing.T) {
	for _, names := range []string{"", strings.Replace(namesMap1, "map1", "default", 1)} {
		s, err := withUVs(t, textured("NormalMap", names+`FileName: "a.png"`, ""))
		if err != nil {
			t.Fatal(err)
		}
		if use := s.Materials[1].Textures[0]; use.Set != 0 || use.Slot != "NormalMap" {
			t.Errorf("%+v", use)
		}
	}
}

// TestLayeredTexture: all textures of a layered one count.
func TestLayeredTexture(t *testing.T) {
	objects := "Material: 30, \"Material::m\", \"\" {\n}\nLayeredTexture: 35, \"LayeredTexture::l\", \"\" {\n}\nTexture: 40, \"Texture::a\", \"\" {\nFileName: \"a.png\"\n}\nTexture: 41, \"Texture::b\", \"\" {\nFileName: \"b.png\"\n}\nTexture: 42, \"Texture::c\", \"\" {\nFileName: \"a.png\"\n}\n"
	connections := "C: \"OO\",30,20\nC: \"OP\",35,30, \"DiffuseColor\"\nC: \"OO\",40,35\nC: \"OO\",41,35\nC: \"OO\",42,35\n"
	s, err := withUVs(t, twoFaces(uvLayerText("m", "AllSame", "Direct", "0,0", ""), objects, connections))
	if err != nil {
		t.Fatal(err)
	}
	var found []int
	for _, use := range s.Materials[0].Textures {
		found = append(found, use.Image)
	}
	if !slices.Equal(found, []int{0, 1, 0}) || len(s.Images) != 2 {
		t.Errorf("images %v of %d", found, len(s.Images))
	}
}

// TestColors: base colors of materials, textures and vertices.
func TestColors(t *testing.T) {
	green := pngOf(t, 4, 2, color.NRGBA{0, 200, 0, 255})
	folder := fstest.MapFS{"green.png": {Data: green}}
	decode := func(data []byte) *mesh.Scene {
		s, _, err := loader.Decode(t.Context(), data, folder, loader.Options{Colors: true})
		if err != nil {
			t.Fatal(err)
		}
		loadertest.CheckScene(t, s)
		return s
	}
	for name, data := range map[string][]byte{
		"side file": textured("DiffuseColor", namesMap1+`FileName: "C:\green.png"`, ""),
		"embedded":  textured("Maya|baseColor", namesMap1, `Content: , "`+base64.StdEncoding.EncodeToString(green)+`"`),
	} {
		s := decode(data)
		red, wood := s.Meshes[0].Parts[0].Color, s.Meshes[0].Parts[1].Color
		if red == nil || red.Factor != [3]float64{0.5, 0.25, 0} || red.Map != nil {
			t.Errorf("%s: %+v", name, red)
		}
		if wood == nil || wood.Factor != [3]float64{1, 1, 1} || wood.Map == nil || len(s.Textures) != 1 || len(s.ColorNotes) > 0 {
			t.Errorf("%s: %+v, %d textures, %q", name, wood, len(s.Textures), s.ColorNotes)
			continue
		}
		// The last corner has the coordinates 2 and 0.5; V points up in the file.
		m := wood.Map.Transform.Matrix()
		p := &s.Meshes[0].Parts[1]
		if at := m.Apply(wood.Map.UV.At(p.Corner(0))); at != [2]float64{1, 0} || wood.Map.Wrap[1] != mesh.ClampToEdge || p.UVs != nil {
			t.Errorf("%s: %v, %+v", name, at, wood.Map)
		}
		picture, err := s.Textures[0].Decode(t.Context())
		if err != nil || picture.Bounds().Dx() != 4 {
			t.Errorf("%s: %v", name, err)
		}
	}
	layer := "LayerElementColor: 0 {\nMappingInformationType: \"ByVertice\"\nColors: *20 {\na: 1,0,0,1,0,0.5,0,1,nan,2,-1,1,0,0,0,1,1,1,1,1\n}\n}\n"
	p := decode(twoFaces(layer, "", "")).Meshes[0].Parts[0]
	if p.Color == nil || !slices.Equal(p.Color.Vertices, []uint8{255, 0, 0, 0, 128, 0, 0, 255, 0, 0, 0, 0, 255, 255, 255}) || p.Color.Factor != [3]float64{1, 1, 1} {
		t.Errorf("colors of vertices: %+v", p.Color)
	}
}

// TestColorNotes: what cannot be used is a note, and the part has its other colors.
func TestColorNotes(t *testing.T) {
	folder := fstest.MapFS{"text.png": {Data: []byte("text")}}
	for name, c := range map[string]struct{ texture, video, note string }{
		"missing":  {`FileName: "gone.png"`, "", "texture oak: the file cannot be read: file does not exist"},
		"no image": {`FileName: "text.png"`, "", "texture oak: it does not begin like"},
		"nothing":  {"", "", ""},
		"damaged":  {"", `Content: , "?"`, "not in base64"},
	} {
		s, _, err := loader.Decode(t.Context(), textured("DiffuseColor", c.texture, c.video), folder, loader.Options{Colors: true})
		if err != nil {
			t.Fatal(err)
		}
		notes := strings.Join(s.ColorNotes, "\n")
		if p := s.Meshes[0].Parts[1]; !strings.Contains(notes, c.note) || (notes == "") != (c.note == "") || p.Color == nil || p.Color.Map != nil || len(s.Warnings) > 0 {
			t.Errorf("%s: notes %q, warnings %q, %+v", name, notes, s.Warnings, p.Color)
		}
	}
}

// TestColorMemory: a file that is too large with its colors is read without them.
func TestColorMemory(t *testing.T) {
	const n = 10000
	layer := fmt.Sprintf("LayerElementColor: 0 {\nMappingInformationType: \"AllSame\"\nColors: *%d {\na: %s\n}\n}\n", 4*n, strings.Repeat("1,", 4*n))
	data := twoFaces(layer, "", "")
	least := int64(math.MaxInt64)
	for memory := int64(1 << 18); memory > 1<<10; memory -= 1 << 10 {
		if _, _, err := loader.Decode(t.Context(), data, nil, loader.Options{MaxMemory: memory}); err != nil {
			break
		}
		least = memory
	}
	s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{MaxMemory: least, Colors: true})
	if err != nil || len(s.ColorNotes) != 1 || s.Meshes[0].Parts[0].Color != nil {
		t.Errorf("within %d bytes: %v", least, err)
	}
}
