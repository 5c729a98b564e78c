// Package limits finds how much memory and how many open files the system allows the process,
// and tunes the garbage collector.
package limits

import (
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// Memory returns the default memory limit of a run, in bytes: three quarters of the least of
// the machine's memory, the limit of the control group, and what the limits of the process
// leave (ulimit -v and -d). If all are unknown, there is no limit.
func Memory() int64 {
	return min(availableMemory(totalMemory(), "/proc/self/cgroup", "/sys/fs/cgroup"), AddressSpace()) / 4 * 3
}

// availableMemory returns total, or the least limit of the control groups that the
// process is in, if that is less.
func availableMemory(total int64, groups, mount string) int64 {
	text, err := os.ReadFile(groups)
	if err != nil {
		return total
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		// Version 1: "4:cpu,memory:/docker/17". Version 2: "0::/user.slice/app.scope".
		fields := strings.SplitN(line, ":", 3)
		if len(fields) < 3 {
			continue
		}
		root, file := mount, "memory.max"
		if fields[1] != "" {
			root, file = path.Join(mount, "memory"), "memory.limit_in_bytes"
		}
		if fields[1] == "" || strings.Contains(","+fields[1]+",", ",memory,") {
			total = min(total, groupLimit(root, fields[2], file))
		}
	}
	return total
}

// groupLimit returns the least limit of a group and those above it. In a container the
// group's path may be the host's; then the container's own group is the root.
func groupLimit(root, group, file string) int64 {
	limit := int64(math.MaxInt64)
	for g := path.Clean("/" + group); ; g = path.Dir(g) {
		if text, err := os.ReadFile(path.Join(root, g, file)); err == nil {
			// "max" is not a number and means no limit.
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
				limit = min(limit, n)
			}
		}
		if g == "/" {
			return limit
		}
	}
}

// SetHeap makes the garbage collector work harder as memory use approaches bytes. The
// environment variable GOMEMLIMIT overrides it.
func SetHeap(bytes int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(bytes)
	}
}
