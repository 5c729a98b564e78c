package cache

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
)

// folder is a folder of entries, each a file that is written once and named by its
// key: "3f/9a0c…". Any number of processes may use it at once, and each may end at any
// moment: an entry appears under its name when it is whole. One that is damaged all the
// same, by the disk or by hand, does not bear out its digest and is taken away.
//
// It is our own since the cache of Go's tools (go-internal/cache), which does the same,
// forgets what was not used for five days, a knob that it does not have, and takes two
// files for an entry: on folders of 10^5 small models that is what the time goes to.
type folder struct {
	root        string
	temporaries *atomicfile.Temporaries
	// warn is told of the first entry that could not be written, after which no more are.
	warn   func(err error)
	failed atomic.Bool // an entry could not be written
}

// key names an entry.
type key [sha256.Size]byte

const (
	// magic is what an entry begins with, then comes its digest.
	magic    = "meshcheck entry\n"
	headSize = len(magic) + 8
	// largest is the size of the largest entry, which is that of about 200,000 findings.
	// What would be larger is checked again.
	largest = 64 << 20
	// freshFor is the time in which an entry that was used is not marked so again.
	freshFor = 24 * time.Hour
)

// openFolder makes the folder if it is not there.
func openFolder(root string, temporaries *atomicfile.Temporaries, warn func(error)) (*folder, error) {
	if err := os.MkdirAll(root, 0o777); err != nil {
		return nil, err
	}
	return &folder{root: root, temporaries: temporaries, warn: warn}, nil
}

func (c *folder) path(k key) string {
	name := hex.EncodeToString(k[:])
	return filepath.Join(c.root, name[:2], name[2:])
}

// digest binds what an entry holds to its name. It is to tell damage, not malice: who may
// write to a cache may write any result there. SHA-256 would be half the time of a run.
func (k key) digest(content []byte) [8]byte {
	h := xxhash.New()
	_, _ = h.Write(k[:])
	_, _ = h.Write(content)
	return [8]byte(h.Sum(nil))
}

// get returns what was put under a key, and false where that is not known. An entry that
// is no whole one is removed.
func (c *folder) get(k key) ([]byte, bool) {
	path := c.path(k)
	info, err := os.Lstat(path) // a pipe would wait for its writer
	if err != nil {
		return nil, false
	}
	content, ok := readEntry(path, info, k)
	if !ok {
		_ = os.Remove(path)
		return nil, false
	}
	if now := time.Now(); now.Sub(info.ModTime()) > freshFor {
		_ = os.Chtimes(path, now, now)
	}
	return content, true
}

func readEntry(path string, info fs.FileInfo, k key) ([]byte, bool) {
	if !info.Mode().IsRegular() || info.Size() < int64(headSize) || info.Size() > int64(headSize+largest) {
		return nil, false
	}
	f, err := openRegular(path)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, false
	}
	content := data[headSize:]
	return content, string(data[:len(magic)]) == magic && [8]byte(data[len(magic):]) == k.digest(content)
}

// put writes an entry, unless one could not be written before.
func (c *folder) put(k key, content []byte) {
	if len(content) > largest || c.failed.Load() {
		return
	}
	if err := c.write(c.path(k), k, content); err != nil && c.failed.CompareAndSwap(false, true) {
		c.warn(err)
	}
}

func (c *folder) write(path string, k key, content []byte) error {
	f, err := c.temporaries.Create(filepath.Dir(path), 0o666)
	if os.IsNotExist(err) {
		if err = os.MkdirAll(filepath.Dir(path), 0o777); err == nil {
			f, err = c.temporaries.Create(filepath.Dir(path), 0o666)
		}
	}
	if err != nil {
		return err
	}
	digest := k.digest(content)
	_, err = f.Write(append(append([]byte(magic), digest[:]...), content...))
	if err = cmp.Or(err, f.Close()); err == nil {
		err = c.temporaries.Rename(f.Name(), path)
	}
	if err != nil {
		c.temporaries.Remove(f.Name())
		if info, is := os.Lstat(path); is == nil && !info.Mode().IsRegular() {
			return nil // something else is in the way of this entry, and not of others
		}
	}
	return err
}
