package main

import (
	"crypto/sha256"
	"io"
	"os"
	"time"
)

// readAndHash reads a file in sections as the loader does, hashes it, and returns the time that takes.
func readAndHash(file string) (time.Duration, error) {
	begin := clock()
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	hash, section := sha256.New(), make([]byte, 400<<10)
	for {
		n, err := f.Read(section)
		hash.Write(section[:n])
		if err == io.EOF {
			return clock() - begin, nil
		}
		if err != nil {
			return 0, err
		}
	}
}
