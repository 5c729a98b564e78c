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

// ink is the colour of a sample, in lanes of ten bits, so that four can be added up.
type ink uint32

// each is a number that has 1 in each lane.
const each ink = 1<<20 | 1<<10 | 1

func inkOf(c palette.RGB) ink { return ink(c[0])<<20 | ink(c[1])<<10 | ink(c[2]) }

// mix returns c and d in the proportion 1-s to s.
func (c ink) mix(d ink, s float64) (mixed ink) {
	for lane := 0; lane < 30; lane += 10 {
		x := float64((1-s)*float64(c>>lane&0xff)) + float64(s*float64(d>>lane&0xff))
		mixed |= ink(x+0.5) << lane
	}
	return mixed
}

// half is mix in equal proportions.
func (c ink) half(d ink) ink { return (c + d + each) >> 1 & (0xff * each) }

const (
	background = 0x2b<<20 | 0x30<<10 | ink(0x38)
	lineColor  = 0xff * each
	haloColor  = 0x12<<20 | 0x14<<10 | ink(0x18)
)

// tintStrength is how much of the colour of a rule a tinted hue has.
const tintStrength = 0.3

// shadeColors are the colours of all shades.
var shadeColors = func() (all [int(allHues) * shadeLevels]ink) {
	set := func(h hue, c ink, dark float64) {
		for level := range shadeLevels {
			lit := dark + float64((1-dark)*float64(level)/(shadeLevels-1))
			all[h.shade(level)] = ink(0).mix(c, lit)
		}
	}
	for _, rule := range check.Self.Rules() {
		c := inkOf(palette.Of(rule, rule.Severity()))
		set(hueOf(rule), c, 0.55)
		set(hueOf(rule).light(), c.mix(lineColor, 0.5), 0.65)
		for k, body := range bodies {
			set(tints+hue(k)*ruleHues+hue(rule), body.mix(c, tintStrength), 0.3)
		}
	}
	for k, body := range bodies {
		set(grey+hue(k), body, 0.3)
	}
	for k, c := range palette.Objects {
		set(objects+hue(k), inkOf(c), 0.3)
	}
	return all
}()

// bodies are grey and pale grey.
var bodies = []ink{0xc8 * each, 0xe8 * each}

// canvas is a picture in samples.
type canvas struct {
	w, h    int
	samples []ink
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
			p.samples[k] = p.samples[k].half(shadeColors[offending.shade[k]])
		}
	}
}

// fade paints l as something that is looked through.
func (l *layer) fade(p *canvas) {
	for k, color := range l.shade {
		if color > 0 {
			p.samples[k] = background.mix(shadeColors[color], 0.4)
		}
	}
}

// pixel is the colour of one, five bits for red, green and blue each.
type pixel uint16

// pixelColors are the colours that pixels may have.
const pixelColors = 1 << 15

func (c pixel) rgba() color.RGBA {
	return color.RGBA{uint8(c >> 10 << 3), uint8(c >> 5 << 3), uint8(c << 3), 255}
}

// png averages the samples to pixels and encodes them with at most 256 colours.
func (p *canvas) png(of *colorCounts) []byte {
	out := image.NewPaletted(image.Rect(0, 0, p.w/oversampling, p.h/oversampling), nil)
	pixels := make([]pixel, 0, len(out.Pix))
	for y := 0; y < p.h; y += oversampling {
		upper, lower := p.samples[y*p.w:(y+1)*p.w], p.samples[(y+1)*p.w:(y+2)*p.w]
		for x := 0; x+1 < len(upper) && x+1 < len(lower); x += oversampling {
			pixels = append(pixels, mean(upper[x]+upper[x+1]+lower[x]+lower[x+1]))
		}
	}
	out.Palette = of.palette(pixels)
	for k, c := range pixels {
		out.Pix[k] = of.numbers[c]
	}
	var b bytes.Buffer
	encoder := png.Encoder{BufferPool: pngBuffers{}}
	if err := encoder.Encode(&b, out); err != nil {
		panic("picture: a buffer takes everything: " + err.Error())
	}
	return b.Bytes()
}

// mean returns the mean of the samples of a pixel from their sum, rounded to five bits.
func mean(sum ink) (c pixel) {
	for lane := 20; lane >= 0; lane -= 10 {
		c = c<<5 | pixel(min((sum>>lane&0x3ff+16)>>5, 31))
	}
	return c
}

// pngBuffers keeps what encoders work with, which is much larger than a picture.
type pngBuffers struct{}

var freePNGBuffers sync.Pool

func (pngBuffers) Get() *png.EncoderBuffer {
	b, _ := freePNGBuffers.Get().(*png.EncoderBuffer)
	return b
}

func (pngBuffers) Put(b *png.EncoderBuffer) { freePNGBuffers.Put(b) }

// colorCounts counts the pixels of each colour, and numbers colours; zero between pictures.
type colorCounts struct {
	pixels  [pixelColors]uint32
	numbers [pixelColors]uint8
}

// palette returns the most frequent colours, at most 256, and numbers each colour of a pixel as the
// one nearest to it.
func (of *colorCounts) palette(pixels []pixel) color.Palette {
	var all []pixel
	for _, c := range pixels {
		if of.pixels[c] == 0 {
			all = append(all, c)
		}
		of.pixels[c]++
	}
	slices.SortFunc(all, func(c, d pixel) int {
		return cmp.Or(cmp.Compare(of.pixels[d], of.pixels[c]), cmp.Compare(c, d))
	})
	var colors color.Palette
	for _, c := range all[:min(len(all), 256)] {
		colors = append(colors, c.rgba())
	}
	for k, c := range all {
		if k >= len(colors) {
			k = colors.Index(c.rgba())
		}
		of.numbers[c], of.pixels[c] = uint8(k), 0
	}
	return colors
}
