package limits

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// What is allocated next lies on large pages, and no memory is taken for it before.
func TestLargePages(t *testing.T) {
	const asked = 64 << 20
	if size, _ := advised(t); size > 0 {
		t.Skip("the heap lies on large pages already")
	}
	LargePages(asked)
	size, used := advised(t)
	if size == 0 {
		t.Skip("the system has no large pages to ask for")
	}
	if size < asked || used > asked/4 {
		t.Errorf("of %d bytes, %d may lie on large pages, and %d are in use", asked, size, used)
	}
	b := make([]byte, asked/2)
	for i := range b {
		b[i] = 1
	}
	if _, now := advised(t); now-used < len(b)*9/10 {
		t.Errorf("of %d bytes, %d lie on large pages", len(b), now-used)
	}
	runtime.KeepAlive(b)
}

// advised returns how much of the memory of the process may lie on large pages, and how
// much of that is in use, in bytes.
func advised(t *testing.T) (size, used int) {
	text, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	of := make(map[string]int) // numbers of a region, in KB
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) > 1 {
			of[fields[0]], _ = strconv.Atoi(fields[1])
		}
		if strings.HasPrefix(line, "VmFlags:") && strings.Contains(line, " hg") {
			size, used = size+of["Size:"]<<10, used+of["Rss:"]<<10
		}
	}
	return size, used
}
