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
	f, err := openRegular(path)
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

// openRegular opens a file that was found to be a regular one, for reading. The flag has no effect
// on such a file, but the runtime then leaves it at that: otherwise it sets and clears the flag
// itself, to find out whether the file is one to wait for, with four more calls of the system.
func openRegular(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|nonblock, 0)
}
