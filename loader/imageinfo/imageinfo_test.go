package imageinfo

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"testing"
)

// sample is an image of 5 by 3 pixels.
func sample() image.Image {
	m := image.NewPaletted(image.Rect(0, 0, 5, 3), color.Palette{color.Black, color.White})
	m.SetColorIndex(2, 1, 1)
	return m
}

func encoded(t *testing.T, encode func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRead(t *testing.T) {
	pngFile := encoded(t, func(w io.Writer) error { return png.Encode(w, sample()) })
	jpegFile := encoded(t, func(w io.Writer) error { return jpeg.Encode(w, sample(), nil) })
	// Profiles and previews in front of the size.
	long := append(bytes.Clone(jpegFile[:2]), bytes.Repeat(append([]byte("\xff\xe2\xff\xff"), make([]byte, 0xfffd)...), 5)...)
	long = append(long, jpegFile[2:]...)
	tooLong := append(bytes.Clone(jpegFile[:2]), bytes.Repeat(append([]byte("\xff\xe2\xff\xff"), make([]byte, 0xfffd)...), 17)...)
	tooLong = append(tooLong, jpegFile[2:]...)
	for name, c := range map[string]struct {
		data []byte
		want Info
		says string // a part of the error, "" for none
	}{
		"png":               {pngFile, Info{"image/png", 5, 3}, ""},
		"jpeg":              {jpegFile, Info{"image/jpeg", 5, 3}, ""},
		"long jpeg header":  {long, Info{"image/jpeg", 5, 3}, ""},
		"webp, extended":    {[]byte("RIFF\x16\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xff\x03\x00\xff\x01\x00"), Info{"image/webp", 1024, 512}, ""},
		"webp, lossy":       {[]byte("RIFF\x16\x00\x00\x00WEBPVP8 \x0a\x00\x00\x00\x30\x01\x00\x9d\x01\x2a\x07\x00\x09\x00"), Info{"image/webp", 7, 9}, ""},
		"too long a header": {tooLong, Info{MIME: "image/jpeg"}, "the header ends early"},
		"empty":             {nil, Info{}, "it does not begin like"},
		"gif":               {[]byte("GIF89a and so on"), Info{}, "it does not begin like"},
		"cut png":           {pngFile[:30], Info{MIME: "image/png"}, "the header ends early"},
		"png of no width":   {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x00\x00\x00\x00\x00\x03\x08\x02\x00\x00\x00"), Info{MIME: "image/png"}, "dimension"},
		"ktx2, too wide":    {[]byte("\xabKTX 20\xbb\r\n\x1a\n\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00\x01\x00\x01\x00\x00\x00"), Info{MIME: "image/ktx2"}, "65537 by 1 pixels"},
		"ktx2, widest":      {[]byte("\xabKTX 20\xbb\r\n\x1a\n\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x01\x00\x01\x00\x00\x00"), Info{"image/ktx2", 65536, 1}, ""},
	} {
		got, err := Read(bytes.NewReader(c.data))
		if got != c.want || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %+v, %v; want %+v, %q", name, got, err, c.want, c.says)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestReadErrors(t *testing.T) {
	broken := errors.New("the disk is broken")
	for _, head := range []string{"", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", "\xabKTX 20\xbb\r\n\x1a\n"} {
		if _, err := Read(io.MultiReader(strings.NewReader(head), failing{broken})); !errors.Is(err, broken) {
			t.Errorf("after %q: %v", head, err)
		}
	}
}

// TestReadIsBounded: of an endless header no more than MaxHeader bytes are read.
func TestReadIsBounded(t *testing.T) {
	r := &counting{}
	if _, err := Read(r); err == nil || r.n > MaxHeader {
		t.Errorf("%d bytes read, %v", r.n, err)
	}
}

// counting is a JPEG of application segments without end.
type counting struct{ n int }

func (c *counting) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "\xff\xe2\x00\x04ab"[max(c.n-2, 0)%6]
		if c.n < 2 {
			p[i] = "\xff\xd8"[c.n]
		}
		c.n++
	}
	return len(p), nil
}
