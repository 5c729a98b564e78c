package loader_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures"
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

// TestUVFixtures holds the fixtures to their answers: every number and name that a load with
// texture coordinates brings.
func TestUVFixtures(t *testing.T) {
	for _, f := range fixtures.In("uv") {
		t.Run(f.File, func(t *testing.T) {
			scene, err := openFixture(t, f.Path, loader.Options{UVs: true})
			if f.UV.Error != "" {
				if kind := kindOf(err); kind != f.UV.Error || !strings.Contains(err.Error(), f.UV.Contains) {
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
			compareMeshes(t, scene, f.Meshes)
			checkScene(t, scene)
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

// TestUVsAreOptional: without the option nothing of them is loaded, and all else is the same.
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
		if f.Path == "formats/colours.off" && err == nil && kindOf(err2) == "unsupported" {
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

// TestEmbeddedImages: Open has the bytes of embedded images, and of no other.
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

// TestImagesOfLooseModels: a model that came without its folder has images of no size, and one
// warning each.
func TestImagesOfLooseModels(t *testing.T) {
	data, err := fs.ReadFile(fixtures.Files(), "uv/images.gltf")
	if err != nil {
		t.Fatal(err)
	}
	m, err := loader.Read(t.Context(), bytes.NewReader(data), loader.Options{UVs: true})
	if err != nil {
		t.Fatal(err)
	}
	if w := m.Scene.Warnings; len(w) != 3 || !strings.Contains(strings.Join(w, "\n"), `image 1 "wood": its size cannot be read: the file "wood grain.jpg" is out of reach`) {
		t.Errorf("warnings %q", w)
	}
}

// TestUVNeedsMemory: sets that are made count against the limit on memory.
func TestUVNeedsMemory(t *testing.T) {
	const n = 1 << 20
	b := newBuilder()
	p := b.accessor("VEC3", make([]uint8, 3*n), nil)
	uv := b.add("accessors", object{"bufferView": 0, "componentType": 5121, "type": "VEC2", "count": n, "normalized": true})
	b.mesh("m", object{"attributes": object{"POSITION": p, "TEXCOORD_0": uv, "TEXCOORD_1": uv}})
	data := b.glb(t)
	load := func(memory int64, uvs bool) error {
		_, _, err := loader.Decode(t.Context(), data, nil, loader.Options{MaxMemory: memory, UVs: uvs})
		return err
	}
	// The file has 3 bytes a vertex; positions take 12 and 3 more, a set 8 and 2 more.
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

// TestFaultsOfImageFiles: a side file that cannot be read, or changes meanwhile, has no hash, and its
// image no size.
func TestFaultsOfImageFiles(t *testing.T) {
	data, err := fs.ReadFile(fixtures.Files(), "uv/no_set.gltf")
	if err != nil {
		t.Fatal(err)
	}
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"
	for name, c := range map[string]struct {
		fs   faultyFS
		says string
	}{
		"a read error":             {faultyFS{100, sizedInfo{size: 100}, &failingReader{syscall.EIO}, nil}, "input/output error"},
		"a read error in the size": {faultyFS{100, sizedInfo{size: 100}, io.MultiReader(strings.NewReader(png), &failingReader{syscall.EIO}), nil}, "input/output error"},
		"closed to the reader":     {faultyFS{100, sizedInfo{size: 100}, nil, fs.ErrPermission}, "permission denied"},
	} {
		var sides []loader.SideFile
		scene, _, err := loader.Decode(t.Context(), data, openedFS{&c.fs}, loader.Options{UVs: true, Side: func(s loader.SideFile) { sides = append(sides, s) }})
		if err != nil || len(scene.Warnings) != 1 || !strings.Contains(scene.Warnings[0], c.says) || scene.Images[0].Width != 0 {
			t.Errorf("%s: %+v, %v", name, scene, err)
		}
		if len(sides) != 1 || sides[0].Name != "missing.png" || sides[0].SHA256 != "" {
			t.Errorf("%s: side files %+v", name, sides)
		}
	}
}

// TestImageOfLink: an image behind a link that leads out of the folder is not read.
func TestImageOfLink(t *testing.T) {
	dir := t.TempDir()
	data, err := fs.ReadFile(fixtures.Files(), "uv/no_set.gltf")
	if err != nil {
		t.Fatal(err)
	}
	stone, err := fs.ReadFile(fixtures.Files(), "uv/textures/stone.png")
	if err != nil {
		t.Fatal(err)
	}
	outside := write(t, filepath.Join(dir, "outside.png"), stone)
	inside := filepath.Join(dir, "in")
	if err := os.Mkdir(inside, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(inside, "missing.png")); err != nil {
		t.Skip("no links here:", err)
	}
	m, err := loader.Open(t.Context(), write(t, filepath.Join(inside, "m.gltf"), data), loader.Options{UVs: true})
	if err != nil || len(m.Scene.Warnings) != 1 || m.Scene.Images[0].Width != 0 {
		t.Errorf("%+v, %v", m.Scene, err)
	}
}

// TestSharedHeaders: a document of very many images that share long headers takes no longer than the
// bytes that are read of headers in all.
func TestSharedHeaders(t *testing.T) {
	b := newBuilder()
	p := b.accessor("VEC3", square, nil)
	segment := append([]byte("\xff\xe2\xff\xff"), make([]byte, 0xfffd)...)
	long := append([]byte("\xff\xd8"), bytes.Repeat(segment, 16)...)
	b.view(long, nil)
	const n = 600
	for i := range n {
		b.add("bufferViews", object{"buffer": 0, "byteOffset": len(b.bin) - len(long), "byteLength": len(long)})
		b.add("images", object{"bufferView": i + 1})
		b.add("textures", object{"source": i})
		b.add("materials", object{"normalTexture": object{"index": i}})
		b.mesh("m", primitive(p, -1, object{"material": i}))
	}
	scene, _, err := loader.Decode(t.Context(), b.glb(t), nil, loader.Options{UVs: true})
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
