package texture

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"
)

// checked returns an image of squares of one pixel, in the color model of m.
func checked[M interface {
	image.Image
	Set(x, y int, c color.Color)
}](m M) M {
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			c := color.NRGBA{200, 100, 0, 255}
			if (x+y)%2 == 1 {
				c = color.NRGBA{100, 0, 50, 255}
			}
			m.Set(x, y, c)
		}
	}
	return m
}

func TestShrink(t *testing.T) {
	r := image.Rect(0, 0, 8, 4)
	palette := color.Palette{color.NRGBA{200, 100, 0, 255}, color.NRGBA{100, 0, 50, 255}}
	for _, m := range []image.Image{checked(image.NewNRGBA(r)), checked(image.NewRGBA(r)), checked(image.NewNRGBA64(r)), checked(image.NewPaletted(r, palette))} {
		same := Shrink(m, 8)
		if same.Rect != r || same.RGBAAt(0, 0) != (color.RGBA{200, 100, 0, 255}) || same.RGBAAt(7, 0) != (color.RGBA{100, 0, 50, 255}) {
			t.Errorf("%T: %v at its size", m, same.RGBAAt(0, 0))
		}
		half := Shrink(m, 4)
		if half.Rect != image.Rect(0, 0, 4, 2) || half.RGBAAt(1, 1) != (color.RGBA{150, 50, 25, 255}) {
			t.Errorf("%T: %v %v", m, half.Rect, half.RGBAAt(1, 1))
		}
		if got := Average(same); got != [3]uint8{150, 50, 25} {
			t.Errorf("%T: %v on average", m, got)
		}
	}
	if got := Shrink(image.NewGray(image.Rect(0, 0, 1000, 1)), 10).Rect; got != image.Rect(0, 0, 10, 1) {
		t.Errorf("%v", got)
	}
}

// The color below a transparent pixel counts.
func TestShrinkTransparent(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	for k := range m.Pix {
		m.Pix[k] = []uint8{90, 80, 70, 0}[k%4]
	}
	if got := Shrink(m, 1).RGBAAt(0, 0); got != (color.RGBA{90, 80, 70, 255}) {
		t.Errorf("%v", got)
	}
}

func TestShrinkYCbCr(t *testing.T) {
	m := image.NewYCbCr(image.Rect(0, 0, 4, 4), image.YCbCrSubsampleRatio420)
	for k := range m.Y {
		m.Y[k] = 128
	}
	for k := range m.Cb {
		m.Cb[k], m.Cr[k] = 128, 200
	}
	r, g, b := color.YCbCrToRGB(128, 128, 200)
	if got := Shrink(m, 2).RGBAAt(1, 1); got != (color.RGBA{r, g, b, 255}) {
		t.Errorf("%v, want %d %d %d", got, r, g, b)
	}
}

func TestEncode(t *testing.T) {
	few := Shrink(checked(image.NewNRGBA(image.Rect(0, 0, 64, 64))), 64)
	mime, data := Encode(few)
	if m, err := png.Decode(bytes.NewReader(data)); mime != "image/png" || err != nil || m.At(1, 0) != (color.RGBA{100, 0, 50, 255}) {
		t.Errorf("two colors: %s, %v", mime, err)
	}
	noise := image.NewRGBA(image.Rect(0, 0, 64, 64))
	rng := rand.New(rand.NewPCG(1, 2))
	for k := range noise.Pix {
		noise.Pix[k] = uint8(rng.Uint32())
	}
	mime, data = Encode(noise)
	if _, err := jpeg.Decode(bytes.NewReader(data)); mime != "image/jpeg" || err != nil {
		t.Errorf("noise: %s, %v", mime, err)
	}
}
