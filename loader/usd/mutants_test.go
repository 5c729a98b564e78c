package usd

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// modelsOf returns the paths of the layers and packages of the real files, with slashes.
func modelsOf(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && isLayer(p) {
			name, _ := filepath.Rel(dir, p)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %d models, %v", dir, len(names), err)
	}
	return names
}

// mutate damages a file in a few places.
func mutate(r *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	for range 1 + r.IntN(2) {
		if len(data) < 2 {
			break
		}
		at := r.IntN(len(data))
		switch r.IntN(16) {
		default: // a bit
			data[at] ^= 1 << r.IntN(8)
		case 1: // a byte that is often a limit
			data[at] = []byte{0, 1, 0x7f, 0x80, 0xff, '[', '(', '{', '<', '"', '\n', '9'}[r.IntN(12)]
		case 2: // a number
			n := min(1+r.IntN(8), len(data)-at)
			for i := range n {
				data[at+i] = []byte{0xff, 0}[r.IntN(2)]
			}
		case 3: // the end is missing
			data = data[:at]
		case 4: // something is missing
			data = append(data[:at], data[min(len(data), at+1+r.IntN(64)):]...)
		case 5: // something comes twice
			end := min(len(data), at+1+r.IntN(64))
			data = append(data[:end], append(bytes.Clone(data[at:end]), data[end:]...)...)
		case 6: // something is elsewhere
			n := min(1+r.IntN(64), len(data)-at)
			copy(data[at:at+n], bytes.Clone(data[r.IntN(len(data)-n+1):])[:n])
		}
	}
	return data
}

// mutateEntries damages the layers of a package, whose checksums then are right.
func mutateEntries(t *testing.T, r *rand.Rand, data []byte) []byte {
	t.Helper()
	p, err := newPack(data, func(int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	var entries []entry
	for _, name := range slices.Sorted(maps.Keys(p.entries)) {
		content, err := p.read(name)
		if err == nil && isLayer(name) {
			content = mutate(r, content)
		}
		if err == nil {
			entries = append(entries, entry{name: name, text: string(content)})
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int {
		switch {
		case a.name == p.first:
			return -1
		case b.name == p.first:
			return 1
		}
		return 0
	})
	return packageOf(t, entries...)
}

// Damaged real files are read or refused with an error of the loader, in ten seconds and in 256 MB.
func TestMutants(t *testing.T) {
	dir := os.Getenv(corpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", corpusEnv)
	}
	dir = filepath.Join(dir, "usd")
	const longest, most = 10 * time.Second, 256 << 20
	names := modelsOf(t, dir)
	rounds := longtest.Rounds(t, 100, 2000)
	r := rand.New(rand.NewPCG(1, 2))
	loaded, faults, greatest := 0, 0, uint64(0)
	for i := range rounds {
		name := names[i%len(names)]
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if isPackage(data) && i%4 != 0 {
			data = mutateEntries(t, r, data)
		} else {
			data = mutate(r, data)
		}
		ctx, cancel := context.WithTimeout(t.Context(), longest)
		in := &source.Input{Format: USD, Name: path.Base(name), Folder: os.DirFS(dir), Base: strings.TrimSuffix(path.Dir(name), "."), MaxMemory: most,
			UVs: i%2 == 0, Colors: i%3 == 0, Poses: i%5 != 0, Progress: source.NewProgress(nil), Workers: 1}
		var scene *mesh.Scene
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err = in.Hold(int64(len(data))); err == nil {
			scene, err = Decode(ctx, in, data)
		}
		runtime.ReadMemStats(&after)
		cancel()
		greatest = max(greatest, after.TotalAlloc-before.TotalAlloc)
		switch {
		case err == nil:
			loaded++
			if e := scene.RigError; e != nil {
				if faults++; !isLoaderError(e) {
					t.Errorf("mutant %d of %s: in what moves: %T %v", i, name, e, e)
				}
			}
		case !isLoaderError(err):
			t.Errorf("mutant %d of %s: %T %v", i, name, err, err)
		}
		if after.TotalAlloc-before.TotalAlloc > most {
			t.Errorf("mutant %d of %s took %d bytes", i, name, after.TotalAlloc-before.TotalAlloc)
		}
	}
	t.Logf("%d of %d mutants load, %d with faults in what moves, none took more than %d bytes", loaded, rounds, faults, greatest)
}

// isLoaderError reports whether an error is of a kind that the loader documents for any file.
func isLoaderError(err error) bool {
	var malformed *source.FormatError
	var unsupported *source.UnsupportedError
	var limit *source.LimitError
	return errors.As(err, &malformed) || errors.As(err, &unsupported) || errors.As(err, &limit)
}
