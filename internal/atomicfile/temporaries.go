// Package atomicfile writes files completely or not at all. It writes a temporary file beside
// the target, and renames it to the target when it is complete. Temporary files are removed
// when the process ends; those of a killed process are removed by a later one.
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
// creation until it is renamed or removed. A file that nobody holds is left over from a killed
// process. Temporaries is safe for concurrent use.
type Temporaries struct {
	mu      sync.Mutex
	names   map[string]fileHold
	folders map[string]bool // temporary folders; their age says whether they are left over
	cleaned map[string]bool // folders
}

// NewTemporaries returns an empty set. A process needs one set for all files.
func NewTemporaries() *Temporaries {
	return &Temporaries{names: map[string]fileHold{}, folders: map[string]bool{}, cleaned: map[string]bool{}}
}

// The beginning and end of the names of temporary files.
const (
	prefix = ".meshcheck-"
	suffix = ".tmp"
)

// IsTemporary reports whether name may be that of a temporary file of this program or an
// earlier version.
func IsTemporary(name string) bool {
	return strings.HasPrefix(name, prefix) && strings.HasSuffix(name, suffix)
}

// ownName matches the name of a temporary file: the machine and a random part.
var ownName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\.meshcheck-([A-Z2-7]{4})-[A-Z2-7]{10}\.tmp$`)
})

// machine identifies this machine. Locks of other machines on files in a shared folder may be
// invisible here, so only their old files count as left over. That includes files of
// containers on the same machine.
var machine = sync.OnceValue(func() string {
	name, _ := os.Hostname()
	sum := sha256.Sum256([]byte(name))
	return base32.StdEncoding.EncodeToString(sum[:])[:4]
})

// leftoverAge is the age from which a file of another machine counts as left over.
const leftoverAge = 24 * time.Hour

// temporaryName returns a name that matches ownName and that nothing has.
func temporaryName(dir string) string {
	return filepath.Join(dir, prefix+machine()+"-"+rand.Text()[:10]+suffix)
}

// Create creates an empty temporary file in a folder. It returns errors of the file system
// unchanged.
func (t *Temporaries) Create(dir string, mode fs.FileMode) (*os.File, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		name := temporaryName(dir)
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

// errTaken means that another process took a file for left over just after its creation.
var errTaken = errors.New("taken for left over")

// isAt reports whether an open file is the one at a path, and the path is not a link.
func isAt(f *os.File, path string) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(path)
	return err == nil && os.SameFile(info, there)
}

// Clean removes files that killed processes have left in a folder, and ignores errors. It
// reads each folder once.
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
		m := ownName().FindStringSubmatch(name)
		if m == nil {
			continue
		}
		path := filepath.Join(dir, name)
		info, err := os.Lstat(path)
		if err == nil && info.IsDir() && time.Since(info.ModTime()) >= leftoverAge {
			_ = os.RemoveAll(path)
		}
		if err != nil || !info.Mode().IsRegular() || m[1] != machine() && time.Since(info.ModTime()) < leftoverAge {
			continue
		}
		removeLeftover(path, info)
	}
}

// Rename gives a temporary file its final name.
func (t *Temporaries) Rename(name, target string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	err := os.Rename(name, target)
	if err == nil {
		t.forget(name)
	}
	return err
}

// Remove removes a temporary file, which need not exist any more.
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

// RemoveAll removes all temporary files, for a process that ends at once. Any later call of a
// method blocks forever, so that no new file is created.
func (t *Temporaries) RemoveAll() {
	t.mu.Lock()
	for name := range t.names {
		_ = os.Remove(name)
	}
	for name := range t.folders {
		_ = os.RemoveAll(name)
	}
}
