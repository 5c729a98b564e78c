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

// File is a file to be written. It appears under its own name when it is complete, and the
// file that it replaces stays until then. A device or pipe is written directly.
type File struct {
	temporaries *Temporaries
	target      string
	// temp is the file beside target that is renamed at the end; nil if target is written
	// directly.
	temp *os.File
	// old is the file to replace, or nil.
	old fs.FileInfo
	// refused is the reason why the target must not be written, or nil.
	refused error
	// written: the file is complete and in its place.
	written bool
}

// Resolve returns the absolute path of a file, which need not exist, with links resolved. It
// fails for a directory, and on Windows for what cannot be the name of a file.
func Resolve(path string) (string, error) {
	if err := validName(path); err != nil {
		return "", err
	}
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

// Claim creates the temporary file that will replace target, a path from Resolve. Call it
// before long work: it fails if the folder or the target cannot be written.
func (t *Temporaries) Claim(target string) (*File, error) {
	f := &File{temporaries: t, target: target}
	mode := fs.FileMode(0o666)
	info, err := os.Stat(target)
	if err == nil && !info.Mode().IsRegular() {
		return f, nil
	}
	if err == nil {
		f.old, mode = info, info.Mode().Perm()
		// A rename would replace even a write-protected file.
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

// Direct reports whether the target is written directly.
func (f *File) Direct() bool { return f.temp == nil }

// Replaces reports whether the file replaces another one.
func (f *File) Replaces(other fs.FileInfo) bool { return f.old != nil && os.SameFile(f.old, other) }

// Refuse makes Write fail with err and leave the target unchanged.
func (f *File) Refuse(err error) { f.refused = err }

// Written reports whether the file is complete and in its place.
func (f *File) Written() bool { return f.written }

// Write writes the output of produce. It fails when the context ends. After success the file
// must be committed; after an error it is discarded.
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
	if err = fill(untilDone{ctx, to}, to, produce); err != nil {
		f.Discard()
	}
	f.written = err == nil && f.temp == nil
	return err
}

// fill writes the output of produce to w and closes the file behind it.
func fill(w io.Writer, file io.Closer, produce func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 1<<16)
	produced, flushed, closed := produce(b), b.Flush(), file.Close()
	return cmp.Or(produced, flushed, closed)
}

// Commit renames a written file to its target, and discards it if that fails.
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

// Discard removes a file that was not committed. It may be called more than once.
func (f *File) Discard() {
	if f.temp != nil {
		_ = f.temp.Close() // Write may have closed it
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

// ReadFrom writes the rest of r. The system copies from file to file without a buffer here.
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
