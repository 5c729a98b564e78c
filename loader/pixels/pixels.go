// Package pixels decodes images that may be hostile, after it has examined their headers.
package pixels

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"

	"github.com/meshcheck/meshcheck/loader/imageinfo"
)

// decoders are the types that are decoded.
var decoders = map[string]func(io.Reader) (image.Image, error){
	"image/png": png.Decode, "image/jpeg": jpeg.Decode, "image/webp": webp.Decode,
}

// Decodable reports whether images of a type can be decoded: PNG, JPEG and WebP.
func Decodable(mime string) bool { return decoders[mime] != nil }

const (
	// freePixels is the number of pixels that an image of any size in bytes may have, and
	// pixelsPerByte how many more for each byte. PNG compresses bytes to a thousandth at best.
	freePixels    = 4 << 20
	pixelsPerByte = 1024
)

// Plausible returns an error if an image of so many bytes cannot have the pixels that its header
// claims, unless they are so few that they cost little.
func Plausible(info imageinfo.Info, bytes int64) error {
	if int64(info.Width)*int64(info.Height) <= freePixels+pixelsPerByte*bytes {
		return nil
	}
	return fmt.Errorf("the header claims %d by %d pixels, more than %d bytes can hold", info.Width, info.Height, bytes)
}

// Decode decodes an image that has the type and the size of info, which limits the memory that it
// takes. It fails for any other image, for damaged data, and with the error of ctx when that ends.
func Decode(ctx context.Context, r io.Reader, info imageinfo.Info) (image.Image, error) {
	decode := decoders[info.MIME]
	if decode == nil {
		return nil, fmt.Errorf("%s is not decoded", info.MIME)
	}
	// The header is read twice: first to compare its size, then to decode the image.
	var head bytes.Buffer
	guarded := &guard{ctx: ctx, r: r, jpeg: info.MIME == "image/jpeg"}
	now, err := imageinfo.Read(io.TeeReader(guarded, &head))
	if err != nil {
		return nil, plainError(ctx, err)
	}
	if now != info {
		return nil, errors.New("it has changed since its header was read")
	}
	m, err := decode(bufio.NewReaderSize(io.MultiReader(&head, guarded), 1<<16))
	if err != nil {
		return nil, plainError(ctx, err)
	}
	if size := m.Bounds().Size(); size.X != info.Width || size.Y != info.Height {
		return nil, fmt.Errorf("it has %d by %d pixels, unlike its header", size.X, size.Y)
	}
	return m, nil
}

// Later returns a function that opens and decodes an image, as in mesh.Texture.
func Later(open func() (io.ReadCloser, error), info imageinfo.Info) func(context.Context) (image.Image, error) {
	return func(ctx context.Context) (image.Image, error) {
		r, err := open()
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return Decode(ctx, r, info)
	}
}

// plainError returns the error of ctx if it has ended, else err in words.
func plainError(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it ends early")
	}
	return err
}

// mostScans is the number of scans of a JPEG. Encoders write about ten. Each may cost as much time
// as all pixels, and hardly any bytes.
const mostScans = 100

// guard is a reader that ends with its context, and at a JPEG with too many scans.
type guard struct {
	ctx   context.Context
	r     io.Reader
	jpeg  bool
	last  byte
	scans int
}

var errScans = errors.New("it has too many scans")

func (g *guard) Read(p []byte) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := g.r.Read(p[:min(len(p), 1<<16)])
	if !g.jpeg || n == 0 {
		return n, err
	}
	// In a JPEG, the marker of a scan occurs in no other place but previews.
	const marker = "\xff\xda"
	g.scans += bytes.Count(p[:n], []byte(marker))
	if g.last == marker[0] && p[0] == marker[1] {
		g.scans++
	}
	if g.last = p[n-1]; g.scans > mostScans {
		return 0, errScans
	}
	return n, err
}
