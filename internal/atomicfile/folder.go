package atomicfile

import (
	"bufio"
	"cmp"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Folder is a folder to be written. It appears under its own name when it is complete, and the
// folder that it replaces stays until then. Its files may be written concurrently.
type Folder struct {
	temporaries *Temporaries
	target      string
	temp        string // the folder beside target that is renamed at the end, "" when that is done
	written     bool
}

// ErrNotOwn is why a folder is not replaced.
var ErrNotOwn = errors.New("the folder has other files in it")

// ClaimFolder creates the temporary folder that will replace target, which need not exist. It fails
// with ErrNotOwn if there is anything in target but files and folders with the given names, so that
// nothing else is ever removed.
func (t *Temporaries) ClaimFolder(target string, own []string) (*Folder, error) {
	target, err := filepath.Abs(target)
	if err != nil {
		return nil, err
	}
	old, err := os.ReadDir(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case slices.ContainsFunc(old, func(e fs.DirEntry) bool { return !slices.Contains(own, e.Name()) }):
		return nil, ErrNotOwn
	}
	parent := filepath.Dir(target)
	t.Clean(parent)
	f := &Folder{temporaries: t, target: target}
	f.temp, err = t.createFolder(parent)
	return f, err
}

// Target returns the path that the folder was claimed for.
func (f *Folder) Target() string { return f.target }

// Written reports whether the folder is complete and in its place.
func (f *Folder) Written() bool { return f.written }

// Write writes a file of the folder; slashes in its name separate folders.
func (f *Folder) Write(name string, produce func(io.Writer) error) error {
	path := filepath.Join(f.temp, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 1<<16)
	produced, flushed, closed := produce(w), w.Flush(), file.Close()
	return cmp.Or(produced, flushed, closed)
}

// Commit gives the folder its name, and discards it if that fails. A folder that it replaces is
// removed.
func (f *Folder) Commit() error {
	old := ""
	err := f.temporaries.rename(f.temp, f.target)
	if err != nil { // it exists already
		if old, err = f.temporaries.createFolder(filepath.Dir(f.target)); err == nil {
			old = filepath.Join(old, "old")
			err = os.Rename(f.target, old)
		}
		if err == nil {
			if err = f.temporaries.rename(f.temp, f.target); err != nil {
				err = cmp.Or(os.Rename(old, f.target), err)
			}
		}
		f.temporaries.removeFolder(filepath.Dir(old))
	}
	if err != nil {
		f.Discard()
		return err
	}
	f.temp, f.written = "", true
	return nil
}

// Discard removes a folder that was not committed. It may be called more than once.
func (f *Folder) Discard() {
	if f.temp != "" {
		f.temporaries.removeFolder(f.temp)
		f.temp = ""
	}
}

// createFolder creates an empty temporary folder in another one.
func (t *Temporaries) createFolder(dir string) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	name := filepath.Join(dir, prefix+machine()+"-"+rand.Text()[:10]+suffix)
	if err := os.Mkdir(name, 0o777); err != nil {
		return "", err
	}
	t.folders[name] = true
	return name, nil
}

// rename gives a temporary folder its final name, unless there is something else of that name.
func (t *Temporaries) rename(name, target string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err := os.Lstat(target); err == nil {
		return fs.ErrExist
	}
	err := os.Rename(name, target)
	if err == nil {
		delete(t.folders, name)
	}
	return err
}

// removeFolder removes a temporary folder with what is in it.
func (t *Temporaries) removeFolder(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.folders[name] && os.RemoveAll(name) == nil {
		delete(t.folders, name)
	}
}
