package texture_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

type object = encode.JSON

// pixelsOf returns a PNG of one color.
func pixelsOf(t testing.TB, side int, c color.Color) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			m.Set(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// claiming is a PNG whose header claims a size, and a text of some bytes, but no pixel.
func claiming(side uint32, bytes int) []byte {
	out := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, data []byte) {
		out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
		data = append([]byte(kind), data...)
		out = binary.BigEndian.AppendUint32(append(out, data...), crc32.ChecksumIEEE(data))
	}
	chunk("IHDR", append(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, side), side), 8, 6, 0, 0, 0))
	chunk("tEXt", make([]byte, bytes))
	return out
}

// triangle returns a document of one triangle with texture coordinates and a material.
func triangle(material object) *encode.GLTF {
	g := encode.NewGLTF()
	attributes := object{
		"POSITION":   g.Accessor("VEC3", []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, nil),
		"TEXCOORD_0": g.Accessor("VEC2", []float32{0, 0, 1, 0, 0, 1}, nil),
	}
	g.Add("materials", material)
	g.Mesh("m", object{"attributes": attributes, "material": 0})
	return g
}

// textured returns a document of one triangle with an image.
func textured(img object) *encode.GLTF {
	g := triangle(object{"pbrMetallicRoughness": object{"baseColorTexture": object{"index": 0}}})
	g.Add("textures", object{"source": 0})
	g.Add("images", img)
	return g
}

// colorsOf loads a document with colors, and checks that it loads alike without them.
func colorsOf(t *testing.T, data []byte, folder fs.FS) *mesh.Scene {
	t.Helper()
	var sides []string
	s, _, err := loader.Decode(t.Context(), data, folder, loader.Options{Colors: true, Side: func(s loader.SideFile) { sides = append(sides, s.Name) }})
	if err != nil {
		t.Fatal(err)
	}
	plain, _, err := loader.Decode(t.Context(), data, folder, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Warnings, plain.Warnings) || len(sides) > 0 || s.Materials != nil || s.Images != nil || plain.Meshes[0].Parts[0].Color != nil {
		t.Errorf("colors change the rest: warnings %q and %q, side files %q", s.Warnings, plain.Warnings, sides)
	}
	loadertest.CheckScene(t, s)
	return s
}

