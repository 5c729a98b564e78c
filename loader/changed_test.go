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

	"github.com/meshcheck/meshcheck/loader"
)

// sizedInfo is what a system says of a regular file.
type sizedInfo struct {
	fs.FileInfo
	size int64
	time time.Time
}

func (s sizedInfo) Size() int64        { return s.size }
func (s sizedInfo) Mode() fs.FileMode  { return 0 }
func (s sizedInfo) ModTime() time.Time { return s.time }

// shifting is a file of which the system says something else each time it is asked.
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

// TestChangedWhileRead: what another program writes to while it is read is no model, sound
// or not.
func TestChangedWhileRead(t *testing.T) {
	for name, data := range map[string][]byte{
		"glTF": squareModel().glb(t), "stream": binarySTL("", randomSoup(40_000)), "text": textSTL("a", "%g", randomSoup(3)),
		"cut": squareModel().glb(t)[:50],
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

// TestVanishedWhileRead: a file that is removed, or replaced by a rename, is still the one
// that was opened.
func TestVanishedWhileRead(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "m.stl"), binarySTL("", randomSoup(40_000)))
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
	path = write(t, path, binarySTL("", randomSoup(40_000)))
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

// faultyFS has one file that fails in some way.
type faultyFS struct {
	said int64 // its size, before it is opened
	info sizedInfo
	data io.Reader
	open error
}

func (f *faultyFS) Stat(string) (fs.FileInfo, error) { return sizedInfo{size: f.said}, nil }
func (f *faultyFS) Close() error                     { return nil }
func (f *faultyFS) Read(b []byte) (int, error)       { return f.data.Read(b) }

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
	b := squareModel()
	text := b.json(t, "side.bin")
	n := int64(len(b.bin))
	failing := func(after int) io.Reader {
		return io.MultiReader(bytes.NewReader(b.bin[:after]), &failingReader{syscall.EIO})
	}
	for name, c := range map[string]struct {
		fs      faultyFS
		says    string
		changed bool
	}{
		"a read error at once":       {faultyFS{n, sizedInfo{size: n}, failing(0), nil}, "input/output error", false},
		"a read error in the middle": {faultyFS{n, sizedInfo{size: n}, failing(30), nil}, "input/output error", false},
		"a file cut short":           {faultyFS{n, sizedInfo{size: n}, bytes.NewReader(b.bin[:30]), nil}, "changed while it was read", true},
		"another file when opened":   {faultyFS{n, sizedInfo{size: n - 1}, bytes.NewReader(b.bin), nil}, "changed while it was read", true},
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
	if _, _, err := loader.Decode(t.Context(), text, fstest.MapFS{"side.bin": {Data: b.bin}}, loader.Options{}); err != nil {
		t.Errorf("a sound side file: %v", err)
	}
}

type failingReader struct{ err error }

func (f *failingReader) Read([]byte) (int, error) { return 0, f.err }
