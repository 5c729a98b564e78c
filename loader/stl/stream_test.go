package stl_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

// sized is a reader that looks like a regular file of a given size, right or wrong.
type sized struct {
	io.Reader
	size int
}

func (s sized) Stat() (fs.FileInfo, error) { return s, nil }

func (sized) Name() string { return "sized" }

func (s sized) Size() int64 { return int64(s.size) }

func (sized) Mode() fs.FileMode { return 0o600 }

func (sized) ModTime() time.Time { return time.Time{} }

func (sized) IsDir() bool { return false }

func (sized) Sys() any { return nil }

// A large binary STL gives the same model whether its size is known or not, and however it is read.
func TestLargeBinarySTL(t *testing.T) {
	xyz := loadertest.RandomSoup(70_001)
	data := loadertest.BinarySTL("large", xyz)
	for name, r := range map[string]func() io.Reader{
		"pipe":     func() io.Reader { return bytes.NewReader(data) },
		"file":     func() io.Reader { return sized{bytes.NewReader(data), len(data)} },
		"in bits":  func() io.Reader { return sized{iotest.HalfReader(bytes.NewReader(data)), len(data)} },
		"early":    func() io.Reader { return sized{iotest.DataErrReader(bytes.NewReader(data)), len(data)} },
		"was less": func() io.Reader { return sized{bytes.NewReader(data), len(data) - 5} },
	} {
		for _, workers := range []int{1, 2, 5} {
			var done, total int64
			m, err := loader.Read(t.Context(), r(), loader.Options{Workers: workers, Progress: func(d, n int64) {
				if d < done || n > 0 && d > n {
					t.Errorf("%s: progress %d of %d after %d", name, d, n, done)
				}
				done, total = d, n
			}})
			if err != nil || m.Format != loader.STL || m.SHA256 != loadertest.Hash(data) || len(m.Scene.Warnings) > 0 {
				t.Fatalf("%s, %d workers: %+v, %v", name, workers, m, err)
			}
			if !loadertest.SameBits(loadertest.Soup(m.Scene.Meshes[0]), xyz) {
				t.Errorf("%s, %d workers: the mesh is not the one written", name, workers)
			}
			if want := 2 * int64(len(data)); done != want || total != want {
				t.Errorf("%s, %d workers: progress ended at %d of %d, want %d", name, workers, done, total, want)
			}
		}
	}
}

// A file that changes while it is read is judged by the bytes that were read.
func TestLargeBinarySTLChanges(t *testing.T) {
	const facets = 70_001
	xyz := loadertest.RandomSoup(facets)
	data := loadertest.BinarySTL("large", xyz)
	read := func(data []byte) (*loader.Model, error) {
		m, err := loader.Read(t.Context(), sized{bytes.NewReader(data), 84 + 50*facets}, loader.Options{})
		if m.Format != loader.STL || m.SHA256 != loadertest.Hash(data) || (m.Scene == nil) != (err != nil) {
			t.Errorf("%d bytes: %+v, %v", len(data), m, err)
		}
		return m, err
	}
	m, err := read(append(bytes.Clone(data), "new"...))
	if err != nil || len(m.Scene.Warnings) != 1 || !strings.HasPrefix(m.Scene.Warnings[0], "3 stray bytes") || !loadertest.SameBits(loadertest.Soup(m.Scene.Meshes[0]), xyz) {
		t.Errorf("a file that grew: %v", err)
	}
	var fe *loader.FormatError
	if _, err := read(append(bytes.Clone(data), data...)); !errors.As(err, &fe) || fe.Place != "facet 70001 (byte 3500134)" {
		t.Errorf("a file that doubled: %v", err)
	}
	for cut, place := range map[int]string{
		84: "facet 0 (byte 84)", 84 + 50*30_000 + 7: "facet 30000 (byte 1500091)", len(data) - 1: "facet 70000 (byte 3500133)",
	} {
		fe = nil
		if _, err := read(data[:cut]); !errors.As(err, &fe) || fe.Place != place {
			t.Errorf("a file that shrank to %d bytes: %v, want it at %s", cut, err, place)
		}
	}
	// Without its header, the format is no longer recognized.
	m, err = loader.Read(t.Context(), sized{bytes.NewReader(data[:40]), len(data)}, loader.Options{})
	if !errors.Is(err, loader.ErrUnknownFormat) || m.SHA256 != loadertest.Hash(data[:40]) {
		t.Errorf("a file that shrank to 40 bytes: %+v, %v", m, err)
	}
}

func TestLargeBinarySTLFails(t *testing.T) {
	data := loadertest.BinarySTL("large", loadertest.RandomSoup(70_001))
	broken := errors.New("the disk is on fire")
	for _, n := range []int{0, 10, 84, 1000, len(data) / 2, len(data)} {
		for _, workers := range []int{1, 3} {
			r := io.MultiReader(bytes.NewReader(data[:n]), iotest.ErrReader(broken))
			m, err := loader.Read(t.Context(), sized{r, len(data)}, loader.Options{Workers: workers})
			if !errors.Is(err, broken) || m == nil || m.Scene != nil || m.SHA256 != "" {
				t.Errorf("a read error at byte %d: %+v, %v", n, m, err)
			}
		}
	}
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		m, err := loader.Read(ctx, sized{bytes.NewReader(data), len(data)}, loader.Options{Workers: workers, Progress: func(_, _ int64) {
			if calls++; calls == 3 {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) || m.Scene != nil || m.SHA256 != "" {
			t.Errorf("cancelled on the way: %+v, %v", m, err)
		}
	}
}

// The hash of a file may be known only after its scene.
func TestHashLater(t *testing.T) {
	data := loadertest.BinarySTL("large", loadertest.RandomSoup(70_001))
	for name, r := range map[string]func() io.Reader{
		"in memory": func() io.Reader { return bytes.NewReader(data) },
		"stream":    func() io.Reader { return sized{bytes.NewReader(data), len(data)} },
	} {
		for _, workers := range []int{1, 2, 5} {
			m, err := loader.Read(t.Context(), r(), loader.Options{Workers: workers, HashLater: true})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if m.Wait(); m.SHA256 != loadertest.Hash(data) {
					t.Errorf("%s, %d workers: hash %q", name, workers, m.SHA256)
				}
			}
			if m, err := loader.Read(t.Context(), sized{bytes.NewReader(data[:len(data)-1]), len(data)}, loader.Options{Workers: workers, HashLater: true}); err == nil || m.SHA256 != loadertest.Hash(data[:len(data)-1]) {
				t.Errorf("%d workers: a file that shrank: %v, hash %q", workers, err, m.SHA256)
			}
		}
	}
}
