package cache

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
)

const (
	// keepUnused is how long an entry is kept that no run has use for.
	keepUnused = 30 * 24 * time.Hour
	// trimEvery is the time from one look for such entries to the next.
	trimEvery = 24 * time.Hour
	// trimMark is the file that says by its time when the last one was.
	trimMark = "trimmed"
)

// trim removes what nobody has use for any more, once a day: entries, and what processes
// left behind that were killed. Whatever else there is in the folder stays.
func (c *folder) trim(now time.Time) {
	mark := filepath.Join(c.root, trimMark)
	if info, err := os.Lstat(mark); err == nil && now.Sub(info.ModTime()) < trimEvery {
		return
	}
	if err := os.WriteFile(mark, nil, 0o666); err != nil {
		return // others would do all this again each time
	}
	_ = os.Chtimes(mark, now, now)
	folders, _ := os.ReadDir(c.root)
	for _, f := range folders {
		if !f.IsDir() || !isHex(f.Name(), 2) {
			continue
		}
		entries, _ := os.ReadDir(filepath.Join(c.root, f.Name()))
		for _, e := range entries {
			info, err := e.Info()
			if err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()) > keepFor(e.Name()) {
				_ = os.Remove(filepath.Join(c.root, f.Name(), e.Name()))
			}
		}
	}
}

// keepFor is how long a file of that name is kept in the folder of a cache.
func keepFor(name string) time.Duration {
	switch {
	case isHex(name, 62):
		return keepUnused
	case atomicfile.IsTemporary(name):
		return trimEvery
	}
	return 1<<63 - 1
}

func isHex(name string, digits int) bool {
	_, err := hex.DecodeString(name)
	return err == nil && len(name) == digits && name == strings.ToLower(name)
}
