package loadertest

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// CorpusEnv names the folder of real files with their expected.json.
const CorpusEnv = "MESHCHECK_CORPUS"

// SeedFiles adds the small files with one of the endings from the fixtures and, if it is there, the corpus.
func SeedFiles(f *testing.F, endings ...string) {
	folders := []fs.FS{fixtures.Files()}
	if corpus := os.Getenv(CorpusEnv); corpus != "" {
		folders = append(folders, os.DirFS(corpus))
	}
	for _, folder := range folders {
		_ = fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.Contains(endings, strings.ToLower(path.Ext(name))) {
				return nil
			}
			if data, err := fs.ReadFile(folder, name); err == nil && len(data) < 32<<10 {
				f.Add(data)
			}
			return nil
		})
	}
}

// DecodeFuzzed decodes data, without and with texture coordinates, colors and poses, and asserts what
// holds for any bytes: an error of a known kind or a valid scene, and no more memory than allowed. With
// colors or poses the error and the warnings are those without them.
func DecodeFuzzed(t *testing.T, data []byte) {
	plain, err := decodeFuzzedWith(t, data, loader.Options{Workers: 1})
	decodeFuzzedWith(t, data, loader.Options{Workers: 1, UVs: true})
	for _, more := range []loader.Options{{Workers: 1, Colors: true}, {Workers: 1, Poses: true}} {
		other, also := decodeFuzzedWith(t, data, more)
		switch {
		case (err == nil) != (also == nil) || err != nil && err.Error() != also.Error():
			t.Errorf("%v, with %+v %v", err, more, also)
		case err == nil && !slices.Equal(plain.Warnings, other.Warnings):
			t.Errorf("the warnings %q, with %+v %q", plain.Warnings, more, other.Warnings)
		}
	}
}

func decodeFuzzedWith(t *testing.T, data []byte, o loader.Options) (s *mesh.Scene, err error) {
	side := fstest.MapFS{"side.bin": {Data: make([]byte, 64)}, "side.png": {Data: []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")}}
	used := Allocated(func() {
		var format loader.Format
		if s, format, err = loader.Decode(t.Context(), data, side, o); err == nil {
			if format == "" {
				t.Error("a scene without a format")
			}
			defer CheckScene(t, s)
		}
	})
	var fe *loader.FormatError
	var ue *loader.UnsupportedError
	if err != nil && !errors.As(err, &fe) && !errors.As(err, &ue) && !errors.Is(err, loader.ErrUnknownFormat) {
		t.Errorf("an error of an unknown kind: %v", err)
	}
	limit := AllocationLimit(len(data))
	if bytes.Contains(data, []byte("KHR_draco_mesh_compression")) {
		limit += 4096 * int64(len(data)) // what Draco data may cost, and slices that grow
	}
	if bytes.Contains(data, []byte("_meshopt_compression")) {
		limit += 8192 * int64(len(data)) // what compressed views may cost
	}
	if bytes.HasPrefix(data, []byte("Kaydara FBX Binary")) {
		limit += 8192 * int64(len(data)) // what compressed arrays may cost
	}
	if used > limit {
		t.Errorf("%d bytes allocated for %d, more than %d", used, len(data), limit)
	}
	if s != nil {
		CheckRig(t, s)
	}
	return s, err
}

// Allocated returns the number of bytes that f allocates, garbage included. It is 0 under the race
// detector, where pools drop their contents at random.
func Allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if underRaceDetector {
		return 0
	}
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// AllocationLimit is the number of bytes that the loader may allocate for a file of n bytes: its own
// limit, and several times the size of a parsed document.
func AllocationLimit(n int) int64 { return 2<<20 + 160*int64(n) }
