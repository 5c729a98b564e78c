package picture

import (
	"math"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
)

// layer is a depth buffer of samples. Depths grow towards the eye.
type layer struct {
	w, h  int
	depth []float32
	color []ink // 0 if nothing is drawn
	room  int   // samples that may still be painted, including hidden ones
}

// overdraw is how often the whole layer may be painted over. Anything beyond that is left out: ten
// thousand triangles that fill the picture would take seconds and show nothing.
const overdraw = 48

// nothing is less than any depth.
const nothing = -math.MaxFloat32

// layers keeps layers, of some megabytes each, for reuse.
var layers = sync.Pool{New: func() any { return &layer{} }}

// newLayer returns an empty layer, which may be returned to layers.
func newLayer(w, h int) *layer {
	l := layers.Get().(*layer)
	l.reset(w, h)
	return l
}

// reset empties l.
func (l *layer) reset(w, h int) {
	l.w, l.h, l.room = w, h, overdraw*w*h
	l.depth, l.color = filled(l.depth, w*h, nothing), filled(l.color, w*h, 0)
}

// filled returns n copies of x, n > 0, in the memory of s if they fit.
func filled[T any](s []T, n int, x T) []T {
	s = slices.Grow(s[:0], n)[:n]
	s[0] = x
	for k := 1; k < n; k *= 2 {
		copy(s[k:], s[:k])
	}
	return s
}

// rimWidth is how far an outline reaches into a triangle, in samples. Triangles smaller than
// rimArea have no outline, because it would cover them.
const (
	rimWidth = 0.9
	rimArea  = 120
)

// span returns the samples with centres in [low, high], clipped to [0, n).
func span(low, high float64, n int) (first, end int) {
	if x := low - 0.5; x >= float64(n) {
		return n, 0
	} else if x > 0 { // false for NaN
		if first = int(x); float64(first) < x {
			first++
		}
	}
	if x := high - 0.5; x >= float64(n-1) {
		end = n
	} else if x >= 0 {
		end = int(x) + 1
	}
	return first, end
}

// rows returns the rows of samples that a triangle spans.
func (l *layer) rows(t *geom.Triangle) (first, end int) {
	return span(min(t[0][1], t[1][1], t[2][1]), max(t[0][1], t[1][1], t[2][1]), l.h)
}

// misses reports whether the box of a triangle contains no sample of the layer.
func (l *layer) misses(t *geom.Triangle) bool {
	y0, y1 := l.rows(t)
	x0, x1 := span(min(t[0][0], t[1][0], t[2][0]), max(t[0][0], t[1][0], t[2][0]), l.w)
	return x0 >= x1 || y0 >= y1
}

// triangle fills t, given in samples (x to the right, y down, z towards the eye), and outlines it
// with the colour rim. A sample belongs to t if its centre does, including the outline, so
// neighbours leave no gap. Products are rounded before they are added, as everywhere. Once there is
// no room left, nothing is painted.
func (l *layer) triangle(t *geom.Triangle, color, rim ink) {
	u, v := t[1].Sub(t[0]), t[2].Sub(t[0])
	area := float64(u[0]*v[1]) - float64(u[1]*v[0])
	if !(math.Abs(area) > 1e-12) || l.room <= 0 {
		return
	}
	dzdx := (float64(u[2]*v[1]) - float64(u[1]*v[2])) / area
	dzdy := (float64(u[0]*v[2]) - float64(u[2]*v[0])) / area
	from := t[0][2] - float64(dzdy*(t[0][1]-0.5)) - float64(dzdx*(t[0][0]-0.5))
	var borders *borders
	if color != rim && math.Abs(area) >= 2*rimArea {
		borders = bordersOf(t, area)
	}
	edges := edgesOf(t)
	y0, y1 := l.rows(t)
	for y := y0; y < y1; y++ {
		low, high := edges.row(float64(y) + 0.5)
		x0, x1 := span(low, high, l.w)
		if x0 >= x1 {
			continue
		}
		l.room -= x1 - x0
		left, right := x0, x1 // without the rim
		if borders != nil {
			left, right = borders.within(float64(y)+0.5, x0, x1)
		}
		z := from + float64(dzdy*float64(y))
		depths, colors := l.depth[y*l.w+x0:y*l.w+x1], l.color[y*l.w+x0:y*l.w+x1]
		colors = colors[:len(depths)]
		for k := range depths {
			if z := float32(z + float64(dzdx*float64(x0+k))); z > depths[k] {
				if depths[k], colors[k] = z, color; x0+k < left || x0+k >= right {
					colors[k] = rim
				}
			}
		}
	}
}

// edge is a side of a triangle from its upper end down; slope is how far it moves to the right per
// row.
type edge struct{ x, top, bottom, slope float64 }

type edges [3]edge

func edgesOf(t *geom.Triangle) (all edges) {
	for k := range t {
		p, q := &t[k], &t[(k+1)%3]
		if p[1] > q[1] {
			p, q = q, p
		}
		all[k] = edge{p[0], p[1], q[1], (q[0] - p[0]) / (q[1] - p[1])}
	}
	return all
}

// row returns where a triangle begins and ends at a height between its top and bottom. Triangles
// that share an edge compute the same numbers for it, so they leave no gap.
func (all *edges) row(y float64) (low, high float64) {
	low, high = math.MaxFloat64, -math.MaxFloat64
	for k := range all {
		if e := &all[k]; e.top <= y && y <= e.bottom && e.top < e.bottom {
			x := e.x + float64((y-e.top)*e.slope)
			if x < low {
				low = x
			}
			if x > high {
				high = x
			}
		}
	}
	return low, high
}

// borders are the half-planes within the edges of a triangle: the points p with b[0]·x + b[1]·y ≥
// b[2].
type borders [3][3]float64

// bordersOf returns the half-planes whose points are farther from an edge than the width of a rim.
func bordersOf(t *geom.Triangle, area float64) *borders {
	var all borders
	for k := range t {
		p, q := &t[k], &t[(k+1)%3]
		x, y := q[0]-p[0], q[1]-p[1]
		length := math.Copysign(math.Sqrt(float64(x*x)+float64(y*y)), area)
		b := &all[k]
		b[0], b[1] = -y/length, x/length
		b[2] = float64(b[0]*p[0]) + float64(b[1]*p[1]) + rimWidth
	}
	return &all
}

// within returns the samples of a row from x0 to x1 that lie in all half-planes.
func (all *borders) within(y float64, x0, x1 int) (left, right int) {
	low, high := float64(x0), float64(x1)
	for k := range all {
		b := &all[k]
		x := (b[2] - float64(b[1]*y)) / b[0]
		switch {
		case b[0] > 0:
			low = max(low, x)
		case b[0] < 0:
			high = min(high, x)
		case b[1]*y < b[2]:
			return x0, x0
		}
	}
	return span(low, high, x1)
}

// visible returns the share of the samples of l that other does not hide.
func (l *layer) visible(other *layer) float64 {
	all, seen := 0, 0
	for k, z := range l.depth {
		if z > nothing {
			all++
			if z >= other.depth[k] {
				seen++
			}
		}
	}
	return float64(seen) / math.Max(float64(all), 1)
}
