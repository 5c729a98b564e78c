//go:build !windows

package fserror

func plain(err error) error { return err }
