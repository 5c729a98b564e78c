package cache

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
)

// Entries that nobody used for a month go, and so does what killed processes left; all else
// stays. There is a look at them once a day.
func TestCacheTrim(t *testing.T) {
	folder := t.TempDir()
	c, err := openFolder(folder, atomicfile.NewTemporaries(), func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	age := func(path string, days int) {
		if err := os.Chtimes(path, now.AddDate(0, 0, -days), now.AddDate(0, 0, -days)); err != nil {
			t.Fatal(err)
		}
	}
	var keys [3]key
	for i := range keys {
		keys[i][0] = byte(i)
		c.put(keys[i], []byte("content"))
	}
	for _, name := range []string{"notes.txt", "00/notes.txt", "00/.meshcheck-X.tmp", "00/.meshcheck-Y.tmp"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		age(filepath.Join(folder, name), 400)
	}
	age(filepath.Join(folder, "00/.meshcheck-Y.tmp"), 0)
	age(c.path(keys[0]), 31)
	age(c.path(keys[1]), 31)
	age(c.path(keys[2]), 29)
	if _, ok := c.get(keys[1]); !ok { // which is use
		t.Error("an old entry is gone before its time")
	}
	c.trim(now)
	for i, want := range []bool{false, true, true} {
		if _, ok := c.get(keys[i]); ok != want {
			t.Errorf("entry %d is there: %v", i, ok)
		}
	}
	for name, want := range map[string]bool{"notes.txt": true, "00/notes.txt": true, "00/.meshcheck-X.tmp": false, "00/.meshcheck-Y.tmp": true} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	age(c.path(keys[1]), 31)
	c.trim(now.Add(23 * time.Hour))
	if _, err := os.Stat(c.path(keys[1])); err != nil {
		t.Errorf("there was a second look on the same day: %v", err)
	}
	c.trim(now.Add(25 * time.Hour))
	if _, err := os.Stat(c.path(keys[1])); err == nil {
		t.Error("there was no look on the next day")
	}
}
