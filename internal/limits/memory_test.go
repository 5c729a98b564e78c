package limits

import "testing"

// The machine's memory is known, and is a limit.
func TestMemory(t *testing.T) {
	if got := Memory(); got < 1<<28 || got == unlimited/4*3 {
		t.Errorf("this machine has %d bytes", got)
	}
}
