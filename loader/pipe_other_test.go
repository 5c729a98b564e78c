//go:build !unix

package loader_test

func makePipe(string) bool { return false }
