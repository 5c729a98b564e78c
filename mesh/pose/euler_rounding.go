package pose

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// turnError bounds the error of an entry of a rotation whose angles a program computed from a matrix of float32
// numbers.
const turnError = 0x1p-22

// storedMotion is what motion returns, with bounds of the errors of its numbers: those of the entries of the
// rotation, and of the translation.
type storedMotion struct {
	turn      geom.Affine
	move      geom.Vec
	turnedOff float64
	off       geom.Vec
	scaleOff  geom.Vec
}

// storedMotion returns the motion of a node with Euler angles in the pose.
func (e *Evaluator) storedMotion(node int32) storedMotion {
	l := &e.local[node]
	half := e.halves(node)
	m := storedMotion{scaleOff: half.scale}
	m.turn, m.move = l.motion()
	if isTurned(&m.turn) {
		m.turnedOff = turnError
		for _, degrees := range half.angles {
			m.turnedOff += degrees * (math.Pi / 180)
		}
	}
	reach := 0.0
	for _, v := range []geom.Vec{l.Euler.RotationPivot, l.Euler.ScalingOffset, l.Euler.ScalingPivot} {
		reach += sumOf(v) * (1 + sumOf(l.Scale))
	}
	for k := range m.off {
		m.off[k] = half.translation[k] + geom.HalfUlpStored(l.Euler.RotationOffset[k]) + float64(reach*max(turnError, m.turnedOff))
	}
	return m
}

// isTurned reports whether a rotation is by anything but multiples of 90 degrees.
func isTurned(m *geom.Affine) bool {
	for _, row := range m {
		for _, x := range row[:3] {
			if x != 0 && x != 1 && x != -1 {
				return true
			}
		}
	}
	return false
}

// sumOf returns |x| + |y| + |z|.
func sumOf(v geom.Vec) float64 { return math.Abs(v[0]) + math.Abs(v[1]) + math.Abs(v[2]) }

// scaled returns the map that scales first, with bounds of its errors.
func (m *storedMotion) scaled(scale, scaleOff geom.Vec) geom.Stored {
	out := geom.Stored{Matrix: scaled(&m.turn, m.move, scale)}
	for r := range out.Rounding {
		for c := range 3 {
			out.Rounding[r][c] = math.Abs(m.turn[r][c])*scaleOff[c] + math.Abs(scale[c])*m.turnedOff
		}
		out.Rounding[r][3] = math.Abs(m.off[r])
	}
	return out
}

// eulerErrors bound the errors of the numbers of a Local with Euler angles.
type eulerErrors struct{ translation, angles, scale geom.Vec }

// halves returns the errors of the numbers of a node, as they are stored or as a clip moves them.
func (e *Evaluator) halves(node int32) (half eulerErrors) {
	l := &e.local[node]
	for k := range 3 {
		half.translation[k], half.scale[k] = geom.HalfUlpStored(l.Translation[k]), geom.HalfUlpStored(l.Scale[k])
	}
	for _, i := range e.rounded.channels[node] {
		switch c := &e.rig.Clips[e.clip].Channels[i]; c.Property {
		case Translation:
			c.Sampler.rounding(e.time, half.translation[:])
		case Scale:
			c.Sampler.rounding(e.time, half.scale[:])
		case Angles:
			c.Sampler.rounding(e.time, half.angles[:])
		}
	}
	return half
}

// rounding bounds the error of the value at a time: half a unit in the last place of the values of the keys around it,
// and what control points add, which are products of float32 numbers.
func (c *Curve) rounding(t float64) float64 {
	k, u := c.moment(t)
	if k < 0 {
		return geom.HalfUlpStored(c.Default)
	}
	half := geom.HalfUlpStored(c.Values[k])
	if u == 0 {
		return half
	}
	half = max(half, geom.HalfUlpStored(c.Values[k+1]))
	if c.Segments != nil && c.Segments[k].Kind == Bezier {
		// The factors of control points are at most 4/9.
		s := &c.Segments[k]
		half += (4. / 9) * (geom.HalfUlp32(s.Leave.Value) + geom.HalfUlp32(s.Arrive.Value))
	}
	return half
}

// frameRounding bounds the errors of the world matrix of a node, and of that without its own scaling, by those of its
// parent. World matrices and frames are those of the pose.
func (e *Evaluator) frameRounding(node int32) {
	l, out := &e.local[node], &e.rounded.world[node]
	above, bound := geom.Identity(), geom.Affine{}
	parent, unscaled := frame{unscaled: above, scale: one, inherited: one}, geom.Affine{}
	if p := e.rig.Nodes[node].Parent; p >= 0 {
		above, bound = e.world[p], e.rounded.world[p].bound
		parent, unscaled = e.frames[p], e.rounded.world[p].unscaled
	}
	if l.Euler == nil {
		local := e.localRounding(node)
		_, off := local.Under(above, &bound)
		out.bound, out.unscaled = *off, *off
		return
	}
	m := e.storedMotion(node)
	if l.Euler.Inherit != InheritAll {
		above, bound = parent.unscaled, unscaled
		m.move, m.off = product(m.move, parent.scale), product(m.off, parent.scale)
	}
	inherited := e.frames[node].inherited
	whole, plain := m.scaled(e.frames[node].scale, product(m.scaleOff, absolute(inherited))), m.scaled(one, geom.Vec{})
	_, off := whole.Under(above, &bound)
	out.bound = *off
	_, off = plain.Under(above, &bound)
	out.unscaled = *off
}

func absolute(v geom.Vec) geom.Vec { return geom.Vec{math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])} }
