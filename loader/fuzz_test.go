package loader_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// seedFiles adds the small files with one of the endings that stand in the
// fixtures and in the corpus, where these are.
func seedFiles(f *testing.F, endings ...string) {
	for _, dir := range []string{filepath.Join("..", "fixtures"), os.Getenv(corpusEnv)} {
		if dir == "" {
			continue
		}
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.Contains(endings, strings.ToLower(filepath.Ext(path))) {
				return nil
			}
			if data, err := os.ReadFile(path); err == nil && len(data) < 32<<10 {
				f.Add(data)
			}
			return nil
		})
	}
}

// decodeFuzzed decodes data, without and with texture coordinates, and asserts what holds for any
// bytes: an error of a known kind or a scene that can be walked, and no more memory than allowed.
func decodeFuzzed(t *testing.T, data []byte) {
	decodeFuzzedWith(t, data, loader.Options{Workers: 1})
	decodeFuzzedWith(t, data, loader.Options{Workers: 1, UVs: true})
}

func decodeFuzzedWith(t *testing.T, data []byte, o loader.Options) {
	side := fstest.MapFS{"side.bin": {Data: make([]byte, 64)}, "side.png": {Data: []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")}}
	var err error
	used := allocated(func() {
		s, format, e := loader.Decode(t.Context(), data, side, o)
		if err = e; e == nil {
			if format == "" {
				t.Error("a scene of no format")
			}
			defer checkScene(t, s)
		}
	})
	var fe *loader.FormatError
	var ue *loader.UnsupportedError
	if err != nil && !errors.As(err, &fe) && !errors.As(err, &ue) && !errors.Is(err, loader.ErrUnknownFormat) {
		t.Errorf("an error of no known kind: %v", err)
	}
	limit := allocationLimit(len(data))
	if bytes.Contains(data, []byte("KHR_draco_mesh_compression")) {
		limit += 4096 * int64(len(data)) // what Draco data may cost, and slices that grow
	}
	if bytes.Contains(data, []byte("_meshopt_compression")) {
		limit += 8192 * int64(len(data)) // what compressed views may cost
	}
	if used > limit {
		t.Errorf("%d bytes allocated for %d, more than %d", used, len(data), limit)
	}
}

// paintedModel is the rich model with texture coordinates and what paints them.
func paintedModel() *builder {
	b := richModel()
	uv := b.accessor("VEC2", square[:8], nil)
	bytes := b.accessor("VEC2", []uint16{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, object{"normalized": true})
	sparse := b.add("accessors", object{"componentType": 5122, "type": "VEC2", "count": 4, "sparse": sparse(1, b.view([]uint8{2}, nil), 5121, b.view([]int16{3, 4}, nil))})
	image := b.view([]byte("\xabKTX 20\xbb\r\n\x1a\n\x00\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00\x04\x00\x00\x00"), nil)
	b.add("images", object{"bufferView": image, "name": "a", "mimeType": "image/ktx2"})
	b.add("images", object{"uri": "side.png"})
	b.add("images", object{"uri": "data:;base64,/9j/wAALCAAFAAUBAREA"})
	b.add("samplers", object{"wrapS": 33071})
	b.add("textures", object{"source": 1, "sampler": 0})
	b.add("textures", object{"extensions": object{"KHR_texture_basisu": object{"source": 0}}})
	b.add("textures", object{"source": 2})
	transform := object{"KHR_texture_transform": object{"offset": []float64{1, 2}, "rotation": 3, "scale": []float64{4, 5}, "texCoord": 1}}
	m := b.add("materials", object{
		"pbrMetallicRoughness": object{"baseColorTexture": object{"index": 0, "extensions": transform}, "metallicRoughnessTexture": object{"index": 2}},
		"normalTexture":        object{"index": 1, "texCoord": 2},
		"extensions":           object{"KHR_materials_sheen": object{"sheenColorTexture": object{"index": 1}, "x": object{"yTexture": object{"index": 0}}}},
	})
	b.mesh("painted", object{"attributes": object{"POSITION": 0, "TEXCOORD_0": uv, "TEXCOORD_1": bytes, "TEXCOORD_2": sparse}, "indices": 1, "material": m})
	return b
}

// richModel has something of everything that places and shapes triangles, and collides.
func richModel() *builder {
	b := collided(everyCollider())
	s := sparse(2, b.view([]uint8{1, 2}, nil), 5121, b.view(square[3:9], nil))
	p := b.accessor("VEC3", integersOf[int16](square, 9), object{"normalized": true})
	b.mesh("more", primitive(0, 1, object{"mode": 5}), primitive(p, -1, object{"mode": 6}), primitive(p, -1, object{"mode": 1}),
		primitive(b.add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 4, "sparse": s}), 1, nil))
	b.node(object{"name": "n", "mesh": 1, "children": []int{0, 1}, "rotation": []float64{0, 0, 0.6, 0.8},
		"extensions": object{"EXT_mesh_gpu_instancing": object{"attributes": object{"TRANSLATION": 0}}}})
	return b
}

func FuzzDecodeGLTF(f *testing.F) {
	b := squareModel()
	f.Add(b.glb(f))
	f.Add(b.gltf(f))
	f.Add(b.json(f, "side.bin"))
	for _, b := range []*builder{richModel(), paintedModel()} {
		f.Add(b.glb(f))
		f.Add(b.gltf(f))
	}
	seedFiles(f, ".gltf", ".glb")
	f.Fuzz(decodeFuzzed)
}

func FuzzDecodeSTL(f *testing.F) {
	f.Add(binarySTL("solid", randomSoup(3)))
	f.Add(append(binarySTL("", randomSoup(2)), 1, 2, 3))
	f.Add(textSTL("a b", "%.9g", randomSoup(2)))
	f.Add([]byte("solid a\r\n" + strings.ToUpper(oneFacet) + "endsolid a\nsolid\nfacet normal nan 1.#IND 0 outer loop vertex -inf 1e-45 1e38"))
	f.Add([]byte("solid a\n" + oneFacet + "endsolid"))
	seedFiles(f, ".stl")
	f.Fuzz(func(t *testing.T, data []byte) {
		decodeFuzzed(t, data)
		// Whatever the bytes, the facets they would be come back as written. The
		// first letter keeps the header from being that of a GLB.
		header := "h" + string(data[:min(len(data), 79)])
		xyz := make([]float32, 9*(len(data)/36))
		if _, err := binary.Decode(data, binary.LittleEndian, xyz); err != nil {
			t.Fatal(err)
		}
		s, _, err := decode(t, binarySTL(header, xyz))
		if err != nil || !sameBits(storedSoup(&s.Meshes[0].Parts[0]), xyz) {
			t.Errorf("a binary file of %d facets does not come back: %v", len(xyz)/9, err)
		}
	})
}

// storedSoup returns the corners of all triangles as they are stored, signalling NaNs included,
// which a conversion to float64 would change.
func storedSoup(p *mesh.Part) (xyz []float32) {
	for c := range 3 * p.Triangles() {
		v := 3 * p.Corner(c)
		xyz = append(xyz, p.Positions.F32[v:v+3]...)
	}
	return xyz
}
