//go:build unix

package limits

import (
	"syscall"
	"time"
)

// FreeFiles returns how many more files the process can open, at most n.
func FreeFiles(n int) (free int) {
	var opened []int
	for range n {
		fd, err := syscall.Dup(syscall.Stderr)
		if err != nil {
			break
		}
		opened = append(opened, fd)
	}
	for _, fd := range opened {
		_ = syscall.Close(fd)
	}
	if len(opened) == n {
		// The runtime opens files of its own for the first timer, and crashes if it cannot.
		// It opens them now, before the files of the run are open.
		time.NewTimer(time.Hour).Stop()
	}
	return len(opened)
}

// noCoreDump disables the core dump of an aborting process.
func noCoreDump() {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_CORE, &limit) == nil {
		limit.Cur = 0
		_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &limit)
	}
}
