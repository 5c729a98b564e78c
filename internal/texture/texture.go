// Package texture makes decoded images small enough for pages. It works in whole numbers, so that the
// same image gives the same bytes on all machines.
package texture

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
)

// Shrink returns an opaque copy of m that has at most so many pixels on its longer side, at least 1,
// each the mean of those that it replaces. Opacity is left out.
func Shrink(m image.Image, side int) *image.RGBA {
	from := m.Bounds().Size()
	w, h := from.X, from.Y
	if longer := max(w, h); longer > side {
		w, h = max(1, w*side/longer), max(1, h*side/longer)
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	row, sums := make([]uint8, 3*from.X), make([]uint64, 3*w)
	read := rows(m)
	for y := range h {
		clear(sums)
		top, bottom := span(y, h, from.Y)
		for s := top; s < bottom; s++ {
			read(s, row)
			for x := range w {
				left, right := span(x, w, from.X)
				for k := 3 * left; k < 3*right; k += 3 {
					sums[3*x] += uint64(row[k])
					sums[3*x+1] += uint64(row[k+1])
					sums[3*x+2] += uint64(row[k+2])
				}
			}
		}
		for x := range w {
			left, right := span(x, w, from.X)
			n := uint64((bottom - top) * (right - left))
			at := out.Pix[out.PixOffset(x, y):]
			for k := range 3 {
				at[k] = uint8((sums[3*x+k] + n/2) / n)
			}
			at[3] = 255
		}
	}
	return out
}

// span returns which of n pixels become pixel x of fewer.
func span(x, fewer, n int) (first, end int) { return x * n / fewer, (x + 1) * n / fewer }

// rows returns a function that reads red, green and blue of a row of m.
func rows(m image.Image) func(y int, row []uint8) {
	b := m.Bounds()
	switch m := m.(type) {
	case *image.NRGBA:
		return func(y int, row []uint8) { quads(m.Pix[y*m.Stride:], row) }
	case *image.YCbCr:
		return func(y int, row []uint8) {
			for x := range b.Dx() {
				i, c := m.YOffset(b.Min.X+x, b.Min.Y+y), m.COffset(b.Min.X+x, b.Min.Y+y)
				row[3*x], row[3*x+1], row[3*x+2] = color.YCbCrToRGB(m.Y[i], m.Cb[c], m.Cr[c])
			}
		}
	case *image.NYCbCrA:
		return rows(&m.YCbCr)
	case *image.Paletted:
		return palettedRows(m)
	}
	return func(y int, row []uint8) {
		for x := range b.Dx() {
			c := color.NRGBAModel.Convert(m.At(b.Min.X+x, b.Min.Y+y)).(color.NRGBA)
			row[3*x], row[3*x+1], row[3*x+2] = c.R, c.G, c.B
		}
	}
}

// quads copies three of four bytes.
func quads(from, row []uint8) {
	for k, at := 0, 0; k < len(row); k, at = k+3, at+4 {
		row[k], row[k+1], row[k+2] = from[at], from[at+1], from[at+2]
	}
}

func palettedRows(m *image.Paletted) func(y int, row []uint8) {
	var colors [256][3]uint8
	for i, c := range m.Palette[:min(len(m.Palette), 256)] {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		colors[i] = [3]uint8{n.R, n.G, n.B}
	}
	return func(y int, row []uint8) {
		for x := range len(row) / 3 {
			copy(row[3*x:], colors[m.Pix[y*m.Stride+x]][:])
		}
	}
}

// Average returns the mean color of an image.
func Average(m *image.RGBA) [3]uint8 {
	one := Shrink(m, 1)
	return [3]uint8(one.Pix[:3])
}

// quality is that of JPEGs, from 1 to 100.
const quality = 82

// Encode returns an image as a JPEG or, if it has few colors and that is smaller, as a PNG, with the
// type.
func Encode(m *image.RGBA) (mime string, data []byte) {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}) // a buffer takes everything
	if few := paletted(m); few != nil {
		var p bytes.Buffer
		if png.Encode(&p, few) == nil && p.Len() <= b.Len() {
			return "image/png", p.Bytes()
		}
	}
	return "image/jpeg", b.Bytes()
}

// paletted returns m with a palette, nil if it has too many colors.
func paletted(m *image.RGBA) *image.Paletted {
	out := image.NewPaletted(m.Rect, nil)
	known := map[[3]uint8]uint8{}
	for k := range out.Pix {
		c := [3]uint8(m.Pix[4*k : 4*k+3])
		i, ok := known[c]
		if !ok {
			if len(known) == 256 {
				return nil
			}
			i = uint8(len(known))
			known[c] = i
			out.Palette = append(out.Palette, color.RGBA{c[0], c[1], c[2], 255})
		}
		out.Pix[k] = i
	}
	return out
}
