package draco

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
)

// check decodes data that may be damaged and fails the test if the result is no mesh, or took
// more memory than was charged.
func check(t *testing.T, data []byte) error {
	t.Helper()
	errLimit := errors.New("limit")
	left := int64(64 << 20)
	m, err := Decode(data, Options{Charge: func(count, size int) error {
		if count < 0 || size < 0 || left < int64(count)*int64(size) {
			return errLimit
		}
		left -= int64(count) * int64(size)
		return nil
	}})
	if err != nil {
		var format *FormatError
		var unsupported *UnsupportedError
		if !errors.Is(err, errLimit) && !errors.As(err, &format) && !errors.As(err, &unsupported) {
			t.Fatalf("%T is none of the errors that are promised: %v", err, err)
		}
		return err
	}
	for _, x := range m.Faces {
		if int64(x) >= int64(m.Points) {
			t.Fatalf("point %d of %d", x, m.Points)
		}
	}
	for _, a := range m.Attributes {
		n := max(len(a.Floats), len(a.Integers), len(a.Raw)/a.Type.size())
		if a.Index != nil && len(a.Index) != m.Points {
			t.Fatalf("attribute %d: %d indices for %d points", a.ID, len(a.Index), m.Points)
		}
		for p := range m.Points {
			if v := a.Value(p); v < 0 || (v+1)*a.Components > n {
				t.Fatalf("attribute %d: value %d of %d numbers", a.ID, v, n)
			}
		}
	}
	return nil
}

// A stream that ends early is an error, wherever it ends.
func TestTruncated(t *testing.T) {
	for name, data := range streams(t) {
		for n := 0; n < len(data); n += longtest.Size(t, 7, 1) {
			if err := check(t, data[:n:n]); err == nil {
				t.Errorf("%s: the first %d of %d bytes decode", name, n, len(data))
			}
		}
	}
}

// Whatever bytes are changed, there is an error or a mesh.
func TestDamaged(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, data := range streams(t) {
		for range longtest.Rounds(t, 50, 300) {
			damaged := bytes.Clone(data)
			for range 1 + random.IntN(3) {
				damaged[random.IntN(len(damaged))] = byte(random.Uint32())
			}
			check(t, damaged)
		}
	}
}

func TestHeader(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"nothing", "", "the Draco data ends too early"},
		{"another file", "GLTF\x02\x00\x00\x00\x00\x00\x00\x00\x00", `the data does not begin with "DRACO"`},
		{"an older version", "DRACO\x01\x03\x01\x01\x00\x00", "the bitstream has version 1.3 instead of 2.0 to 2.2"},
		{"a later version", "DRACO\x02\x03\x01\x01\x00\x00", "the bitstream has version 2.3 instead of 2.0 to 2.2"},
		{"a point cloud", "DRACO\x02\x03\x00\x01\x00\x00", "the data is a point cloud, not a mesh"},
		{"another geometry", "DRACO\x02\x02\x02\x01\x00\x00", "the geometry type 2 is unknown"},
		{"another method", "DRACO\x02\x02\x01\x02\x00\x00", "the encoding method 2 is unknown"},
		{"another traversal", "DRACO\x02\x02\x01\x01\x00\x00\x01\x03\x01\x00\x01\x00\x00", "the edgebreaker traversal 1 is unknown"},
		{"an old traversal", "DRACO\x02\x01\x01\x01\x00\x00\x02\x00\x03\x01\x00\x01\x00\x01\x00\x00", "an edgebreaker traversal of versions before 2.2 other than the standard one is not supported"},
	} {
		if _, err := Decode([]byte(c.data), Options{}); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// Counts that a few bytes claim take no memory before the caller agrees.
func TestCharge(t *testing.T) {
	errLimit := errors.New("limit")
	refuse := func(count, size int) error {
		if int64(count)*int64(size) > 1<<20 {
			return errLimit
		}
		return nil
	}
	// A face for each of 2^26 symbols E, of which a table says that there are no others.
	faces := "\x80\x80\x80\x20"
	valence := "DRACO\x02\x02\x01\x01\x00\x00\x02" + "\x03" + faces + "\x00" + faces + "\x00" + "\x00" + "\x80\x01\x00" + "\x00" + faces + "\x01\x01\x01\x03\x04\x01\x00"
	// As many faces whose indices are all 0.
	sequential := "DRACO\x02\x02\x01\x00\x00\x00" + faces + "\x01" + "\x00" + "\x01\x01\x01\x01\x40\x01\x00"
	for name, data := range map[string]string{"valence": valence, "sequential": sequential} {
		if _, err := Decode([]byte(data), Options{Charge: refuse}); !errors.Is(err, errLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, data := range streams(t) {
		var charges []error
		count := func(int, int) error { charges = append(charges, nil); return nil }
		if _, err := Decode(data, Options{Charge: count}); err != nil || len(charges) == 0 {
			t.Errorf("%s: %d charges, %v", name, len(charges), err)
		}
		for k := range charges {
			n := 0
			_, err := Decode(data, Options{Charge: func(int, int) error {
				if n++; n > k {
					return errLimit
				}
				return nil
			}})
			if !errors.Is(err, errLimit) {
				t.Errorf("%s: charge %d refused: %v", name, k, err)
			}
		}
	}
}

func FuzzDraco(f *testing.F) {
	for _, data := range streams(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { check(t, data) })
}

// The square root is exact where floating-point numbers are not.
func TestSquareRoot(t *testing.T) {
	for _, x := range []uint64{0, 1, 2, 3, 4, 1<<32 - 1, 1 << 32, 1<<52 + 1, 1<<53 - 1, 4503599761588224, 4503599761588223, math.MaxUint64} {
		r := squareRoot(x)
		if r*r > x || r < math.MaxUint32 && (r+1)*(r+1) <= x {
			t.Errorf("%d for %d", r, x)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	for name, data := range streams(b) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Decode(data, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
