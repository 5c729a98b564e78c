package posegen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Turn returns the rotation about a coordinate axis by an angle in degrees.
func Turn(axis int, degrees float64) (q Quaternion) {
	s, c := math.Sincos(degrees / 2 * math.Pi / 180)
	q[axis], q[3] = s, c
	return q
}

// Times returns the rotation that applies r first and then q.
func (q Quaternion) Times(r Quaternion) Quaternion {
	x, y, z, w := q[0], q[1], q[2], q[3]
	return Quaternion{
		w*r[0] + x*r[3] + y*r[2] - z*r[1],
		w*r[1] - x*r[2] + y*r[3] + z*r[0],
		w*r[2] + x*r[1] - y*r[0] + z*r[3],
		w*r[3] - x*r[0] - y*r[1] - z*r[2],
	}
}

// Apply rotates a vector.
func (q Quaternion) Apply(v geom.Vec) geom.Vec {
	conjugate := Quaternion{-q[0], -q[1], -q[2], q[3]}
	r := q.Times(Quaternion{v[0], v[1], v[2], 0}).Times(conjugate)
	return geom.Vec{r[0], r[1], r[2]}
}

// key returns a key of a rotation.
func key(time float64, q Quaternion) []float64 { return []float64{time, q[0], q[1], q[2], q[3]} }
