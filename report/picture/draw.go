package picture

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// lift is how far common areas are drawn in front of their triangles, in samples.
const lift = 1

// draw returns the surroundings of the focus and the focus itself, lit or each in a single colour.
// Without light, it leaves out triangles that cannot hide those of findings.
func (v *focus) draw(c *camera, lit bool) (around, own *layer) {
	around, own = newLayer(c.w, c.h), newLayer(c.w, c.h)
	at := make([]geom.Vec, len(v.points))
	for k, p := range v.points {
		at[k] = c.project(p)
	}
	box, light := geom.EmptyBox(), c.light()
	for _, k := range v.ownNear {
		t := v.near[k].in(at)
		box = box.Union(t.Box())
		v.paint(own, &v.near[k], &t, light, lit)
	}
	for k := range v.near {
		b := &v.near[k]
		if t := b.in(at); !b.own && (lit || v.hulls || len(v.found) == 0 || hides(&t, &box)) {
			v.paint(around, b, &t, light, lit)
		}
	}
	for _, f := range slices.Backward(v.found) {
		color := paint{inkOf(f.Color), strong}.lit(levels - 3)
		for k := 2; k < len(f.Points); k++ { // the area is convex
			var t geom.Triangle
			for i, p := range []int{0, k - 1, k} {
				t[i] = c.project(v.local(f.Points[p])).Add(geom.Vec{0, 0, lift})
			}
			own.triangle(&t, color, color)
		}
	}
	return around, own
}

// hides reports whether a triangle may be in front of or inside a box, not only beside or behind
// it.
func hides(t *geom.Triangle, b *geom.Box) bool {
	for k := range t {
		low, high := b.Min[k], b.Max[k] // compared one by one: WebAssembly has no fast min and max of numbers that may be NaN
		if t[0][k] < low && t[1][k] < low && t[2][k] < low || k < 2 && t[0][k] > high && t[1][k] > high && t[2][k] > high {
			return false
		}
	}
	return true
}

// paint paints a triangle, which is at t in the layer.
func (v *focus) paint(l *layer, b *body, t *geom.Triangle, light geom.Vec, lit bool) {
	if l.misses(t) {
		return
	}
	color, rim := ink(1), ink(1)
	if lit {
		darker := 3
		if b.own {
			darker = 5
		}
		corners := b.in(v.points)
		level := litLevel(corners.Normal().Unit(), light)
		if color, rim = b.paint.lit(level), b.paint.lit(max(level-darker, 0)); v.hulls {
			rim = color // the edges are not those of the model
		}
	}
	l.triangle(t, color, rim)
}

// manyLines is the number of lines from which outlines are left out, because they would cover
// everything else.
const manyLines = 300

// stroke is a line in a picture.
type stroke struct {
	ends  [2]geom.Vec
	color ink
}

// drawLines draws the lines where triangles meet and, unless there are many, the outlines of common
// areas in the colours of the findings, the worst on top. Places are white.
func (v *focus) drawLines(p *canvas, c *camera) {
	var lines, rims, places []stroke
	for _, f := range slices.Backward(v.found) {
		n := len(f.Points)
		for k := range f.Points {
			s := stroke{[2]geom.Vec{c.project(v.local(f.Points[k])), c.project(v.local(f.Points[(k+1)%n]))}, inkOf(f.Color)}
			switch {
			case v.hulls:
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
	pen := v.pen()
	if len(lines)+len(rims)+len(places) > manyLines {
		p.strokes(lines, 1.6*pen)
		p.strokes(places, 1.6*pen)
		return
	}
	lines = append(rims, lines...)
	p.halo(lines, lineColor, 6.4*pen)
	p.strokes(lines, 4*pen)
	p.halo(places, haloColor, 6*pen)
	p.strokes(places, 3.2*pen)
}
