package bvh

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// order returns the numbers of n boxes along a Morton curve through their centres.
// Boxes in one cell of the curve keep their order.
func order(ctx context.Context, n int, box func(i int) geom.Box, workers int) []uint32 {
	lo, scale := grid(ctx, n, box, workers)
	keys := make([]key, n)
	parallel(ctx, workers, n, func(i int) {
		keys[i] = key{code: morton(box(i), lo, scale), id: uint32(i)}
	})
	sortKeys(ctx, keys)
	ids := make([]uint32, n)
	for i, k := range keys {
		ids[i] = k.id
	}
	return ids
}

type key struct {
	code uint64
	id   uint32
}

// axisBits is the number of bits of a Morton code for each axis.
const axisBits = 21

// grid returns the corner and the scale that carry centres into [0, 2^axisBits).
func grid(ctx context.Context, n int, box func(i int) geom.Box, workers int) (lo, scale geom.Vec) {
	const chunk = 1 << 14
	parts := make([]geom.Box, (n+chunk-1)/chunk)
	parallel(ctx, workers, len(parts), func(p int) {
		parts[p] = geom.EmptyBox()
		for i := p * chunk; i < min(n, (p+1)*chunk); i++ {
			if b := box(i); !b.Empty() {
				parts[p] = parts[p].Include(b.Center())
			}
		}
	})
	all := geom.EmptyBox()
	for _, p := range parts {
		all = all.Union(p)
	}
	if all.Empty() {
		return lo, scale
	}
	// One scale for all axes, so that cells are cubes: flat models would else be cut
	// as finely across as along.
	extent := 0.0
	for k := range 3 {
		extent = max(extent, all.Max[k]-all.Min[k])
	}
	if s := (1<<axisBits - 1) / extent; !math.IsInf(s, 0) {
		scale = geom.Vec{s, s, s}
	}
	return all.Min, scale
}

// morton interleaves the bits of the cell that holds b's centre.
func morton(b geom.Box, lo, scale geom.Vec) uint64 {
	if b.Empty() {
		return math.MaxUint64
	}
	var code uint64
	c := b.Center()
	for k := range 3 {
		code |= spread(uint64((c[k]-lo[k])*scale[k])) << k
	}
	return code
}

// spread puts two zeros after each of the lowest 21 bits of x.
func spread(x uint64) uint64 {
	x &= 1<<axisBits - 1
	x = (x | x<<32) & 0x1f00000000ffff
	x = (x | x<<16) & 0x1f0000ff0000ff
	x = (x | x<<8) & 0x100f00f00f00f00f
	x = (x | x<<4) & 0x10c30c30c30c30c3
	x = (x | x<<2) & 0x1249249249249249
	return x
}

// sortKeys sorts by code, stably, by least significant digit radix sort.
func sortKeys(ctx context.Context, keys []key) {
	const digit = 11
	var seen uint64
	for _, k := range keys {
		seen |= k.code ^ keys[0].code
	}
	from, to := keys, make([]key, len(keys))
	for shift := 0; shift < 64; shift += digit {
		if ctx.Err() != nil {
			return
		}
		if seen>>shift&(1<<digit-1) == 0 {
			continue // no two codes differ here
		}
		var next [1 << digit]int
		for _, k := range from {
			next[k.code>>shift&(1<<digit-1)]++
		}
		sum := 0
		for d, n := range next {
			next[d] = sum
			sum += n
		}
		for _, k := range from {
			d := k.code >> shift & (1<<digit - 1)
			to[next[d]] = k
			next[d]++
		}
		from, to = to, from
	}
	if &from[0] != &keys[0] {
		copy(keys, from)
	}
}
