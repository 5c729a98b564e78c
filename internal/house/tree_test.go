package house

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestFilesOfTheTree fails if a file is missing that users of the tree need.
func TestFilesOfTheTree(t *testing.T) {
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md", "go.mod", "go.sum", ".gitignore", ".ci/run"} {
		info, err := os.Stat(filepath.Join(root, name))
		if err != nil {
			t.Errorf("%s is missing: %v", name, err)
		} else if info.Size() == 0 {
			t.Errorf("%s is empty", name)
		}
	}
	if info, err := os.Stat(filepath.Join(root, ".ci/run")); err == nil && info.Mode()&0o111 == 0 {
		t.Error(".ci/run cannot be executed")
	}
}

// private matches home and working folders of one machine, and settings of one network. The
// pattern is split so that it does not match itself.
var private = regexp.MustCompile(strings.Join([]string{
	`/wo` + `rk/`, `/ho` + `me/[a-z]`, `/Us` + `ers/[A-Za-z]`, `[A-Z]:\\Us` + `ers`, `/tmp/` + `[a-z]+/`, `GOPRO` + `XY=`,
}, "|"))

// TestNothingPrivate fails if a text of the tree names a place on someone's machine.
func TestNothingPrivate(t *testing.T) {
	n := 0
	walk(t, func(file string, _ fs.DirEntry) {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
			return // a model or a picture
		}
		n++
		for i, line := range bytes.Split(text, []byte("\n")) {
			if found := private.Find(line); found != nil {
				t.Errorf("%s:%d mentions %s", file, i+1, found)
			}
		}
	})
	if n < 20 {
		t.Errorf("only %d texts were read", n)
	}
}
