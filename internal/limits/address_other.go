//go:build !linux

package limits

// AddressSpace returns how much more memory the process may ask for, which is not known here.
func AddressSpace() int64 { return unlimited }
