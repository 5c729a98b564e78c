package mesh

import (
	"context"
	"image"
	"slices"
)

// BaseColor is the color of the surface of a part before light falls on it: the product of a factor
// and, if there are any, the colors of vertices and a texture. All are sRGB, as screens show them,
// and the product is that of these numbers. Opacity is left out.
type BaseColor struct {
	// Factor has red, green and blue, from 0 to 1.
	Factor [3]float64
	// Vertices has red, green and blue of each vertex of the part; nil for none.
	Vertices []uint8
	// Map is nil for none.
	Map *TextureMap
}

// TextureMap is a texture on a part.
type TextureMap struct {
	// Texture is an index into Scene.Textures.
	Texture   int
	UV        UVSet
	Transform UVTransform
	Wrap      [2]Wrap
}

// Texture is an image with the base color of surfaces. It is decoded on demand.
type Texture struct {
	// Name is the image's own, that of its file, or "image 3".
	Name string
	// Width and Height are in pixels, at least 1.
	Width, Height int
	// Decode decodes the image, which has this size. It fails for damaged data, for an image that
	// has changed since, and with the error of ctx. It is safe for concurrent use.
	Decode func(ctx context.Context) (image.Image, error)
}

// mostColorNotes is the greatest number of ColorNotes that NoteColor makes.
const mostColorNotes = 20

// NoteColor adds a note to ColorNotes, unless it is there or there are many.
func (s *Scene) NoteColor(text string) {
	if len(s.ColorNotes) < mostColorNotes && !slices.Contains(s.ColorNotes, text) {
		s.ColorNotes = append(s.ColorNotes, text)
	}
}

// TextureMemory is the most that decoding takes for a pixel, in bytes: a progressive JPEG has
// three coefficients of four bytes and three samples.
const TextureMemory = 16

// TexturePixels returns the number of pixels of all textures.
func (s *Scene) TexturePixels() (n int64) {
	for i := range s.Textures {
		n += int64(s.Textures[i].Width) * int64(s.Textures[i].Height)
	}
	return n
}
