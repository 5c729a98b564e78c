package picture

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/report/palette"
)

// ink is the colour of a sample, in lanes of ten bits, so that four can be added up.
type ink uint32

// each is a number that has 1 in each lane.
const each ink = 1<<20 | 1<<10 | 1

const (
	background = 0x2b<<20 | 0x30<<10 | ink(0x38)
	lineColor  = 0xff * each
	haloColor  = 0x12<<20 | 0x14<<10 | ink(0x18)
	grey       = 0xc8 * each
	pale       = 0xe8 * each
)

func inkOf(c palette.RGB) ink { return ink(c[0])<<20 | ink(c[1])<<10 | ink(c[2]) }

// mix returns c and d in the proportion 1-s to s.
func (c ink) mix(d ink, s float64) (mixed ink) {
	for lane := 0; lane < 30; lane += 10 {
		x := float64((1-s)*float64(c>>lane&0xff)) + float64(s*float64(d>>lane&0xff))
		mixed |= ink(x+0.5) << lane
	}
	return mixed
}

// paint is a colour for triangles, and how bright it is where no light falls.
type paint struct {
	color ink
	dark  float64
}

// How bright the colours of bodies and of findings are in the dark.
const (
	weak   = 0.3
	strong = 0.55
)

// levels is how many degrees of light there are.
const levels = 16

// lit returns the colour at a degree of light.
func (p paint) lit(level int) ink {
	return ink(0).mix(p.color, p.dark+float64((1-p.dark)*float64(level)/(levels-1)))
}

// canvas is a picture in samples.
type canvas struct {
	w, h    int
	samples []ink
}

func newCanvas(w, h int) *canvas {
	p := &canvas{w, h, make([]ink, w*h)}
	for k := range p.samples {
		p.samples[k] = background
	}
	return p
}

// solid paints a layer.
func (p *canvas) solid(l *layer) {
	for k, color := range l.color {
		if color > 0 {
			p.samples[k] = color
		}
	}
}

// shining paints a layer, which shines through what hides it.
func (p *canvas) shining(own, around *layer) {
	for k, color := range own.color {
		switch {
		case color == 0:
		case own.depth[k] >= around.depth[k]:
			p.samples[k] = color
		default:
			p.samples[k] = p.samples[k].mix(color, 0.5)
		}
	}
}

// overlay paints hulls as something that is looked through, less of it where it is hidden,
// and more where there is nothing behind it.
func (p *canvas) overlay(hulls, visuals *layer) {
	for k, color := range hulls.color {
		switch {
		case color == 0:
		case visuals.color[k] == 0:
			p.samples[k] = p.samples[k].mix(color, 0.8)
		case hulls.depth[k] >= visuals.depth[k]:
			p.samples[k] = p.samples[k].mix(color, 0.5)
		default:
			p.samples[k] = p.samples[k].mix(color, 0.12)
		}
	}
}

// fade paints a layer as something that is looked through.
func (p *canvas) fade(l *layer) {
	for k, color := range l.color {
		if color > 0 {
			p.samples[k] = background.mix(color, 0.4)
		}
	}
}

// halo draws what surrounds lines.
func (p *canvas) halo(lines []stroke, color ink, width float64) {
	for _, s := range lines {
		p.strokes([]stroke{{s.ends, color}}, width)
	}
}

func (p *canvas) strokes(lines []stroke, width float64) {
	for _, s := range lines {
		line(p.w, p.h, s.ends[0], s.ends[1], width, func(k int) { p.samples[k] = s.color })
	}
}

// pixel is the colour of one, five bits for red, green and blue each.
type pixel uint16

func (c pixel) rgba() color.RGBA {
	return color.RGBA{uint8(c >> 10 << 3), uint8(c >> 5 << 3), uint8(c << 3), 255}
}

// png averages the samples to pixels and encodes them with at most 256 colours.
func (p *canvas) png() []byte {
	out := image.NewPaletted(image.Rect(0, 0, p.w/oversampling, p.h/oversampling), nil)
	pixels := make([]pixel, 0, len(out.Pix))
	for y := 0; y < p.h; y += oversampling {
		upper, lower := p.samples[y*p.w:(y+1)*p.w], p.samples[(y+1)*p.w:(y+2)*p.w]
		for x := 0; x < p.w; x += oversampling {
			pixels = append(pixels, mean(upper[x]+upper[x+1]+lower[x]+lower[x+1]))
		}
	}
	colors, numbers := paletteOf(pixels)
	out.Palette = colors
	for k, c := range pixels {
		out.Pix[k] = numbers[c]
	}
	var b bytes.Buffer
	encoder := png.Encoder{BufferPool: pngBuffers{}}
	if err := encoder.Encode(&b, out); err != nil {
		panic("picture: a buffer takes everything: " + err.Error())
	}
	return b.Bytes()
}

// pngBuffers keeps what encoders work with, which is much larger than a picture.
type pngBuffers struct{}

var freePNGBuffers sync.Pool

func (pngBuffers) Get() *png.EncoderBuffer {
	b, _ := freePNGBuffers.Get().(*png.EncoderBuffer)
	return b
}

func (pngBuffers) Put(b *png.EncoderBuffer) { freePNGBuffers.Put(b) }

// mean returns the mean of the samples of a pixel from their sum, rounded to five bits.
func mean(sum ink) (c pixel) {
	for lane := 20; lane >= 0; lane -= 10 {
		c = c<<5 | pixel(min((sum>>lane&0x3ff+16)>>5, 31))
	}
	return c
}

// paletteOf returns the most frequent colours, at most 256, and the number of the nearest of them to
// each colour of a pixel.
func paletteOf(pixels []pixel) (colors color.Palette, numbers []uint8) {
	const most = 1 << 15
	var all []pixel
	counts := make([]int, most)
	for _, c := range pixels {
		if counts[c] == 0 {
			all = append(all, c)
		}
		counts[c]++
	}
	slices.SortFunc(all, func(c, d pixel) int { return cmp.Or(cmp.Compare(counts[d], counts[c]), cmp.Compare(c, d)) })
	for _, c := range all[:min(len(all), 256)] {
		colors = append(colors, c.rgba())
	}
	numbers = make([]uint8, most)
	for k, c := range all {
		if k >= len(colors) {
			k = colors.Index(c.rgba())
		}
		numbers[c] = uint8(k)
	}
	return colors, numbers
}
