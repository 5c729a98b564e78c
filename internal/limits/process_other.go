//go:build !unix

package limits

// FreeFiles returns n: the system has no relevant limit.
func FreeFiles(n int) int { return n }

// noCoreDump does nothing.
func noCoreDump() {}
