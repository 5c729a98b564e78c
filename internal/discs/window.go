package discs

import (
	"math"
	"math/bits"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/plane"
)

// window is a square of the plane in which places are examined, sampled at points half a step
// apart. Windows with the same step are in one grid, so they agree where they overlap.
type window struct {
	center geom.Vec2
	step   float64
}

const (
	// side is the number of sample points along a side of a window.
	side = 21
	// reach is half the side of a window in steps.
	reach = 5.25
	// offset moves the sample points, in steps, so that none has a stored coordinate.
	offset = 0.1909830056250526
	// grid is the distance of the centres of windows in steps.
	grid = 2
)

// windowAt returns the window around a point.
func windowAt(p geom.Vec2, step float64) window {
	w := window{step: step}
	for k := range 2 {
		w.center[k] = (math.Floor(p[k]/(grid*step)) + 0.5) * (grid * step)
	}
	return w
}

// bitmap is the set of covered sample points of a window, row by row.
type bitmap [side]uint32

// cover adds the sample points in a piece and reports whether there are any.
func (b *bitmap) cover(w *window, p *Piece) bool {
	any := false
	bottom, top := rows(p, w)
	for row := bottom; row <= top; row++ {
		y := (float64(row-side/2)/2 + offset) * w.step
		low, high := math.Inf(-1), math.Inf(1)
		low, high = clipRow(p.T, &w.center, y, low, high)
		if low, high = clipRow(p.U, &w.center, y, low, high); !(low <= high) {
			continue
		}
		if mask := columns(low/w.step, high/w.step); mask != 0 {
			b[row] |= mask
			any = true
		}
	}
	return any
}

// rows returns the first and the last row of a window within the boxes of both triangles of a
// piece.
func rows(p *Piece, w *window) (first, last int) {
	low := max(min(p.T[0][1], p.T[1][1], p.T[2][1]), min(p.U[0][1], p.U[1][1], p.U[2][1]))
	high := min(max(p.T[0][1], p.T[1][1], p.T[2][1]), max(p.U[0][1], p.U[1][1], p.U[2][1]))
	at := func(y float64) float64 { return min(max(((y-w.center[1])/w.step-offset)*2+side/2, -1), side) }
	return max(int(at(low)), 0), min(int(at(high))+1, side-1)
}

// clipRow returns the part of the row at y, from low to high, that lies in a counter-clockwise triangle.
// All coordinates are relative to a centre.
func clipRow(t *plane.Triangle, center *geom.Vec2, y, low, high float64) (float64, float64) {
	for k, a := range t {
		b := t[(k+1)%3]
		dx, dy, x, h := b[0]-a[0], b[1]-a[1], a[0]-center[0], y-(a[1]-center[1])
		switch {
		case dy > 0:
			high = min(high, x+h/dy*dx)
		case dy < 0:
			low = max(low, x+h/dy*dx)
		case dx*h < 0:
			return 1, 0
		}
	}
	return low, high
}

// columns returns the sample points of a row from low to high, in steps.
func columns(low, high float64) uint32 {
	from := math.Ceil((low-offset)*2) + side/2
	to := math.Floor((high-offset)*2) + side/2
	from, to = max(from, 0), min(to, side-1)
	if !(from <= to) {
		return 0
	}
	return (1<<(uint(to)+1) - 1) &^ (1<<uint(from) - 1)
}

// wide reports whether the covered sample points make a wide place.
func (b *bitmap) wide() bool { return b.holdsDisc() || b.coversMost() }

// holdsDisc reports whether all sample points within one and a half steps of one of them are
// covered. The sample point nearest to the centre of a disc is less than 0.36 steps away from it,
// so every disc with a radius of two steps is found.
func (b *bitmap) holdsDisc() bool {
	// The points of the small disc lie in rows of 7, 5, 5 and 1.
	var five, seven bitmap
	for row, r := range b {
		five[row] = r & (r << 1) & (r >> 1) & (r << 2) & (r >> 2)
		seven[row] = five[row] & (r << 3) & (r >> 3)
	}
	for row := 3; row < side-3; row++ {
		if seven[row]&five[row-1]&five[row+1]&five[row-2]&five[row+2]&b[row-3]&b[row+3] != 0 {
			return true
		}
	}
	return false
}

// coversMost reports whether most of the sample points within four steps of the centre are covered.
// If rounding alone makes triangles overlap, pieces lie along their common edges and are less than
// one and a half steps wide: two such edges that cross cover less than half of the disc.
func (b *bitmap) coversMost() bool {
	const radius, all, most = 8, 197, 118
	covered := 0
	for y := -radius; y <= radius; y++ {
		x := halfRow[max(y, -y)]
		mask := uint32(1<<(2*x+1)-1) << (side/2 - x)
		covered += bits.OnesCount32(b[side/2+y] & mask)
	}
	return covered > most
}

// halfRow is the number of sample points in the rows of the larger disc on either side of its
// centre.
var halfRow = [...]int{8, 7, 7, 7, 6, 6, 5, 3, 0}
