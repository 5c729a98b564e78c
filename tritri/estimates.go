package tritri

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/tripacket"
)

// Estimates are float64 estimates of the determinants that decide how a triangle t meets a triangle u,
// with bounds of their errors.
type Estimates struct {
	// T has the heights of the corners of t over the plane of u, U those of u over the plane of t,
	// times the length of the plane's normal.
	T, U [3]float64
	// Volumes has at 3i+j (e×f)·d for the edges e of t from corner i and f of u from corner j to the
	// next one, where d leads from corner i to corner j.
	Volumes [9]float64
	// The bounds are those of T, U and Volumes.
	BoundT, BoundU, Bound float64
}

// Exchange makes e the estimates for u and t.
func (e *Estimates) Exchange() {
	e.T, e.U, e.BoundT, e.BoundU = e.U, e.T, e.BoundU, e.BoundT
	v := &e.Volumes
	v[1], v[3] = v[3], v[1]
	v[2], v[6] = v[6], v[2]
	v[5], v[7] = v[7], v[5]
}

// RelateEstimated is Relate where there are estimates. It does not decide again what these are
// certain of. They too must not change while the meeting is in use.
func RelateEstimated(t, u *geom.Triangle, e *Estimates) Meeting {
	s := match(t, u)
	m := Meeting{t: t, u: u, estimates: e}
	m.share(s)
	m.estimate()
	m.Relation = m.relate(s)
	return m
}

// EstimatedEnds returns the Ends of a Crossing from estimates alone, which must be certain of all
// sides and that it is one.
func EstimatedEnds(e *Estimates) [2]FeaturePair {
	x, y := apexBy(&e.T), apexBy(&e.U)
	a, b := endsOf(x.corner, !y.positive), endsOf(y.corner, x.positive)
	// The later of both first ends, and the earlier of both last ones.
	return [2]FeaturePair{
		e.end(1, &directed[a.corner][a.first], &directed[b.corner][b.first]),
		e.end(-1, &directed[a.corner][a.last], &directed[b.corner][b.last]),
	}
}

// end returns the end of a segment that is on an edge of t, in the interior of u, or on an edge of u, in the
// interior of t: on the latter if the sign of Orient3D of both edges is the one given.
func (e *Estimates) end(sign int, t, u *direction) FeaturePair {
	// The volume is that of both edges as vectors, which may run the other way.
	volume := e.Volumes[3*t.edge+u.edge] * float64(-sign*t.sign*u.sign)
	// The choice is unpredictable: it is computed, without a branch.
	onU := bit(volume > 0)
	return FeaturePair{Edge(t.edge + onU*(3-t.edge)), Edge(3 - onU*(3-u.edge))}
}

// apexBy returns the apex of a triangle with these heights, none of which is 0.
func apexBy(heights *[3]float64) apex {
	// The sides are not put in an array: that would be read in other pieces than it was written, which
	// takes long.
	return apexes[18*bit(heights[0] > 0)+6*bit(heights[1] > 0)+2*bit(heights[2] > 0)]
}

// estimate takes over the heights, and the sides that they are certain of.
func (m *Meeting) estimate() {
	e := m.estimates
	m.ht, m.hu = e.T, e.U
	for k := range 3 {
		m.st[k], m.su[k] = tripacket.Sign(e.T[k], e.BoundT), tripacket.Sign(e.U[k], e.BoundU)
	}
}

// bit returns 1 for true, without a branch.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
