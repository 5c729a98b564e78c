package limits

import (
	"errors"
	"math"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

func TestLimitOf(t *testing.T) {
	for _, c := range []struct {
		name  string
		limit uint64
		err   error
		want  int64
	}{
		{"a limit", 2e9, nil, 2e9},
		{"none", 0, memlimit.ErrNoLimit, unlimited},
		{"what cannot be read", 0, errors.New("broken"), unlimited},
		{"more than can be addressed", math.MaxUint64, nil, unlimited},
	} {
		if got := limitOf(func() (uint64, error) { return c.limit, c.err }); got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, got, c.want)
		}
	}
	if got := Memory(); got < 1<<28 || got > unlimited/4*3 {
		t.Errorf("this machine has %d bytes", got)
	}
}
