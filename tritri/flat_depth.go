package tritri

import (
	"math"

	"github.com/meshcheck/meshcheck/internal/tripacket"

	"github.com/meshcheck/meshcheck/geom"
)

// FlatDepth returns the length of the shortest translation within their plane after which two
// coplanar triangles no longer overlap: the least overlap of their projections onto the normals of
// their six edges. It is 0, up to rounding, for triangles that only touch. Float64.
func FlatDepth(t, u *geom.Triangle) float64 {
	a, b, unit := centred(t, u)
	depth := math.Inf(1)
	for _, v := range [2]*geom.Triangle{&a, &b} {
		n := v.Normal()
		for k := range v {
			depth = min(depth, tripacket.OverlapAlong(n.Cross(v[next[k]].Sub(v[k])), &a, &b))
		}
	}
	if math.IsInf(depth, 1) {
		depth = 0
	}
	return math.Ldexp(depth, unit)
}
