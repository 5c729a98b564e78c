package main

import (
	"crypto/sha256"
	"io"
	"os"
	"time"
)

// loading is the time of loading a binary STL file on one thread, and of what one goroutine does: reading,
// and hashing, which a goroutine of its own does where there are some processors.
type loading struct{ All, Read, Hash time.Duration }

// on returns the time of loading on some processors. If they are many, up to half of the file is hashed
// only after it was loaded.
func (l loading) on(processors int) time.Duration {
	alone := max(l.Read, l.Hash/2)
	if processors < 4 {
		alone = l.Read + l.Hash
	}
	return max(l.All/time.Duration(processors), alone)
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
