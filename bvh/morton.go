package bvh

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

const (
	// axisBits is the number of bits of a Morton code for each axis.
	axisBits = 11
	codeBits = 3 * axisBits
	// idBits are left for the number of the box in a key of 64 bits.
	idBits = 64 - codeBits
	// chunk is the number of boxes that a worker takes at once.
	chunk = 1 << 15
)

// order returns the numbers of the boxes that are not empty, along a Morton curve
// through their centres. Boxes in one cell of the curve keep their order.
func order(ctx context.Context, boxes []Box, workers int) ([]uint32, error) {
	if len(boxes) >= 1<<idBits {
		panic("bvh: more boxes than a key can number")
	}
	g, kept, err := survey(ctx, boxes, workers)
	if err != nil {
		return nil, err
	}
	n := kept[len(kept)-1]
	keys, spare := make([]uint64, n), make([]uint64, n)
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
	if keys, err = radixSort(ctx, keys, spare, workers); err != nil {
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

// grid carries centres to cells of the curve.
type grid struct{ origin, scale [3]float32 }

// survey returns the grid over all boxes, and for each chunk of them the number of
// boxes before it that are not empty.
func survey(ctx context.Context, boxes []Box, workers int) (grid, []int, error) {
	chunks := (len(boxes) + chunk - 1) / chunk
	bounds := make([]Box, chunks)
	kept := make([]int, chunks+1)
	err := parallel.Tasks(ctx, workers, chunks, func(_, c int) {
		inf := float32(math.Inf(1))
		all := Box{inf, inf, inf, -inf, -inf, -inf}
		n := 0
		for i := c * chunk; i < min(len(boxes), (c+1)*chunk); i++ {
			b := &boxes[i]
			if b.empty() {
				continue
			}
			n++
			for k := range 3 {
				all[k], all[3+k] = min(all[k], b[k]), max(all[3+k], b[3+k])
			}
		}
		bounds[c], kept[c+1] = all, n
	})
	var g grid
	if err != nil || chunks == 0 {
		return g, kept, err
	}
	all := bounds[0]
	for c, b := range bounds {
		kept[c+1] += kept[c]
		for k := range 3 {
			all[k], all[3+k] = min(all[k], b[k]), max(all[3+k], b[3+k])
		}
	}
	// One scale for all axes, so that cells are cubes: flat models would else be cut
	// as finely across as along. Halves keep the extent of all of float32 finite.
	extent := float32(0)
	for k := range 3 {
		g.origin[k] = all[k] / 2
		extent = max(extent, all[3+k]/2-all[k]/2)
	}
	if s := (1<<axisBits - 1) / extent; extent > 0 && s <= math.MaxFloat32 {
		g.scale = [3]float32{s, s, s}
	}
	return g, kept, nil
}

// code interleaves the bits of the cell that holds b's centre.
func (g *grid) code(b *Box) uint64 {
	var code uint64
	for k := range 3 {
		half := b[k]/4 + b[3+k]/4
		cell := (half - g.origin[k]) * g.scale[k]
		code |= spread(uint32(min(max(cell, 0), 1<<axisBits-1))) << k
	}
	return code
}

// spread puts two zeros after each of the lowest 11 bits of x.
func spread(v uint32) uint64 {
	x := uint64(v)
	x = (x | x<<16) & 0x0700_00ff
	x = (x | x<<8) & 0x0700_f00f
	x = (x | x<<4) & 0x430c_30c3
	x = (x | x<<2) & 0x4924_9249
	return x
}

// radixSort sorts keys by their code, stably, one axisBits digit at a time from the
// least significant, with the help of spare, and returns the one that holds them.
func radixSort(ctx context.Context, keys, spare []uint64, workers int) ([]uint64, error) {
	chunks := (len(keys) + chunk - 1) / chunk
	counts := make([][1 << axisBits]uint32, chunks)
	for shift := idBits; shift < 64; shift += axisBits {
		digit := func(k uint64) uint64 { return k >> shift & (1<<axisBits - 1) }
		err := parallel.Tasks(ctx, workers, chunks, func(_, c int) {
			counts[c] = [1 << axisBits]uint32{}
			for _, k := range keys[c*chunk : min(len(keys), (c+1)*chunk)] {
				counts[c][digit(k)]++
			}
		})
		if err != nil {
			return nil, err
		}
		sum := uint32(0)
		for d := range 1 << axisBits {
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
