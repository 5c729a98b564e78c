package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"sync"
)

// hashBuffers are what files are read into to be hashed.
var hashBuffers = sync.Pool{New: func() any { return new([256 << 10]byte) }}

// hashFile returns the SHA-256 of a regular file in hexadecimal.
func hashFile(ctx context.Context, path string) (string, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return "", errors.New("not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	buf := hashBuffers.Get().(*[256 << 10]byte)
	defer hashBuffers.Put(buf)
	hash := sha256.New()
	for {
		n, err := f.Read(buf[:])
		hash.Write(buf[:n])
		switch {
		case err == io.EOF:
			return hex.EncodeToString(hash.Sum(nil)), nil
		case err != nil:
			return "", err
		case ctx.Err() != nil:
			return "", ctx.Err()
		}
	}
}
