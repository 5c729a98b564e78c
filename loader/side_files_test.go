package loader_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

// sizedInfo describes a regular file.
type sizedInfo struct {
	fs.FileInfo
	size int64
	time time.Time
}

func (s sizedInfo) Size() int64 { return s.size }

func (s sizedInfo) Mode() fs.FileMode { return 0 }

func (s sizedInfo) ModTime() time.Time { return s.time }

// shifting is a file whose description changes with each call.
type shifting struct {
	io.Reader
	infos []sizedInfo
}

func (s *shifting) Stat() (fs.FileInfo, error) {
	info := s.infos[0]
	if len(s.infos) > 1 {
		s.infos = s.infos[1:]
	}
	return info, nil
}

// TestChangedWhileRead: a file to which another program writes meanwhile is not a model, valid or
// not.
func TestChangedWhileRead(t *testing.T) {
	for name, data := range map[string][]byte{
		"glTF": loadertest.SquareModel().GLB(), "stream": loadertest.BinarySTL("", loadertest.RandomSoup(40_000)), "text": loadertest.TextSTL("a", "%g", loadertest.RandomSoup(3)),
		"cut": loadertest.SquareModel().GLB()[:50],
	} {
		n := int64(len(data))
		for how, now := range map[string]sizedInfo{
			"grew": {size: n + 1}, "shrank": {size: n - 1}, "was written to": {size: n, time: time.Unix(1, 0)},
		} {
			m, err := loader.Read(t.Context(), &shifting{bytes.NewReader(data), []sizedInfo{{size: n}, now}}, loader.Options{})
			if !errors.Is(err, loader.ErrChanged) || m.Scene != nil || m.SHA256 != "" {
				t.Errorf("%s %s: %+v, %v", name, how, m, err)
			}
		}
		same := &shifting{bytes.NewReader(data), []sizedInfo{{size: n}}}
		if _, err := loader.Read(t.Context(), same, loader.Options{}); errors.Is(err, loader.ErrChanged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestVanishedWhileRead: a file that is removed or replaced meanwhile is still the one that was
// opened.
func TestVanishedWhileRead(t *testing.T) {
	path := loadertest.WriteFile(t, filepath.Join(t.TempDir(), "m.stl"), loadertest.BinarySTL("", loadertest.RandomSoup(40_000)))
	gone := false
	_, err := loader.Open(t.Context(), path, loader.Options{Progress: func(int64, int64) {
		if !gone {
			gone = os.Remove(path) == nil
		}
	}})
	if !gone {
		t.Skip("an open file cannot be removed here")
	}
	if err != nil {
		t.Errorf("a file that was removed: %v", err)
	}
	path = loadertest.WriteFile(t, path, loadertest.BinarySTL("", loadertest.RandomSoup(40_000)))
	cut := false
	_, err = loader.Open(t.Context(), path, loader.Options{Progress: func(int64, int64) {
		if !cut {
			cut = os.Truncate(path, 1000) == nil
		}
	}})
	if !errors.Is(err, loader.ErrChanged) {
		t.Errorf("a file that was cut short: %v", err)
	}
}

// faultyFS has one file, which fails in some way.
type faultyFS struct {
	said int64 // its size, before it is opened
	info sizedInfo
	data io.Reader
	open error
}

func (f *faultyFS) Stat(string) (fs.FileInfo, error) { return sizedInfo{size: f.said}, nil }

func (f *faultyFS) Close() error { return nil }

func (f *faultyFS) Read(b []byte) (int, error) { return f.data.Read(b) }

// faultyFile is what a faultyFS opens.
type faultyFile struct{ *faultyFS }

func (f faultyFile) Stat() (fs.FileInfo, error) { return f.info, nil }

type openedFS struct{ *faultyFS }

func (f openedFS) Open(string) (fs.File, error) {
	if f.open != nil {
		return nil, f.open
	}
	return faultyFile(f), nil
}

func TestFaultsOfSideFiles(t *testing.T) {
	b := loadertest.SquareModel()
	text := b.JSON("side.bin")
	n := int64(len(b.Bin))
	failing := func(after int) io.Reader {
		return io.MultiReader(bytes.NewReader(b.Bin[:after]), &failingReader{syscall.EIO})
	}
	for name, c := range map[string]struct {
		fs      faultyFS
		says    string
		changed bool
	}{
		"a read error at once":       {faultyFS{n, sizedInfo{size: n}, failing(0), nil}, "input/output error", false},
		"a read error in the middle": {faultyFS{n, sizedInfo{size: n}, failing(30), nil}, "input/output error", false},
		"a file cut short":           {faultyFS{n, sizedInfo{size: n}, bytes.NewReader(b.Bin[:30]), nil}, "changed while it was read", true},
		"another file when opened":   {faultyFS{n, sizedInfo{size: n - 1}, bytes.NewReader(b.Bin), nil}, "changed while it was read", true},
		"gone when opened":           {faultyFS{n, sizedInfo{size: n}, nil, fs.ErrNotExist}, "does not exist", false},
		"closed to the reader":       {faultyFS{n, sizedInfo{size: n}, nil, fs.ErrPermission}, "permission denied", false},
	} {
		_, _, err := loader.Decode(t.Context(), text, openedFS{&c.fs}, loader.Options{})
		var fe *loader.FormatError
		if !errors.As(err, &fe) || fe.Place != "buffer 0" || !strings.Contains(err.Error(), `side file "side.bin": `) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if errors.Is(err, loader.ErrChanged) != c.changed {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := loader.Decode(t.Context(), text, fstest.MapFS{"side.bin": {Data: b.Bin}}, loader.Options{}); err != nil {
		t.Errorf("a sound side file: %v", err)
	}
}

type failingReader struct{ err error }

func (f *failingReader) Read([]byte) (int, error) { return 0, f.err }

// TestFaultsOfImageFiles: a side file that cannot be read or that changes meanwhile has no hash,
// and its image no size.
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

// TestImageOfLink: an image is not read through a link that leads out of the folder.
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
	outside := loadertest.WriteFile(t, filepath.Join(dir, "outside.png"), stone)
	inside := filepath.Join(dir, "in")
	if err := os.Mkdir(inside, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(inside, "missing.png")); err != nil {
		t.Skip("no links here:", err)
	}
	m, err := loader.Open(t.Context(), loadertest.WriteFile(t, filepath.Join(inside, "m.gltf"), data), loader.Options{UVs: true})
	if err != nil || len(m.Scene.Warnings) != 1 || m.Scene.Images[0].Width != 0 {
		t.Errorf("%+v, %v", m.Scene, err)
	}
}
