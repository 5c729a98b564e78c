package poses

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// jobOf returns a job for the poses of a scene at its keys.
func jobOf(s *mesh.Scene, o check.PoseOptions) *checks.Job {
	j := &checks.Job{Scene: s, World: world.New(s, 1), Result: &check.Result{}}
	j.Options.Poses = o
	j.Settings.Workers, j.Settings.MaxFindings = 1, check.DefaultMaxFindings
	return j
}

// sceneOf returns what takes part in the poses of a scene.
func sceneOf(t *testing.T, m *mesh.Scene, o check.PoseOptions) (*scene, *plan) {
	t.Helper()
	c, j := Check{}, jobOf(m, o)
	if _, err := c.Prepare(j); err != nil {
		t.Fatal(err)
	}
	s, err := newScene(t.Context(), j, &c.plan)
	if err != nil {
		t.Fatal(err)
	}
	return s, &c.plan
}

// knownFile are answers of another program.
type knownFile struct {
	Diagonal float64
	Clips    []struct {
		Clip, Samples, Checked int
		Most                   *struct {
			Sample, Pairs int
			Time          float64
			Places        map[string][2]int
		}
		At []struct {
			Sample      int
			Self, Parts int // all that fail
			NewSelf     int `json:"new_self_beyond"`
			NewParts    int `json:"new_parts_beyond"`
		}
	}
}

// compareSamples compares the new pairs of all samples with the answers: those of some samples, and in which
// there are most.
func (w *worker) compareSamples(t *testing.T, name string, p *plan, want *knownFile) {
	t.Helper()
	counts := make([][][2]int, len(want.Clips)) // of each sample, within objects and between them
	for _, at := range p.samples {
		found, err := w.sample(t.Context(), p.clips[at.clip].Clip, at.time)
		if err != nil {
			t.Fatal(err)
		}
		var n [2]int
		for _, q := range found.deep {
			if w.scene.of[q.t] == w.scene.of[q.u] {
				n[0]++
			} else {
				n[1]++
			}
		}
		counts[at.clip] = append(counts[at.clip], n)
	}
	for i, c := range want.Clips {
		for _, at := range c.At {
			if got := counts[i][at.Sample]; got != [2]int{at.NewSelf, at.NewParts} {
				t.Errorf("%s, clip %d, sample %d: %v new pairs, want %+v", name, c.Clip, at.Sample, got, at)
			}
		}
		if c.Checked < c.Samples || c.Most == nil {
			continue
		}
		most := 0
		for k, n := range counts[i] {
			if n[0]+n[1] > counts[i][most][0]+counts[i][most][1] {
				most = k
			}
		}
		if most != c.Most.Sample || counts[i][most][0]+counts[i][most][1] != c.Most.Pairs {
			t.Errorf("%s, clip %d: most pairs in sample %d, %v, want %+v", name, c.Clip, most, counts[i][most], c.Most)
		}
	}
}

// TestRegions compares the regions of the samples with most pairs with those of another program: how many
// there are of each rule, and of how many pairs. That one has no tolerance.
func TestRegions(t *testing.T) {
	corpus := os.Getenv(loadertest.CorpusEnv)
	if corpus == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	text, err := os.ReadFile(filepath.Join(corpus, "poses", "expected_poses.json"))
	if err != nil {
		t.Fatal(err)
	}
	var known map[string]knownFile
	if err := json.Unmarshal(text, &known); err != nil {
		t.Fatal(err)
	}
	names := map[check.Rule]string{check.PoseMoved: "moved", check.PoseFold: "fold", check.PoseContact: "contact"}
	samples := 0
	for name, want := range known {
		if len(want.Clips) == 0 || !longtest.On(t) && name != "CesiumMan.glb" && name != "q_Wolf.glb" {
			continue
		}
		m, err := loader.Open(t.Context(), filepath.Join(corpus, "poses", name), loader.Options{Poses: true})
		if err != nil {
			t.Fatal(err)
		}
		s, p := sceneOf(t, m.Scene, check.PoseOptions{Rate: -1})
		if math.Abs(s.diagonal-want.Diagonal) > 1e-8*want.Diagonal {
			t.Errorf("%s: the diagonal is %v, want %v", name, s.diagonal, want.Diagonal)
		}
		w := s.newWorker()
		if longtest.On(t) {
			w.compareSamples(t, name, p, &want)
		}
		s.tolerance = math.Inf(1)
		for _, c := range want.Clips {
			if c.Most == nil || c.Most.Places == nil {
				continue
			}
			samples++
			found, err := w.sample(t.Context(), c.Clip, c.Most.Time)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string][2]int{"moved": {}, "fold": {}, "contact": {}}
			for _, r := range found.regions {
				n := got[names[r.rule]]
				got[names[r.rule]] = [2]int{n[0] + 1, n[1] + len(r.pairs)}
			}
			for rule, n := range c.Most.Places {
				if got[rule] != n || len(found.deep) != c.Most.Pairs {
					t.Errorf("%s, clip %d at %v: %v of %d pairs, want %v of %d", name, c.Clip, c.Most.Time, got, len(found.deep), c.Most.Places, c.Most.Pairs)
					break
				}
			}
		}
	}
	if samples < longtest.Size(t, 10, 100) {
		t.Errorf("only %d samples", samples)
	}
}
