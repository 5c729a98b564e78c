package atomicfile

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file to be written: it appears under its own name when it is whole, and what
// it replaces stays until then. A target that is a device or a pipe is written to
// directly.
type File struct {
	temporaries *Temporaries
	target      string
	// temp is the file beside target that is renamed to it at the end; nil where target is
	// written to directly.
	temp *os.File
	// old is the file that is replaced; nil where there is none.
	old fs.FileInfo
	// refused is why the file must stay as it is; nil for nothing.
	refused error
	// written: the file is whole and in its place.
	written bool
}

// Resolve returns the absolute path of a file that need not exist, links followed. It
// fails for a directory.
func Resolve(path string) (string, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "", errors.New("is a directory")
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if _, err := os.Lstat(abs); err == nil {
		return filepath.EvalSymlinks(abs)
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	return filepath.Join(dir, filepath.Base(abs)), err
}

// Claim creates the temporary file that is to become the one at target, a path as Resolve
// returns it, so that a place that cannot be written to is known before the long work. It
// fails as well where target is protected against writing.
func (t *Temporaries) Claim(target string) (*File, error) {
	f := &File{temporaries: t, target: target}
	mode := fs.FileMode(0o666)
	info, err := os.Stat(target)
	if err == nil && !info.Mode().IsRegular() {
		return f, nil
	}
	if err == nil {
		f.old, mode = info, info.Mode().Perm()
		// A rename would replace even a file that is protected against writing.
		old, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		old.Close()
	}
	t.Clean(filepath.Dir(target))
	if f.temp, err = t.Create(filepath.Dir(target), mode); err != nil {
		return nil, err
	}
	return f, nil
}

// Target returns the path that the file was claimed for.
func (f *File) Target() string { return f.target }

// Direct reports whether the target is written to directly.
func (f *File) Direct() bool { return f.temp == nil }

// Replaces reports whether the file takes the place of another one.
func (f *File) Replaces(other fs.FileInfo) bool { return f.old != nil && os.SameFile(f.old, other) }

// Refuse makes Write fail with err and leave the target as it is.
func (f *File) Refuse(err error) { f.refused = err }

// Written reports whether the file is whole and in its place.
func (f *File) Written() bool { return f.written }

// Write writes what produce does, unless the context ends before. The file still has to be
// committed then; after an error it is discarded.
func (f *File) Write(ctx context.Context, produce func(io.Writer) error) (err error) {
	if f.refused != nil {
		f.Discard()
		return f.refused
	}
	to := f.temp
	if to == nil {
		if to, err = os.OpenFile(f.target, os.O_WRONLY, 0); err != nil {
			return err
		}
	}
	w := bufio.NewWriterSize(untilDone{ctx, to}, 1<<16)
	produced, flushed, closed := produce(w), w.Flush(), to.Close()
	if err = cmp.Or(produced, flushed, closed); err != nil {
		f.Discard()
	}
	f.written = err == nil && f.temp == nil
	return err
}

// Commit puts a written file in its place, and discards it if it cannot.
func (f *File) Commit() error {
	if f.temp == nil {
		return nil
	}
	err := f.temporaries.Rename(f.temp.Name(), f.target)
	if err != nil {
		f.Discard()
	}
	f.temp = nil
	f.written = err == nil
	return err
}

// Discard removes what was not committed. It may be called more than once.
func (f *File) Discard() {
	if f.temp != nil {
		_ = f.temp.Close() // which Write may have done
		f.temporaries.Remove(f.temp.Name())
		f.temp = nil
	}
}

// untilDone is a writer that fails once its context has ended.
type untilDone struct {
	ctx context.Context
	w   io.Writer
}

func (u untilDone) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(b)
}

// ReadFrom writes what is left to read of r. From one file to another the system copies it without
// bringing it here.
func (u untilDone) ReadFrom(r io.Reader) (n int64, err error) {
	const atOnce = 16 << 20
	for some := int64(atOnce); some == atOnce && err == nil; n += some {
		if err = u.ctx.Err(); err != nil {
			return n, err
		}
		some, err = io.Copy(u.w, &io.LimitedReader{R: r, N: atOnce})
	}
	return n, err
}
