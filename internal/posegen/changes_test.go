package posegen_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/posegen"
)

// counts returns the number of new pairs in the samples of each clip that are plainly deeper than rounding, which
// depends on where the model is.
func counts(t *testing.T, m *posegen.Model, rate float64) (all [][]int) {
	s := load(t, m)
	n := newNaive(t, s)
	for clip := range s.Rig.Clips {
		times, _ := s.Rig.Clips[clip].Samples(rate, 10_000)
		of := make([]int, len(times))
		for k, x := range times {
			for _, depth := range n.sample(t, clip, x).depths {
				if depth > 1e-5 {
					of[k]++
				}
			}
		}
		all = append(all, of)
	}
	return all
}

func equal(a, b [][]int) bool { return slices.EqualFunc(a, b, slices.Equal) }

// TestChanges: the changes of a model leave the number of new pairs in each sample as it is.
func TestChanges(t *testing.T) {
	contacts := 0
	for seed := range longtest.Rounds(t, 1, 6) {
		m := posegen.Random(uint64(seed))
		want := counts(t, m, 30)
		for _, of := range want {
			for _, n := range of {
				contacts += n
			}
		}
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		turn := posegen.Turn(0, 40).Times(posegen.Turn(2, 70))
		for name, changed := range map[string]*posegen.Model{
			"moved":    m.Moved(geom.Vec{1, -2, 0.5}, turn),
			"shuffled": m.Shuffled(rng, true),
		} {
			if got := counts(t, changed, 30); !equal(got, want) {
				t.Errorf("seed %d, %s: %v, want %v", seed, name, got, want)
			}
		}
		if got := counts(t, m.Faster(4), 120); !equal(got, want) {
			t.Errorf("seed %d, faster: %v, want %v", seed, got, want)
		}
		joined := [][]int(nil)
		halves := counts(t, m.Split(2), 30)
		for k := 0; k < len(halves); k += 2 {
			// The key of the split is in both.
			joined = append(joined, slices.Concat(halves[k], halves[k+1][1:]))
		}
		if !equal(joined, want) {
			t.Errorf("seed %d, split: %v, want %v", seed, joined, want)
		}
	}
	if t.Log(contacts, "pairs"); contacts < 100 {
		t.Error("too few")
	}
}

// TestDeterministic: a model is the same file each time.
func TestDeterministic(t *testing.T) {
	for seed := range uint64(3) {
		if !slices.Equal(posegen.Random(seed).GLB(), posegen.Random(seed).GLB()) {
			t.Errorf("seed %d differs", seed)
		}
	}
	for i, f := range posegen.Fixtures() {
		if !slices.Equal(f.GLB(), posegen.Fixtures()[i].GLB()) {
			t.Errorf("%s differs", f.Name)
		}
	}
}
