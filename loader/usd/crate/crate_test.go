package crate

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the text files beside the fixtures")

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The fixtures were written by OpenUSD 26.11 and have values of all types, stored in all ways. The
// texts were compared with what OpenUSD reads.
func TestFixtures(t *testing.T) {
	for _, name := range []string{"values.usdc", "values_0.4.0.usdc", "edits_0.14.0.usdc"} {
		data := fixture(t, name)
		l, err := Read(data, limits(t, len(data)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := dump(l)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		path := filepath.Join("testdata", strings.TrimSuffix(name, ".usdc")+".txt")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: the layer differs from %s:\n%s", name, path, firstDifference(got, string(want)))
		}
	}
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "got  " + a[i] + "\nwant " + b[i]
		}
	}
	return "one is longer"
}

func TestVersions(t *testing.T) {
	for _, c := range []struct {
		version [3]byte
		want    string
	}{
		{[3]byte{0, 0, 1}, "crate version 0.0.1 is not supported"},
		{[3]byte{0, 3, 0}, "crate version 0.3.0 is not supported"},
		{[3]byte{0, 10, 9}, ""}, // patches change nothing
		{[3]byte{0, 14, 0}, ""},
		{[3]byte{0, 15, 0}, "crate version 0.15.0 is not supported"},
		{[3]byte{1, 0, 0}, "crate version 1.0.0 is not supported"},
	} {
		data := fixture(t, "values.usdc")
		copy(data[8:], c.version[:])
		_, err := Read(data, Options{})
		var unsupported *UnsupportedError
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &unsupported) || err.Error() != c.want) {
			t.Errorf("version %v: got error %v, want %q", c.version, err, c.want)
		}
	}
}

// A file that ends early or has other bytes somewhere is refused or read, within its memory.
func TestDamage(t *testing.T) {
	for _, name := range []string{"values.usdc", "edits_0.14.0.usdc"} {
		data := fixture(t, name)
		step := 1 + len(data)/300
		for i := 0; i < len(data); i += step {
			try(t, data[:i])
			for _, x := range []byte{0, 1, 0x80, 0xff} {
				damaged := append([]byte(nil), data...)
				damaged[i] ^= x
				if x == 0 {
					damaged[i] = 0
				}
				try(t, damaged)
			}
		}
	}
}

// try reads a file and all its values. Errors must be of the kinds that are documented.
func try(t testing.TB, data []byte) {
	l, err := Read(data, limits(t, len(data)))
	if err == nil {
		err = decodeAll(l)
	}
	var malformed *Error
	var unsupported *UnsupportedError
	if err != nil && !errors.As(err, &malformed) && !errors.As(err, &unsupported) && !errors.Is(err, errLimit) {
		t.Errorf("got the error %T %v", err, err)
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"values.usdc", "values_0.4.0.usdc", "edits_0.14.0.usdc"} {
		f.Add(fixture(f, name))
	}
	f.Add(minimal().bytes())
	f.Fuzz(func(t *testing.T, data []byte) { try(t, data) })
}

// The options' errors end the reading and are returned as they are.
func TestOptions(t *testing.T) {
	data := fixture(t, "values.usdc")
	stop := errors.New("stop")
	if _, err := Read(data, Options{Poll: func() error { return stop }}); !errors.Is(err, stop) {
		t.Errorf("Poll: got error %v", err)
	}
	charges := 0
	if _, err := Read(data, Options{Charge: func(int, int) error { charges++; return nil }}); err != nil {
		t.Fatal(err)
	}
	for n := range charges {
		left := n
		_, err := Read(data, Options{Charge: func(int, int) error {
			if left--; left < 0 {
				return stop
			}
			return nil
		}})
		if err != stop {
			t.Fatalf("charge %d of %d: got error %v", n, charges, err)
		}
	}
}
