//go:build unix

package atomicfile

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

// Only files left by a killed process are removed, not files in use, files that another machine
// may write, or files with similar names.
func TestCleanLeftovers(t *testing.T) {
	dir := t.TempDir()
	files := NewTemporaries()
	used, err := files.Create(dir, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	closed, err := files.Create(dir, 0o600)
	if err != nil || closed.Close() != nil { // but not renamed yet
		t.Fatal(err)
	}
	stay := []string{
		filepath.Base(used.Name()), filepath.Base(closed.Name()),
		".meshcheck-AAAA-AAAAAAAAAA.tmp", // of another machine
		".meshcheck-AAAAAAAAAA.tmp", ".meshcheck-" + machine() + "-AAAAAAAAAA.tmp.bak", ".meshcheck-" + machine() + "-aaaaaaaaaa.tmp",
		".meshcheck-" + machine() + "-LINKLINKLI.tmp", ".meshcheck-" + machine() + "-FOLDERFOLD.tmp",
	}
	left := []string{".meshcheck-" + machine() + "-AAAAAAAAAA.tmp", ".meshcheck-BBBB-BBBBBBBBBB.tmp"}
	for _, name := range append(slices.Clone(stay[2:6]), left...) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-2 * leftoverAge)
	if err := os.Chtimes(filepath.Join(dir, left[1]), old, old); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(left[0], filepath.Join(dir, stay[6])); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, stay[7]), 0o700); err != nil {
		t.Fatal(err)
	}
	NewTemporaries().Clean(dir)
	var there []string
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		there = append(there, e.Name())
	}
	slices.Sort(stay)
	if !slices.Equal(there, stay) {
		t.Errorf("there are %q, want %q", there, stay)
	}
	if err := files.Rename(closed.Name(), filepath.Join(dir, "report")); err != nil {
		t.Error(err)
	}
	files.Remove(used.Name())
	if len(files.names) > 0 {
		t.Errorf("%v are still held", files.names)
	}
}

// Processes that create and clean files in one folder concurrently lose none.
func TestCleanBesideCreate(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 200 {
				files := NewTemporaries()
				f, err := files.Create(dir, 0o600)
				if err != nil {
					t.Error(err)
					return
				}
				files.Clean(dir)
				_ = f.Close()
				if err := files.Rename(f.Name(), f.Name()+".kept"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if entries, _ := os.ReadDir(dir); len(entries) != 4*200 {
		t.Errorf("%d files, want %d", len(entries), 4*200)
	}
}
