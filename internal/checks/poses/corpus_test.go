package poses_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader"
)

// corpusFolder returns a folder of the corpus.
func corpusFolder(t testing.TB, of ...string) string {
	t.Helper()
	corpus := os.Getenv(loadertest.CorpusEnv)
	if corpus == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	return filepath.Join(append([]string{corpus}, of...)...)
}

// readAnswers reads a file of the corpus with known answers.
func readAnswers(t testing.TB, to any, of ...string) {
	t.Helper()
	text, err := os.ReadFile(corpusFolder(t, of...))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}

// checkFile checks the poses of a file at its keys.
func checkFile(t testing.TB, path string, o check.Options) *check.PoseResult {
	t.Helper()
	m, err := loader.Open(t.Context(), path, loader.Options{Poses: true})
	if err != nil {
		t.Fatal(err)
	}
	o.Checks = check.Poses
	r, err := meshcheck.Check(t.Context(), m.Scene, o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Poses()
}

// knownSample is a sample of a clip in the answers, by its number.
type knownSample struct {
	Sample int
	Time   float64
	Pairs  int
	// Places are numbers of regions and pairs, by rule.
	Places map[string][2]int
}

// knownPoses are the answers of an exact program for a file.
type knownPoses struct {
	Error string
	Clips []struct {
		Clip, Samples, Checked int
		Pairs                  int          `json:"new_pairs_beyond"`
		First, Last, Most      *knownSample // nil without new pairs
	}
}

// quick are files that are always compared.
var quick = []string{"CesiumMan.glb", "RiggedFigure.glb", "kenney_platformer_character.glb", "SimpleSkin.gltf", "gen/Animation_NodeMisc/Animation_NodeMisc_04.gltf"}

// TestCorpus compares what is found in the clips of real files with the answers of an exact program.
func TestCorpus(t *testing.T) {
	var known map[string]knownPoses
	readAnswers(t, &known, "poses", "expected_poses.json")
	names := quick
	if longtest.On(t) {
		names = nil
		for name := range known {
			names = append(names, name)
		}
		slices.Sort(names)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			want := known[name]
			got := checkFile(t, corpusFolder(t, "poses", name), check.Options{Poses: check.PoseOptions{Rate: -1}})
			if want.Error != "" {
				if len(got.NotChecked) != 1 || len(got.Clips) != 0 {
					t.Errorf("%+v, want an error", got.NotChecked)
				}
				return
			}
			for i, c := range want.Clips {
				compareClip(t, &got.Clips[i], c.Samples, c.Pairs, c.First, c.Last, c.Samples == c.Checked)
			}
		})
	}
}

// compareClip compares the new pairs of a clip with the answers. Some samples of large files were not
// looked at by the other program.
func compareClip(t *testing.T, got *check.PoseClip, samples, pairs int, first, last *knownSample, all bool) {
	t.Helper()
	if got.Samples != samples {
		t.Errorf("clip %d: %d samples, want %d", got.Clip, got.Samples, samples)
	}
	if all && got.NewPairs != pairs || got.NewPairs < pairs {
		t.Errorf("clip %d: %d new pairs, want %d", got.Clip, got.NewPairs, pairs)
	}
	if !all {
		return
	}
	times := func(p *check.PosePlace) (float64, float64) { return p.First, p.Last }
	if (first == nil) != (len(got.Places) == 0) {
		t.Errorf("clip %d: %d places, want %v", got.Clip, len(got.Places), first)
	}
	if first == nil || len(got.Places) == 0 {
		return
	}
	from, to := times(&got.Places[0])
	for i := range got.Places {
		a, b := times(&got.Places[i])
		from, to = min(from, a), max(to, b)
	}
	if from != first.Time || to != last.Time {
		t.Errorf("clip %d: from %v to %v, want %v to %v", got.Clip, from, to, first.Time, last.Time)
	}
}

// knownFixture is a small file with answers that follow by hand.
type knownFixture struct {
	Error   string
	Samples int
	Failing []float64
	Pairs   map[string]int `json:"pairs_at"`
}

// TestFixtures compares when places are there in small files with answers that follow by hand.
func TestFixtures(t *testing.T) {
	var known map[string]knownFixture
	readAnswers(t, &known, "poses", "fixtures", "fixtures.json")
	for name, want := range known {
		if want.Error != "" {
			continue
		}
		got := checkFile(t, corpusFolder(t, "poses", "fixtures", name), check.Options{Poses: check.PoseOptions{Rate: -1}})
		if len(got.NotChecked) > 0 {
			t.Errorf("%s: %v", name, got.NotChecked)
		}
		failing := map[string]bool{}
		for _, p := range got.Clips[0].Places {
			for _, x := range p.Times {
				failing[strconv.FormatFloat(x, 'g', 6, 64)] = true
			}
		}
		if got.Clips[0].Samples != want.Samples || len(failing) != len(want.Failing) {
			t.Errorf("%s: %d samples, failing at %v, want %d and %v", name, got.Clips[0].Samples, failing, want.Samples, want.Failing)
		}
		for _, x := range want.Failing {
			if !failing[strconv.FormatFloat(x, 'g', 6, 64)] {
				t.Errorf("%s: nothing at %v", name, x)
			}
		}
		if testing.Verbose() {
			for _, p := range got.Clips[0].Places {
				fmt.Println(name, p.Rule, p.First, p.Last, p.Worst, p.Depth, p.Pairs)
			}
		}
	}
}
