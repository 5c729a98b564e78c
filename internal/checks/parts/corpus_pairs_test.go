package parts_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/loader"
)

var update = flag.Bool("update", false, "rewrite the answers for pairs of objects in the corpus")

// corpusPairs is where the answers are.
const corpusPairs = "testdata/corpus_pairs.json"

// pairAnswers are what is known of the objects of one real file.
type pairAnswers struct {
	File string `json:"file"`
	// Why says what there is to see, by a look at the geometry.
	Why      string   `json:"why"`
	Objects  int      `json:"objects"`
	Singular []string `json:"singular,omitempty"`
	// Pairs name those that are not apart: both paths, the verdict before any tolerance
	// or rounding, the path of the inner one in brackets, and the counts of triangle pairs.
	Pairs []string `json:"pairs"`
}

// statedPairs returns what is stated of the corpus, and skips the test where that is
// not at hand.
func statedPairs(t *testing.T) (files []pairAnswers) {
	t.Helper()
	if os.Getenv("MESHCHECK_CORPUS") == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	text, err := os.ReadFile(corpusPairs)
	if err == nil {
		err = json.Unmarshal(text, &files)
	}
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// open loads the file that the answers are about.
func (a *pairAnswers) open(t *testing.T) *loader.Model {
	t.Helper()
	model, err := loader.Open(t.Context(), filepath.Join(os.Getenv("MESHCHECK_CORPUS"), filepath.FromSlash(a.File)), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// TestCorpusPairs compares the answers for the objects of real files with all pairs of their
// triangles.
func TestCorpusPairs(t *testing.T) {
	longtest.Skip(t, "is about the oracle and the loader alone, and takes long")
	files := statedPairs(t)
	for k, want := range files {
		t.Run(want.File, func(t *testing.T) {
			model := want.open(t)
			got := pairAnswers{File: want.File, Why: want.Why}
			objects, singular := oracle.Objects(model.Scene)
			got.Objects, got.Singular = len(objects), singular
			got.Pairs = describePairs(objects)
			if *update {
				files[k] = got
				return
			}
			if got.Objects != want.Objects || !slices.Equal(got.Singular, want.Singular) {
				t.Errorf("%d objects, singular %q; want %d, %q", got.Objects, got.Singular, want.Objects, want.Singular)
			}
			if !slices.Equal(got.Pairs, want.Pairs) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got.Pairs, "\n"), strings.Join(want.Pairs, "\n"))
			}
			if want.Why == "" {
				t.Error("the answers do not say why")
			}
		})
	}
	if *update {
		var out bytes.Buffer
		e := json.NewEncoder(&out)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		if err := e.Encode(files); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(corpusPairs, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// describePairs writes the pairs of objects that are not apart as the answers do.
func describePairs(objects []oracle.Object) []string {
	out := []string{}
	s := oracle.NewScene(objects)
	for i, a := range objects {
		for j := i + 1; j < len(objects); j++ {
			m := s.Between(i, j)
			if m.Verdict == oracle.Apart {
				continue
			}
			b := objects[j]
			line := fmt.Sprintf("%s %s: %s", a.Path, b.Path, m.Verdict)
			if m.Verdict == oracle.Contained || m.Verdict == oracle.Undecided {
				line += fmt.Sprintf(" (%s)", []string{a.Path, b.Path}[m.Inner])
			}
			for _, kind := range []string{oracle.Crossing, oracle.Overlap, oracle.Duplicate, oracle.Touch} {
				if n := m.Pairs.Count(kind); n > 0 {
					line += fmt.Sprintf(", %d %s", n, kind)
				}
			}
			out = append(out, line)
		}
	}
	return out
}
