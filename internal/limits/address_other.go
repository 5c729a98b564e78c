//go:build !linux && !js

package limits

// AddressSpace returns how much more memory the process may allocate, which is unknown here.
func AddressSpace() int64 { return unlimited }
