package excerpt

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/palette"
)

// hue is a colour for triangles: nothing, then the rules in their order, their light versions,
// then grey and pale grey, the objects of a pair, and both greys with a tint of each rule.
type hue uint8

const (
	ruleHues = hue(check.TriangleRules)
	grey     = 1 + 2*ruleHues
	pale     = grey + 1
	objects  = pale + 1
	tints    = objects + hue(len(palette.Objects))
	allHues  = tints + 2*ruleHues
)

// body returns the hue of an object of a view.
func (r Role) body() hue {
	switch r {
	case RoleFirst:
		return objects
	case RoleSecond, roleHull:
		return objects + 1
	}
	return grey
}

func hueOf(k check.Rule) hue { return hue(k) + 1 }

// light returns the light version of the hue of a rule.
func (h hue) light() hue { return h + ruleHues }

// apart returns the hue for what meets triangles of this hue. The objects of a pair are told
// apart by their own.
func (h hue) apart() hue {
	switch {
	case h <= ruleHues:
		return h.light()
	case h >= tints && h < tints+ruleHues:
		return h + ruleHues // on pale grey
	}
	return h
}

// tinted returns grey with a tint of a rule. The objects of a pair keep their colours, by which they
// are told apart.
func (h hue) tinted(k check.Rule) hue {
	if h != grey {
		return h
	}
	return tints + hue(k)
}

func (h hue) shade(level int) shade { return shade(int(h)*shadeLevels + level) }

var (
	background = palette.RGB{0x2b, 0x30, 0x38}
	lineColor  = palette.RGB{0xff, 0xff, 0xff}
	haloColor  = palette.RGB{0x12, 0x14, 0x18}
)

// tintStrength is how much of the colour of a rule a tinted hue has.
const tintStrength = 0.3

// shadeColors are the colours of all shades.
var shadeColors = func() (all [int(allHues) * shadeLevels]palette.RGB) {
	set := func(h hue, c palette.RGB, dark float64) {
		for level := range shadeLevels {
			lit := dark + float64((1-dark)*float64(level)/(shadeLevels-1))
			all[h.shade(level)] = mix(palette.RGB{}, c, lit)
		}
	}
	for _, rule := range check.Self.Rules() {
		c := palette.Of(rule, rule.Severity())
		set(hueOf(rule), c, 0.55)
		set(hueOf(rule).light(), mix(c, palette.RGB{255, 255, 255}, 0.5), 0.65)
	}
	for k, body := range []palette.RGB{{0xc8, 0xc8, 0xc8}, {0xe8, 0xe8, 0xe8}} {
		set(grey+hue(k), body, 0.3)
		for _, rule := range check.Self.Rules() {
			set(tints+hue(k)*ruleHues+hue(rule), mix(body, palette.Of(rule, rule.Severity()), tintStrength), 0.3)
		}
	}
	for k, c := range palette.Objects {
		set(objects+hue(k), c, 0.3)
	}
	return all
}()

// mix returns c and d in the proportion 1-s to s.
func mix(c, d palette.RGB, s float64) palette.RGB {
	for k := range c {
		c[k] = uint8(float64((1-s)*float64(c[k])) + float64(s*float64(d[k])) + 0.5)
	}
	return c
}

// canvas is a picture in samples.
type canvas struct {
	w, h    int
	samples []palette.RGB
}

func newCanvas(w, h int) *canvas {
	p := &canvas{w, h, make([]palette.RGB, w*h)}
	for k := range p.samples {
		p.samples[k] = background
	}
	return p
}

// layers paints what surrounds a region and the region, which shines through what
// hides it.
func (p *canvas) layers(surroundings, offending *layer) {
	for k := range p.samples {
		if surroundings.shade[k] > 0 {
			p.samples[k] = shadeColors[surroundings.shade[k]]
		}
		switch {
		case offending.shade[k] == 0:
		case offending.depth[k] >= surroundings.depth[k]:
			p.samples[k] = shadeColors[offending.shade[k]]
		default:
			p.samples[k] = mix(p.samples[k], shadeColors[offending.shade[k]], 0.5)
		}
	}
}

// fade paints l as something that is looked through.
func (l *layer) fade(p *canvas) {
	for k, color := range l.shade {
		if color > 0 {
			p.samples[k] = mix(background, shadeColors[color], 0.4)
		}
	}
}

// png averages the samples to pixels and encodes them with at most 256 colours.
func (p *canvas) png() []byte {
	pixels := make([]palette.RGB, 0, len(p.samples)/oversampling/oversampling)
	for y := 0; y < p.h; y += oversampling {
		for x := 0; x < p.w; x += oversampling {
			pixels = append(pixels, p.pixel(x, y))
		}
	}
	colors, nearest := paletteOf(pixels)
	out := image.NewPaletted(image.Rect(0, 0, p.w/oversampling, p.h/oversampling), colors)
	for k, c := range pixels {
		out.Pix[k] = nearest[number(c)]
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

// pixel returns the mean of the samples of one, in steps of eight.
func (p *canvas) pixel(x, y int) palette.RGB {
	var sum [3]int
	for dy := range oversampling {
		for dx := range oversampling {
			for k, s := range p.samples[(y+dy)*p.w+x+dx] {
				sum[k] += int(s)
			}
		}
	}
	var c palette.RGB
	for k, s := range sum {
		c[k] = uint8(min(s/(oversampling*oversampling)+4, 255)) &^ 7
	}
	return c
}

// pixelColors are the colours that pixels may have.
const pixelColors = 1 << 15

// number numbers the colours of pixels.
func number(c palette.RGB) int { return int(c[0])>>3<<10 | int(c[1])>>3<<5 | int(c[2])>>3 }

// paletteOf returns the most frequent colours, at most 256, and for each colour of a pixel the
// number of the one nearest to it.
func paletteOf(pixels []palette.RGB) (color.Palette, *[pixelColors]uint8) {
	var counts [pixelColors]int
	var all []palette.RGB
	for _, c := range pixels {
		if counts[number(c)] == 0 {
			all = append(all, c)
		}
		counts[number(c)]++
	}
	slices.SortFunc(all, func(c, d palette.RGB) int {
		return cmp.Or(cmp.Compare(counts[number(d)], counts[number(c)]), slices.Compare(c[:], d[:]))
	})
	var colors color.Palette
	for _, c := range all[:min(len(all), 256)] {
		colors = append(colors, color.RGBA{c[0], c[1], c[2], 255})
	}
	var nearest [pixelColors]uint8
	for k, c := range all {
		if k >= len(colors) {
			k = colors.Index(color.RGBA{c[0], c[1], c[2], 255})
		}
		nearest[number(c)] = uint8(k)
	}
	return colors, &nearest
}
