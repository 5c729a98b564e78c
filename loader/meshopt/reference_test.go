package meshopt

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// stream is a stream with what it decodes to.
type stream struct {
	name, sum string
	data      []byte
	Options
}

// streams returns the streams of testdata.
func streams(t testing.TB) (all []stream) {
	file, err := os.Open("testdata/reference.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var s stream
		var mode, filter string
		if _, err := fmt.Sscan(lines.Text(), &s.sum, &s.name, &mode, &filter, &s.Count, &s.Stride); err != nil {
			t.Fatal(err)
		}
		s.Mode, s.Filter = modeOf(mode), filterOf(filter)
		if s.data, err = os.ReadFile(filepath.Join("testdata/streams", s.name)); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	if len(all) < 50 {
		t.Fatalf("only %d streams", len(all))
	}
	return all
}

func modeOf(name string) Mode {
	for m := range Indices {
		if m.String() == name {
			return m
		}
	}
	return Indices
}

func filterOf(name string) Filter {
	for f := range Color {
		if f.String() == name {
			return f
		}
	}
	return Color
}

// What is decoded equals, bit for bit, what the reference decoder makes of the same streams.
func TestReference(t *testing.T) {
	for _, s := range streams(t) {
		out, err := Decode(s.data, s.Options)
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		if sum := sha256.Sum256(out); hex.EncodeToString(sum[:]) != s.sum {
			t.Errorf("%s: differs from what the reference decoder makes of it", s.name)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, s := range streams(b) {
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(s.Count * s.Stride))
			for b.Loop() {
				if _, err := Decode(s.data, s.Options); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
