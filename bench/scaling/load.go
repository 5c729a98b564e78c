package main

import (
	"crypto/sha256"
	"io"
	"os"
	"time"
)

// loading is the time of loading a binary STL file on one thread, and the parts of it that one goroutine
// takes whatever their number: one reads, and another one hashes, beside the check as well.
type loading struct{ All, Read, Hash time.Duration }

// on returns the time of loading on some processors: up to half of the file waits to be hashed.
func (l loading) on(processors int) time.Duration {
	return max(l.All/time.Duration(processors), l.Read, l.Hash/2)
}

// readAndHash measures reading a file in sections as the loader does, and hashing it.
func (l *loading) readAndHash(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	hash, section := sha256.New(), make([]byte, 400<<10)
	for {
		begin := clock()
		n, err := f.Read(section)
		read := clock()
		hash.Write(section[:n])
		l.Read += read - begin
		l.Hash += clock() - read
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
