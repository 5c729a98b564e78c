package excerpt

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/palette"
)

// manyLines are so many that with their outlines there would be nothing but lines.
const manyLines = 300

// stroke is a line in a picture.
type stroke struct {
	ends  [2]geom.Vec
	color ink
}

// drawCuts draws the lines in which triangles meet, and outlines the areas unless there are many,
// in the colours of their rules, the worst on top; and the places of a pair in white.
func (v *focus) drawCuts(p *canvas, c *camera) {
	var lines, rims, places []stroke
	for _, f := range slices.Backward(v.found) {
		n := len(f.points)
		for k := range f.points {
			s := stroke{[2]geom.Vec{c.project(v.local(f.points[k])), c.project(v.local(f.points[(k+1)%n]))}, inkOf(palette.Of(f.rule, check.Error))}
			switch {
			case n > 2:
				rims = append(rims, s)
			case k > 0:
				lines = append(lines, s)
			}
		}
	}
	for k := range v.places {
		places = append(places, stroke{[2]geom.Vec{c.project(v.places[0]), c.project(v.places[k])}, lineColor})
	}
	if len(lines)+len(rims)+len(places) > manyLines {
		p.strokes(lines, 1.6)
		p.strokes(places, 1.6)
		return
	}
	lines = append(rims, lines...)
	p.halo(lines, lineColor, 6.4)
	p.strokes(lines, 4)
	p.halo(places, haloColor, 6)
	p.strokes(places, 3.2)
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
