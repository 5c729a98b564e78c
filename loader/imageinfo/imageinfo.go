// Package imageinfo reads the type and the size of an image from its header. It decodes no pixels.
package imageinfo

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// Info is what the header of an image says.
type Info struct {
	MIME          string
	Width, Height int // in pixels, at least 1
}

// MaxSide is the greatest width and height that is accepted, in pixels. Graphics cards support at
// most 32,768, and JPEG at most 65,535. A header with a greater size is damaged.
const MaxSide = 1 << 16

// MaxHeader is the number of bytes at the beginning of an image in which its size must be. In JPEG
// files the size comes after profiles and previews.
const MaxHeader = 1 << 20

// signatureSize is the number of bytes that identify the type of an image.
const signatureSize = 12

// kinds are the known types of images by their signatures.
var kinds = []struct {
	mime   string
	begins func(head []byte) bool
	size   func(r *bufio.Reader) (width, height int, err error)
}{
	{"image/png", begins("\x89PNG\r\n\x1a\n"), decoded(png.DecodeConfig)},
	{"image/jpeg", begins("\xff\xd8\xff"), decoded(jpeg.DecodeConfig)},
	{"image/webp", isWebP, decoded(webp.DecodeConfig)},
	{"image/ktx2", begins("\xabKTX 20\xbb\r\n\x1a\n"), ktx2Size},
	{"image/vnd-ms.dds", begins("DDS "), ddsSize},
}

// Read returns the type and the size of the image at the beginning of r, and reads no more than
// MaxHeader bytes. It fails for types other than PNG, JPEG, WebP, KTX 2.0 and DDS, for a header
// that is damaged or longer, and for a size that is zero or exceeds MaxSide. MIME is then set if
// the type is known.
func Read(r io.Reader) (Info, error) {
	buf := bufio.NewReader(io.LimitReader(r, MaxHeader))
	head, err := buf.Peek(signatureSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return Info{}, err
	}
	for _, k := range kinds {
		if !k.begins(head) {
			continue
		}
		w, h, err := k.size(buf)
		if err == nil && (w < 1 || h < 1 || w > MaxSide || h > MaxSide) {
			err = fmt.Errorf("the header claims %d by %d pixels", w, h)
		}
		if err != nil {
			return Info{MIME: k.mime}, err
		}
		return Info{k.mime, w, h}, nil
	}
	return Info{}, errors.New("it does not begin like a PNG, JPEG, WebP, KTX2 or DDS image")
}

func begins(signature string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(signature)) }
}

func isWebP(head []byte) bool {
	return len(head) >= signatureSize && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP"
}

// decoded returns the size that a decoder like those of the standard library returns.
func decoded(config func(io.Reader) (image.Config, error)) func(*bufio.Reader) (int, int, error) {
	return func(r *bufio.Reader) (int, int, error) {
		c, err := config(r)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the header ends early")
		}
		return c.Width, c.Height, err
	}
}

// ktx2Size reads the header of KTX 2.0, section 3 of its specification: the signature,
// vkFormat and typeSize, then width and height.
func ktx2Size(r *bufio.Reader) (width, height int, err error) {
	return sizeAt(r, 20, 24)
}

// ddsSize reads the DDS_HEADER: the signature, the header's own size and flags, then height
// and width.
func ddsSize(r *bufio.Reader) (width, height int, err error) {
	return sizeAt(r, 16, 12)
}

// sizeAt reads width and height as little-endian numbers at two offsets.
func sizeAt(r *bufio.Reader, width, height int) (int, int, error) {
	head, err := r.Peek(max(width, height) + 4)
	if errors.Is(err, io.EOF) {
		return 0, 0, errors.New("the header ends early")
	}
	if err != nil {
		return 0, 0, err
	}
	w, h := binary.LittleEndian.Uint32(head[width:]), binary.LittleEndian.Uint32(head[height:])
	// A number that is too large for an int is too large for an image.
	return int(min(w, 1<<31-1)), int(min(h, 1<<31-1)), nil
}
