package boxtree

import (
	"math/rand/v2"
	"testing"
)

// TestCrowded: several workers find the runs that one finds, wherever the chunks begin and end.
func TestCrowded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int{2 * crowd, chunk / 2, 3 * chunk} {
		var keys []uint64
		for code := uint64(0); len(keys) < 5*chunk; code++ {
			n := 1 + rng.IntN(4)
			if rng.IntN(50) == 0 {
				n = rng.IntN(most)
			}
			for range n {
				keys = append(keys, code<<idBits|uint64(len(keys)))
			}
		}
		want := crowdedIn(keys, 0, len(keys))
		got, err := crowded(t.Context(), 3, keys)
		if err != nil || len(got) != len(want) || len(want) == 0 {
			t.Fatalf("%d runs, want %d, %v", len(got), len(want), err)
		}
		for k := range want {
			if &got[k][0] != &want[k][0] || len(got[k]) != len(want[k]) {
				t.Errorf("run %d has %d keys from %x on, want %d from %x on", k, len(got[k]), got[k][0], len(want[k]), want[k][0])
			}
		}
	}
}
