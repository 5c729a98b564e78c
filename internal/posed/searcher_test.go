package posed_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/pollctx"
	"github.com/meshcheck/meshcheck/internal/posed"
)

// TestStops: the search ends when it is told to, and does not begin when it is cancelled.
func TestStops(t *testing.T) {
	s := together(meshgen.Icosphere(2, geom.Vec{}, 1), meshgen.Icosphere(2, geom.Vec{0.5, 0.3, 0.1}, 1))
	all := fastPairs(t, s.surface().NewSearcher(), s.Vertices, nil)
	for _, most := range []int{1, 5, len(all)} {
		found := 0
		err := s.surface().NewSearcher().Pairs(t.Context(), s.Vertices, nil, func(posed.Pair) bool {
			found++
			return found < most
		})
		if err != nil || found != most {
			t.Errorf("%d pairs, want %d: %v", found, most, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := s.surface().NewSearcher().Pairs(ctx, s.Vertices, nil, func(posed.Pair) bool {
		t.Error("a pair")
		return true
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestAfterStop: pairs that wait to be compared when a search ends early are not found in the next pose.
func TestAfterStop(t *testing.T) {
	s := together(meshgen.Icosphere(2, geom.Vec{}, 1), meshgen.Icosphere(2, geom.Vec{0.5, 0.3, 0.1}, 1))
	apart := slices.Clone(s.Vertices)
	for v := len(apart) / 2; v < len(apart); v++ {
		apart[v] = apart[v].Add(geom.Vec{1, 0.1, 0.2})
	}
	q := s.surface().NewSearcher()
	most := len(fastPairs(t, q, s.Vertices, nil))
	for _, polls := range []int64{1, 2, 3, 5, 10, 20} {
		ctx, found := pollctx.CancelAt(t.Context(), polls), 0
		err := q.Pairs(ctx, s.Vertices, nil, func(posed.Pair) bool {
			found++
			return found < most*int(polls)/20
		})
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		s.compare(t, fmt.Sprintf("after %d pairs", found), q, apart, nil)
	}
}

// TestNothingSought: surfaces without faces or objects, and objects that nothing is compared with.
func TestNothingSought(t *testing.T) {
	two := together(meshgen.Icosphere(1, geom.Vec{}, 1), meshgen.Icosphere(1, geom.Vec{0.5, 0.3, 0.1}, 1))
	two.objects[0].Self, two.objects[1].Self = false, false
	two.tested = func(int, int) bool { return false }
	for name, s := range map[string]*scene{"no faces": together(), "no objects": {Indexed: two.Indexed}, "nothing sought": two} {
		if pairs := fastPairs(t, s.surface().NewSearcher(), s.Vertices, nil); len(pairs) > 0 {
			t.Errorf("%s: %d pairs", name, len(pairs))
		}
	}
}

// TestAllocatesNothing: the second search in a pose does not.
func TestAllocatesNothing(t *testing.T) {
	s := together(meshgen.Icosphere(3, geom.Vec{}, 1), meshgen.Torus(20, 20, 1, 0.3), meshgen.Icosphere(2, geom.Vec{0.5, 0, 0}, 1))
	s.objects[2].Self = false
	q := s.surface().NewSearcher()
	found := 0
	count := func(posed.Pair) bool {
		found++
		return true
	}
	n := testing.AllocsPerRun(10, func() {
		if err := q.Pairs(t.Context(), s.Vertices, nil, count); err != nil {
			t.Fatal(err)
		}
	})
	if n > 0 || found == 0 {
		t.Errorf("%v allocations, %d pairs", n, found)
	}
}
