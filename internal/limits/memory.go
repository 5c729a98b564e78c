// Package limits knows how much memory and how many files the system lets the process have.
package limits

import (
	"math"
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Memory returns what a run may take unless told otherwise, in bytes: three quarters of what the
// machine has, the run's control group allows or the limits of the process leave (ulimit
// -v and -d), whichever is less. Where none can be known there is no limit.
func Memory() int64 {
	return min(limitOf(memlimit.FromSystem), limitOf(memlimit.FromCgroup), AddressSpace()) / 4 * 3
}

// limitOf returns a limit, and unlimited where there is none or none can be known.
func limitOf(provider memlimit.Provider) int64 {
	limit, err := provider()
	if err != nil {
		return unlimited
	}
	return int64(min(limit, math.MaxInt64))
}

// SetHeap makes the garbage collector work harder before more bytes are taken than there may
// be. Who sets GOMEMLIMIT decides otherwise.
func SetHeap(bytes int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(bytes)
	}
}
