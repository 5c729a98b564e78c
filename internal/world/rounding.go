package world

import (
	"cmp"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Rounding bounds how far the rounding of stored numbers to float32 can have moved the
// points of an object in the world.
//
// A point p = A·x + t is computed from coordinates x, each of which is off by at most half
// a unit in the last place, and from a matrix whose entries are off by δA and δt. So p is
// off by at most |A|·δx + δA·(|x| + δx) + δt, row by row. Rounding to float64 is smaller
// by a factor of 2^28 and is within the margins of all comparisons with the bound.
type Rounding struct {
	size  [3]geom.Vec // |A|
	entry geom.Affine // δA and δt
	// Flat, if not 0, is the bound for all points: the object is stored in world coordinates,
	// and the coordinates that these were computed from are not known.
	Flat float64
}

// RoundingOf returns the rounding of a mesh shown by an instance. A scale of 0 counts as 1.
func RoundingOf(in *mesh.Instance, scale float64) Rounding {
	world := in.World.ScaleInput(cmp.Or(scale, 1))
	off := in.Rounding
	if off == nil {
		stored := geom.StoredMatrix(in.World)
		off = &stored.Rounding
	}
	r := ExactRounding(&world)
	r.entry = off.ScaleInput(cmp.Or(scale, 1))
	return r
}

// Bits returns the bits of all numbers of r, by which bounds are compared.
func (r *Rounding) Bits() (bits [22]uint64) {
	for i := range 3 {
		for k, x := range r.size[i] {
			bits[3*i+k] = math.Float64bits(x)
		}
	}
	entry := PlaceKey(&r.entry)
	copy(bits[9:], entry[:])
	bits[21] = math.Float64bits(r.Flat)
	return bits
}

// ExactRounding returns the rounding of the coordinates alone, for a matrix that is exact.
func ExactRounding(world *geom.Affine) (r Rounding) {
	for i := range r.size {
		for k := range 3 {
			r.size[i][k] = math.Abs(world[i][k])
		}
	}
	return r
}

// Within bounds the rounding of all points whose coordinates are at most maxAbs in
// absolute value.
func (r *Rounding) Within(maxAbs geom.Vec) float64 {
	if r.Flat > 0 {
		return r.Flat
	}
	var half, off geom.Vec
	for k := range maxAbs {
		half[k] = geom.HalfUlp32(maxAbs[k])
	}
	for i := range off {
		off[i] = r.entry[i][3]
		for k := range maxAbs {
			off[i] += r.size[i][k]*half[k] + r.entry[i][k]*(maxAbs[k]+half[k])
		}
	}
	return off.Norm()
}
