package loader_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/loader"
)

// The side files that are reported while a model is loaded are those that HashSides finds later,
// with the hash of their bytes.
func TestSidesAreTold(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, fixtures.Files()); err != nil {
		t.Fatal(err)
	}
	told, missing := 0, 0
	for _, f := range fixtures.All() {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		var sides []loader.SideFile
		_, _ = loader.Open(t.Context(), path, loader.Options{UVs: true, Side: func(s loader.SideFile) { sides = append(sides, s) }})
		for _, s := range sides {
			told++
			if s.SHA256 == "" {
				missing++
				continue
			}
			data, err := os.ReadFile(filepath.Join(filepath.Dir(path), filepath.FromSlash(s.Name)))
			if err != nil || int64(len(data)) < s.Size {
				t.Fatalf("%s: %+v: %v", f.Path, s, err)
			}
			if sum := sha256.Sum256(data[:s.Size]); hex.EncodeToString(sum[:]) != s.SHA256 {
				t.Errorf("%s: %s has another hash", f.Path, s.Name)
			}
		}
		now, err := loader.HashSides(t.Context(), path, "", sides)
		if err != nil || !slices.Equal(now, sides) {
			t.Errorf("%s: %+v when it was loaded, later %+v, %v", f.Path, sides, now, err)
		}
	}
	if told < 5 || missing == 0 {
		t.Errorf("%d side files, %d of them missing: the fixtures have more", told, missing)
	}
}

// HashSides does not read files outside of the folder either.
func TestHashSidesOutside(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"secret", "in/model.gltf"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("text"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "secret"), filepath.Join(dir, "in", "link")); err != nil {
		t.Skip(err)
	}
	asked := []loader.SideFile{{Name: "../secret", Size: 4}, {Name: filepath.Join(dir, "secret"), Size: 4}, {Name: "link", Size: 4},
		{Name: ".", Size: 0}, {Name: "model.gltf", Size: 1 << 60}, {Name: "model.gltf", Size: 4}}
	now, err := loader.HashSides(t.Context(), filepath.Join(dir, "in", "model.gltf"), "", asked)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range now {
		if last := i == len(now)-1; (s.SHA256 != "") != last {
			t.Errorf("%s, %d bytes: hash %q", s.Name, s.Size, s.SHA256)
		}
	}
}

// All files to which a document refers are reported, read or not, apart from those outside of the
// folder.
func TestNamesAreTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.gltf")
	text := `{"asset": {"version": "2.0"},
		"buffers": [{"uri": "unused%20buffer.bin", "byteLength": 9}, null, {"uri": "data:,x", "byteLength": 1}, {"byteLength": 1}],
		"images": [{"uri": "a/./b.png"}, {"uri": 5}, {"uri": "../out.png"}, {"uri": "/etc/passwd"}, {"bufferView": 0},
			{"uri": "https://example.com/c.png"}, {"uri": "data:image/png;base64,AA"}, 7, {"uri": "d.png"}]}`
	for images, want := range map[string][]string{
		text: {"unused buffer.bin", "a/b.png", "d.png"},
		`{"asset": {"version": "2.0"}, "images": {"uri": "a.png"}, "buffers": [{"uri": "b.Bin"}]}`: {"b.Bin"},
		`{"asset": {"version": "9.0"}, "images": [{"uri": "a.png"}]}`:                              {"a.png"},
	} {
		if err := os.WriteFile(path, []byte(images), 0o666); err != nil {
			t.Fatal(err)
		}
		var got []string
		_, _ = loader.Open(t.Context(), path, loader.Options{Named: func(name string) { got = append(got, name) }})
		if !slices.Equal(got, want) {
			t.Errorf("%q were told of %s, want %q", got, images, want)
		}
	}
}
