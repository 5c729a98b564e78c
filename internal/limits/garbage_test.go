package limits

import (
	"runtime/debug"
	"testing"
)

func TestLimitGarbage(t *testing.T) {
	const usual = 77
	defer debug.SetGCPercent(debug.SetGCPercent(usual))
	current := func() int {
		n := debug.SetGCPercent(usual)
		debug.SetGCPercent(n)
		return n
	}
	for _, c := range []struct {
		name, gogc string
		triangles  int
		want       int
	}{
		{"small", "", hugeScene - 1, usual},
		{"huge", "", hugeScene, hugeGarbage},
		{"huge, GOGC set", "200", hugeScene, usual},
	} {
		t.Setenv("GOGC", c.gogc)
		restore := LimitGarbage(c.triangles)
		if got := current(); got != c.want {
			t.Errorf("%s: collects at %d percent, want %d", c.name, got, c.want)
		}
		if restore(); current() != usual {
			t.Errorf("%s: %d percent are left behind", c.name, current())
		}
	}
}
