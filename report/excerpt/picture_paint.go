package excerpt

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// paint is a colour for triangles: nothing, then the kinds in their order, each in
// a light version as well, then grey and the objects of a pair.
type paint uint8

const (
	lightPaints = paint(6)
	grey        = paint(13)
)

// body returns the paint of an object of a stage.
func (r Role) body() paint {
	switch r {
	case roleVisual:
		return grey
	case roleHull:
		return RoleSecond.body()
	}
	return grey + paint(r)
}

// BodyColors are those of the objects of a pair, as in viewer/kinds.js: light yellow and
// a darker blue can be told apart with any common colour blindness.
var BodyColors = map[Role]RGB{RoleFirst: {0xe4, 0xd2, 0x7c}, RoleSecond: {0x7d, 0xa6, 0xd9}}

func paintOf(k check.Rule) paint { return paint(k) + 1 }

func (p paint) light() paint {
	if p <= lightPaints {
		p += lightPaints
	}
	return p
}

func (p paint) ink(level int) ink { return ink(int(p)*inkLevels + level) }

// RGB is a colour, red, green and blue.
type RGB [3]uint8

// KindColors can be told apart with any common colour blindness: M. Okabe and
// K. Ito, Color Universal Design, 2008. Nonfinite triangles cannot be drawn.
var KindColors = map[check.Rule]RGB{
	check.Crossing:   {0xd5, 0x5e, 0x00},
	check.Overlap:    {0x00, 0x72, 0xb2},
	check.Duplicate:  {0xcc, 0x79, 0xa7},
	check.Degenerate: {0xe6, 0x9f, 0x00},
	check.Touch:      {0x00, 0x9e, 0x73},
}

var (
	background = RGB{0x2b, 0x30, 0x38}
	lineColor  = RGB{0xff, 0xff, 0xff}
	haloColor  = RGB{0x12, 0x14, 0x18}
)

// inkColors are the colours of all inks.
var inkColors = func() (all [256]RGB) {
	set := func(p paint, c RGB, dark float64) {
		for level := range inkLevels {
			lit := dark + float64((1-dark)*float64(level)/(inkLevels-1))
			all[p.ink(level)] = mix(RGB{}, c, lit)
		}
	}
	for k, c := range KindColors {
		set(paintOf(k), c, 0.55)
		set(paintOf(k).light(), mix(c, RGB{255, 255, 255}, 0.5), 0.65)
	}
	set(grey, RGB{0xc8, 0xc8, 0xc8}, 0.3)
	for r, c := range BodyColors {
		set(r.body(), c, 0.3)
	}
	return all
}()

// mix returns c and d in the proportion 1-s to s.
func mix(c, d RGB, s float64) RGB {
	for k := range c {
		c[k] = uint8(float64((1-s)*float64(c[k])) + float64(s*float64(d[k])) + 0.5)
	}
	return c
}

// painting is a picture in samples.
type painting struct {
	w, h    int
	samples []RGB
}

func newPainting(w, h int) *painting {
	p := &painting{w, h, make([]RGB, w*h)}
	for k := range p.samples {
		p.samples[k] = background
	}
	return p
}

// layers paints what surrounds a region and the region, which shines through what
// hides it.
func (p *painting) layers(surroundings, offending *layer) {
	for k := range p.samples {
		if surroundings.ink[k] > 0 {
			p.samples[k] = inkColors[surroundings.ink[k]]
		}
		switch {
		case offending.ink[k] == 0:
		case offending.depth[k] >= surroundings.depth[k]:
			p.samples[k] = inkColors[offending.ink[k]]
		default:
			p.samples[k] = mix(p.samples[k], inkColors[offending.ink[k]], 0.5)
		}
	}
}

// veil paints l as something that is looked through.
func (l *layer) veil(p *painting) {
	for k, color := range l.ink {
		if color > 0 {
			p.samples[k] = mix(background, inkColors[color], 0.4)
		}
	}
}

// manyLines are so many that with their outlines there would be nothing but lines.
const manyLines = 300

// drawCuts draws the lines in which triangles meet, and outlines the areas unless
// there are many.
func (v *subject) drawCuts(p *painting, c *camera) {
	var lines, rims [][2]geom.Vec
	for _, f := range v.found {
		n := len(f.points)
		for k := range f.points {
			l := [2]geom.Vec{c.project(v.local(f.points[k])), c.project(v.local(f.points[(k+1)%n]))}
			switch {
			case n > 2:
				rims = append(rims, l)
			case k > 0:
				lines = append(lines, l)
			}
		}
	}
	for k := range v.spots {
		lines = append(lines, [2]geom.Vec{c.project(v.spots[0]), c.project(v.spots[k])})
	}
	if len(lines)+len(rims) > manyLines {
		p.lines(lines, lineColor, 1.6)
		return
	}
	lines = append(lines, rims...)
	p.lines(lines, haloColor, 6)
	p.lines(lines, lineColor, 3.2)
}

func (p *painting) lines(lines [][2]geom.Vec, color RGB, width float64) {
	for _, l := range lines {
		line(p.w, p.h, l[0], l[1], width, func(k int) { p.samples[k] = color })
	}
}

// png averages the samples to pixels and encodes them with at most 256 colours.
func (p *painting) png() []byte {
	pixels := make([]RGB, 0, len(p.samples)/oversampling/oversampling)
	for y := 0; y < p.h; y += oversampling {
		for x := 0; x < p.w; x += oversampling {
			pixels = append(pixels, p.pixel(x, y))
		}
	}
	palette, number := paletteOf(pixels)
	out := image.NewPaletted(image.Rect(0, 0, p.w/oversampling, p.h/oversampling), palette)
	for k, c := range pixels {
		out.Pix[k] = number[c]
	}
	var b bytes.Buffer
	if err := png.Encode(&b, out); err != nil {
		panic("picture: a buffer takes everything: " + err.Error())
	}
	return b.Bytes()
}

// pixel returns the mean of the samples of one, in steps of eight.
func (p *painting) pixel(x, y int) RGB {
	var sum [3]int
	for dy := range oversampling {
		for dx := range oversampling {
			for k, s := range p.samples[(y+dy)*p.w+x+dx] {
				sum[k] += int(s)
			}
		}
	}
	var c RGB
	for k, s := range sum {
		c[k] = uint8(min(s/(oversampling*oversampling)+4, 255)) &^ 7
	}
	return c
}

// paletteOf returns the most frequent colours, at most 256, and for each colour the
// number of the one nearest to it.
func paletteOf(pixels []RGB) (color.Palette, map[RGB]uint8) {
	counts := map[RGB]int{}
	for _, c := range pixels {
		counts[c]++
	}
	all := make([]RGB, 0, len(counts))
	for c := range counts {
		all = append(all, c)
	}
	slices.SortFunc(all, func(c, d RGB) int {
		return cmp.Or(cmp.Compare(counts[d], counts[c]), slices.Compare(c[:], d[:]))
	})
	var palette color.Palette
	for _, c := range all[:min(len(all), 256)] {
		palette = append(palette, color.RGBA{c[0], c[1], c[2], 255})
	}
	number := make(map[RGB]uint8, len(all))
	for k, c := range all {
		if k >= len(palette) {
			k = palette.Index(color.RGBA{c[0], c[1], c[2], 255})
		}
		number[c] = uint8(k)
	}
	return palette, number
}
