package poses_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/posegen"
)

// summary is what a change of a model that means nothing must not change.
type summary struct {
	samples, pairs int
	places         []string
}

func summaries(r *check.PoseResult) (all []summary) {
	for i := range r.Clips {
		all = append(all, summaryOf(&r.Clips[i]))
	}
	return all
}

func summaryOf(c *check.PoseClip) summary {
	s := summary{samples: c.Samples, pairs: c.NewPairs}
	for _, p := range c.Places {
		s.places = append(s.places, fmt.Sprintf("%v %v %d+%d near %d, %d pairs", p.Rule, p.Severity, p.FirstSample, len(p.Times), p.Near, p.Pairs))
	}
	slices.Sort(s.places)
	return s
}

// lawful are the models of the laws.
func lawful() map[string]*posegen.Model {
	all := map[string]*posegen.Model{"touching": posegen.Touching(2000, 7)}
	for _, f := range posegen.Fixtures() {
		if len(f.Clips) > 0 {
			all[f.Name] = f.Model
		}
	}
	return all
}

// atKeys are options for samples at keys only.
func atKeys() check.Options { return check.Options{Poses: check.PoseOptions{Rate: -1}} }

// aTolerance is one that does not depend on how a model is turned, as the diagonal of its box does.
func aTolerance() check.Options {
	return check.Options{Poses: check.PoseOptions{Tolerance: check.Tolerance{Value: 0.01}}}
}

// TestLaws: changes of a model that mean nothing change nothing that is found.
func TestLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	turn := posegen.Turn(0, 37).Times(posegen.Turn(1, 71))
	for name, m := range lawful() {
		t.Run(name, func(t *testing.T) {
			want := summaries(checkScene(t, load(t, m), aTolerance()))
			for law, changed := range map[string]*posegen.Model{
				"moved":     m.Moved(geom.Vec{0.5, -0.25, 0.125}, turn),
				"joints":    m.Shuffled(rng, false),
				"triangles": m.Shuffled(rng, true),
			} {
				if got := summaries(checkScene(t, load(t, changed), aTolerance())); !reflect.DeepEqual(got, want) {
					t.Errorf("%s:\n%v, want\n%v", law, got, want)
				}
			}
			want = summaries(checkScene(t, load(t, m), atKeys()))
			if got := summaries(checkScene(t, load(t, m.Faster(4)), atKeys())); !reflect.DeepEqual(got, want) {
				t.Errorf("faster:\n%v, want\n%v", got, want)
			}
		})
	}
}

// TestSplit: a clip cut in two at a key has the same depths in the same samples.
func TestSplit(t *testing.T) {
	m := posegen.Touching(2000, 7)
	whole := checkScene(t, load(t, m), atKeys()).Clips[0]
	parts := checkScene(t, load(t, m.Split(3)), atKeys()).Clips
	deepest := func(c *check.PoseClip, from int) map[int]float64 {
		d := map[int]float64{}
		for _, p := range c.Places {
			for i, x := range p.Depths {
				at := from + p.FirstSample + i
				d[at] = max(d[at], x)
			}
		}
		return d
	}
	want, got := deepest(&whole, 0), deepest(&parts[0], 0)
	for k, x := range deepest(&parts[1], 3) {
		got[k] = x
	}
	if len(want) == 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestWorkers: the number of workers changes nothing.
func TestWorkers(t *testing.T) {
	for name, m := range lawful() {
		s := load(t, m)
		want := checkScene(t, s, check.Options{Workers: 1})
		for _, workers := range []int{2, 7} {
			if got := checkScene(t, s, check.Options{Workers: workers}); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %d workers find something else", name, workers)
			}
		}
	}
}

// TestNumbers: the list is ordered by severity, clip and first sample, and places and issues refer to each
// other.
func TestNumbers(t *testing.T) {
	whole, err := meshcheck.Check(t.Context(), load(t, posegen.Touching(2000, 7)), check.Options{Checks: check.Poses})
	if err != nil {
		t.Fatal(err)
	}
	r := whole.Poses()
	if len(r.List) < 4 {
		t.Fatalf("%d issues", len(r.List))
	}
	at := map[int]*check.PosePlace{}
	for i := range r.Clips {
		for k := range r.Clips[i].Places {
			p := &r.Clips[i].Places[k]
			at[p.Issue] = p
		}
	}
	for i := range r.List {
		is, p := &r.List[i], at[i]
		if p == nil || is.Rule != p.Rule || is.Value != p.Depth || is.Pose.Time != p.Worst || is.At.Index != i || len(is.Findings) == 0 ||
			len(is.Places) != 1 || is.Box.Empty() || p.Stored.Empty() || is.Reason == "" {
			t.Errorf("issue %d: %+v", i, p)
		}
		if i > 0 {
			before := &r.List[i-1]
			if cmp.Or(cmp.Compare(before.Severity, is.Severity), cmp.Compare(before.Pose.Clip, is.Pose.Clip), cmp.Compare(at[i-1].FirstSample, p.FirstSample)) > 0 {
				t.Errorf("issue %d comes before %d", i-1, i)
			}
		}
	}
	if err := whole.Validate(); err != nil {
		t.Error(err)
	}
}
