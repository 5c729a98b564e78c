package loader_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader"
)

// TestEndings: the ending of a name determines the format only if the content is inconclusive.
func TestEndings(t *testing.T) {
	junk := "glTG\x02\x00\x00\x00" + strings.Repeat("\xff\x00", 100) // by its content at best a broken binary STL
	triangle := "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
	for _, c := range []struct {
		name, content string
		format        loader.Format
		err           string // contains, "" for none
	}{
		{"a.glb", junk, loader.GLB, "glb: this is not a GLB file, though its name says so: it begins with \"glTG\\x02"},
		{"a.GLTF", junk, loader.GLTF, "gltf: this is not a glTF file, though its name says so"},
		{"a.obj", "no line of it", loader.OBJ, "obj: this is not an OBJ file, though its name says so: it begins with \"no line of i\""},
		{"a.stl", junk, loader.STL, "stl: facet"},
		{"a", junk, loader.STL, "stl: facet"},
		{"a.bin", junk, loader.STL, "stl: facet"},
		{"a.max", junk, "", loader.ErrUnknownFormat.Error()},
		{"a.glb", triangle, loader.OBJ, ""},
		{"a.max", triangle, loader.OBJ, ""},
		{"a.glb", "BLENDER-v402" + junk, "", "this is a Blender file"},
		{"a.glb", "Kaydara FBX Binary  \x00\x1a\x00", loader.FBX, "fbx: the file seems to be cut off: byte 23: the file ends within its header"},
		{"a.glb", "", "", "the file is empty"},
		{"a.ply", "hello\n" + triangle, loader.PLY, "ply: this is not a PLY file, though its name says so"},
		{"a.obj", "hello\n" + triangle, loader.OBJ, ""},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
			t.Fatal(err)
		}
		opened, err := loader.Open(t.Context(), path, loader.Options{})
		_, format, again := loader.Decode(t.Context(), []byte(c.content), nil, loader.Options{Name: c.name})
		if opened.Format != c.format || format != c.format {
			t.Errorf("%s %.20q: formats %q and %q, want %q", c.name, c.content, opened.Format, format, c.format)
		}
		for _, err := range []error{err, again} {
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("%s %.20q: %v, want %q", c.name, c.content, err, c.err)
			}
		}
		if c.format == "" && !errors.Is(err, loader.ErrUnknownFormat) {
			t.Errorf("%s %.20q: %v is not ErrUnknownFormat", c.name, c.content, err)
		}
	}
}
