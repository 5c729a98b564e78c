package limits

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// threadRoom is the stack size of threads that the C library creates, in bytes.
const threadRoom = 8 << 20

// moreThreads is how many threads the process has besides those that work.
const moreThreads = 4

// AddressSpace returns how much more memory the process may allocate within its limits of
// address space and data, in bytes, excluding thread stacks. The first call measures it, and
// should be early.
func AddressSpace() int64 { return addressSpace() }

var addressSpace = sync.OnceValue(func() int64 {
	const total, data = 0, 5 // columns of statm, in pages
	return min(roomBelow(syscall.RLIMIT_AS, total), roomBelow(syscall.RLIMIT_DATA, data))
})

func roomBelow(resource, column int) int64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(resource, &limit); err != nil || limit.Cur >= unlimited {
		return unlimited
	}
	text, _ := os.ReadFile("/proc/self/statm")
	fields := strings.Fields(string(text))
	if column >= len(fields) {
		return unlimited
	}
	pages, err := strconv.ParseInt(fields[column], 10, 64)
	if err != nil {
		return unlimited
	}
	threads := int64(runtime.GOMAXPROCS(0) + moreThreads)
	return int64(limit.Cur) - pages*int64(os.Getpagesize()) - threads*threadRoom
}
