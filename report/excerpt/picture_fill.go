package excerpt

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Tiles are rectangles of samples that are left out at once where all are hidden.
const (
	tileWidth  = 16
	tileHeight = 8
)

// tilesAlong returns how many tiles it takes for so many samples.
func tilesAlong(samples, tile int) int { return (samples + tile - 1) / tile }

// fill is a triangle on its way into a layer.
type fill struct {
	whole, inner outline // inner is what the rim leaves
	rimmed, core bool    // has a rim; and something in it
	color, rim   shade
	z            float64 // of the plane at the origin
	dzdx, dzdy   float64
}

// fillRow is a row of a triangle: its samples, those of them that are not of the rim, and the
// depth of the row's first sample.
type fillRow struct {
	x0, x1, from, to int
	z                float64
}

// triangle fills t, given in samples: x to the right, y down, z towards the eye,
// and outlines it with the shade rim. A sample belongs to t if its centre does, the
// rim included, so that neighbours leave no gap. Products are rounded before they
// are added, as everywhere. Nothing is painted once there is no room left.
func (l *layer) triangle(t *geom.Triangle, color, rim shade) {
	x, y := l.spans(&t[0], &t[1], &t[2])
	if x[0] >= x[1] || y[0] >= y[1] || l.room <= 0 { // as most are that are smaller than a sample
		return
	}
	const spare = 1e-3 // for rounding
	if l.hides(x, y, float32(max(t[0][2], t[1][2], t[2][2])+spare)) {
		return
	}
	u, v := t[1].Sub(t[0]), t[2].Sub(t[0])
	area := float64(u[0]*v[1]) - float64(u[1]*v[0])
	if !(math.Abs(area) > 1e-12) {
		return
	}
	f := fill{whole: newOutline(t), color: color, rim: rim, rimmed: color != rim && math.Abs(area) >= 2*rimArea}
	f.dzdx = (float64(u[2]*v[1]) - float64(u[1]*v[2])) / area
	f.dzdy = (float64(u[0]*v[2]) - float64(u[2]*v[0])) / area
	f.z = t[0][2] - float64(f.dzdy*(t[0][1]-0.5)) - float64(f.dzdx*(t[0][0]-0.5))
	if f.rimmed {
		f.inner, f.core = within(t, math.Abs(area))
	}
	for top := y[0]; top < y[1]; {
		end := min(y[1], (top/tileHeight+1)*tileHeight)
		l.band(&f, top, end)
		top = end
	}
}

// hides reports whether no sample of a rectangle can be in front of what is painted, as it is no
// nearer than a depth.
func (l *layer) hides(x, y [2]int, near float32) bool {
	across := tilesAlong(l.w, tileWidth)
	for ty := y[0] / tileHeight; ty*tileHeight < y[1]; ty++ {
		for tx := x[0] / tileWidth; tx*tileWidth < x[1]; tx++ {
			if near > l.behind[ty*across+tx] {
				return false
			}
		}
	}
	return true
}

// band fills the rows from one to before another of the same tiles.
func (l *layer) band(f *fill, top, end int) {
	var rows [tileHeight]fillRow
	low, high := l.w, 0
	for y := top; y < end; y++ {
		r := &rows[y-top]
		f.row(y, l.w, r)
		if r.x0 < r.x1 {
			low, high = min(low, r.x0), max(high, r.x1)
			l.room -= r.x1 - r.x0
		}
	}
	first, last := rows[0].z, rows[end-top-1].z
	if first > last {
		first, last = last, first
	}
	at := top / tileHeight * tilesAlong(l.w, tileWidth)
	for tx := low / tileWidth; tx*tileWidth < high; tx++ {
		a, b := max(low, tx*tileWidth), min(high, (tx+1)*tileWidth)
		left, right := float64(f.dzdx*float64(a)), float64(f.dzdx*float64(b-1))
		if left > right {
			left, right = right, left
		}
		if float32(last+right) <= l.behind[at+tx] {
			continue
		}
		if l.tile(f, rows[:end-top], top, tx) {
			l.behind[at+tx] = max(l.behind[at+tx], float32(first+left))
		}
	}
}

// row sets r to row y of the triangle.
func (f *fill) row(y, w int, r *fillRow) {
	cy := float64(y) + 0.5
	low, high := f.whole.row(cy)
	r.x0, r.x1 = span(low, high, w)
	r.from, r.to = r.x0, r.x1
	r.z = f.z + float64(f.dzdy*float64(y))
	if f.rimmed {
		r.from, r.to = r.x1, r.x1
		if f.core && f.inner.top[1] <= cy && cy <= f.inner.bottom[1] {
			low, high := f.inner.row(cy)
			from, to := span(low, high, w)
			r.from = min(max(from, r.x0), r.x1)
			r.to = min(max(to, r.from), r.x1)
		}
	}
}

// tile fills what rows have of a tile and reports whether that is all of it.
func (l *layer) tile(f *fill, rows []fillRow, top, tx int) bool {
	left, right := tx*tileWidth, min((tx+1)*tileWidth, l.w)
	full := len(rows) == tileHeight || top+len(rows) == l.h && top%tileHeight == 0
	for i := range rows {
		r := &rows[i]
		x0, x1 := max(r.x0, left), min(r.x1, right)
		full = full && x1-x0 == right-left
		if x0 >= x1 {
			continue
		}
		first := (top + i) * l.w
		depths := l.depth[first+x0 : first+x1]
		shades := l.shade[first+x0 : first+x1]
		shades = shades[:len(depths)]
		if r.from <= x0 && x1 <= r.to {
			for k := range depths {
				if z := float32(r.z + float64(f.dzdx*float64(x0+k))); z > depths[k] {
					depths[k], shades[k] = z, f.color
				}
			}
			continue
		}
		for k := range depths {
			if z := float32(r.z + float64(f.dzdx*float64(x0+k))); z > depths[k] {
				depths[k], shades[k] = z, f.color
				if x := x0 + k; x < r.from || x >= r.to {
					shades[k] = f.rim
				}
			}
		}
	}
	return full
}

// masked is the shade of what is hidden on a mask.
const masked = 1

// mask makes l a mask of what is painted: only what is in front of that can be painted on it.
// It returns the number of samples, the box around them, and a depth that none is behind.
func (l *layer) mask() (all int, box rectangle, farthest float64) {
	clear(l.shade)
	box = rectangle{[2]int{l.w, 0}, [2]int{l.h, 0}}
	farthest = -nothing
	l.behind = filled(l.behind, len(l.behind), -nothing)
	across := tilesAlong(l.w, tileWidth)
	for y := range l.h {
		row := l.depth[y*l.w : (y+1)*l.w]
		for x, z := range row {
			if z == nothing {
				row[x] = -nothing
				continue
			}
			all++
			box.x[0], box.x[1] = min(box.x[0], x), max(box.x[1], x+1)
			box.y[0], box.y[1] = min(box.y[0], y), y+1
			farthest = min(farthest, float64(z))
			tile := &l.behind[y/tileHeight*across+x/tileWidth]
			*tile = min(*tile, z)
		}
	}
	return all, box, farthest
}

// rectangle has the samples from the first to before the second number in each direction.
type rectangle struct{ x, y [2]int }
