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
	room  int     // samples that may still be painted, those that are hidden included
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
	l := &layer{w: w, h: h, depth: make([]float32, w*h), shade: make([]shade, w*h), room: overdraw * w * h}
	for k := range l.depth {
		l.depth[k] = nothing
	}
	return l
}

// rimWidth is how far an outline reaches into a triangle, in samples; triangles of
// less than rimArea have none, or they would be nothing else.
const (
	rimWidth = 0.9
	rimArea  = 120
)

// triangle fills t, given in samples: x to the right, y down, z towards the eye,
// and outlines it with the shade rim. A sample belongs to t if its centre does, the
// rim included, so that neighbours leave no gap. Products are rounded before they
// are added, as everywhere. Nothing is painted once there is no room left.
func (l *layer) triangle(t *geom.Triangle, color, rim shade) {
	b := t.Box()
	left, right := span(b.Min[0], b.Max[0], l.w)
	y0, y1 := span(b.Min[1], b.Max[1], l.h)
	if left >= right || y0 >= y1 || l.room <= 0 {
		return // as most do that are smaller than a sample
	}
	u, v := t[1].Sub(t[0]), t[2].Sub(t[0])
	area := float64(u[0]*v[1]) - float64(u[1]*v[0])
	if !(math.Abs(area) > 1e-12) {
		return
	}
	if math.Abs(area) < 2*rimArea {
		rim = color
	}
	dzdx := (float64(u[2]*v[1]) - float64(u[1]*v[2])) / area
	dzdy := (float64(u[0]*v[2]) - float64(u[2]*v[0])) / area
	var e [3]edge
	for k := range e {
		e[k] = newEdge(t[k], t[(k+1)%3], math.Copysign(1, area))
	}
	for y := y0; y < y1; y++ {
		cy := float64(y) + 0.5
		row := [3]float64{e[0].row(cy), e[1].row(cy), e[2].row(cy)}
		low, high := b.Min[0], b.Max[0]
		for k := range e {
			low, high = e[k].cut(row[k], low, high)
		}
		x0, x1 := span(low, high, l.w)
		if x0 >= x1 {
			continue
		}
		l.room -= x1 - x0
		z := t[0][2] + float64(dzdy*(cy-t[0][1]))
		depths, shades := l.depth[y*l.w+x0:y*l.w+x1], l.shade[y*l.w+x0:y*l.w+x1]
		for k := range depths {
			cx := float64(x0+k) + 0.5
			z := float32(z + float64(dzdx*(cx-t[0][0])))
			if !(z > depths[k]) { // before the edges, as most of what is painted over is hidden
				continue
			}
			p, q, r := row[0]+float64(e[0].dx*cx), row[1]+float64(e[1].dx*cx), row[2]+float64(e[2].dx*cx)
			if !(p >= 0 && q >= 0 && r >= 0) {
				continue
			}
			depths[k], shades[k] = z, color
			if p < rimWidth || q < rimWidth || r < rimWidth {
				shades[k] = rim
			}
		}
	}
}

// rectangle has the samples from the first to before the second number in each direction.
type rectangle struct{ x, y [2]int }

// painted returns the least rectangle around what is painted.
func (l *layer) painted() rectangle {
	r := rectangle{[2]int{l.w, 0}, [2]int{l.h, 0}}
	for y := range l.h {
		for x, z := range l.depth[y*l.w : (y+1)*l.w] {
			if z > nothing {
				r.x[0], r.x[1] = min(r.x[0], x), max(r.x[1], x+1)
				r.y[0], r.y[1] = min(r.y[0], y), y+1
			}
		}
	}
	return r
}

// edge is the distance from a line, not negative on the side where a triangle is.
type edge struct {
	p      geom.Vec
	dx, dy float64
}

func newEdge(p, q geom.Vec, sign float64) edge {
	d := geom.Vec{p[1] - q[1], q[0] - p[0]}
	sign /= d.Norm()
	return edge{p, sign * d[0], sign * d[1]}
}

// row returns the function at x = 0.
func (e edge) row(y float64) float64 { return float64(e.dy*(y-e.p[1])) - float64(e.dx*e.p[0]) }

// cut narrows [low, high] to what may lie on the right side of e in a row, with a
// sample to spare for rounding.
func (e edge) cut(row, low, high float64) (float64, float64) {
	switch {
	case e.dx > 1e-6:
		low = max(low, -row/e.dx-1)
	case e.dx < -1e-6:
		high = min(high, -row/e.dx+1)
	}
	return low, high
}

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

// misses reports whether a triangle has no sample of the layer in its box.
func (l *layer) misses(p, q, r *geom.Vec) bool {
	left, right := span(min(p[0], q[0], r[0]), max(p[0], q[0], r[0]), l.w)
	top, bottom := span(min(p[1], q[1], r[1]), max(p[1], q[1], r[1]), l.h)
	return left >= right || top >= bottom
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
