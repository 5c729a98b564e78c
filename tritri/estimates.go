package tritri

import "github.com/meshcheck/meshcheck/geom"

// Estimates are float64 estimates for a triangle t and several others, each in a lane: the
// determinants that decide how they meet, with bounds of their errors.
type Estimates interface {
	// Heights returns the height of corner k of t over the plane of the triangle u in a lane, and
	// that of corner k of u over the plane of t, times the length of the plane's normal.
	Heights(lane, k int) (t, u, boundT, boundU float64)
	// Volume returns (e×f)·d for the edges e of t from corner i and f of u from corner j to the
	// next one, where d leads from corner i to corner j.
	Volume(lane, i, j int) (volume, bound float64)
}

// RelateEstimated is Relate for the triangle u in a lane of estimates of the facet's triangle. It
// does not decide again what the estimates are certain of.
func (f *Facet) RelateEstimated(u *geom.Triangle, e Estimates, lane int) Relation {
	f.estimate(e, lane)
	return f.relate(u, match(&f.t, u))
}

// EndsEstimated is Ends for the triangle in a lane of estimates of the facet's triangle. The
// estimates must be certain of all sides, and of a Crossing; the triangle need not be related
// first.
func (f *Facet) EndsEstimated(e Estimates, lane int) [2]FeaturePair {
	f.estimate(e, lane)
	f.ordered = false
	return f.Ends(nil) // exact signs are not needed
}

// estimate takes over the heights of a lane, and the sides that they are certain of.
func (f *Facet) estimate(e Estimates, lane int) {
	f.estimates, f.lane = e, lane
	for k := range 3 {
		t, u, boundT, boundU := e.Heights(lane, k)
		f.ht[k], f.st[k] = t, beyond(t, boundT)
		f.hu[k], f.su[k] = u, beyond(u, boundU)
	}
}

// beyond returns the sign of x, or 0 if its error bound leaves the sign open.
func beyond(x, bound float64) int { return bit(x > bound) - bit(x < -bound) }

// bit returns 1 for true, without a branch.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
