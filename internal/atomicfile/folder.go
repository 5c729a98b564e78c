package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Folder is a set of files and folders to be written into a folder. They appear under their own names
// when all are complete, and those that they replace stay until then. Everything else in the folder
// stays as it is. The files may be written concurrently.
type Folder struct {
	temporaries *Temporaries
	target      string
	names       []string // of what may be replaced, at the top of the folder
	check       func(target string) error
	made        bool // the target did not exist
	written     bool

	mu   sync.RWMutex
	temp string // the folder in the target from which everything is moved at the end, "" when that is done
}

// ErrDiscarded is why nothing can be written any more.
var ErrDiscarded = errors.New("the folder was discarded")

// ClaimFolder prepares the replacement of what has the given names in the folder target, which need
// not exist; its parent must. The last name is moved last. Check returns an error if anything of these
// names must stay; it is called now and before the replacement.
func (t *Temporaries) ClaimFolder(target string, names []string, check func(target string) error) (*Folder, error) {
	target, err := filepath.Abs(target)
	if err != nil {
		return nil, err
	}
	f := &Folder{temporaries: t, target: target, names: names, check: check}
	if err := os.Mkdir(target, 0o777); err == nil {
		f.made = true
	} else if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if err := check(target); err != nil {
		return nil, err
	}
	t.Clean(target)
	if f.temp, err = t.createFolder(target); err != nil {
		f.Discard()
		return nil, err
	}
	return f, nil
}

// Written reports whether everything is complete and in its place.
func (f *Folder) Written() bool { return f.written }

// Write writes a file of the folder; slashes in its name separate folders. It fails with ErrDiscarded
// after Commit and Discard.
func (f *Folder) Write(name string, produce func(io.Writer) error) error {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.temp == "" {
		return ErrDiscarded
	}
	path := filepath.Join(f.temp, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return fill(file, file, produce)
}

// Commit replaces what has the names by what was written. If that fails, it puts everything back.
func (f *Folder) Commit() error {
	f.mu.Lock()
	if f.temp == "" {
		f.mu.Unlock()
		return ErrDiscarded
	}
	err := f.check(f.target)
	if err == nil {
		err = f.replace()
	}
	f.written = err == nil
	f.mu.Unlock()
	f.Discard()
	return err
}

// replace moves the old files out of the way and the new ones into their places. A process that ends
// at once waits for it.
func (f *Folder) replace() (err error) {
	f.temporaries.mu.Lock()
	defer f.temporaries.mu.Unlock()
	var undo []func() error
	move := func(from, to string) error {
		if _, err := os.Lstat(from); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err := os.Rename(from, to); err != nil {
			return err
		}
		undo = append(undo, func() error { return os.Rename(to, from) })
		return nil
	}
	old := filepath.Join(f.temp, "old")
	err = os.Mkdir(old, 0o777)
	for _, name := range f.names {
		place := filepath.Join(f.target, name)
		if err == nil {
			err = move(place, filepath.Join(old, name))
		}
		if err == nil {
			err = move(filepath.Join(f.temp, name), place)
		}
	}
	if err != nil {
		for i := len(undo) - 1; i >= 0; i-- {
			if failed := undo[i](); failed != nil {
				delete(f.temporaries.folders, f.temp) // so that what is in it is not lost
				f.temp = ""
				return errors.Join(err, failed)
			}
		}
	}
	return err
}

// Discard removes what was written and not committed. It may be called more than once.
func (f *Folder) Discard() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.temp != "" {
		f.temporaries.removeFolder(f.temp)
		f.temp = ""
	}
	if f.made && !f.written {
		_ = os.Remove(f.target) // unless somebody else uses it
	}
}

// createFolder creates an empty temporary folder in another one.
func (t *Temporaries) createFolder(dir string) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	name := temporaryName(dir)
	if err := os.Mkdir(name, 0o777); err != nil {
		return "", err
	}
	t.folders[name] = true
	return name, nil
}

// removeFolder removes a temporary folder with what is in it.
func (t *Temporaries) removeFolder(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.folders[name] && os.RemoveAll(name) == nil {
		delete(t.folders, name)
	}
}
