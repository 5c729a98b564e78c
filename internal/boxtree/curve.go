package boxtree

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// A key has, from the highest bit, the size of a box, the place of its centre on a Hilbert curve,
// and its number. Size 0 means that the box was not placed; from 1 on, each size is half of the one
// before.
const (
	// axisBits is the number of bits of a place on the curve for each axis.
	axisBits = 10
	sizeBits = 6
	// idBits are left for the number of the box in a key of 64 bits.
	idBits = 64 - sizeBits - 3*axisBits
	sizes  = 1 << sizeBits
	// sizeShift brings the size down to the lowest bits.
	sizeShift = 64 - sizeBits
	// classBits is the number of bits for the size class, which is sorted by first.
	classBits = 3
	// classSizes is the number of sizes in a class.
	classSizes = 5
	// digitBits is the number of bits sorted by at a time; there are three digits.
	digitBits = (classBits + 3*axisBits) / 3
	digits    = 1 << digitBits
	// chunk is the number of boxes that a worker processes at once.
	chunk = 1 << 15
)

// MaxBoxes is the greatest number of boxes in a tree.
const MaxBoxes = 1 << idBits

func (b *Box) empty() bool {
	return !(b[0] <= b[3] && b[1] <= b[4] && b[2] <= b[5])
}

// nothing is the box around no boxes.
var nothing = Box{inf, inf, inf, -inf, -inf, -inf}

var inf = float32(math.Inf(1))

func (b *Box) include(c *Box) {
	for k := range 3 {
		b[k], b[3+k] = min(b[k], c[k]), max(b[3+k], c[3+k])
	}
}

// batch is several boxes whose keys are computed together: minima by axis, then maxima.
type batch [6][batchLength]float32

const batchLength = 128

func (b *batch) set(i int, box *Box) {
	for k, x := range box {
		b[k][i] = x
	}
}

func (b *batch) box(i int) (box Box) {
	for k := range box {
		box[k] = b[k][i]
	}
	return box
}

// grid maps boxes to cells of a Hilbert curve.
type grid struct {
	origin [3]float32
	scale  float32
	// exponent is the biased binary exponent of the longest side of the bounds.
	exponent int
}

func gridOver(bounds geom.Box) grid {
	b := Round(bounds)
	if b.empty() {
		return grid{}
	}
	// One scale for all axes makes the cells cubes; otherwise flat models would be cut as
	// finely across as along. Halves keep the extent of the whole of float32 finite.
	g := grid{exponent: b.exponent()}
	extent := float32(0)
	for k := range 3 {
		g.origin[k] = b[k] / 2
		extent = max(extent, b[3+k]/2-b[k]/2)
	}
	if s := (1<<axisBits - 1) / extent; extent > 0 && s <= math.MaxFloat32 {
		g.scale = s
	}
	return g
}

// exponent returns the biased binary exponent of b's longest side.
func (b *Box) exponent() int {
	side := max(b[3]-b[0], b[4]-b[1], b[5]-b[2])
	return int(math.Float32bits(side) >> 23)
}

// key returns the key of a box without its number.
func (g *grid) key(b *Box) uint64 {
	size := uint64(min(max(1+g.exponent-b.exponent(), 1), sizes-1))
	var cells [3]uint32
	for k := range 3 {
		half := b[k]/4 + b[3+k]/4
		// For an unbounded box half may be NaN; such a box may have any key.
		if cell := (half - g.origin[k]) * g.scale; cell >= 1 {
			cells[k] = uint32(min(cell, 1<<axisBits-1))
		}
	}
	return size<<sizeShift | hilbert(cells)<<idBits
}

