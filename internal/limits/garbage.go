package limits

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

const (
	// hugeScene is the number of triangles from which memory matters: about 150 MB.
	hugeScene = 1_000_000
	// hugeGarbage is the GC percentage for huge scenes. The default of 100 can double the
	// memory. Collections are cheap there, since long arrays of numbers hold no pointers: at
	// 25 the time does not change and the peak falls by a quarter.
	hugeGarbage = 25
	// usualGarbage is the default GC percentage.
	usualGarbage = 100
	// smallHeap is the size to which the heap may grow before the first collection, in bytes.
	// By default, a run over many small files or objects would collect after every few
	// megabytes, and spend a quarter of its time on that.
	smallHeap = 32 << 20
	// leastHeap is the runtime's minimum heap size at the default percentage, in bytes.
	leastHeap = 4 << 20
)

// garbage holds the GC percentages. The environment variable GOGC overrides them.
var garbage struct {
	sync.Mutex
	small int // for the present size of the heap
	huge  int // number of huge scenes being checked
	set   int // the percentage set last
}

// SetGCDefaults lets a small heap grow before garbage is collected.
func SetGCDefaults() {
	if os.Getenv("GOGC") == "" {
		garbage.Lock()
		garbage.set = usualGarbage
		garbage.Unlock()
		allow(func() { garbage.small = usualGarbage * smallHeap / leastHeap })
		runtime.SetFinalizer(new(collection), (*collection).done)
	}
}

// allow changes garbage, and the GC percentage of the runtime if that changes with it.
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

// collection is garbage whose finalizer runs at each collection. It has a pointer, so that the
// runtime does not put it into a block with live objects.
type collection struct{ _ *byte }

// done sets the percentage for the next collection from the heap that the last one left.
func (c *collection) done() {
	var sample [1]metrics.Sample
	sample[0].Name = "/gc/heap/live:bytes"
	metrics.Read(sample[:])
	live := int(max(sample[0].Value.Uint64(), leastHeap))
	allow(func() { garbage.small = usualGarbage * max(smallHeap-live, 0) / live })
	runtime.SetFinalizer(c, (*collection).done)
}

// TightenGC lowers the GC percentage until restore is called if a scene of this many
// triangles is huge. A huge scene has all threads, so other files are not affected. The
// environment variable GOGC overrides it, and so does a program that never called SetGCDefaults: its
// percentage is its own.
func TightenGC(triangles int) (restore func()) {
	garbage.Lock()
	mine := garbage.set != 0
	garbage.Unlock()
	if triangles < hugeScene || !mine || os.Getenv("GOGC") != "" {
		return func() {}
	}
	allow(func() { garbage.huge++ })
	return func() { allow(func() { garbage.huge-- }) }
}
