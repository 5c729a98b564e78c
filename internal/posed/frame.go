package posed

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/tripacket"
)

// frame is the coordinates in which the faces of a pose are rounded to float32.
//
// Rounding the difference of a coordinate and that of the origin to float64 and then to float32 moves
// it by less than 2^-23 of it, or hardly at all, and a point by less than √3 times that of its greatest
// one, M. Boxes have a margin, so that M is large enough for this if it is that of boxes.
//
// A tripacket.Filter that is told extents d, larger by M than those of a box around all triangles,
// proves more than that two of them are apart: one is on or before a plane and the other farther
// than 2^-21·M beyond it, so that they are apart before rounding too. Its bound is
// 2^-20·Σ(m+2^-126)·d for the height over a plane whose normal is, up to rounding, no longer than
// Σ(m+2^-126), and nine sixteenths of it without M cover all rounding. The same holds for the
// lines of edges, in the projection to two axes.
type frame struct {
	tripacket.Frame
	// regular: all triangles can be rounded, and are in range as far as their coordinates go. If not,
	// nothing is rounded.
	regular bool
}

const (
	// leastReach is the least of the greatest differences from the origin, and margin that of boxes:
	// greater than what underflows.
	leastReach = 0x1p-40
	margin     = 0x1p-100
	// farthest is the least coordinate that is out of range for tripacket.
	farthest = 0x1p+100
)

// frameOf returns the frame of a pose. Positions that are not finite do not count.
func frameOf(positions []geom.Vec) (f frame) {
	lo, hi := geom.Vec{math.Inf(1), math.Inf(1), math.Inf(1)}, geom.Vec{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for i := range positions {
		p := &positions[i]
		if !finite(p) {
			continue
		}
		for k, x := range p {
			if x < lo[k] {
				lo[k] = x
			}
			if x > hi[k] {
				hi[k] = x
			}
		}
	}
	f.Origin = middle(positions)
	largest, reach := 0.0, 0.0
	for k := range lo {
		reach = max(reach, hi[k]-f.Origin[k], f.Origin[k]-lo[k])
		largest = max(largest, -lo[k], hi[k])
	}
	f.regular = leastReach < reach && largest < farthest
	f.Margin = margin
	return f
}

// middle returns the medians of the coordinates of some positions. Rounding is finest there, and a few
// vertices far away from all others hardly move it.
func middle(positions []geom.Vec) (m geom.Vec) {
	var some [3][64]float64
	n := 0
	for i := 0; i < len(positions) && n < len(some[0]); i += 1 + len(positions)/len(some[0]) {
		if p := &positions[i]; finite(p) {
			some[0][n], some[1][n], some[2][n] = p[0], p[1], p[2]
			n++
		}
	}
	for k := range m {
		if n > 0 {
			slices.Sort(some[k][:n])
			m[k] = some[k][n/2]
		}
	}
	return m
}

func finite(p *geom.Vec) bool { return p[0]-p[0] == 0 && p[1]-p[1] == 0 && p[2]-p[2] == 0 }