// hilbert returns the place of a cell on the curve. Consecutive cells of the curve are neighbours,
// so the boxes of a leaf are near each other. Along a Morton curve, which jumps, two fifths more
// pairs of leaves meet.
//
// This is the algorithm of J. Skilling, "Programming the Hilbert curve", 2004, without branches.
func hilbert(cells [3]uint32) uint64 {
	x, y, z := cells[0], cells[1], cells[2]
	for bit := axisBits - 1; bit > 0; bit-- {
		lower := uint32(1)<<bit - 1
		x ^= lower & -(x >> bit & 1)
		x, y = turn(x, y, bit, lower)
		x, z = turn(x, z, bit, lower)
	}
	y ^= x
	z ^= y
	// Each bit of flips is the parity of the higher bits of z.
	flips := z >> 1
	for shift := 1; shift < axisBits; shift *= 2 {
		flips ^= flips >> shift
	}
	return spread(x^flips)<<2 | spread(y^flips)<<1 | spread(z^flips)
}

// turn flips the lower bits of x if a bit of y is set, and otherwise exchanges them with those of
// y.
func turn(x, y uint32, bit int, lower uint32) (uint32, uint32) {
	flip := lower & -(y >> bit & 1)
	exchange := (x ^ y) & lower &^ flip
	return x ^ exchange ^ flip, y ^ exchange
}

// spread puts two zeros after each of the lowest axisBits bits of x.
func spread(x uint32) uint64 {
	x = (x | x<<16) & 0x0300_00ff
	x = (x | x<<8) & 0x0300_f00f
	x = (x | x<<4) & 0x030c_30c3
	x = (x | x<<2) & 0x0924_9249
	return uint64(x)
}

// classes are the size classes by size. They keep the few huge triangles of a model out of the
// leaves of the many small ones, which would otherwise be as large as their largest member. Class 0
// has all sizes up to about 32 times the median, each further class another factor of 32; the last
// is for boxes that were not placed. Finer classes would put more leaves in one place, which meet
// more others.
type classes [sizes]uint64

// classesOf returns the classes for the numbers of boxes of each size.
func classesOf(count *[sizes]uint32) (c classes, placed int) {
	for _, n := range count[1:] {
		placed += int(n)
	}
	usual, below := sizes-1, 0
	for ; usual > 1 && 2*(below+int(count[usual])) < placed; usual-- {
		below += int(count[usual])
	}
	for size := range c {
		c[size] = uint64(min(max(0, (usual-size)/classSizes), 1<<classBits-2))
	}
	c[0] = 1<<classBits - 1
	return c, placed
}

// order returns the numbers of the placed boxes, along a Hilbert curve through their centres, one
// size class after the other. Boxes at the same place keep their order. The keys are overwritten.
func order(ctx context.Context, workers int, keys []uint64, box func(i int) Box) ([]uint32, error) {
	count, err := survey(ctx, workers, keys)
	if err != nil {
		return nil, err
	}
	class, placed := classesOf(&count)
	if placed == 0 {
		return nil, nil
	}
	err = parallel.Ranges(ctx, workers, len(keys), chunk, func(lo, hi int) {
		for i, k := range keys[lo:hi] {
			keys[lo+i] = class[k>>sizeShift]<<sizeShift | k&(1<<sizeShift-1)
		}
	})
	if err != nil {
		return nil, err
	}
	if keys, err = radixSort(ctx, workers, keys); err != nil {
		return nil, err
	}
	keys = keys[:placed]
	if err := refine(ctx, workers, keys, box); err != nil {
		return nil, err
	}
	ids := make([]uint32, placed)
	err = parallel.Ranges(ctx, workers, placed, chunk, func(lo, hi int) {
		for i, k := range keys[lo:hi] {
			ids[lo+i] = uint32(k & (MaxBoxes - 1))
		}
	})
	return ids, err
}

// survey counts the keys of each size.
func survey(ctx context.Context, workers int, keys []uint64) (all [sizes]uint32, err error) {
	counts := make([][sizes]uint32, (len(keys)+chunk-1)/chunk)
	err = parallel.Tasks(ctx, workers, len(counts), func(_, c int) {
		count := &counts[c]
		for _, k := range keys[c*chunk : min(len(keys), (c+1)*chunk)] {
			count[k>>sizeShift]++
		}
	})
	for c := range counts {
		for size, n := range counts[c] {
			all[size] += n
		}
	}
	return all, err
}
