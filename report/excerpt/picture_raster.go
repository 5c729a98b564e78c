package excerpt

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// layer is a depth buffer of samples. Depths grow towards the eye.
type layer struct {
	w, h  int
	depth []float32
	shade []shade // 0 where nothing is drawn
	// behind has for each tile a depth that none of its samples is behind.
	behind []float32
	room   int // samples that may still be painted, those that are hidden included
}

// overdraw is how often a layer may be painted over as a whole. What comes after that is
// left out: ten thousand triangles that fill the picture would take seconds of work for a
// picture of nothing.
const overdraw = 48

// shade is a hue and how brightly it is lit: hue·shadeLevels + level.
type shade uint16

const shadeLevels = 16

// nothing is farther away than any depth.
const nothing = -math.MaxFloat32

func newLayer(w, h int) *layer {
	l := &layer{}
	l.reset(w, h)
	return l
}

// reset makes l an empty layer.
func (l *layer) reset(w, h int) {
	l.w, l.h, l.room = w, h, overdraw*w*h
	l.depth = filled(l.depth, w*h, nothing)
	l.shade = filled(l.shade, w*h, 0)
	l.behind = filled(l.behind, tilesAlong(w, tileWidth)*tilesAlong(h, tileHeight), nothing)
}

// rimWidth is how far an outline reaches into a triangle, in samples; triangles of
// less than rimArea have none, or they would be nothing else.
const (
	rimWidth = 0.9
	rimArea  = 120
)

// span returns the samples with centres in [low, high], cut to [0, n).
func span(low, high float64, n int) (first, end int) {
	if x := low - 0.5; x >= float64(n) {
		first = n
	} else if x > 0 {
		if first = int(x); float64(first) < x {
			first++
		}
	}
	if x := high - 0.5; x >= float64(n) {
		end = n
	} else if x >= 0 {
		end = int(x) + 1
	}
	return first, end
}

// spans returns the samples in the box of a triangle.
func (l *layer) spans(p, q, r *geom.Vec) (x, y [2]int) {
	x[0], x[1] = span(min(p[0], q[0], r[0]), max(p[0], q[0], r[0]), l.w)
	y[0], y[1] = span(min(p[1], q[1], r[1]), max(p[1], q[1], r[1]), l.h)
	return x, y
}

// misses reports whether a triangle has no sample of the layer in its box.
func (l *layer) misses(p, q, r *geom.Vec) bool {
	x, y := l.spans(p, q, r)
	return x[0] >= x[1] || y[0] >= y[1]
}

// line calls plot for the samples within half a width of the segment pq.
func line(w, h int, p, q geom.Vec, width float64, plot func(k int)) {
	r := width / 2
	p, q, ok := clipLine(p, q, -width, float64(max(w, h))+width)
	if !ok {
		return
	}
	x0, x1 := span(min(p[0], q[0])-r, max(p[0], q[0])+r, w)
	y0, y1 := span(min(p[1], q[1])-r, max(p[1], q[1])+r, h)
	d := geom.Vec{q[0] - p[0], q[1] - p[1]}
	length := d.Dot(d)
	for y := y0; y < y1; y++ {
		x0, x1 := x0, x1
		if d[1] != 0 { // what is near the whole straight line, with a sample to spare for rounding
			middle, reach := p[0]+(float64(y)+0.5-p[1])*d[0]/d[1], r*math.Sqrt(length)/math.Abs(d[1])+1
			low, high := span(middle-reach, middle+reach, w)
			x0, x1 = max(x0, low), min(x1, high)
		}
		for x := x0; x < x1; x++ {
			c := geom.Vec{float64(x) + 0.5 - p[0], float64(y) + 0.5 - p[1]}
			s := 0.0
			if length > 0 {
				s = min(max(c.Dot(d)/length, 0), 1)
			}
			if off := c.Sub(d.Scale(s)); off.Dot(off) <= float64(r*r) {
				plot(y*w + x)
			}
		}
	}
}

// clipLine cuts pq to low ≤ x, y ≤ high.
func clipLine(p, q geom.Vec, low, high float64) (geom.Vec, geom.Vec, bool) {
	for k := range 2 {
		for range 2 {
			if p[k] > q[k] {
				p, q = q, p
			}
			if q[k] < low || p[k] > high {
				return p, q, false
			}
			if p[k] < low {
				p = p.Lerp(q, (low-p[k])/(q[k]-p[k]))
			}
			if q[k] > high {
				q = q.Lerp(p, (q[k]-high)/(q[k]-p[k]))
			}
		}
	}
	return p, q, true
}

// outline is a triangle as rows of samples cross it: between the edge from its top to its bottom,
// and the two that meet at its middle.
type outline struct {
	top, middle, bottom geom.Vec
	whole, upper, lower float64 // how far the edges go to the right in a row
}

func newOutline(t *geom.Triangle) outline {
	o := outline{top: t[0], middle: t[1], bottom: t[2]}
	if o.middle[1] < o.top[1] {
		o.top, o.middle = o.middle, o.top
	}
	if o.bottom[1] < o.middle[1] {
		o.middle, o.bottom = o.bottom, o.middle
		if o.middle[1] < o.top[1] {
			o.top, o.middle = o.middle, o.top
		}
	}
	o.whole = slope(&o.top, &o.bottom)
	o.upper = slope(&o.top, &o.middle)
	o.lower = slope(&o.middle, &o.bottom)
	return o
}

// slope returns how far the edge pq goes to the right in a row, p being above q; 0 where no centre
// of a sample can lie between them.
func slope(p, q *geom.Vec) float64 {
	const least = 1e-9
	if d := q[1] - p[1]; d > least {
		return (q[0] - p[0]) / d
	}
	return 0
}

// row returns where the triangle begins and ends at a height between its top and its bottom.
// Triangles that share an edge have the same numbers for it, so that they leave no gap.
func (o *outline) row(y float64) (low, high float64) {
	a := o.top[0] + float64((y-o.top[1])*o.whole)
	var b float64
	if y < o.middle[1] {
		b = o.top[0] + float64((y-o.top[1])*o.upper)
	} else {
		b = o.middle[0] + float64((y-o.middle[1])*o.lower)
	}
	if a > b {
		return b, a
	}
	return a, b
}

// within returns the part of a triangle that is farther from its edges than the width of a rim:
// the triangle drawn smaller towards the centre of the circle in it; false if there is none. The
// triangle has twice the given area.
func within(t *geom.Triangle, area float64) (outline, bool) {
	var length [3]float64 // of the edges across from the corners
	sum := 0.0
	for k := range length {
		p, q := &t[(k+1)%3], &t[(k+2)%3]
		x, y := q[0]-p[0], q[1]-p[1]
		length[k] = math.Sqrt(float64(x*x) + float64(y*y))
		sum += length[k]
	}
	left := 1 - rimWidth*sum/area // of the radius of the circle
	if !(left > 0) {
		return outline{}, false
	}
	var center geom.Vec
	for k := range center[:2] {
		center[k] = (float64(length[0]*t[0][k]) + float64(length[1]*t[1][k]) + float64(length[2]*t[2][k])) / sum
	}
	var inner geom.Triangle
	for k := range inner {
		inner[k] = center.Lerp(t[k], left)
	}
	return newOutline(&inner), true
}
