package boxtree

import (
	"math"
	"math/bits"

	"github.com/meshcheck/meshcheck/geom"
)

// The portable kernels. The faster ones in assembly must equal them bit for bit. Three are
// for building, five for the descent.

// holdGo sets b to the boxes of ts, from the given one on.
func (b *batch) holdGo(ts []geom.Triangle, from int) {
	for i := from; i < len(ts); i++ {
		box := BoxOf(&ts[i][0], &ts[i][1], &ts[i][2])
		b.set(i, &box)
	}
}

// keysGo sets keys to those of the boxes in b, from the given one on. first is the number of box 0.
func (g *grid) keysGo(b *batch, keys []uint64, first, from int) {
	for i := from; i < len(keys); i++ {
		box := b.box(i)
		keys[i] = g.key(&box) | uint64(first+i)
	}
}

// aroundGo returns the box around the children of n, without the missing ones.
func aroundGo(n *node) Box {
	all := nothing
	for k := range 3 {
		for c, lo := range n.min[k] {
			if hi := n.max[k][c]; lo == lo {
				all[k], all[3+k] = min(all[k], lo), max(all[3+k], hi)
			}
		}
	}
	return all
}

// nearGo returns the set of children of a that meet child slot of up.
func nearGo(a, up *node, slot int) (rows uint32) {
	x0, y0, z0 := up.min[0][slot], up.min[1][slot], up.min[2][slot]
	x1, y1, z1 := up.max[0][slot], up.max[1][slot], up.max[2][slot]
	for x := range Width {
		if a.min[0][x] <= x1 && a.max[0][x] >= x0 &&
			a.min[1][x] <= y1 && a.max[1][x] >= y0 &&
			a.min[2][x] <= z1 && a.max[2][x] >= z0 {
			rows |= 1 << x
		}
	}
	return rows
}

// overlapsGo sets masks[x], for each child x of a in rows, to the set of children of b that x
// meets, and returns the set of those x that meet any. It leaves other masks unchanged.
func overlapsGo(a, b *node, rows uint32, masks *[Width]uint16) (meeting uint32) {
	for x := range Width {
		if rows&(1<<x) == 0 {
			continue
		}
		masks[x] = uint16(nearGo(b, a, x))
		if masks[x] != 0 {
			meeting |= 1 << x
		}
	}
	return meeting
}

// untaggedGo removes from masks[x], for each x in rows, the members of b that have a common tag
// with member x of a, and returns the set of those x for which any is left.
func untaggedGo(a, b *Tags, rows uint32, masks *[Width]uint16) (left uint32) {
	for x := range Width {
		if rows&(1<<x) == 0 {
			continue
		}
		u, v, w := a[0][x], a[1][x], a[2][x]
		for rest := masks[x]; rest != 0; rest &= rest - 1 {
			y := bits.TrailingZeros16(rest)
			p, q, r := b[0][y], b[1][y], b[2][y]
			if u == p || u == q || u == r || v == p || v == q || v == r || w == p || w == q || w == r {
				masks[x] &^= 1 << y
			}
		}
		if masks[x] != 0 {
			left |= 1 << x
		}
	}
	return left
}

// shrink covers the roundings of a gap, which are fewer than eight.
const shrink = 1 - 0x1p-49

// gapsGo sets out, for each child of n, to a lower bound of its distance to b times a factor that
// includes shrink. A missing child gets NaN. By these bounds, a box within b is never nearer than
// b, nor is one within a child.
//
// Bounds are float32: a difference that is not zero is from 2^-149 to 2^129, and its square neither
// overflows nor underflows. Each gap is rounded once before it is squared and three times after,
// the root once, the product twice, including that with unit.
func gapsGo(n *node, b *Box, factor float64, out *[Width]float64) {
	x0, y0, z0 := float64(b[0]), float64(b[1]), float64(b[2])
	x1, y1, z1 := float64(b[3]), float64(b[4]), float64(b[5])
	for c := range Width {
		x := max(float64(n.min[0][c])-x1, x0-float64(n.max[0][c]), 0)
		y := max(float64(n.min[1][c])-y1, y0-float64(n.max[1][c]), 0)
		z := max(float64(n.min[2][c])-z1, z0-float64(n.max[2][c]), 0)
		out[c] = math.Sqrt(float64(x*x)+float64(y*y)+float64(z*z)) * factor
	}
}

// applyGo maps the boxes of a node.
func (t *bounding) applyGo(in, out *node) {
	for r, row := range &t.linear {
		var lower, upper [3]*[Width]float32
		for k, a := range row {
			lower[k], upper[k] = &in.min[k], &in.max[k]
			if a < 0 {
				lower[k], upper[k] = upper[k], lower[k]
			}
		}
		for i := range Width {
			out.min[r][i] = down(float64(row[0]*float64(lower[0][i])) + float64(row[1]*float64(lower[1][i])) +
				float64(row[2]*float64(lower[2][i])) + t.low[r])
			out.max[r][i] = up(float64(row[0]*float64(upper[0][i])) + float64(row[1]*float64(upper[1][i])) +
				float64(row[2]*float64(upper[2][i])) + t.high[r])
		}
	}
}
