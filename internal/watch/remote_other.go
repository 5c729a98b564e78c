//go:build !linux

package watch

// remote returns why some of the folders need to be looked at by time, or "". Here that shows only
// when a file has changed without an event.
func remote([]string) string { return "" }
