package meshopt

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
)

// compare decodes data that may be damaged and fails the test unless the slow twin agrees on
// whether it is valid and on every byte, and the memory was charged.
func compare(t *testing.T, data []byte, o Options) error {
	t.Helper()
	charged := 0
	errLimit := errors.New("limit")
	o.Charge = func(count, size int) error {
		if count > 1<<24/size {
			return errLimit
		}
		charged += count * size
		return nil
	}
	o.Filter = None
	before := bytes.Clone(data)
	got, err := Decode(data, o)
	if !bytes.Equal(before, data) {
		t.Fatal("the data was changed")
	}
	if errors.Is(err, errLimit) {
		return err
	}
	var format *FormatError
	if err != nil && !errors.As(err, &format) {
		t.Fatalf("%T is not the error that is promised: %v", err, err)
	}
	if o.Check() != nil {
		return err
	}
	want, ok := slowDecode(data, o)
	switch {
	case ok != (err == nil):
		t.Fatalf("%v, and %v in the slow twin", err, ok)
	case ok && !bytes.Equal(got, want):
		t.Fatalf("other bytes than the slow twin's, of %v", o.Mode)
	case ok && charged != len(got):
		t.Fatalf("%d bytes charged for %d", charged, len(got))
	}
	return err
}

func TestSlowTwin(t *testing.T) {
	for _, s := range streams(t) {
		if err := compare(t, s.data, s.Options); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
	}
}

// A stream that ends early is an error, wherever it ends, and so is one that is too long.
func TestTruncated(t *testing.T) {
	for _, s := range streams(t) {
		for n := 0; n < len(s.data); n += longtest.Size(t, 5, 1) {
			if err := compare(t, s.data[:n:n], s.Options); err == nil {
				t.Errorf("%s: the first %d of %d bytes decode", s.name, n, len(s.data))
			}
		}
		if s.Mode != Attributes {
			if err := compare(t, append(bytes.Clone(s.data), 0), s.Options); err == nil {
				t.Errorf("%s: decodes with a byte more", s.name)
			}
		}
	}
}

// Of a stream with another count or stride than it was made for, the slow twin agrees.
func TestOtherLayout(t *testing.T) {
	for _, s := range streams(t) {
		for _, more := range []int{-16, -3, -1, 1, 3, 16, 256} {
			o := s.Options
			o.Count += more
			compare(t, s.data, o)
		}
		for _, stride := range []int{2, 4, 8, 12, 256} {
			o := s.Options
			o.Stride = stride
			compare(t, s.data, o)
		}
	}
}

// Whatever bytes are changed, the slow twin agrees.
func TestDamaged(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, s := range streams(t) {
		for range longtest.Rounds(t, 50, 300) {
			damaged := bytes.Clone(s.data)
			for range 1 + random.IntN(3) {
				damaged[random.IntN(len(damaged))] = byte(random.Uint32())
			}
			compare(t, damaged, s.Options)
		}
	}
}

func TestOptions(t *testing.T) {
	for want, o := range map[string]Options{
		"count is 0 and must be greater than zero":                          {Stride: 4},
		"the mode 3 is unknown":                                             {Mode: 3, Count: 3, Stride: 4},
		"the filter 5 is unknown":                                           {Filter: 5, Count: 3, Stride: 4},
		"byteStride 6 of attributes is not a multiple of 4 from 4 to 256":   {Count: 3, Stride: 6},
		"byteStride 260 of attributes is not a multiple of 4 from 4 to 256": {Count: 3, Stride: 260},
		"byteStride 8 of indices is neither 2 nor 4":                        {Mode: Indices, Count: 3, Stride: 8},
		"indices cannot have a filter":                                      {Mode: Triangles, Filter: Exponential, Count: 3, Stride: 4},
		"count 4 is not a multiple of 3, as that of triangles must be":      {Mode: Triangles, Count: 4, Stride: 4},
		"byteStride 12 does not fit the filter OCTAHEDRAL":                  {Filter: Octahedral, Count: 3, Stride: 12},
		"byteStride 4 does not fit the filter QUATERNION":                   {Filter: Quaternion, Count: 3, Stride: 4},
		"byteStride 16 does not fit the filter COLOR":                       {Filter: Color, Count: 3, Stride: 16},
		"the meshopt data ends too early":                                   {Count: 3, Stride: 4},
	} {
		if _, err := Decode(nil, o); err == nil || err.Error() != want {
			t.Errorf("%+v: %v, want %s", o, err, want)
		}
	}
}

