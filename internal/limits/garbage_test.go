package limits

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// percent returns the runtime's GC percentage.
func percent() int {
	n := debug.SetGCPercent(usualGarbage)
	debug.SetGCPercent(n)
	return n
}

// relaxed starts the test with the settings of the program.
func relaxed(t *testing.T) {
	before := debug.SetGCPercent(usualGarbage)
	t.Cleanup(func() {
		garbage.Lock()
		defer garbage.Unlock()
		garbage.small, garbage.set = 0, usualGarbage
		debug.SetGCPercent(before)
	})
	SetGCDefaults()
}

func TestTightenGC(t *testing.T) {
	for _, c := range []struct {
		name, gogc string
		triangles  int
		limits     bool
	}{
		{"small", "", hugeScene - 1, false},
		{"huge", "", hugeScene, true},
		{"huge, GOGC set", "200", hugeScene, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("GOGC", c.gogc)
			relaxed(t)
			restore := TightenGC(c.triangles)
			if got := percent(); (got == hugeGarbage) != c.limits {
				t.Errorf("collects at %d percent", got)
			}
			if restore(); percent() == hugeGarbage || percent() < usualGarbage {
				t.Errorf("%d percent are left behind", percent())
			}
		})
	}
}

// TestSetGCDefaults checks that the GC percentage is high while the heap is small, and the default when
// it has grown.
func TestSetGCDefaults(t *testing.T) {
	t.Setenv("GOGC", "")
	relaxed(t)
	if got := percent(); got != usualGarbage*smallHeap/leastHeap {
		t.Errorf("%d percent at first", got)
	}
	await := func(what string, is func(percent int) bool) {
		for range 500 {
			if is(percent()) {
				return
			}
			runtime.GC()
			time.Sleep(time.Millisecond) // until the last collection is noticed
		}
		t.Errorf("%d percent for a heap that is %s", percent(), what)
	}
	used := make([]byte, smallHeap/2)
	await("half small", func(p int) bool { return p > usualGarbage/2 && p <= usualGarbage })
	more := make([]byte, smallHeap)
	await("not small", func(p int) bool { return p == usualGarbage })
	runtime.KeepAlive(used)
	runtime.KeepAlive(more)
	used, more = nil, nil
	await("small again", func(p int) bool { return p > 5*usualGarbage })
}
