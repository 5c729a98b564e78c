package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"
)

// temporary are the files that are to be gone when the process ends, whatever ends it.
var temporary = temporaryFiles{names: map[string]fileHold{}, cleaned: map[string]bool{}}

// Each file is held (see fileHold) from its creation until it has the name that it is to
// keep. What nobody holds is left over from a process that was killed.
type temporaryFiles struct {
	mu      sync.Mutex
	names   map[string]fileHold
	cleaned map[string]bool // folders
}

// What the names of temporary files begin and end with.
const (
	temporaryPrefix = ".meshcheck-"
	temporarySuffix = ".tmp"
)

// temporaryName is the name of a temporary file: the machine, and what is random.
var temporaryName = regexp.MustCompile(`^\.meshcheck-([A-Z2-7]{4})-[A-Z2-7]{10}\.tmp$`)

// machine tells this machine from others that write to the same folder, whose files may
// look as if nobody held them. Of those that only look different, as containers do, what
// is left over goes when it is old.
var machine = sync.OnceValue(func() string {
	name, _ := os.Hostname()
	sum := sha256.Sum256([]byte(name))
	return base32.StdEncoding.EncodeToString(sum[:])[:4]
})

// leftoverAge is how old a file of another machine is that counts as left over.
const leftoverAge = 24 * time.Hour

// create creates an empty file in a folder.
func (t *temporaryFiles) create(dir string, mode fs.FileMode) (*os.File, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		name := filepath.Join(dir, temporaryPrefix+machine()+"-"+rand.Text()[:10]+temporarySuffix)
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if err != nil {
			return nil, err
		}
		held, err := hold(f)
		if err == nil && isAt(f, name) {
			t.names[name] = held
			return f, nil
		}
		held.release()
		_ = f.Close()
		if err != nil && err != errTaken {
			_ = os.Remove(name)
			return nil, err
		}
	}
}

// errTaken is that another process has taken a file for left over just when it was created.
var errTaken = errors.New("taken for left over")

// isAt reports whether an open file is the one at a path, and no link to it.
func isAt(f *os.File, path string) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(path)
	return err == nil && os.SameFile(info, there)
}

// clean removes what processes that were killed have left in a folder. It looks at each
// folder once.
func (t *temporaryFiles) clean(dir string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cleaned[dir] {
		return
	}
	t.cleaned[dir] = true
	folder, err := os.Open(dir)
	if err != nil {
		return
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(-1)
	for _, name := range names {
		m := temporaryName.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		path := filepath.Join(dir, name)
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || m[1] != machine() && time.Since(info.ModTime()) < leftoverAge {
			continue
		}
		removeLeftover(path, info)
	}
}

// rename gives a file the name that it is to keep.
func (t *temporaryFiles) rename(name, target string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	err := os.Rename(name, target)
	if err == nil {
		t.forget(name)
	}
	return err
}

func (t *temporaryFiles) remove(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if os.Remove(name) == nil {
		t.forget(name)
	}
}

func (t *temporaryFiles) forget(name string) {
	if held, ok := t.names[name]; ok {
		held.release()
		delete(t.names, name)
	}
}

// exit removes all of them and ends the process. Nobody can create another one
// meanwhile.
func (t *temporaryFiles) exit(status int) {
	t.mu.Lock()
	for name := range t.names {
		_ = os.Remove(name)
	}
	os.Exit(status)
}
