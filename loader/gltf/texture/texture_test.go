package texture_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// openFixture decodes a fixture with its side files.
func openFixture(t testing.TB, name string, o loader.Options) (*mesh.Scene, error) {
	t.Helper()
	data, err := fs.ReadFile(fixtures.Files(), name)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := fs.Sub(fixtures.Files(), path.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	scene, _, err := loader.Decode(t.Context(), data, folder, o)
	return scene, err
}

// TestUVFixtures compares the fixtures with their answers: every number and name that is loaded
// with texture coordinates.
func TestUVFixtures(t *testing.T) {
	for _, f := range fixtures.In("uv") {
		t.Run(f.File, func(t *testing.T) {
			scene, err := openFixture(t, f.Path, loader.Options{UVs: true})
			if f.UV.Error != "" {
				if kind := loadertest.KindOf(err); kind != f.UV.Error || !strings.Contains(err.Error(), f.UV.Contains) {
					t.Errorf("%s error %v, want a %s error with %q", kind, err, f.UV.Error, f.UV.Contains)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			compareLines(t, "sets", setLines(scene), f.UV.Sets)
			compareLines(t, "textures", textureLines(scene), f.UV.Textures)
			compareLines(t, "images", imageLines(scene), f.UV.Images)
			for i, w := range scene.Warnings {
				if i >= len(f.UV.Warnings) || !strings.HasPrefix(w, f.UV.Warnings[i]) {
					t.Errorf("the warning %q, want %q", w, f.UV.Warnings)
				}
			}
			if len(scene.Warnings) != len(f.UV.Warnings) {
				t.Errorf("the warnings %q, want %q", scene.Warnings, f.UV.Warnings)
			}
			loadertest.CompareMeshes(t, scene, f.Meshes)
			loadertest.CheckScene(t, scene)
		})
	}
}

func compareLines(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func setLines(s *mesh.Scene) (lines []string) {
	for m := range s.Meshes {
		for p := range s.Meshes[m].Parts {
			for _, set := range s.Meshes[m].Parts[p].UVs {
				line := fmt.Sprintf("%d.%d.%d %s:", m, p, set.Set, set.Format)
				for i := range set.Len() {
					line += fmt.Sprintf(" (%v %v)", set.At(i)[0], set.At(i)[1])
				}
				lines = append(lines, line)
			}
		}
	}
	return lines
}

func textureLines(s *mesh.Scene) (lines []string) {
	for i, m := range s.Materials {
		for _, u := range m.Textures {
			line := fmt.Sprintf("%d %s %d %d", i, u.Slot, u.Image, u.Set)
			if o := u.Transform.Offset; o != [2]float64{} {
				line += fmt.Sprintf(" offset %v %v", o[0], o[1])
			}
			if r := u.Transform.Rotation; r != 0 {
				line += fmt.Sprintf(" rotation %v", r)
			}
			if c := u.Transform.Scale; c != mesh.IdentityUV.Scale {
				line += fmt.Sprintf(" scale %v %v", c[0], c[1])
			}
			if u.Wrap != [2]mesh.Wrap{} {
				line += fmt.Sprintf(" wrap %d %d", u.Wrap[0], u.Wrap[1])
			}
			lines = append(lines, line)
		}
	}
	return lines
}

func imageLines(s *mesh.Scene) (lines []string) {
	for _, i := range s.Images {
		line := fmt.Sprintf("%s %d %d", i.MIME, i.Width, i.Height)
		if i.File != "" {
			line += " " + i.File
		}
		lines = append(lines, line)
	}
	return lines
}

// TestUVsAreOptional: without the option none of this is loaded, and everything else is the same.
func TestUVsAreOptional(t *testing.T) {
	for _, f := range fixtures.In("uv") {
		scene, err := openFixture(t, f.Path, loader.Options{})
		if err != nil || scene.Materials != nil || scene.Images != nil || scene.Warnings != nil || setLines(scene) != nil {
			t.Errorf("%s: %+v, %v", f.File, scene, err)
		}
	}
	for _, f := range fixtures.All() {
		if f.Error != "" || f.UV != nil && f.UV.Error != "" {
			continue
		}
		without, err := openFixture(t, f.Path, loader.Options{})
		with, err2 := openFixture(t, f.Path, loader.Options{UVs: true})
		if f.Path == "formats/colours.off" && err == nil && loadertest.KindOf(err2) == "unsupported" {
			continue // the only one with UVs that are not read
		}
		if err != nil || err2 != nil {
			t.Errorf("%s: %v, with UVs %v", f.Path, err, err2)
			continue
		}
		if with.Triangles() != without.Triangles() || len(with.Instances) != len(without.Instances) {
			t.Errorf("%s: another scene with UVs", f.Path)
		}
	}
}

// TestEmbeddedImages: Open returns the bytes of embedded images, and is nil for others.
func TestEmbeddedImages(t *testing.T) {
	scene, err := openFixture(t, "uv/images.gltf", loader.Options{UVs: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"RIFF", "", "", "", "\x89PNG"} {
		image := &scene.Images[i]
		if (image.Open == nil) != (want == "") {
			t.Errorf("image %d: Open is nil: %v", i, image.Open == nil)
			continue
		}
		if image.Open == nil {
			continue
		}
		f, err := image.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(f)
		if err != nil || !strings.HasPrefix(string(data), want) || f.Close() != nil {
			t.Errorf("image %d: %q, %v", i, data, err)
		}
	}
}

// TestImagesOfLooseModels: in a model without a folder, images have no size, with a warning for
// each.
func TestImagesOfLooseModels(t *testing.T) {
	data, err := fs.ReadFile(fixtures.Files(), "uv/images.gltf")
	if err != nil {
		t.Fatal(err)
	}
	m, err := loader.Read(t.Context(), bytes.NewReader(data), loader.Options{UVs: true})
	if err != nil {
		t.Fatal(err)
	}
	if w := m.Scene.Warnings; len(w) != 3 || !strings.Contains(strings.Join(w, "\n"), `image 1 "wood": its size cannot be read: the file "wood grain.jpg" cannot be read, because the model came without its folder`) {
		t.Errorf("warnings %q", w)
	}
}

// TestUVNeedsMemory: sets that are converted count towards the limit on memory.
func TestUVNeedsMemory(t *testing.T) {
	const n = 1 << 20
	b := encode.NewGLTF()
	p := b.Accessor("VEC3", make([]uint8, 3*n), nil)
	uv := b.Add("accessors", loadertest.Object{"bufferView": 0, "componentType": 5121, "type": "VEC2", "count": n, "normalized": true})
	b.Mesh("m", loadertest.Object{"attributes": loadertest.Object{"POSITION": p, "TEXCOORD_0": uv, "TEXCOORD_1": uv}})
	data := b.GLB()
	load := func(memory int64, uvs bool) error {
		_, _, err := loader.Decode(t.Context(), data, nil, loader.Options{MaxMemory: memory, UVs: uvs})
		return err
	}
	// The file has 3 bytes a vertex. Positions take 12 and another 3, a set 8 and another 2.
	if err := load(19*n, false); err != nil {
		t.Errorf("without UVs: %v", err)
	}
	var limit *loader.LimitError
	if err := load(19*n, true); !errors.As(err, &limit) {
		t.Errorf("with UVs: %v", err)
	}
	// Both sets are of one accessor, which is read once.
	if err := load(29*n, true); err != nil {
		t.Errorf("with UVs and the memory for them: %v", err)
	}
}

// TestSharedHeaders: if many images share long headers, the number of bytes that are read is
// limited.
func TestSharedHeaders(t *testing.T) {
	b := encode.NewGLTF()
	p := b.Accessor("VEC3", loadertest.Square, nil)
	segment := append([]byte("\xff\xe2\xff\xff"), make([]byte, 0xfffd)...)
	long := append([]byte("\xff\xd8"), bytes.Repeat(segment, 16)...)
	b.View(long, nil)
	const n = 600
	for i := range n {
		b.Add("bufferViews", loadertest.Object{"buffer": 0, "byteOffset": len(b.Bin) - len(long), "byteLength": len(long)})
		b.Add("images", loadertest.Object{"bufferView": i + 1})
		b.Add("textures", loadertest.Object{"source": i})
		b.Add("materials", loadertest.Object{"normalTexture": loadertest.Object{"index": i}})
		b.Mesh("m", loadertest.Primitive(p, -1, loadertest.Object{"material": i}))
	}
	scene, _, err := loader.Decode(t.Context(), b.GLB(), nil, loader.Options{UVs: true})
	if err != nil || len(scene.Warnings) != 101 {
		t.Fatalf("%v, %d warnings", err, len(scene.Warnings))
	}
	read := 0
	for _, i := range scene.Images {
		if i.MIME == "image/jpeg" {
			read++
		}
	}
	if read < 200 || read > 300 {
		t.Errorf("%d of %d headers of a mebibyte were read", read, n)
	}
}
