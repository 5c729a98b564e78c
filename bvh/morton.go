package bvh

import (
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

const (
	// axisBits is the number of bits of a Morton code for each axis.
	axisBits = 10
	// classBits is the number of bits for the size class, above the Morton code.
	classBits = 3
	codeBits  = classBits + 3*axisBits
	// idBits are left for the number of the box in a key of 64 bits.
	idBits = 64 - codeBits
	// digitBits is the number of bits sorted by at a time.
	digitBits = codeBits / 3
	// chunk is the number of boxes that a worker takes at once.
	chunk = 1 << 15
)

// MaxBoxes is the greatest number of boxes that a tree can have.
const MaxBoxes = 1 << idBits

// order returns the numbers of the boxes that are not empty, along a Morton curve
// through their centres, one curve after another for each class of sizes. Boxes in
// one cell of a curve keep their order.
//
// The classes keep the few huge triangles of a model out of the leaves of the many
// small ones, each of which would else be as large as its largest member.
func order(ctx context.Context, boxes []Box, workers int) ([]uint32, error) {
	if len(boxes) > MaxBoxes {
		panic("bvh: more boxes than a key can number")
	}
	g, kept, err := survey(ctx, boxes, workers)
	if err != nil {
		return nil, err
	}
	n := kept[len(kept)-1]
	keys := make([]uint64, n)
	err = parallel.Tasks(ctx, workers, len(kept)-1, func(_, c int) {
		at := kept[c]
		for i := c * chunk; i < min(len(boxes), (c+1)*chunk); i++ {
			if !boxes[i].empty() {
				keys[at] = g.code(&boxes[i])<<idBits | uint64(i)
				at++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if keys, err = radixSort(ctx, keys, workers); err != nil {
		return nil, err
	}
	ids := make([]uint32, n)
	err = parallel.Ranges(ctx, workers, n, chunk, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			ids[i] = uint32(keys[i] & (1<<idBits - 1))
		}
	})
	return ids, err
}

func (b *Box) empty() bool {
	return !(b[0] <= b[3] && b[1] <= b[4] && b[2] <= b[5])
}

// grid carries boxes to cells of the curves.
type grid struct {
	origin [3]float32
	scale  float32
	// usual is the binary exponent of the median size.
	usual int
}

// sizes counts boxes by the binary exponent of their longest side.
type sizes [256]int

// exponent returns the biased binary exponent of b's longest side.
func (b *Box) exponent() int {
	size := max(b[3]-b[0], b[4]-b[1], b[5]-b[2])
	return int(math.Float32bits(size) >> 23)
}

// part is what survey finds in one chunk of boxes.
type part struct {
	bounds Box
	kept   int
	sizes  sizes
}

// survey returns the grid over all boxes, and for each chunk of them the number of
// boxes before it that are not empty.
func survey(ctx context.Context, boxes []Box, workers int) (grid, []int, error) {
	inf := float32(math.Inf(1))
	nothing := Box{inf, inf, inf, -inf, -inf, -inf}
	parts := make([]part, (len(boxes)+chunk-1)/chunk)
	err := parallel.Tasks(ctx, workers, len(parts), func(_, c int) {
		p := &parts[c]
		p.bounds = nothing
		for i := c * chunk; i < min(len(boxes), (c+1)*chunk); i++ {
			if b := &boxes[i]; !b.empty() {
				p.bounds.include(b)
				p.sizes[b.exponent()]++
				p.kept++
			}
		}
	})
	all := part{bounds: nothing}
	kept := make([]int, len(parts)+1)
	for c := range parts {
		p := &parts[c]
		all.bounds.include(&p.bounds)
		all.kept += p.kept
		kept[c+1] = all.kept
		for e, n := range p.sizes {
			all.sizes[e] += n
		}
	}
	return all.grid(), kept, err
}

func (b *Box) include(c *Box) {
	for k := range 3 {
		b[k], b[3+k] = min(b[k], c[k]), max(b[3+k], c[3+k])
	}
}

func (p *part) grid() grid {
	var g grid
	if p.kept == 0 {
		return g
	}
	// One scale for all axes, so that cells are cubes: flat models would else be cut
	// as finely across as along. Halves keep the extent of all of float32 finite.
	extent := float32(0)
	for k := range 3 {
		g.origin[k] = p.bounds[k] / 2
		extent = max(extent, p.bounds[3+k]/2-p.bounds[k]/2)
	}
	if s := (1<<axisBits - 1) / extent; extent > 0 && s <= math.MaxFloat32 {
		g.scale = s
	}
	for below := 0; 2*(below+p.sizes[g.usual]) < p.kept; g.usual++ {
		below += p.sizes[g.usual]
	}
	return g
}

// code interleaves the bits of the cell that holds b's centre, below b's class:
// class 0 has all sizes up to some eight times the median, each further class
// another factor of eight.
func (g *grid) code(b *Box) uint64 {
	class := min(max(0, (b.exponent()-g.usual)/3), 1<<classBits-1)
	code := uint64(class) << (3 * axisBits)
	for k := range 3 {
		half := b[k]/4 + b[3+k]/4
		cell := (half - g.origin[k]) * g.scale
		code |= spread(uint32(min(max(cell, 0), 1<<axisBits-1))) << k
	}
	return code
}

// spread puts two zeros after each of the lowest axisBits bits of x.
func spread(x uint32) uint64 {
	x = (x | x<<16) & 0x0300_00ff
	x = (x | x<<8) & 0x0300_f00f
	x = (x | x<<4) & 0x030c_30c3
	x = (x | x<<2) & 0x0924_9249
	return uint64(x)
}

// radixSort sorts keys by their code, stably, one digit at a time from the
// least significant, and returns the slice that holds them.
func radixSort(ctx context.Context, keys []uint64, workers int) ([]uint64, error) {
	if len(keys) < 1<<digitBits {
		slices.Sort(keys) // the box's number, below the code, keeps the order stable
		return keys, ctx.Err()
	}
	spare := make([]uint64, len(keys))
	chunks := (len(keys) + chunk - 1) / chunk
	counts := make([][1 << digitBits]uint32, chunks)
	for shift := idBits; shift < 64; shift += digitBits {
		digit := func(k uint64) uint64 { return k >> shift & (1<<digitBits - 1) }
		err := parallel.Tasks(ctx, workers, chunks, func(_, c int) {
			counts[c] = [1 << digitBits]uint32{}
			for _, k := range keys[c*chunk : min(len(keys), (c+1)*chunk)] {
				counts[c][digit(k)]++
			}
		})
		if err != nil {
			return nil, err
		}
		sum := uint32(0)
		for d := range 1 << digitBits {
			for c := range counts {
				counts[c][d], sum = sum, sum+counts[c][d]
			}
		}
		err = parallel.Tasks(ctx, workers, chunks, func(_, c int) {
			next := &counts[c]
			for _, k := range keys[c*chunk : min(len(keys), (c+1)*chunk)] {
				d := digit(k)
				spare[next[d]] = k
				next[d]++
			}
		})
		if err != nil {
			return nil, err
		}
		keys, spare = spare, keys
	}
	return keys, nil
}
