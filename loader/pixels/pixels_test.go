package pixels

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader/imageinfo"
)

// sample is an image of 5 by 3 pixels, one of them red.
func sample() *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, 5, 3))
	m.Set(2, 1, color.NRGBA{255, 0, 0, 255})
	return m
}

func encoded(t testing.TB, encode func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngFile(t testing.TB) []byte {
	return encoded(t, func(w io.Writer) error { return png.Encode(w, sample()) })
}

func jpegFile(t testing.TB) []byte {
	return encoded(t, func(w io.Writer) error { return jpeg.Encode(w, sample(), nil) })
}

// webpFile is a lossless WebP of 16 by 16 pixels of one color, made by hand from its specification:
// five prefix codes of one symbol each.
var webpFile = func() []byte {
	var bits []byte
	n := 0
	put := func(value, count int) {
		for k := range count {
			if n%8 == 0 {
				bits = append(bits, 0)
			}
			bits[n/8] |= byte(value>>k&1) << (n % 8)
			n++
		}
	}
	put(15, 14) // width and height, less one
	put(15, 14)
	put(0, 1)                                              // no alpha
	put(0, 3)                                              // version
	put(0, 1)                                              // no transforms
	put(0, 1)                                              // no color cache
	put(0, 1)                                              // one group of codes
	for _, symbol := range []int{0x40, 0xc0, 0x20, 0xff} { // green, red, blue, alpha
		put(1, 1) // a simple code
		put(0, 1) // of one symbol
		put(1, 1) // of eight bits
		put(symbol, 8)
	}
	put(1, 1)
	put(0, 1)
	put(0, 1) // of one bit
	put(0, 1)
	data := append([]byte{0x2f}, bits...)
	if len(data)%2 == 1 {
		data = append(data, 0)
	}
	out := append([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(12+len(data)))...)
	out = append(out, "WEBPVP8L"...)
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(data))), data...)
}()

// claiming is a PNG whose header claims a size, followed by few bytes.
func claiming(width, height uint32) []byte {
	chunk := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)...)
	chunk = append(chunk, 8, 6, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	return binary.BigEndian.AppendUint32(append(out, chunk...), crc32.ChecksumIEEE(chunk))
}

func read(t *testing.T, data []byte) imageinfo.Info {
	t.Helper()
	info, err := imageinfo.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func TestDecode(t *testing.T) {
	for _, row := range []struct {
		data []byte
		x, y int
		want color.NRGBA
	}{
		{pngFile(t), 2, 1, color.NRGBA{255, 0, 0, 255}},
		{jpegFile(t), 0, 0, color.NRGBA{0, 0, 0, 255}},
		{webpFile, 9, 9, color.NRGBA{0xc0, 0x40, 0x20, 255}},
	} {
		info := read(t, row.data)
		m, err := Decode(t.Context(), bytes.NewReader(row.data), info)
		if err != nil {
			t.Errorf("%s: %v", info.MIME, err)
			continue
		}
		got := color.NRGBAModel.Convert(m.At(row.x, row.y)).(color.NRGBA)
		for _, d := range []int{int(got.R) - int(row.want.R), int(got.G) - int(row.want.G), int(got.B) - int(row.want.B)} {
			if d < -90 || d > 90 || info.MIME != "image/jpeg" && d != 0 {
				t.Errorf("%s: %v, want %v", info.MIME, got, row.want)
				break
			}
		}
	}
}

func TestDecodeFails(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	jpegInfo := read(t, jpegFile(t))
	scans := bytes.Clone(jpegFile(t))
	for range mostScans {
		scans = append(scans[:len(scans)-2], "\xff\xda\x00\x02\xff\xd9"...)
	}
	for name, row := range map[string]struct {
		ctx  context.Context
		data []byte
		info imageinfo.Info
		says string
	}{
		"another size": {t.Context(), pngFile(t), imageinfo.Info{MIME: "image/png", Width: 5, Height: 4}, "has changed"},
		"another type": {t.Context(), pngFile(t), jpegInfo, "has changed"},
		"cut":          {t.Context(), pngFile(t)[:50], read(t, pngFile(t)), "pixel data"},
		"ktx2":         {t.Context(), nil, imageinfo.Info{MIME: "image/ktx2", Width: 5, Height: 4}, "not decoded"},
		"no pixels":    {t.Context(), claiming(100, 100), imageinfo.Info{MIME: "image/png", Width: 100, Height: 100}, "ends early"},
		"cancelled":    {ended, pngFile(t), read(t, pngFile(t)), context.Canceled.Error()},
		"scans":        {t.Context(), scans, jpegInfo, "scans"},
	} {
		if _, err := Decode(row.ctx, bytes.NewReader(row.data), row.info); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %q", name, err, row.says)
		}
	}
}

// A header alone does not take memory: what it claims must be plausible for its bytes.
func TestPlausible(t *testing.T) {
	for _, row := range []struct {
		side  uint32
		bytes int64
		ok    bool
	}{{2048, 60, true}, {60_000, 60, false}, {60_000, 4 << 20, true}, {4096, 60, false}, {4096, 12 << 10, true}} {
		info := read(t, claiming(row.side, row.side))
		if err := Plausible(info, row.bytes); (err == nil) != row.ok {
			t.Errorf("%d a side in %d bytes: %v", row.side, row.bytes, err)
		}
	}
	if Decodable("image/ktx2") || !Decodable("image/webp") {
		t.Error("KTX2 is decoded, or WebP is not")
	}
}

// FuzzDecode decodes any bytes of up to 64 Ki pixels: an image or an error, and no panic.
func FuzzDecode(f *testing.F) {
	f.Add(pngFile(f))
	f.Add(jpegFile(f))
	f.Add(webpFile)
	f.Add(claiming(60_000, 60_000))
	f.Fuzz(func(t *testing.T, data []byte) {
		info, err := imageinfo.Read(bytes.NewReader(data))
		if err != nil || info.Width*info.Height > 1<<16 || !Decodable(info.MIME) {
			return
		}
		m, err := Decode(t.Context(), bytes.NewReader(data), info)
		if err == nil && m.Bounds().Dx() != info.Width || errors.Is(err, errScans) && info.MIME != "image/jpeg" {
			t.Errorf("%+v: %v", info, err)
		}
	})
}
