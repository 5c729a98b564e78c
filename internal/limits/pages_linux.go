package limits

import (
	"runtime"
	"syscall"
)

// LargePages lets the heap grow by so many bytes and asks the system to back these with large
// pages, as far as they will be used. Each of a run's large arrays is written once, and
// the page faults of that take a fifth of the time of a check on pages of 4 KB. The
// runtime of Go leaves its heap on these where the system wants to be asked. No memory is
// taken before it is written, and a system without large pages changes nothing.
//
// It is for the beginning of a process, whose heap has no memory yet that could be used again.
func LargePages(bytes int64) {
	advise(make([]byte, bytes))
	runtime.GC()
}

// advise does not touch the memory, which may be none yet.
func advise(heap []byte) { _ = syscall.Madvise(heap, syscall.MADV_HUGEPAGE) }
