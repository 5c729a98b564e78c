package longtest_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
)

func TestRounds(t *testing.T) {
	for value, want := range map[string]int{"": 2, "0": 2, "1": 50, "3": 150} {
		t.Setenv("MESHCHECK_LONG", value)
		if n := longtest.Size(t, 2, 50); n != min(want, 50) {
			t.Errorf("MESHCHECK_LONG=%s: size %d", value, n)
		}
		if n := longtest.Rounds(t, 2, 50); n != want || longtest.On(t) != (want > 2) {
			t.Errorf("MESHCHECK_LONG=%s: %d rounds, on: %v", value, n, longtest.On(t))
		}
	}
}
