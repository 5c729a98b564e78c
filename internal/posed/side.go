package posed

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// oneSide reports whether a face is proper and points are certainly on one side of its plane, all on
// the same one and none on the plane. at is a corner of the face.
//
// The coordinates of the normal are off by less than 2^-22, and rounding adds less than 2^-49 times the
// sum of the differences.
func (f *face) oneSide(at *geom.Vec, points ...*geom.Vec) bool {
	if f.state != proper {
		return false
	}
	n := [3]float64{float64(f.normal[0]), float64(f.normal[1]), float64(f.normal[2])}
	above, below := true, true
	for _, p := range points {
		x, y, z := p[0]-at[0], p[1]-at[1], p[2]-at[2]
		h := n[0]*x + n[1]*y + n[2]*z
		bound := 0x1p-21 * (math.Abs(x) + math.Abs(y) + math.Abs(z))
		above = above && h > bound
		below = below && h < -bound
		if !above && !below {
			return false
		}
	}
	return true
}
