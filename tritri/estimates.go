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
