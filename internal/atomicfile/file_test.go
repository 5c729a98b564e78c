package atomicfile

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A file is written completely or not at all: the file that it replaces stays until then, and
// nothing is left behind.
func TestFile(t *testing.T) {
	broken := errors.New("broken")
	text := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name   string
		do     func(f *File) error
		err    error
		want   string
		during string // before it is committed
	}{
		{"whole", func(f *File) error { return f.Write(t.Context(), text) }, nil, "new", "old"},
		{"producer fails", func(f *File) error {
			return f.Write(t.Context(), func(w io.Writer) error { _ = text(w); return broken })
		}, broken, "old", "old"},
		{"context ended", func(f *File) error { return f.Write(ended, text) }, context.Canceled, "old", "old"},
		{"refused", func(f *File) error { f.Refuse(broken); return f.Write(t.Context(), text) }, broken, "old", "old"},
		{"discarded", func(f *File) error { f.Discard(); return nil }, nil, "old", "old"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "file")
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		content := func() string { data, _ := os.ReadFile(path); return string(data) }
		target, err := Resolve(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := NewTemporaries().Claim(target)
		if err != nil {
			t.Fatal(err)
		}
		if info, _ := os.Stat(path); !f.Replaces(info) || f.Direct() {
			t.Errorf("%s: the file replaces nothing", c.name)
		}
		if err := c.do(f); !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", c.name, err, c.err)
		}
		if got := content(); got != c.during {
			t.Errorf("%s: %q before it is committed, want %q", c.name, got, c.during)
		}
		if err := f.Commit(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		f.Discard()
		if got := content(); got != c.want || f.Written() != (c.want == "new") {
			t.Errorf("%s: %q and %v, want %q", c.name, got, f.Written(), c.want)
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("%s: %d files are left", c.name, len(left))
		}
	}
}
