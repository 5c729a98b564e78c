package picture

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/report/palette"
)

// ink is the colour of a sample, in lanes of ten bits, so that four inks can be added.
type ink uint32

// each has 1 in each lane.
const each ink = 1<<20 | 1<<10 | 1

const (
	background = 0x2b<<20 | 0x30<<10 | ink(0x38)
	lineColor  = 0xff * each
	haloColor  = 0x12<<20 | 0x14<<10 | ink(0x18)
	grey       = 0xc8 * each
	pale       = 0xe8 * each
)

func inkOf(c palette.RGB) ink { return ink(c[0])<<20 | ink(c[1])<<10 | ink(c[2]) }

// mix returns c and d mixed in the proportion 1-s to s.
func (c ink) mix(d ink, s float64) (mixed ink) {
	if s >= 1 {
		return d
	}
	for lane := 0; lane < 30; lane += 10 {
		x := float64((1-s)*float64(c>>lane&0xff)) + float64(s*float64(d>>lane&0xff))
		mixed |= ink(x+0.5) << lane
	}
	return mixed
}

// paint is a colour for triangles, and its brightness without light.
type paint struct {
	color ink
	dark  float64
}

// The brightness of bodies and of findings without light.
const (
	weak   = 0.3
	strong = 0.55
)

// levels is the number of light levels.
const levels = 16

// lit returns the colour at a light level.
func (p paint) lit(level int) ink {
	return ink(0).mix(p.color, p.dark+float64((1-p.dark)*float64(level)/(levels-1)))
}

// canvas is a picture in samples, and the memory to encode it.
type canvas struct {
	w, h    int
	samples []ink
	pixels  []pixel
	counts  [pixelColors]uint32 // pixels of each colour
	numbers [pixelColors]uint8  // palette index of each colour
}

// canvases keeps canvases for reuse.
var canvases = sync.Pool{New: func() any { return &canvas{} }}

// newCanvas returns an empty canvas, which may be returned to canvases.
func newCanvas(w, h int) *canvas {
	p := canvases.Get().(*canvas)
	p.w, p.h, p.samples = w, h, filled(p.samples, w*h, background)
	return p
}

// cover paints a layer with three opacities from 0 to 1: where the other layer is empty, where it
// is in front of it, and where it shines through.
func (p *canvas) cover(l, other *layer, bare, front, behind float64) {
	for k, color := range l.color {
		switch {
		case color == 0:
		case other.color[k] == 0:
			p.samples[k] = p.samples[k].mix(color, bare)
		case l.depth[k] >= other.depth[k]:
			p.samples[k] = p.samples[k].mix(color, front)
		default:
			p.samples[k] = p.samples[k].mix(color, behind)
		}
	}
}

// strokes draws lines.
func (p *canvas) strokes(lines []stroke, width float64) {
	for _, s := range lines {
		p.line(s.ends[0], s.ends[1], width, s.color)
	}
}

// halo draws an outline around lines.
func (p *canvas) halo(lines []stroke, color ink, width float64) {
	for _, s := range lines {
		p.line(s.ends[0], s.ends[1], width, color)
	}
}

// pixel is the colour of a pixel, with five bits each for red, green and blue.
type pixel uint16

// pixelColors is the number of possible pixel colours.
const pixelColors = 1 << 15

func (c pixel) rgba() color.RGBA {
	return color.RGBA{uint8(c >> 10 << 3), uint8(c >> 5 << 3), uint8(c << 3), 255}
}

// png averages the samples to pixels and encodes them with at most 256 colours.
func (p *canvas) png() []byte {
	out := image.NewPaletted(image.Rect(0, 0, p.w/oversampling, p.h/oversampling), nil)
	p.pixels = p.pixels[:0]
	for y := 0; y < p.h; y += oversampling {
		upper, lower := p.samples[y*p.w:(y+1)*p.w], p.samples[(y+1)*p.w:(y+2)*p.w]
		for x := 0; x < p.w; x += oversampling {
			p.pixels = append(p.pixels, mean(upper[x]+upper[x+1]+lower[x]+lower[x+1]))
		}
	}
	out.Palette = p.palette()
	for k, c := range p.pixels {
		out.Pix[k] = p.numbers[c]
	}
	var b bytes.Buffer
	encoder := png.Encoder{BufferPool: pngBuffers{}}
	if err := encoder.Encode(&b, out); err != nil {
		panic("picture: a buffer takes everything: " + err.Error())
	}
	return b.Bytes()
}

// jpegQuality is the quality of JPEGs, from 1 to 100.
const jpegQuality = 80

// jpeg averages the samples to pixels and encodes them as a JPEG.
func (p *canvas) jpeg() []byte {
	out := image.NewRGBA(image.Rect(0, 0, p.w/oversampling, p.h/oversampling))
	k := 0
	for y := 0; y < p.h; y += oversampling {
		upper, lower := p.samples[y*p.w:(y+1)*p.w], p.samples[(y+1)*p.w:(y+2)*p.w]
		for x := 0; x < p.w; x += oversampling {
			sum := upper[x] + upper[x+1] + lower[x] + lower[x+1]
			for lane := 20; lane >= 0; lane -= 10 {
				out.Pix[k] = uint8((sum>>lane&0x3ff + 2) >> 2)
				k++
			}
			out.Pix[k] = 255
			k++
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, out, &jpeg.Options{Quality: jpegQuality}); err != nil {
		panic("picture: a buffer takes everything: " + err.Error())
	}
	return b.Bytes()
}

// pngBuffers keeps the buffers of encoders, which are much larger than a picture.
type pngBuffers struct{}

var freePNGBuffers sync.Pool

func (pngBuffers) Get() *png.EncoderBuffer {
	b, _ := freePNGBuffers.Get().(*png.EncoderBuffer)
	return b
}

func (pngBuffers) Put(b *png.EncoderBuffer) { freePNGBuffers.Put(b) }

// mean returns the mean of a pixel's samples from their sum, rounded to five bits.
func mean(sum ink) (c pixel) {
	for lane := 20; lane >= 0; lane -= 10 {
		c = c<<5 | pixel(min((sum>>lane&0x3ff+16)>>5, 31))
	}
	return c
}

// palette returns the most frequent colours of the pixels, at most 256, and maps each colour to the
// nearest of them.
func (p *canvas) palette() (colors color.Palette) {
	var all []pixel
	for _, c := range p.pixels {
		if p.counts[c] == 0 {
			all = append(all, c)
		}
		p.counts[c]++
	}
	slices.SortFunc(all, func(c, d pixel) int { return cmp.Or(cmp.Compare(p.counts[d], p.counts[c]), cmp.Compare(c, d)) })
	for _, c := range all[:min(len(all), 256)] {
		colors = append(colors, c.rgba())
	}
	for k, c := range all {
		if k >= len(colors) {
			k = colors.Index(c.rgba())
		}
		p.numbers[c], p.counts[c] = uint8(k), 0
	}
	return colors
}
