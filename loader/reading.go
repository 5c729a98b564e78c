package loader

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
)

// chunk is how much is read between two looks at the context.
const chunk = 4 << 20

// readAll returns head and what r has behind it. It is io.ReadAll with progress,
// and with memory of the right size at once for a file that tells its size.
func readAll(ctx context.Context, head []byte, r io.Reader, size int64, p *progress) ([]byte, error) {
	// One byte more than the size lets the read that finds the end of the file
	// do so without growing the slice.
	room := size + 1
	if size < 0 {
		room = 64 << 10
	}
	buf := append(make([]byte, 0, room), head...)
	p.add(int64(len(head)))
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		buf = slices.Grow(buf, 1)
		n, err := r.Read(buf[len(buf):min(cap(buf), len(buf)+chunk)])
		buf = buf[:len(buf)+n]
		p.add(int64(n))
		if errors.Is(err, io.EOF) {
			p.grow(max(0, 2*int64(len(buf))-max(p.total, 0)))
			return buf, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// regularSize returns the size of r where it is a regular file, else -1: pipes
// and devices do not know how much they will give.
func regularSize(r io.Reader) int64 {
	f, ok := r.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return -1
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}

// progress adds up what the goroutines of one load have done.
type progress struct {
	mu          sync.Mutex
	report      func(done, total int64)
	done, total int64 // total is -1 until something is known
}

func newProgress(report func(done, total int64)) *progress {
	return &progress{report: report, total: -1}
}

// grow adds n bytes to the work in sight.
func (p *progress) grow(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total = max(p.total, 0) + n
}

// add counts n bytes as done and reports.
func (p *progress) add(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	if p.report != nil && n > 0 {
		p.report(p.done, p.total)
	}
}

// finish counts everything in sight as done.
func (p *progress) finish() { p.add(p.total - p.done) }

// folder is the file system of a model's folder. It is opened when the first
// side file is asked for, because most models have none and a folder may be
// closed to a reader who may read the model.
type folder struct {
	dir  string
	root *os.Root
}

// open returns the file system below the folder; os.Root sees to it that no
// link leads out of it.
func (f *folder) open() (fs.FS, error) {
	if f.root == nil {
		root, err := os.OpenRoot(f.dir)
		if err != nil {
			return nil, err
		}
		f.root = root
	}
	return f.root.FS(), nil
}

// Open opens a file by its slash-separated path below the folder.
func (f *folder) Open(name string) (fs.File, error) {
	fsys, err := f.open()
	if err != nil {
		return nil, err
	}
	return fsys.Open(name)
}

// Stat describes a file without opening it, which could block on a pipe.
func (f *folder) Stat(name string) (fs.FileInfo, error) {
	fsys, err := f.open()
	if err != nil {
		return nil, err
	}
	return fs.Stat(fsys, name)
}

// Close lets go of the folder.
func (f *folder) Close() error {
	if f.root == nil {
		return nil
	}
	return f.root.Close()
}
