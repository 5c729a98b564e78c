package pagedfile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that grows or is replaced while it is read is an error.
func TestFileChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	data := bytes.Repeat([]byte("x"), 3*leastPage+5)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	read := func(change func()) (got []byte, err error) {
		file, err := New(path, allPages/leastPage)
		if err != nil {
			t.Fatal(err)
		}
		buffer := make([]byte, 1000)
		for {
			n, err := file.Read(buffer)
			if got = append(got, buffer[:n]...); err != nil {
				return got, err
			}
			if len(got) > leastPage {
				change()
			}
		}
	}
	if got, err := read(func() {}); err.Error() != "EOF" || !bytes.Equal(got, data) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := read(func() {
		if err := os.WriteFile(path, append(data, data...), 0o666); err != nil {
			t.Fatal(err)
		}
	}); err == nil || !strings.Contains(err.Error(), "changes while it is read") {
		t.Error(err)
	}
	if _, err := read(func() { os.Remove(path) }); err == nil || !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
