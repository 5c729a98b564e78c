// Package atomicfile writes files whole or not at all. What is being written is a
// temporary file beside its target, which takes the target's name when it is whole, and
// which is gone when the process ends, whatever ends it.
package atomicfile

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Temporaries are the temporary files of a process. Each is held (see fileHold) from its
// creation until it has the name that it is to keep. What nobody holds is left over from a
// process that was killed. Its methods may be called from any goroutine.
type Temporaries struct {
	mu      sync.Mutex
	names   map[string]fileHold
	cleaned map[string]bool // folders
}

// NewTemporaries returns an empty set. A process needs one for all that it writes.
func NewTemporaries() *Temporaries {
	return &Temporaries{names: map[string]fileHold{}, cleaned: map[string]bool{}}
}

// What the names of temporary files begin and end with.
const (
	prefix = ".meshcheck-"
	suffix = ".tmp"
)

// IsTemporary reports whether a file of that name may be a temporary file of some process
// of this program or of an earlier version.
func IsTemporary(name string) bool {
	return strings.HasPrefix(name, prefix) && strings.HasSuffix(name, suffix)
}

// ownName is the name of a temporary file: the machine, and what is random.
var ownName = regexp.MustCompile(`^\.meshcheck-([A-Z2-7]{4})-[A-Z2-7]{10}\.tmp$`)

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

// Create creates an empty temporary file in a folder. Its error is that of the file system.
func (t *Temporaries) Create(dir string, mode fs.FileMode) (*os.File, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		name := filepath.Join(dir, prefix+machine()+"-"+rand.Text()[:10]+suffix)
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

// Clean removes what processes that were killed have left in a folder, as far as it can.
// It looks at each folder once.
func (t *Temporaries) Clean(dir string) {
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
		m := ownName.FindStringSubmatch(name)
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

// Rename gives a temporary file the name that it is to keep.
func (t *Temporaries) Rename(name, target string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	err := os.Rename(name, target)
	if err == nil {
		t.forget(name)
	}
	return err
}

// Remove removes a temporary file. One that is gone already is no error.
func (t *Temporaries) Remove(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if os.Remove(name) == nil {
		t.forget(name)
	}
}

func (t *Temporaries) forget(name string) {
	if held, ok := t.names[name]; ok {
		held.release()
		delete(t.names, name)
	}
}

// RemoveAll removes all temporary files, for a process that ends at once. From then on
// every call of a method waits forever, so that no other file is created meanwhile.
func (t *Temporaries) RemoveAll() {
	t.mu.Lock()
	for name := range t.names {
		_ = os.Remove(name)
	}
}