func TestHeader(t *testing.T) {
	rest := string(make([]byte, 40))
	for _, c := range []struct {
		data, want string
		mode       Mode
	}{
		{"\xe1" + rest, "the meshopt data begins with the byte 0xe1, which is not that of the mode ATTRIBUTES", Attributes},
		{"\xd1" + rest, "the meshopt data begins with the byte 0xd1, which is not that of the mode TRIANGLES", Triangles},
		{"\xa0" + rest, "the meshopt data begins with the byte 0xa0, which is not that of the mode INDICES", Indices},
		{"\xa2" + rest, "the meshopt data has version 2 instead of 0 or 1", Attributes},
		{"\xa1" + "\xaa" + rest[:23] + "\x03", "the meshopt data has the channel mode 0x3, which is unknown", Attributes},
		{"\xa1" + "\xaa" + rest[:23] + "\x10", "the meshopt data has the channel mode 0x10, which is unknown", Attributes},
		{"\xa1" + rest, "the meshopt data is longer than its elements", Attributes},
		{"\xe1" + "\x00" + rest[:16], "a triangle refers to an earlier one that is not there", Triangles},
		{"\xe1" + "\xf0" + "\x11" + rest[:15], "a triangle refers to an earlier one that is not there", Triangles},
		{"\xe1" + "\xfe" + "\x01" + rest[:16], "a triangle refers to an earlier one that is not there", Triangles},
		{"\xe1" + "\xff" + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" + rest[:16], "a number has more than five bytes", Triangles},
		{"\xe1" + "\xf0" + "\x0f" + rest[:15], "the table of the meshopt data has the entry 0xf at 0, which is not allowed", Triangles},
		{"\xe1" + "\xf0" + rest[:15] + "\x01", "the table of the meshopt data has the entry 0x1 at 15, which is not allowed", Triangles},
		{"\xd1" + "\x80\x80\x80\x80\x80\x00\x00\x00" + rest[:4], "a number has more than five bytes", Indices},
	} {
		_, err := Decode([]byte(c.data), Options{Mode: c.mode, Count: 3, Stride: 4})
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.data[:2], err, c.want)
		}
	}
}

// Counts that a few bytes claim take no memory, and what is taken the caller agrees to.
func TestCharge(t *testing.T) {
	errLimit := errors.New("limit")
	for _, s := range streams(t) {
		s.Charge = func(int, int) error { return errLimit }
		if _, err := Decode(s.data, s.Options); !errors.Is(err, errLimit) {
			t.Errorf("%s: %v", s.name, err)
		}
		for _, count := range []int{3 << 40, (1<<63 - 1) / 3 * 3} {
			s.Count = count
			if _, err := Decode(s.data, s.Options); err != errEnd {
				t.Errorf("%s with %d elements: %v", s.name, s.Count, err)
			}
		}
	}
	// All of 2^20 elements are zero.
	zero := append([]byte{0xa1}, bytes.Repeat([]byte{0xaa}, 1<<12)...)
	zero = append(zero, make([]byte, 24)...)
	for count, want := range map[int]string{1 << 20: "<nil>", 1<<20 - 255: "<nil>", 1<<20 + 1: errEnd.Error(), 1<<20 - 256: errExtra.Error()} {
		if _, err := Decode(zero, Options{Count: count, Stride: 4}); fmt.Sprint(err) != want {
			t.Errorf("%d elements: %v, want %s", count, err, want)
		}
	}
}

func FuzzMeshopt(f *testing.F) {
	for _, s := range streams(f) {
		f.Add(s.data, byte(s.Mode), byte(s.Filter), s.Count, s.Stride)
	}
	f.Fuzz(func(t *testing.T, data []byte, mode, filter byte, count, stride int) {
		o := Options{Mode: Mode(mode), Filter: Filter(filter), Count: count, Stride: stride}
		if o.Check() == nil && count > 1<<16/stride {
			return // the slow twin takes long
		}
		if compare(t, data, o) != nil {
			return
		}
		plain, err := Decode(data, Options{Mode: o.Mode, Count: count, Stride: stride})
		if err != nil {
			return
		}
		if out, err := Decode(data, o); err == nil && len(out) != len(plain) {
			t.Fatalf("%d bytes instead of %d", len(out), len(plain))
		}
	})
}