// Images come from buffer views, data URIs and side files, and are decoded after the load.
func TestColorTextures(t *testing.T) {
	data := pixelsOf(t, 4, color.NRGBA{10, 200, 30, 128})
	view := textured(object{})
	view.Set("images", 0, "bufferView", view.View(data, nil))
	for name, row := range map[string]struct {
		data   []byte
		folder fs.FS
	}{
		"view":      {view.GLB(), nil},
		"data URI":  {textured(object{"uri": "data:image/png;base64," + encode.DataURI(data)[len("data:application/octet-stream;base64,"):]}).GLB(), nil},
		"side file": {textured(object{"uri": "a%20b.png"}).GLB(), fstest.MapFS{"a b.png": {Data: data}}},
	} {
		s := colorsOf(t, row.data, row.folder)
		if len(s.Textures) != 1 || len(s.ColorNotes) > 0 {
			t.Errorf("%s: %d textures, notes %q", name, len(s.Textures), s.ColorNotes)
			continue
		}
		m, err := s.Textures[0].Decode(t.Context())
		if err != nil || color.NRGBAModel.Convert(m.At(1, 2)) != (color.NRGBA{10, 200, 30, 128}) {
			t.Errorf("%s: %v", name, err)
		}
		c := s.Meshes[0].Parts[0].Color
		if c.Map == nil || c.Map.Texture != 0 || c.Map.UV.At(1) != [2]float64{1, 0} || s.TexturePixels() != 16 {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// Textures that cannot be used are notes, and the part has its other colors.
func TestColorNotes(t *testing.T) {
	small := pixelsOf(t, 2, color.White)
	of := func(img object) *encode.GLTF { return textured(img) }
	view := func(data []byte) *encode.GLTF {
		g := textured(object{})
		g.Set("images", 0, "bufferView", g.View(data, nil))
		return g
	}
	outside := fstest.MapFS{"a.png": {Data: small}, "folder/b.png": {Data: small}, "text.png": {Data: []byte("text")}, "d.png": {Mode: fs.ModeDir}}
	noIndex := triangle(object{"pbrMetallicRoughness": object{"baseColorTexture": object{}}})
	for name, row := range map[string]struct {
		g    *encode.GLTF
		says string
	}{
		"gone":              {of(object{"uri": "gone.png"}), "gone.png: the file cannot be read"},
		"out of the folder": {of(object{"uri": "../a.png"}), "leads out"},
		"absolute":          {of(object{"uri": "/a.png"}), "absolute"},
		"another host":      {of(object{"uri": "https://a.b/c.png"}), "has a scheme"},
		"a folder":          {of(object{"uri": "d.png"}), "not a regular file"},
		"no image":          {of(object{"uri": "text.png", "name": "wood"}), "wood: it does not begin like"},
		"nothing":           {of(object{}), "neither"},
		"no index":          {noIndex, "has no index"},
		"ktx2":              {view([]byte("\xabKTX 20\xbb\r\n\x1a\n\x00\x00\x00\x00\x01\x00\x00\x00\x40\x00\x00\x00\x40\x00\x00\x00")), "KTX2 is not decoded"},
		"a bomb":            {view(claiming(60_000, 0)), "more than 45 bytes can hold"},
		"large":             {view(claiming(60_000, 4<<20)), "more than the textures of a file may have"},
	} {
		s := colorsOf(t, row.g.GLB(), outside)
		c := s.Meshes[0].Parts[0].Color
		if len(s.Textures) > 0 || len(s.ColorNotes) != 1 || !strings.Contains(s.ColorNotes[0], row.says) || c == nil || c.Map != nil {
			t.Errorf("%s: notes %q, want %q; %+v", name, s.ColorNotes, row.says, c)
		}
	}
	if s := colorsOf(t, of(object{"uri": "a.png"}).GLB(), nil); len(s.ColorNotes) != 1 {
		t.Errorf("without a folder: %q", s.ColorNotes)
	}
}

// All textures of a file share 64 megapixels, and less where there is little memory.
func TestColorPixels(t *testing.T) {
	g := encode.NewGLTF()
	position, uv := g.Accessor("VEC3", []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, nil), g.Accessor("VEC2", []float32{0, 0, 1, 0, 0, 1}, nil)
	var primitives []object
	for k, side := range []uint32{4096, 4096, 4096, 4097, 4000} {
		g.Add("images", object{"bufferView": g.View(claiming(side, 32<<10), nil)})
		g.Add("textures", object{"source": k})
		g.Add("materials", object{"pbrMetallicRoughness": object{"baseColorTexture": object{"index": k}}})
		primitives = append(primitives, object{"attributes": object{"POSITION": position, "TEXCOORD_0": uv}, "material": k})
	}
	g.Mesh("m", primitives...)
	for memory, want := range map[int64][]int{0: {4096, 4096, 4096, 4000}, 1 << 30: {4096}, 1 << 29: nil} {
		s, _, err := loader.Decode(t.Context(), g.GLB(), nil, loader.Options{Colors: true, MaxMemory: memory})
		if err != nil {
			t.Fatal(err)
		}
		var sides []int
		for _, x := range s.Textures {
			sides = append(sides, x.Width)
		}
		if !slices.Equal(sides, want) {
			t.Errorf("within %d bytes: textures %v, want %v; %q", memory, sides, want, s.ColorNotes)
		}
	}
}

// Factors and colors of vertices are sRGB; a material of an older extension counts too.
func TestColorFactors(t *testing.T) {
	old := object{"extensions": object{"KHR_materials_pbrSpecularGlossiness": object{"diffuseFactor": []float64{1, 0, 0.5, 1}}}}
	for name, m := range map[string]object{
		"factor": {"pbrMetallicRoughness": object{"baseColorFactor": []float64{1, 0, 0.5, 0.2}}}, "older": old,
		"out of range": {"pbrMetallicRoughness": object{"baseColorFactor": []float64{7, -3, 0.5, 1}}},
	} {
		c := colorsOf(t, triangle(m).GLB(), nil).Meshes[0].Parts[0].Color
		if c.Factor[0] != 1 || c.Factor[1] != 0 || math.Abs(c.Factor[2]-0.735357) > 1e-6 || c.Map != nil || c.Vertices != nil {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// Colors of vertices are read in each of their forms.
func TestColorVertices(t *testing.T) {
	for name, row := range map[string]struct {
		typ  string
		data any
		with object
	}{
		"floats":  {"VEC3", []float32{1, 0, 0.5, 0, 0, 0, 1, 1, 1}, nil},
		"bytes":   {"VEC4", []uint8{255, 0, 127, 255, 0, 0, 0, 255, 255, 255, 255, 0}, object{"normalized": true}},
		"shorts":  {"VEC4", []uint16{65535, 0, 32767, 0, 0, 0, 0, 0, 65535, 65535, 65535, 0}, object{"normalized": true}},
		"damaged": {"VEC2", []float32{1, 0, 0.5, 0, 0, 0}, nil},
		"short":   {"VEC3", []float32{1, 0, 0.5}, nil},
	} {
		g := encode.NewGLTF()
		position := g.Accessor("VEC3", []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, nil)
		g.Mesh("m", object{"attributes": object{"POSITION": position, "COLOR_0": g.Accessor(row.typ, row.data, row.with)}})
		c := colorsOf(t, g.GLB(), nil).Meshes[0].Parts[0].Color
		if name == "damaged" || name == "short" {
			if c != nil {
				t.Errorf("%s: %+v", name, c)
			}
			continue
		}
		if want := []uint8{255, 0, 188, 0, 0, 0, 255, 255, 255}; c == nil || c.Factor != [3]float64{1, 1, 1} || !slices.Equal(c.Vertices, want) && !slices.Equal(c.Vertices, []uint8{255, 0, 187, 0, 0, 0, 255, 255, 255}) {
			t.Errorf("%s: %+v, want the colors %v", name, c, want)
		}
	}
}

// A texture in a file is read after the load, from the folder of the model and nowhere else.
func TestColorFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "models")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	red := pixelsOf(t, 4, color.NRGBA{255, 0, 0, 255})
	for name, data := range map[string][]byte{"../secret.png": red, "a.png": red, "m.glb": textured(object{"uri": "a.png"}).GLB(), "l.glb": textured(object{"uri": "link.png"}).GLB()} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	open := func(name string) *mesh.Scene {
		m, err := loader.Open(t.Context(), filepath.Join(folder, name), loader.Options{Colors: true})
		if err != nil {
			t.Fatal(err)
		}
		return m.Scene
	}
	texture := open("m.glb").Textures[0]
	if _, err := texture.Decode(t.Context()); err != nil || texture.Name != "a.png" {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := texture.Decode(ended); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a.png"), pixelsOf(t, 64, color.White), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := texture.Decode(t.Context()); err == nil || !strings.Contains(err.Error(), "changed") {
		t.Errorf("a larger image: %v", err)
	}
	if os.Symlink("../secret.png", filepath.Join(folder, "link.png")) == nil {
		if s := open("l.glb"); len(s.Textures) > 0 || len(s.ColorNotes) != 1 {
			t.Errorf("a link out of the folder: %q", s.ColorNotes)
		}
	}
}
