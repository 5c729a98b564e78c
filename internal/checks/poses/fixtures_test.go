package poses_test

import (
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/posegen"
	"github.com/meshcheck/meshcheck/mesh"
)

// checkScene checks the poses of a scene.
func checkScene(t testing.TB, s *mesh.Scene, o check.Options) *check.PoseResult {
	t.Helper()
	o.Checks = check.Poses
	r, err := meshcheck.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Poses()
}

// TestGenerated checks small models whose places are known.
func TestGenerated(t *testing.T) {
	for _, f := range posegen.Fixtures() {
		t.Run(f.Name, func(t *testing.T) {
			s := load(t, f.Model)
			compareAnswers(t, checkScene(t, s, check.Options{}), f.Answers)
			if f.Alone != nil {
				r := checkScene(t, s, check.Options{Poses: check.PoseOptions{Targets: true}})
				r.Clips = r.Clips[len(f.Answers):]
				compareAnswers(t, r, f.Alone)
			}
		})
	}
}

func compareAnswers(t *testing.T, r *check.PoseResult, answers []posegen.Answer) {
	t.Helper()
	if len(r.Clips) != len(answers) {
		t.Fatalf("%d clips, want %d", len(r.Clips), len(answers))
	}
	flat := 0
	for i := range answers {
		compareAnswer(t, &r.Clips[i], &answers[i])
		flat += min(1, len(answers[i].Flat))
	}
	if len(r.NotChecked) != flat {
		t.Errorf("not checked: %+v", r.NotChecked)
	}
}

func compareAnswer(t *testing.T, c *check.PoseClip, want *posegen.Answer) {
	t.Helper()
	if c.Samples != want.Samples {
		t.Errorf("%d samples, want %d", c.Samples, want.Samples)
	}
	places := slices.Clone(c.Places)
	if want.Slides {
		places = slices.DeleteFunc(places, func(p check.PosePlace) bool { return p.Rule == check.PoseMoved })
	}
	slices.SortStableFunc(places, func(a, b check.PosePlace) int { return a.FirstSample - b.FirstSample })
	if len(places) != len(want.Places) {
		t.Fatalf("%d places, want %d: %+v", len(places), len(want.Places), places)
	}
	for i, p := range places {
		w := want.Places[i]
		last := p.FirstSample + len(p.Depths) - 1
		if p.Rule.String() != w.Rule || p.FirstSample != w.First || last != w.Last || p.Always != w.Always(want) {
			t.Errorf("%v in samples %d to %d, want %+v", p.Rule, p.FirstSample, last, w)
		}
		worst := slices.Index(p.Times, p.Worst)
		if p.Depths[worst] != p.Depth || p.Depth != slices.Max(p.Depths) || p.First != p.Times[0] || p.Last != p.Times[len(p.Times)-1] {
			t.Errorf("%+v does not agree with itself", p)
		}
		if w.Depth > 0 && (p.FirstSample+worst != w.Worst || math.Abs(p.Depth-w.Depth) > 1e-3*w.Depth) {
			t.Errorf("deepest in sample %d, %v; want %+v", p.FirstSample+worst, p.Depth, w)
		}
	}
}
