package limits

import (
	"math"
	"os"
	"strconv"
	"strings"
)

// totalMemory returns the memory of the machine, in bytes.
func totalMemory() int64 {
	text, _ := os.ReadFile("/proc/meminfo")
	for line := range strings.SplitSeq(string(text), "\n") {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "MemTotal:" && f[2] == "kB" {
			if n, err := strconv.ParseInt(f[1], 10, 64); err == nil {
				return n << 10
			}
		}
	}
	return math.MaxInt64
}
