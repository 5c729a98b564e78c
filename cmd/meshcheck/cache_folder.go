package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"
)

// cacheFolder is a folder of entries, each a file that is written once and named by its
// key: "3f/9a0c…". Any number of processes may use it at once, and each may end at any
// moment: an entry appears under its name when it is whole. One that is damaged all the
// same, by the disk or by hand, does not bear out its digest and is taken away.
//
// It is our own since the cache of Go's tools (go-internal/cache), which does the same,
// forgets what was not used for five days, a knob that it does not have, and takes two
// files for an entry: on folders of 10^5 small models that is what the time goes to.
type cacheFolder struct {
	root string
	// warn is told of the first entry that could not be written, after which no more are.
	warn func(err error)
	full sync.Once
	dead chan struct{} // closed when no more are written
}

// cacheKey names an entry.
type cacheKey [sha256.Size]byte

const (
	// cacheMagic is what an entry begins with, then comes its digest.
	cacheMagic = "meshcheck entry\n"
	cacheHead  = len(cacheMagic) + 8
	// cacheLargest is the size of the largest entry, which is that of about 200,000 findings.
	// What would be larger is checked again.
	cacheLargest = 64 << 20
	// cacheFresh is the time in which an entry that was used is not marked so again.
	cacheFresh = 24 * time.Hour
)

// openCacheFolder makes the folder if it is not there.
func openCacheFolder(root string, warn func(error)) (*cacheFolder, error) {
	if err := os.MkdirAll(root, 0o777); err != nil {
		return nil, err
	}
	return &cacheFolder{root: root, warn: warn, dead: make(chan struct{})}, nil
}

func (c *cacheFolder) path(key cacheKey) string {
	name := hex.EncodeToString(key[:])
	return filepath.Join(c.root, name[:2], name[2:])
}

// digest binds what an entry holds to its name. It is to tell damage, not malice: who may
// write to a cache may write any result there. SHA-256 would be half the time of a run.
func (k cacheKey) digest(content []byte) [8]byte {
	h := xxhash.New()
	_, _ = h.Write(k[:])
	_, _ = h.Write(content)
	return [8]byte(h.Sum(nil))
}

// get returns what was put under a key, and false where that is not known. An entry that
// is no whole one is removed.
func (c *cacheFolder) get(key cacheKey) ([]byte, bool) {
	path := c.path(key)
	info, err := os.Lstat(path) // a pipe would wait for its writer
	if err != nil {
		return nil, false
	}
	content, ok := readEntry(path, info, key)
	if !ok {
		_ = os.Remove(path)
		return nil, false
	}
	if now := time.Now(); now.Sub(info.ModTime()) > cacheFresh {
		_ = os.Chtimes(path, now, now)
	}
	return content, true
}

func readEntry(path string, info fs.FileInfo, key cacheKey) ([]byte, bool) {
	if !info.Mode().IsRegular() || info.Size() < int64(cacheHead) || info.Size() > int64(cacheHead+cacheLargest) {
		return nil, false
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, false
	}
	content := data[cacheHead:]
	return content, string(data[:len(cacheMagic)]) == cacheMagic && [8]byte(data[len(cacheMagic):]) == key.digest(content)
}

// put writes an entry, unless one could not be written before.
func (c *cacheFolder) put(key cacheKey, content []byte) {
	if len(content) > cacheLargest {
		return
	}
	select {
	case <-c.dead:
		return
	default:
	}
	if err := c.write(c.path(key), key, content); err != nil {
		c.full.Do(func() {
			close(c.dead)
			c.warn(err)
		})
	}
}

func (c *cacheFolder) write(path string, key cacheKey, content []byte) error {
	f, err := temporary.Create(filepath.Dir(path), 0o666)
	if os.IsNotExist(err) {
		if err = os.MkdirAll(filepath.Dir(path), 0o777); err == nil {
			f, err = temporary.Create(filepath.Dir(path), 0o666)
		}
	}
	if err != nil {
		return err
	}
	digest := key.digest(content)
	_, err = f.Write(append(append([]byte(cacheMagic), digest[:]...), content...))
	if err = firstError(err, f.Close()); err == nil {
		err = temporary.Rename(f.Name(), path)
	}
	if err != nil {
		temporary.Remove(f.Name())
		if info, is := os.Lstat(path); is == nil && !info.Mode().IsRegular() {
			return nil // something else is in the way of this entry, and not of others
		}
	}
	return err
}
