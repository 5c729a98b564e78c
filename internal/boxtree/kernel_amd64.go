package boxtree

import (
	"golang.org/x/sys/cpu"

	"github.com/meshcheck/meshcheck/geom"
)

// hasAVX2 is determined once. BMI1 has the bit scans for the loops of the kernels, BMI2 their shifts.
// The cpu package reports an extension only if the operating system also saves its registers.
var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2

//go:noescape
func boxesAVX2(ts *geom.Triangle, fours int, out *batch)

//go:noescape
func keysAVX2(boxes *batch, sixteens int, cells *grid, keys *uint64, first int)

//go:noescape
func aroundAVX2(n *node, b *Box)

//go:noescape
func gapsAVX2(n *node, b *Box, factor float64, out *[Width]float64)

//go:noescape
func applyAVX2(t *bounding, in, out *node)

//go:noescape
func nearAVX2(a, up *node, slot int) (rows uint32)

//go:noescape
func overlapsAVX2(a, b *node, rows uint32, masks *[Width]uint16) (meeting uint32)

//go:noescape
func untaggedAVX2(a, b *Tags, rows uint32, masks *[Width]uint16) (left uint32)

// holdTo is holdGo for all triangles.
func (b *batch) holdTo(ts []geom.Triangle) {
	done := 0
	if fours := len(ts) / 4; hasAVX2 && fours > 0 {
		boxesAVX2(&ts[0], fours, b)
		done = 4 * fours
	}
	b.holdGo(ts, done)
}

// keysTo is keysGo for all boxes.
func (g *grid) keysTo(b *batch, keys []uint64, first int) {
	done := 0
	if sixteens := len(keys) / 16; hasAVX2 && sixteens > 0 {
		keysAVX2(b, sixteens, g, &keys[0], first)
		done = 16 * sixteens
	}
	g.keysGo(b, keys, first, done)
}

// around is aroundGo for a node without missing children.
func around(n *node) (b Box) {
	if !hasAVX2 {
		return aroundGo(n)
	}
	aroundAVX2(n, &b)
	return b
}

// gapsTo is gapsGo.
func gapsTo(n *node, b *Box, factor float64, out *[Width]float64) {
	if !hasAVX2 {
		gapsGo(n, b, factor, out)
		return
	}
	gapsAVX2(n, b, factor, out)
}

// applyTo is applyGo for all boxes of a node.
func (t *bounding) applyTo(in, out *node) {
	if !hasAVX2 {
		t.applyGo(in, out)
		return
	}
	applyAVX2(t, in, out)
}

// These are branches because through a function value the masks would escape to the heap.

func near(a, up *node, slot int) uint32 {
	if hasAVX2 {
		return nearAVX2(a, up, slot)
	}
	return nearGo(a, up, slot)
}

func overlaps(a, b *node, rows uint32, masks *[Width]uint16) uint32 {
	if hasAVX2 {
		return overlapsAVX2(a, b, rows, masks)
	}
	return overlapsGo(a, b, rows, masks)
}

func untagged(a, b *Tags, rows uint32, masks *[Width]uint16) uint32 {
	if hasAVX2 {
		return untaggedAVX2(a, b, rows, masks)
	}
	return untaggedGo(a, b, rows, masks)
}
