//go:build unix

package loader_test

import "syscall"

func makePipe(path string) bool { return syscall.Mkfifo(path, 0o666) == nil }
