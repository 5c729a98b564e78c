//go:build !js && !windows

package fserror

// plain returns an error of the system as it is.
func plain(err error) error { return err }
