package limits

import (
	"os"
	"runtime/debug"
)

const (
	// hugeScene is the number of triangles from which memory matters: some 150 MB.
	hugeScene = 1_000_000
	// hugeGarbage is what the check of a huge scene may leave uncollected, in percent
	// of what it uses. The default of 100 can double the memory. A collection is
	// cheap there however often it comes, since long arrays of numbers hold nothing
	// to be followed: at 25 the time does not change and the peak falls by a quarter.
	hugeGarbage = 25
)

// LimitGarbage makes the check of a huge scene of so many triangles keep less garbage
// until restore is called, and any other one as much as ever. Such a scene has all threads,
// so that it changes nothing for other files. Who sets GOGC decides otherwise.
func LimitGarbage(triangles int) (restore func()) {
	if triangles < hugeScene || os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(hugeGarbage)
	return func() { debug.SetGCPercent(before) }
}
