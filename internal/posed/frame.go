package posed

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/tripacket"
)

// frame is the coordinates in which the faces of a pose are rounded to float32.
//
// Coordinates less those of the origin are at most reach in magnitude. Rounding that difference to
// float64 and then to float32 moves it by less than 2^-23·reach on each axis, and a point by less
// than √3 times that.
//
// A tripacket.Filter that is told extents d, larger by reach than those of a box around all
// triangles, proves more than that two of them are apart: one is on or before a plane and the other
// farther than 2^-21·reach beyond it, so that they are apart before rounding too. Its bound is
// 2^-20·Σ(m+2^-126)·d for the height over a plane whose normal is, up to rounding, no longer than
// Σ(m+2^-126), and nine sixteenths of it without reach cover all rounding. The same holds for the
// lines of edges, in the projection to two axes.
type frame struct {
	tripacket.Frame
	reach float64
	// regular: all triangles can be rounded, and are in range as far as their coordinates go. If not,
	// nothing is rounded.
	regular bool
	// extent is added to the extents of boxes.
	extent float32
}

// Reaches within which nothing overflows or underflows in a filter, and the least coordinate that is out
// of range for tripacket.
const (
	leastReach = 0x1p-40
	mostReach  = 0x1p+30
	farthest   = 0x1p+100
)

// frameOf returns the frame of a pose. Positions that are not finite do not count.
func frameOf(positions []geom.Vec) (f frame) {
	lo, hi := geom.Vec{math.Inf(1), math.Inf(1), math.Inf(1)}, geom.Vec{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for i := range positions {
		p := &positions[i]
		if p[0]-p[0] != 0 || p[1]-p[1] != 0 || p[2]-p[2] != 0 {
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
	largest := 0.0
	for k := range lo {
		f.Origin[k] = lo[k]/2 + hi[k]/2
		f.reach = max(f.reach, hi[k]-f.Origin[k], f.Origin[k]-lo[k])
		largest = max(largest, -lo[k], hi[k])
	}
	f.regular = leastReach < f.reach && f.reach < mostReach && largest < farthest
	f.extent, f.Margin = float32(f.reach)*(1+0x1p-20), float32(f.reach)*0x1p-21
	return f
}
