package pose

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Quaternion is a rotation as x, y, z and w.
type Quaternion [4]float64

// length returns √(((x² + y²) + z²) + w²).
func (q *Quaternion) length() float64 {
	return math.Sqrt(float64(q[0]*q[0]) + float64(q[1]*q[1]) + float64(q[2]*q[2]) + float64(q[3]*q[3]))
}

// Normalize divides q by its length. It reports false, and changes nothing, if the length is zero or not
// finite.
func (q *Quaternion) Normalize() bool {
	l := q.length()
	if !(l > 0) || math.IsInf(l, 0) {
		return false
	}
	for i := range q {
		q[i] /= l
	}
	return true
}

// slerp returns the rotation at u of the shorter way from p to q, which are normalized:
// (sin(a(1-u))·p + sin(au)·b) / sin(a), where b is q or -q and a the angle between p and b,
// 2·atan2(|p - b|, |p + b|). It is p if sin(a) is 0.
func slerp(p, q *Quaternion, u float64) Quaternion {
	b := *q
	if float64(p[0]*q[0])+float64(p[1]*q[1])+float64(p[2]*q[2])+float64(p[3]*q[3]) < 0 {
		b = Quaternion{-q[0], -q[1], -q[2], -q[3]}
	}
	var difference, sum Quaternion
	for i := range b {
		difference[i], sum[i] = p[i]-b[i], p[i]+b[i]
	}
	a := 2 * arctan(difference.length()/sum.length())
	s := sine(a)
	if s == 0 {
		return *p
	}
	from, to := sine(a*(1-u)), sine(a*u)
	var out Quaternion
	for i := range out {
		out[i] = (float64(from*p[i]) + float64(to*b[i])) / s
	}
	return out
}

// matrix returns the map of a node: column i is that of the rotation times scale i.
func (l *Local) matrix() geom.Affine {
	if l.Matrix != nil {
		return *l.Matrix
	}
	if l.Euler != nil {
		turn, move := l.motion()
		return scaled(&turn, move, l.Scale)
	}
	x, y, z, w := l.Rotation[0], l.Rotation[1], l.Rotation[2], l.Rotation[3]
	sum := func(a, b, c, d float64) float64 { return 2 * (float64(a*b) + float64(c*d)) }
	difference := func(a, b, c, d float64) float64 { return 2 * (float64(a*b) - float64(c*d)) }
	rotation := [3][3]float64{
		{1 - sum(y, y, z, z), difference(x, y, z, w), sum(x, z, y, w)},
		{sum(x, y, z, w), 1 - sum(x, x, z, z), difference(y, z, x, w)},
		{difference(x, z, y, w), sum(y, z, x, w), 1 - sum(x, x, y, y)},
	}
	var out geom.Affine
	for r, row := range rotation {
		out[r] = [4]float64{float64(row[0] * l.Scale[0]), float64(row[1] * l.Scale[1]), float64(row[2] * l.Scale[2]), l.Translation[r]}
	}
	return out
}
