// Package limits finds how much memory and how many open files the system allows the process,
// and tunes the garbage collector.
package limits

import (
	"math"
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// unlimited is the value of a missing limit.
const unlimited = math.MaxInt64

// Memory returns the default memory limit of a run, in bytes: three quarters of the least of
// the machine's memory, the limit of the control group, and what the limits of the process
// leave (ulimit -v and -d). If all are unknown, there is no limit.
func Memory() int64 {
	least := AddressSpace()
	for _, limit := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if n, err := limit(); err == nil && n < unlimited {
			least = min(least, int64(n))
		}
	}
	return least / 4 * 3
}

// SetHeap makes the garbage collector work harder as memory use approaches bytes. The
// environment variable GOMEMLIMIT overrides it.
func SetHeap(bytes int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(bytes)
	}
}
