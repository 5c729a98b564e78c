package meshcheck_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/loader"
)

// tally is what a mesh must count, in the words of the corpus's answers.
type tally struct {
	Name       string
	Triangles  int
	Vertices   int
	Nonfinite  int
	Degenerate int
	Duplicate  int
	Overlap    int
	Crossing   int
	Touch      int
	Through    int
}

func tallyOf(m check.Mesh) tally {
	c := m.Counts
	return tally{
		Name: m.Name, Triangles: m.Triangles, Vertices: m.Vertices,
		Nonfinite: c.Of(check.Nonfinite), Degenerate: c.Of(check.Degenerate),
		Duplicate: c.Of(check.Duplicate), Overlap: c.OfKind(check.Overlap),
		Crossing: c.OfKind(check.Crossing), Touch: c.Of(check.Touch), Through: c.ThroughEdge,
	}
}

// TestCorpus checks real files whose counts another exact program has found.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	files := expectedFiles(t, filepath.Join(dir, "expected.json"))
	for name, want := range files {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkCorpusFile(t, filepath.Join(dir, filepath.FromSlash(name)), want)
		})
	}
}

// TestCompressedCorpus is TestCorpus for files whose geometry another program has decoded.
func TestCompressedCorpus(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	checked := 0
	for name, want := range expectedFiles(t, filepath.Join(dir, "expected_formats.json")) {
		if !strings.HasPrefix(name, "compressed/") {
			continue
		}
		checked++
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkCorpusFile(t, filepath.Join(dir, filepath.FromSlash(name)), want)
		})
	}
	if checked < 23 {
		t.Errorf("only %d files", checked)
	}
}

// expectedFile has the answers of one file of the corpus.
type expectedFile struct {
	Meshes []tally
	Error  string
}

func expectedFiles(t *testing.T, path string) (files map[string]expectedFile) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &files); err != nil {
		t.Fatal(err)
	}
	return files
}

func checkCorpusFile(t *testing.T, path string, want expectedFile) {
	t.Helper()
	model, err := loader.Open(t.Context(), path, loader.Options{})
	if want.Error != "" {
		var format *loader.FormatError
		var unsupported *loader.UnsupportedError
		if !errors.As(err, &format) && !errors.As(err, &unsupported) {
			t.Fatalf("%v, want a refusal: %s", err, want.Error)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := meshcheck.Check(t.Context(), model.Scene, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []tally
	for k, m := range r.Meshes {
		w := tallyOf(m)
		w.Name = want.Meshes[min(k, len(want.Meshes)-1)].Name // STL answers have no names
		got = append(got, w)
	}
	if !slices.Equal(got, want.Meshes) {
		t.Errorf("got\n%+v, want\n%+v", got, want.Meshes)
	}
}

// TestFixtures checks every small model against the answer beside it.
func TestFixtures(t *testing.T) {
	for _, f := range fixtures.All() {
		if f.Error != "" {
			continue // package loader rejects it, and its tests check the answer
		}
		t.Run(f.Path, func(t *testing.T) {
			t.Parallel()
			scene := openFixture(t, f.Path)
			r, err := meshcheck.Check(t.Context(), scene, check.Options{Checks: check.Self, ListTouches: true})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Meshes) != len(f.Meshes) {
				t.Fatalf("%d meshes, want %d", len(r.Meshes), len(f.Meshes))
			}
			for k, m := range r.Meshes {
				want := f.Meshes[k]
				if got := countsOf(m.Counts); got != want.Counts {
					t.Errorf("mesh %d: got %+v, want %+v: %s", k, got, want.Counts, f.Why)
				}
				if m.Triangles != want.Triangles || m.Vertices != want.Vertices || m.Name != want.Name {
					t.Errorf("mesh %d: %q with %d triangles and %d vertices, want %q with %d and %d",
						k, m.Name, m.Triangles, m.Vertices, want.Name, want.Triangles, want.Vertices)
				}
				if got := findingsOf(m); want.Findings != nil && !slices.Equal(got, slices.Sorted(slices.Values(want.Findings))) {
					t.Errorf("mesh %d: got %q, want %q: %s", k, got, want.Findings, f.Why)
				}
			}
		})
	}
}

// findingsOf names the findings of a mesh as the answers do, sorted.
func findingsOf(m check.Mesh) []string {
	var out []string
	for _, f := range m.Findings {
		s := fmt.Sprint(f.Rule.Kind(), " ", f.A.Triangle)
		if f.B != nil {
			s += fmt.Sprint(" ", f.B.Triangle)
		}
		if f.Facing != check.NoFacing {
			s += " " + f.Facing.String()
		}
		if f.ThroughEdge {
			s += " through edge"
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}
