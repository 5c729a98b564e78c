package atomicfile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestUntilDoneReadsFrom: a file is copied as by Write, from where it is read, until the context
// has ended.
func TestUntilDoneReadsFrom(t *testing.T) {
	const before = "before"
	content := bytes.Repeat([]byte("0123456789abcdef"), 3<<20) // several pieces
	from, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	if _, err := from.Write(append([]byte(before), content...)); err != nil {
		t.Fatal(err)
	}
	to, err := os.Create(filepath.Join(t.TempDir(), "copy"))
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	if _, err := from.Seek(int64(len(before)), io.SeekStart); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n, err := untilDone{ctx, to}.ReadFrom(from)
	if got, is := os.ReadFile(to.Name()); err != nil || is != nil || n != int64(len(content)) || !bytes.Equal(got, content) {
		t.Errorf("%d bytes are copied, of %d: %v, %v", n, len(content), err, is)
	}
	cancel()
	if n, err := (untilDone{ctx, to}).ReadFrom(bytes.NewReader(content)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d bytes are copied at the end of the context: %v", n, err)
	}
}
