package atomicfile

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
)

const spillSize = 1 << 20

// A spill file is the same whether it stays in memory or not, and leaves nothing behind.
func TestSpillFile(t *testing.T) {
	for _, pieces := range []int{0, 1, 3, 40} {
		dir := t.TempDir()
		s := NewTemporaries().NewSpill(dir, spillSize)
		var want bytes.Buffer
		for i := range pieces {
			piece := bytes.Repeat([]byte{byte(i)}, spillSize/10+i)
			want.Write(piece)
			if n, err := s.Write(piece); err != nil || n != len(piece) {
				t.Fatal(n, err)
			}
		}
		if spilled := pieces > 10; (s.file != nil) != spilled || spilled && s.chunks != nil {
			t.Errorf("%d pieces: on disk %v, in memory %d bytes", pieces, s.file != nil, s.size)
		}
		for range 2 {
			if _, err := s.Seek(0, io.SeekStart); err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(s); err != nil || !bytes.Equal(got, want.Bytes()) {
				t.Errorf("%d pieces: %d bytes, want %d: %v", pieces, len(got), want.Len(), err)
			}
			if _, err := s.Seek(0, io.SeekStart); err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if n, err := io.Copy(&got, s); err != nil || n != int64(want.Len()) || !bytes.Equal(got.Bytes(), want.Bytes()) {
				t.Errorf("%d pieces: %d bytes copied, want %d: %v", pieces, n, want.Len(), err)
			}
		}
		s.Close()
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("%d pieces: %v are left behind, %v", pieces, left, err)
		}
	}
	s := NewTemporaries().NewSpill("/nowhere", spillSize)
	if _, err := s.Write(make([]byte, spillSize)); err != nil {
		t.Error(err)
	}
	if _, err := s.Write([]byte{1}); err == nil {
		t.Error("a folder that is not there takes a file")
	}
	if err := s.Try(); err == nil || !strings.Contains(err.Error(), "/nowhere") {
		t.Errorf("the error is %v", err)
	}
}
