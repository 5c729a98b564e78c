package loader

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"

	"github.com/meshcheck/meshcheck/loader/source"
)

const (
	// streamSize is the size from which the format of a file is detected before the file is read:
	// perhaps it need not be in memory as a whole.
	streamSize = 1 << 20
	// streamHead is the number of bytes that are read for that. They are enough to be certain of
	// each format that can be decoded while it is read.
	streamHead = 512
)

// readHead returns the beginning of a large file, and nothing of a smaller one.
func readHead(r io.Reader, size int64) ([]byte, error) {
	if size < streamSize {
		return nil, nil
	}
	head := make([]byte, streamHead)
	n, err := io.ReadFull(r, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // the file has shrunk, which load notices
	}
	return head[:n], err
}

// readAll returns head and the rest of r. It is io.ReadAll with progress and limits, and allocates
// once if the size of the file is known.
func readAll(ctx context.Context, head []byte, r io.Reader, size int64, in *source.Input) ([]byte, error) {
	if err := in.LimitMemory(0, size); err != nil {
		return nil, err
	}
	// With one byte more than the size, the read that finds the end of the file need not grow the
	// slice.
	room := size + 1
	if size < 0 {
		room = 64 << 10
	}
	buf := append(make([]byte, 0, room), head...)
	in.Progress.Add(int64(len(head)))
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		buf = slices.Grow(buf, 1)
		n, err := r.Read(buf[len(buf):min(cap(buf), len(buf)+source.Chunk)])
		buf = buf[:len(buf)+n]
		in.Progress.Add(int64(n))
		if err := in.LimitMemory(0, int64(len(buf))); err != nil {
			return nil, err
		}
		if errors.Is(err, io.EOF) {
			in.Progress.GrowTo(2 * int64(len(buf)))
			return buf, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// hashConcurrently returns a function that returns the hash of data, and can be called once. For large
// data, a goroutine computes it meanwhile. The function does not keep data alive.
func hashConcurrently(data []byte, workers int) func() string {
	sum := make(chan string, 1)
	hash := func() {
		h := sha256.Sum256(data)
		sum <- hex.EncodeToString(h[:])
	}
	if workers > 1 && len(data) > 64<<10 {
		go hash()
	} else {
		hash()
	}
	return func() string { return <-sum }
}

// endedReader notes whether r was read to its end.
type endedReader struct {
	r     io.Reader
	ended bool
}

func (e *endedReader) Read(b []byte) (int, error) {
	n, err := e.r.Read(b)
	e.ended = e.ended || errors.Is(err, io.EOF)
	return n, err
}
