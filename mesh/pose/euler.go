package pose

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Euler makes a transform of Euler angles and pivots, as FBX files do. It is the product
//
//	T · RotationOffset · RotationPivot · Before · R · After · RotationPivot⁻¹ · ScalingOffset · ScalingPivot · S · ScalingPivot⁻¹
//
// of translations, rotations and a scaling, where T is Local.Translation, S is Local.Scale and R turns by
// Local.Angles.
type Euler struct {
	// Axes are the axes that R turns about, in this order: 0 is X, 1 is Y and 2 is Z.
	Axes [3]uint8
	// Before and After are rotations, nil for none.
	Before, After *geom.Affine

	RotationOffset, RotationPivot, ScalingOffset, ScalingPivot geom.Vec

	Inherit Inherit
}

// Inherit says how a node inherits the scaling of its parent.
type Inherit uint8

// The ways to inherit scalings. The names in FBX files are RSrs, RrSs and Rrs.
const (
	// InheritAll multiplies by the matrix of the parent.
	InheritAll Inherit = iota
	// InheritScaling applies the scalings of all ancestors before any rotation.
	InheritScaling
	// InheritParents applies the scaling that the parent inherits, but not that of the parent itself.
	InheritParents
)

// motion returns the transform without its scaling: a rotation, and the translation of the whole. The
// translation is T + (RotationOffset + ((RotationPivot - rotated RotationPivot) + rotated (ScalingOffset +
// (ScalingPivot - S·ScalingPivot)))), so that pivots vanish exactly where nothing turns or scales.
func (l *Local) motion() (turn geom.Affine, move geom.Vec) {
	e := l.Euler
	turn = geom.Identity()
	for _, axis := range e.Axes {
		if l.Angles[axis] != 0 {
			about := rotationAbout(axis, l.Angles[axis])
			turn = about.Mul(turn)
		}
	}
	if e.After != nil {
		turn = turn.Mul(*e.After)
	}
	if e.Before != nil {
		turn = e.Before.Mul(turn)
	}
	inner := e.ScalingOffset.Add(e.ScalingPivot.Sub(product(l.Scale, e.ScalingPivot)))
	pivot := e.RotationPivot.Sub(turn.Apply(e.RotationPivot))
	return turn, l.Translation.Add(e.RotationOffset.Add(pivot.Add(turn.Apply(inner))))
}

// rotationAbout returns the rotation about an axis by an angle in degrees.
func rotationAbout(axis uint8, degrees float64) geom.Affine {
	sin, cos := sincos(degrees)
	m := geom.Identity()
	i, j := (axis+1)%3, (axis+2)%3
	m[i][i], m[j][j], m[i][j], m[j][i] = cos, cos, -sin, sin
	return m
}

// sincos returns the sine and the cosine of an angle in degrees, up to a few units in the last place. Those
// of multiples of 90 are exact.
func sincos(degrees float64) (sin, cos float64) {
	rest := math.Mod(degrees, 360)
	quarters := math.Round(rest / 90)
	rest -= float64(90 * quarters)
	x := float64(rest * (math.Pi / 180))
	sin, cos = sine(x), cosine(x)
	switch (int(quarters) + 4) % 4 {
	case 1:
		sin, cos = cos, -sin
	case 2:
		sin, cos = -sin, -cos
	case 3:
		sin, cos = -cos, sin
	}
	return sin, cos
}

// product multiplies coordinate by coordinate.
func product(v, w geom.Vec) geom.Vec {
	return geom.Vec{float64(v[0] * w[0]), float64(v[1] * w[1]), float64(v[2] * w[2])}
}

// scaled returns the map that scales, turns and then moves.
func scaled(turn *geom.Affine, move, scale geom.Vec) geom.Affine {
	out := *turn
	for r := range out {
		for c := range scale {
			out[r][c] *= scale[c]
		}
		out[r][3] = move[r]
	}
	return out
}
