package pose

import (
	"math"
	"sort"

	"github.com/meshcheck/meshcheck/geom"
)

// turnError bounds the error of an entry of a rotation whose angles a program computed from a matrix
// of float32 numbers.
const turnError = 0x1p-22

// turned reports whether Euler angles turn by more than multiples of 90 degrees, which are exact.
func (l *Local) turned() bool {
	if l.Euler == nil {
		return false
	}
	for _, x := range l.Angles {
		if math.Mod(x, 90) != 0 {
			return true
		}
	}
	return !axisAligned(l.Euler.Before) || !axisAligned(l.Euler.After)
}

// axisAligned reports whether a rotation takes axes to axes, as nil does.
func axisAligned(turn *geom.Affine) bool {
	if turn == nil {
		return true
	}
	for _, row := range turn {
		for _, x := range row[:3] {
			if x != 0 && math.Abs(x) != 1 {
				return false
			}
		}
	}
	return true
}

// euler returns the matrix of a Local with Euler angles, with its bound.
func (d *localErrors) euler(l *Local, turned bool) (out geom.Stored) {
	out.Matrix = l.matrix()
	turn, _ := l.motion()
	e, angle := l.Euler, 0.0
	if turned {
		angle = turnError
	}
	stretch, reach := 1.0, 0.0
	for k := range 3 {
		stretch += math.Abs(l.Scale[k])
		reach += math.Abs(e.RotationPivot[k]) + math.Abs(e.ScalingOffset[k]) + math.Abs(e.ScalingPivot[k])
	}
	for r := range 3 {
		for c := range 3 {
			out.Rounding[r][c] = math.Abs(turn[r][c])*d.scale[c] + math.Abs(l.Scale[c])*angle
		}
		out.Rounding[r][3] = d.translation[r] + geom.HalfUlpStored(e.RotationOffset[r]) + reach*stretch*turnError
	}
	return out
}

// rounding bounds the error of the value of a curve at a time: half a unit in the last place of the values of
// the keys around it, and of what control points add to them.
func (c *Curve) rounding(t float64) float64 {
	n := len(c.Times)
	if n == 0 {
		return geom.HalfUlpStored(c.Default)
	}
	k := sort.Search(n, func(k int) bool { return c.Times[k] > t }) - 1
	if k < 0 || k == n-1 || c.Times[k] == t {
		return geom.HalfUlpStored(c.Values[max(k, 0)])
	}
	half := max(geom.HalfUlpStored(c.Values[k]), geom.HalfUlpStored(c.Values[k+1]))
	if c.Segments != nil && c.Segments[k].Kind == Bezier {
		half += geom.HalfUlp32(c.Segments[k].Leave.Value) + geom.HalfUlp32(c.Segments[k].Arrive.Value)
	}
	return half
}
