package picture

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// line paints the samples within half of width of the segment pq.
func (c *canvas) line(p, q geom.Vec, width float64, color ink) {
	r := width / 2
	p, q, ok := clipLine(p, q, -width, float64(max(c.w, c.h))+width)
	if !ok {
		return
	}
	x0, x1 := span(min(p[0], q[0])-r, max(p[0], q[0])+r, c.w)
	y0, y1 := span(min(p[1], q[1])-r, max(p[1], q[1])+r, c.h)
	d := geom.Vec{q[0] - p[0], q[1] - p[1]}
	length := d.Dot(d)
	for y := y0; y < y1; y++ {
		x0, x1 := x0, x1
		if d[1] != 0 { // the samples near the infinite line, with one to spare for rounding
			middle, reach := p[0]+(float64(y)+0.5-p[1])*d[0]/d[1], r*math.Sqrt(length)/math.Abs(d[1])+1
			low, high := span(middle-reach, middle+reach, c.w)
			x0, x1 = max(x0, low), min(x1, high)
		}
		for x := x0; x < x1; x++ {
			at := geom.Vec{float64(x) + 0.5 - p[0], float64(y) + 0.5 - p[1]}
			s := 0.0
			if length > 0 {
				s = min(max(at.Dot(d)/length, 0), 1)
			}
			if off := at.Sub(d.Scale(s)); off.Dot(off) <= float64(r*r) {
				c.samples[y*c.w+x] = color
			}
		}
	}
}

// clipLine clips pq to low ≤ x, y ≤ high.
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
