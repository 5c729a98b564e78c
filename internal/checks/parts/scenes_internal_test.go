package parts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestScenesTogether: compared are the pairs of instances that one scene shows, each once, and no
// others: those found in the same places without scenes, less those that no scene shows together.
func TestScenesTogether(t *testing.T) {
	byScene, atOnce := 0, 0
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 6))
		s := crowd(r, 2+r.IntN(30))
		s.Scenes, s.Default = 2+r.IntN(6), -1
		if seed%4 == 0 {
			s.Default = r.IntN(s.Scenes)
		}
		for i := range s.Instances {
			in := &s.Instances[i]
			in.Scenes = nil
			for k := range s.Scenes {
				if r.IntN(1+int(seed%5)) == 0 {
					in.Scenes = append(in.Scenes, k)
				}
			}
		}
		o := options{Settings: check.Settings{ListTouches: true, MaxFindings: 10_000, Workers: 2}, Checks: check.Parts}
		open := *s
		open.Scenes, open.Instances = 0, slices.Clone(s.Instances)
		want := check.LeftOut{}
		for i := range open.Instances {
			leave(&want, s, &open.Instances[i])
			open.Instances[i].LowerLevel, open.Instances[i].Hidden = false, false
		}
		if got, all := namedPairs(t, s, o), namedPairs(t, &open, o); !slices.Equal(got.pairs, shownTogether(s, all)) {
			t.Fatalf("seed %d: %q\nwant %q", seed, got.pairs, shownTogether(s, all))
		} else if got.LeftOut != want || got.Objects+want.Total() > len(s.Instances) {
			t.Errorf("seed %d: %d objects, left out %+v, want %+v", seed, got.Objects, got.LeftOut, want)
		}
		c, err := newChecker(t.Context(), world.New(s, 1), o)
		if err != nil {
			t.Fatal(err)
		}
		if sets := c.groupSets(); len(sets) == 1 && sets[0].scene == everyScene {
			atOnce++
		} else {
			byScene++
		}
	}
	if t.Log(byScene, atOnce); byScene < 5 || atOnce < 5 {
		t.Error("one way to go through the pairs was not taken")
	}
}

// named are the pairs of a result by their instances.
type named struct {
	*check.PairResult
	pairs []string
	at    [][2]int
}

func namedPairs(t *testing.T, s *mesh.Scene, o options) (n named) {
	t.Helper()
	summary, err := find(t.Context(), world.New(s, 1), o, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	n.PairResult = summary
	pairs := summary.Pairs
	sum := 0
	for _, k := range check.Between.Rules() {
		sum += summary.Counts.Of(k)
	}
	if sum != len(pairs) {
		t.Errorf("%d pairs counted, %d listed", sum, len(pairs))
	}
	for i := range pairs {
		p := &pairs[i]
		n.at = append(n.at, [2]int{p.A.Instance, p.B.Instance})
		n.pairs = append(n.pairs, fmt.Sprint(p.A.Path, p.B.Path, p.Rule, p.Depth))
	}
	return n
}

// shownTogether returns those of all pairs that a scene shows.
func shownTogether(s *mesh.Scene, all named) (pairs []string) {
	for i, at := range all.at {
		a, b := &s.Instances[at[0]], &s.Instances[at[1]]
		together := func(scene int) bool {
			return (s.Default < 0 || s.Default == scene) && slices.Contains(b.Scenes, scene)
		}
		if !a.LowerLevel && !b.LowerLevel && !a.Hidden && !b.Hidden && slices.ContainsFunc(a.Scenes, together) {
			pairs = append(pairs, all.pairs[i])
		}
	}
	return pairs
}
