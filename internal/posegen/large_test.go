package posegen_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/posegen"
)

// TestLarge: the large models have about as many pairs of triangles in each sample as they say.
func TestLarge(t *testing.T) {
	longtest.Skip(t, "large models")
	for _, row := range []struct {
		name        string
		model       *posegen.Model
		triangles   int
		rest        [2]int
		least, most int
	}{
		{"clean", posegen.Clean(50_000, 300), 50_000, [2]int{0, 0}, 0, 0},
		{"touching", posegen.Touching(50_000, 300), 50_000, [2]int{0, 0}, 800, 1500},
		{"shells", posegen.Shells(300), 61_760, [2]int{14_000, 20_000}, 0, 2000},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := load(t, row.model)
			n := newNaive(t, s)
			times, _ := s.Rig.Clips[0].Samples(30, 1000)
			if got := row.model.Triangles(); len(times) != 300 || got > row.triangles || got < row.triangles*98/100 {
				t.Errorf("%d triangles, %d samples", got, len(times))
			}
			if len(n.known) < row.rest[0] || len(n.known) > row.rest[1] {
				t.Errorf("%d pairs at rest", len(n.known))
			}
			for k := 0; k < len(times); k += 60 {
				pairs := len(n.sample(t, 0, times[k]).pairs)
				if pairs < row.least || pairs > row.most {
					t.Errorf("sample %d: %d new pairs", k, pairs)
				}
				t.Logf("sample %d: %d new pairs, %d at rest", k, pairs, len(n.known))
			}
		})
	}
}
