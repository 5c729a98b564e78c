package limits

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

const (
	// hugeScene is the number of triangles from which memory matters: some 150 MB.
	hugeScene = 1_000_000
	// hugeGarbage is what the check of a huge scene may leave uncollected, in percent
	// of what it uses. The default of 100 can double the memory. A collection is
	// cheap there however often it comes, since long arrays of numbers hold nothing
	// to be followed: at 25 the time does not change and the peak falls by a quarter.
	hugeGarbage = 25
	// usualGarbage is the default.
	usualGarbage = 100
	// smallHeap is the size that the heap may grow to before anything is collected, in bytes.
	// With the default, a run over many small files or objects would collect after every few
	// megabytes, and spend a quarter of its time on that.
	smallHeap = 32 << 20
	// leastHeap is what the runtime lets the heap grow to at the default.
	leastHeap = 4 << 20
)

// garbage is what may be left uncollected, in percent of what is used. Who sets GOGC decides
// otherwise.
var garbage struct {
	sync.Mutex
	small int // by the size of the heap
	huge  int // huge scenes under way
	set   int // what was set last
}

// RelaxGarbage lets a small heap grow before it is collected.
func RelaxGarbage() {
	if os.Getenv("GOGC") == "" {
		garbage.set = usualGarbage
		allow(func() { garbage.small = usualGarbage * smallHeap / leastHeap })
		runtime.SetFinalizer(new(collection), (*collection).done)
	}
}

// allow changes the garbage, and tells the runtime if that makes a difference.
func allow(change func()) {
	garbage.Lock()
	defer garbage.Unlock()
	change()
	percent := max(garbage.small, usualGarbage)
	if garbage.huge > 0 {
		percent = hugeGarbage
	}
	if percent != garbage.set {
		garbage.set = percent
		debug.SetGCPercent(percent)
	}
}

// collection is garbage itself, so that each collection of garbage is noticed. It has a pointer,
// without which it might share its memory with what is used.
type collection struct{ _ *byte }

// done allows for the next collection what the last one has left room for.
func (c *collection) done() {
	var sample [1]metrics.Sample
	sample[0].Name = "/gc/heap/live:bytes"
	metrics.Read(sample[:])
	live := int(max(sample[0].Value.Uint64(), leastHeap))
	allow(func() { garbage.small = usualGarbage * max(smallHeap-live, 0) / live })
	runtime.SetFinalizer(c, (*collection).done)
}

// LimitGarbage makes the check of a huge scene of so many triangles keep less garbage
// until restore is called, and any other one as much as ever. Such a scene has all threads,
// so that it changes nothing for other files. Who sets GOGC decides otherwise.
func LimitGarbage(triangles int) (restore func()) {
	if triangles < hugeScene || os.Getenv("GOGC") != "" {
		return func() {}
	}
	allow(func() { garbage.huge++ })
	return func() { allow(func() { garbage.huge-- }) }
}
