package texture_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// expectedSheet is what an independent loader found of the parts on which an image, or none, is
// painted by a set.
type expectedSheet struct {
	Images    []int           `json:"images"`
	Set       int             `json:"texcoord"`
	Slots     []string        `json:"slots"`
	Stored    []string        `json:"stored"`
	Transform json.RawMessage `json:"transform"`
	Triangles int             `json:"triangles"`
	Meshes    []struct {
		Mesh  int   `json:"mesh"`
		Parts []int `json:"parts"`
	} `json:"meshes"`
}

// TestUVCorpus loads real files with texture coordinates and compares sets, formats, slots, images and
// transforms with what an independent loader found.
func TestUVCorpus(t *testing.T) {
	dir := os.Getenv(loadertest.CorpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	data, err := os.ReadFile(filepath.Join(dir, "expected_uv.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]struct {
		Error       string
		Unsupported string // by the other loader
		Sheets      []expectedSheet
	}
	if err := json.Unmarshal(data, &expected); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for name, want := range expected {
		t.Run(name, func(t *testing.T) {
			m, err := loader.Open(t.Context(), filepath.Join(dir, name), loader.Options{UVs: true})
			var unsupported *loader.UnsupportedError
			if errors.As(err, &unsupported) {
				t.Skip(err)
			}
			if want.Unsupported != "" {
				t.Skip("the other loader has no answer: ", want.Unsupported)
			}
			if err != nil || want.Error != "" {
				if (err != nil) != (want.Error != "") {
					t.Errorf("%v, want %q", err, want.Error)
				}
				return
			}
			compared++
			used := map[string]bool{}
			for i := range want.Sheets {
				compareSheet(t, m.Scene, &want.Sheets[i], used)
			}
			for _, key := range setKeys(m.Scene) {
				if !used[key] {
					t.Errorf("the set %s is loaded, and is in no sheet", key)
				}
			}
			loadertest.CheckScene(t, m.Scene)
		})
	}
	if compared < 12 {
		t.Errorf("only %d files were compared", compared)
	}
}

func setKey(m, index, set int) string { return fmt.Sprintf("%d.%d.%d", m, index, set) }

func setKeys(s *mesh.Scene) (keys []string) {
	for m := range s.Meshes {
		for _, p := range s.Meshes[m].Parts {
			for i := range p.UVs {
				keys = append(keys, setKey(m, p.Index, p.UVs[i].Set))
			}
		}
	}
	return keys
}

// compareSheet compares a sheet with the sets and the texture uses of its parts.
func compareSheet(t *testing.T, s *mesh.Scene, want *expectedSheet, used map[string]bool) {
	t.Helper()
	var stored, slots []string
	var transforms []mesh.UVTransform
	triangles := 0
	for _, m := range want.Meshes {
		for _, index := range m.Parts {
			p := partOf(s, m.Mesh, index)
			if p == nil || p.UV(want.Set) == nil {
				t.Errorf("mesh %d primitive %d has no set %d", m.Mesh, index, want.Set)
				return
			}
			used[setKey(m.Mesh, index, want.Set)] = true
			triangles += p.Triangles()
			stored = append(stored, p.UV(want.Set).Format.String())
			first := true
			for _, u := range texturesOf(s, p) {
				if u.Set == want.Set && slices.Contains(want.Images, u.Image) {
					slots = append(slots, u.Slot)
					if first {
						transforms, first = append(transforms, u.Transform), false
					}
				}
			}
		}
	}
	if triangles != want.Triangles || !sameNames(stored, want.Stored) || !sameNames(slots, want.Slots) {
		t.Errorf("images %v by set %d: %d triangles, stored %v, slots %v; want %+v", want.Images, want.Set, triangles, stored, slots, want)
	}
	compareTransforms(t, transforms, want.Transform)
}

func partOf(s *mesh.Scene, m, index int) *mesh.Part {
	parts := s.Meshes[m].Parts
	if i := slices.IndexFunc(parts, func(p mesh.Part) bool { return p.Index == index }); i >= 0 {
		return &parts[i]
	}
	return nil
}

func texturesOf(s *mesh.Scene, p *mesh.Part) []mesh.TextureUse {
	if m := s.MaterialOf(p); m != nil {
		return m.Textures
	}
	return nil
}

// sameNames compares lists as sets.
func sameNames(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(slices.Compact(a), slices.Compact(b))
}

// compareTransforms compares with null for none, "differs", or the only transform.
func compareTransforms(t *testing.T, got []mesh.UVTransform, want json.RawMessage) {
	t.Helper()
	slices.SortFunc(got, func(a, b mesh.UVTransform) int { return slices.Compare(numbersOf(a), numbersOf(b)) })
	got = slices.Compact(got)
	one := mesh.IdentityUV
	switch string(want) {
	case `"differs"`:
		if len(got) < 2 {
			t.Errorf("transforms %+v, want several", got)
		}
		return
	case "null":
	default:
		if err := json.Unmarshal(want, &one); err != nil {
			t.Fatal(err)
		}
	}
	if len(got) > 1 || len(got) == 1 && got[0] != one {
		t.Errorf("transforms %+v, want %s", got, want)
	}
}

func numbersOf(x mesh.UVTransform) []float64 {
	return []float64{x.Offset[0], x.Offset[1], x.Rotation, x.Scale[0], x.Scale[1]}
}

// TestColorCorpus loads real files with colors, compressed ones among them: the coordinates, sets,
// transforms and images of base colors are those of the check of UVs, and textures decode.
func TestColorCorpus(t *testing.T) {
	dir := os.Getenv(loadertest.CorpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	maps, decoded := 0, 0
	for _, name := range []string{
		"littlest_tokyo_draco.glb", "crates_stacked.glb", "uv_house_lightmap.glb", "poses/CesiumMan.glb", "poses/Fox.glb", "fox/Fox.gltf",
	} {
		path := filepath.Join(dir, name)
		withUVs, err := loader.Open(t.Context(), path, loader.Options{UVs: true})
		if err != nil {
			t.Fatal(err)
		}
		colored, err := loader.Open(t.Context(), path, loader.Options{Colors: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range colored.Scene.Meshes {
			for k := range m.Parts {
				want := &withUVs.Scene.Meshes[i].Parts[k]
				of := m.Parts[k].Color
				if of == nil || of.Map == nil {
					continue
				}
				maps++
				use := withUVs.Scene.MaterialOf(want).Textures[0]
				if !reflect.DeepEqual(&of.Map.UV, want.UV(use.Set)) || of.Map.Transform != use.Transform || of.Map.Wrap != use.Wrap || use.Slot != "baseColorTexture" {
					t.Errorf("%s: mesh %d part %d: %+v, want %+v", name, i, k, of.Map.Transform, use)
				}
				if image, texture := withUVs.Scene.Images[use.Image], colored.Scene.Textures[of.Map.Texture]; image.Width != texture.Width || image.Height != texture.Height {
					t.Errorf("%s: texture %s", name, texture.Name)
				}
			}
		}
		for _, x := range colored.Scene.Textures {
			if _, err := x.Decode(t.Context()); err != nil {
				t.Errorf("%s: %s: %v", name, x.Name, err)
			}
			decoded++
		}
	}
	if maps < 20 || decoded < 7 {
		t.Errorf("only %d parts with textures, and %d textures", maps, decoded)
	}
}
