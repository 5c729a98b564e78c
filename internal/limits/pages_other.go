//go:build !linux

package limits

// LargePages asks the system to back the heap with large pages, which is done on Linux only.
func LargePages(int64) {}
