package fbx_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// mutate changes a file: bytes, a run of bytes, a number, the order of two parts, or its end.
func mutate(random *rand.Rand, data []byte) []byte {
	out := bytes.Clone(data)
	for range 1 + random.IntN(4) {
		at := random.IntN(len(out))
		switch random.IntN(6) {
		case 0:
			out[at] ^= 1 << random.IntN(8)
		case 1:
			out[at] = byte(random.Uint32())
		case 2:
			return out[:at+1]
		case 3: // a count, an offset or a length
			numbers := []byte{0, 1, 0x7f, 0x80, 0xff}
			for k := range min(4, len(out)-at) {
				out[at+k] = numbers[random.IntN(len(numbers))]
			}
		case 4: // a part again, elsewhere
			n := min(1+random.IntN(64), len(out)-at)
			copy(out[random.IntN(len(out)):], bytes.Clone(out[at:at+n]))
		case 5: // a digit
			for k := at; k < min(at+64, len(out)); k++ {
				if c := out[k]; c-'0' < 10 {
					out[k] = '0' + byte(random.IntN(10))
					break
				}
			}
		}
	}
	return out
}

// TestMutants: whatever is changed in a real file, there is a scene or an error of a known kind, soon and
// within the memory that the file may take.
func TestMutants(t *testing.T) {
	dir := os.Getenv(loadertest.CorpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "fbx", "*.fbx"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	random := rand.New(rand.NewPCG(33, 1))
	read, slowest, most := 0, time.Duration(0), int64(0)
	rounds := longtest.Rounds(t, 84, 2000)
	for i := range rounds {
		path := paths[i%len(paths)]
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		mutant := mutate(random, data)
		for _, o := range []loader.Options{{Workers: 1}, {Workers: 1, UVs: true, Colors: true}, {Workers: 1, Poses: true}} {
			start := time.Now()
			var s *mesh.Scene
			used := loadertest.Allocated(func() { s, _, err = loader.Decode(t.Context(), mutant, nil, o) })
			slowest, most = max(slowest, time.Since(start)), max(most, used)
			var format *loader.FormatError
			var unsupported *loader.UnsupportedError
			var limit *loader.LimitError
			switch {
			case err == nil:
				read++
				loadertest.CheckRig(t, s)
			case !errors.As(err, &format) && !errors.As(err, &unsupported) && !errors.As(err, &limit) && !errors.Is(err, loader.ErrUnknownFormat):
				t.Errorf("mutant %d of %s: an error of an unknown kind: %v", i, filepath.Base(path), err)
			}
			if used > 256<<20 {
				t.Errorf("mutant %d of %s: %d bytes allocated for %d", i, filepath.Base(path), used, len(mutant))
			}
		}
	}
	t.Logf("%d mutants, of which %d are read; the slowest took %v, and the most memory was %d bytes", rounds, read/3, slowest, most)
}
