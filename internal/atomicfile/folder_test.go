package atomicfile

import (
	"errors"
	"io"
	"io/fs"
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

// What is written replaces what has its names, all of it or nothing. Nothing else is touched, and nothing
// is left beside it.
func TestFolder(t *testing.T) {
	broken, foreign := errors.New("broken"), errors.New("foreign")
	text := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	stranger := "" // appears while the folder is written
	for _, c := range []struct {
		name              string
		old               []string // files of the folder before
		do                func(f *Folder) error
		claimed, finished error
		want              []string // files after, new ones with a plus
	}{
		{"new", nil, func(f *Folder) error {
			return errors.Join(f.Write("index", text), f.Write("pages/one", text), f.Commit())
		}, nil, nil, []string{"+index", "+pages/one"}},
		{"replaced", []string{"index", "pages/two", "mine/too"}, func(f *Folder) error { return errors.Join(f.Write("index", text), f.Commit()) }, nil, nil, []string{"+index", "mine/too"}},
		{"discarded", []string{"pages/two"}, func(f *Folder) error { err := f.Write("index", text); f.Discard(); return err }, nil, nil, []string{"pages/two"}},
		{"written later", []string{"index"}, func(f *Folder) error { f.Discard(); return f.Write("index", text) }, nil, ErrDiscarded, []string{"index"}},
		{"producer fails", []string{"index"}, func(f *Folder) error {
			err := f.Write("pages/one", func(io.Writer) error { return broken })
			f.Discard()
			return err
		}, nil, broken, []string{"index"}},
		{"not its own", []string{"index", "pages/foreign"}, nil, foreign, nil, []string{"index", "pages/foreign"}},
		{"not its own later", []string{"index"}, func(f *Folder) error {
			err := os.WriteFile(stranger, []byte("old"), 0o666)
			return errors.Join(err, f.Write("index", text), f.Commit())
		}, nil, foreign, []string{"foreign", "index"}},
		{"cannot be moved", []string{"index", "pages/two"}, func(f *Folder) error {
			err := f.Write("index", text)
			return errors.Join(err, os.Mkdir(filepath.Join(f.temp, "old"), 0o777), f.Commit())
		}, nil, fs.ErrExist, []string{"index", "pages/two"}},
	} {
		target := filepath.Join(t.TempDir(), "report")
		stranger = filepath.Join(target, "foreign")
		for _, name := range c.old {
			path := filepath.Join(target, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte("old"), 0o666)); err != nil {
				t.Fatal(err)
			}
		}
		check := func(dir string) error {
			for _, name := range []string{"foreign", "pages/foreign"} {
				if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
					return foreign
				}
			}
			return nil
		}
		f, err := NewTemporaries().ClaimFolder(target+string(filepath.Separator), []string{"pages", "index"}, check)
		if !errors.Is(err, c.claimed) {
			t.Errorf("%s: claimed with %v", c.name, err)
		}
		if c.claimed == nil {
			if err := c.do(f); !errors.Is(err, c.finished) {
				t.Errorf("%s: %v, want %v", c.name, err, c.finished)
			}
			f.Discard()
		}
		if got := filesBelow(t, target); !slices.Equal(got, c.want) {
			t.Errorf("%s: the folder has %q, want %q", c.name, got, c.want)
		}
	}
}

// filesBelow returns the files below a folder, those that are new with a plus before, and temporary
// folders.
func filesBelow(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		switch {
		case err != nil:
			return err
		case IsTemporary(e.Name()):
			all = append(all, name)
		case !e.IsDir():
			text, _ := os.ReadFile(path)
			if string(text) == "new" {
				name = "+" + name
			}
			all = append(all, filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return all
}

// Folders that a killed process has left are removed when they are old, and all when a process ends.
func TestFolderLeftover(t *testing.T) {
	target := filepath.Join(t.TempDir(), "report")
	fine := func(string) error { return nil }
	killed := NewTemporaries()
	for range 2 {
		if _, err := killed.ClaimFolder(target, nil, fine); err != nil {
			t.Fatal(err)
		}
	}
	old := filepath.Join(target, names(t, target)[0])
	if err := os.Chtimes(old, time.Time{}, time.Now().Add(-2*leftoverAge)); err != nil {
		t.Fatal(err)
	}
	later := NewTemporaries()
	if _, err := later.ClaimFolder(target, nil, fine); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("an old folder is left")
	}
	later.RemoveAll()
	if got := names(t, target); len(got) != 1 {
		t.Errorf("%q are left, want that of the first process", got)
	}
}
