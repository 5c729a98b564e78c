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
func readAll(ctx context.Context, head []byte, r io.Reader, size int64, o Options, p *progress) ([]byte, error) {
	if err := o.limitMemory("", 0, size); err != nil {
		return nil, err
	}
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
		if err := o.limitMemory("", 0, int64(len(buf))); err != nil {
			return nil, err
		}
		if errors.Is(err, io.EOF) {
			p.grow(max(0, 2*int64(len(buf))-max(p.total, 0)))
			return buf, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// stat is what the system says of an open file; info is nil for what is no regular
// file: pipes and devices do not know how much they will give.
type stat struct{ info fs.FileInfo }

func statOf(r io.Reader) stat {
	f, ok := r.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return stat{}
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return stat{}
	}
	return stat{info}
}

// size returns the size of a regular file, else -1.
func (s stat) size() int64 {
	if s.info == nil {
		return -1
	}
	return s.info.Size()
}

// ErrChanged is returned, perhaps wrapped, for a file that another program wrote to while
// it was read: what was read may be neither what it was before nor what it is now.
var ErrChanged = errors.New("the file changed while it was read")

// changed returns ErrChanged if r, of which s was said before, is another size by now or
// was written to. A file that was removed or replaced by another of its name is still the
// one that was opened, and whole.
func (s stat) changed(r io.Reader) error {
	if s.info == nil {
		return nil
	}
	if now := statOf(r); now.info == nil || now.size() != s.size() || !now.info.ModTime().Equal(s.info.ModTime()) {
		return ErrChanged
	}
	return nil
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
