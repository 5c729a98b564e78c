package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// names returns what a folder has in it.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// A folder replaces another one as a whole, or not at all, and nothing is left beside it.
func TestFolder(t *testing.T) {
	own := []string{"index", "pages"}
	broken := errors.New("broken")
	text := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	for _, c := range []struct {
		name     string
		old      []string // files of the folder before
		do       func(f *Folder) error
		claimed  error
		finished error
		want     []string
	}{
		{"new", nil, func(f *Folder) error {
			return errors.Join(f.Write("index", text), f.Write("pages/one", text), f.Commit())
		}, nil, nil, []string{"index", "pages"}},
		{"replaced", []string{"index", "pages/two"}, func(f *Folder) error { return errors.Join(f.Write("index", text), f.Commit()) }, nil, nil, []string{"index"}},
		{"discarded", []string{"pages/two"}, func(f *Folder) error { f.Discard(); return nil }, nil, nil, []string{"pages"}},
		{"producer fails", []string{"index"}, func(f *Folder) error {
			err := f.Write("pages/one", func(io.Writer) error { return broken })
			f.Discard()
			return err
		}, nil, broken, []string{"index"}},
		{"not its own", []string{"index", "mine"}, nil, ErrNotOwn, nil, []string{"index", "mine"}},
	} {
		parent := t.TempDir()
		target := filepath.Join(parent, "report")
		for _, name := range c.old {
			path := filepath.Join(target, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte("old"), 0o666)); err != nil {
				t.Fatal(err)
			}
		}
		f, err := NewTemporaries().ClaimFolder(target+string(filepath.Separator), own)
		if !errors.Is(err, c.claimed) {
			t.Errorf("%s: claimed with %v", c.name, err)
		}
		if c.claimed == nil {
			if err := c.do(f); !errors.Is(err, c.finished) {
				t.Errorf("%s: %v, want %v", c.name, err, c.finished)
			}
			f.Discard()
		}
		if got := names(t, target); !slices.Equal(got, c.want) {
			t.Errorf("%s: the folder has %q, want %q", c.name, got, c.want)
		}
		if got := names(t, parent); len(got) != 1 {
			t.Errorf("%s: %q are left", c.name, got)
		}
	}
}

// Folders that a killed process has left are removed when they are old, and all when a process ends.
func TestFolderLeftover(t *testing.T) {
	parent := t.TempDir()
	killed := NewTemporaries()
	for range 2 {
		if _, err := killed.ClaimFolder(filepath.Join(parent, "report"), nil); err != nil {
			t.Fatal(err)
		}
	}
	old := filepath.Join(parent, names(t, parent)[0])
	if err := os.Chtimes(old, time.Time{}, time.Now().Add(-2*leftoverAge)); err != nil {
		t.Fatal(err)
	}
	later := NewTemporaries()
	if _, err := later.ClaimFolder(filepath.Join(parent, "other"), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("an old folder is left")
	}
	later.RemoveAll()
	if got := names(t, parent); len(got) != 1 {
		t.Errorf("%q are left, want that of the first process", got)
	}
}
