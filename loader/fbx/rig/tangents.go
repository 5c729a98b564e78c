package rig

import (
	"math"

	"github.com/meshcheck/meshcheck/mesh/pose"
)

// The flags of keys, as in KeyAttrFlags.
const (
	flagConstant = 0x2
	flagCubic    = 0x8
	// Of constant keys:
	flagNext = 0x100
	// Of cubic keys, how tangents are found: by tension, continuity and bias, as stored, or from the keys around.
	flagTCB  = 0x200
	flagUser = 0x400
	// Of tangents that are found from the keys around:
	flagClamp            = 0x1000
	flagTimeIndependent  = 0x2000
	flagClampProgressive = 0x4000
	// Which tangents have a weight.
	flagWeightedRight    = 0x1000000
	flagWeightedNextLeft = 0x2000000
)

// linear reports whether all segments are linear.
func (k *keys) linear() bool {
	for _, f := range k.flags {
		if f&(flagConstant|flagCubic) != 0 {
			return false
		}
	}
	return true
}

// defaultWeight is the weight of a tangent without one: the distance of its control point from the key, as a
// fraction of the time to the next key.
const defaultWeight = 1. / 3

// tangent is a slope, in units a second, and a weight.
type tangent struct{ slope, weight float64 }

// control returns the control point of a tangent of a segment of so many seconds.
func (t tangent) control(span float64) pose.Control {
	return pose.Control{Time: t.weight, Value: float64(float64(t.weight*span) * t.slope)}
}

// segments returns what the curve is between its keys.
func (k *keys) segments() []pose.Segment {
	if len(k.times) == 0 {
		return nil
	}
	out := make([]pose.Segment, len(k.times)-1)
	left := tangent{0, defaultWeight} // what the key before says about the next one
	run, used := 0, int32(0)
	for i := range k.times {
		if used == k.count[run] {
			run, used = run+1, 0
		}
		used++
		flags, data := k.flags[run], k.data[4*run:4*run+4]
		right, next := storedTangents(flags, data)
		kind := pose.Line
		switch {
		case flags&flagConstant != 0:
			if kind = pose.Hold; flags&flagNext != 0 {
				kind = pose.Next
			}
			right, next = tangent{0, defaultWeight}, tangent{0, defaultWeight}
		case flags&flagCubic != 0:
			kind = pose.Bezier
			left, right = k.tangents(i, flags, data, left, right)
			if flags&flagTCB != 0 {
				next = tangent{0, defaultWeight}
			}
		default:
			right = tangent{k.slope(i), defaultWeight}
			next = right
		}
		if i > 0 && out[i-1].Kind == pose.Bezier {
			out[i-1].Arrive = left.control(k.span(i - 1))
		}
		if i < len(out) {
			out[i].Kind = kind
			if kind == pose.Bezier {
				out[i].Leave = right.control(k.span(i))
			}
		}
		left = next
	}
	return out
}

// span returns the seconds from a key to the next.
func (k *keys) span(i int) float64 { return k.times[i+1] - k.times[i] }

// slope returns the slope from a key to the next, 0 at the last.
func (k *keys) slope(i int) float64 {
	if i+1 >= len(k.times) {
		return 0
	}
	return (k.values[i+1] - k.values[i]) / k.span(i)
}

// storedTangents returns the tangents of a key that are stored: the one behind it, and the one before the next.
// Weights are numbers of four decimals in the halves of the bits of a number.
func storedTangents(flags int32, data []float32) (right, next tangent) {
	right, next = tangent{float64(data[0]), defaultWeight}, tangent{float64(data[1]), defaultWeight}
	weights := math.Float32bits(data[2])
	if flags&flagWeightedRight != 0 {
		right.weight = float64(weights&0xffff) / 10000
	}
	if flags&flagWeightedNextLeft != 0 {
		next.weight = float64(weights>>16) / 10000
	}
	return right, next
}

// tangents returns the tangents of a cubic key from what is stored of them.
func (k *keys) tangents(i int, flags int32, data []float32, left, right tangent) (tangent, tangent) {
	switch {
	case flags&flagTCB != 0:
		left.slope, right.slope = k.tcb(i, float64(data[0]), float64(data[1]), float64(data[2]))
	case flags&flagUser == 0:
		before, behind := k.auto(i, flags, left, right)
		left.slope, right.slope = before, behind
	}
	return left, right
}

// tcb returns the slopes of a key by tension, continuity and bias: D. Kochanek and R. Bartels, "Interpolating
// Splines with Local Tension, Continuity, and Bias Control", SIGGRAPH 1984.
func (k *keys) tcb(i int, tension, continuity, bias float64) (before, behind float64) {
	factor, from, to := 0.5, 0.0, k.slope(i)
	if i > 0 {
		from = k.slope(i - 1)
	}
	if i == 0 || i+1 == len(k.times) {
		factor = 1
	}
	part := func(b, c float64) float64 { return factor * (1 - tension) * (1 + b) * (1 + c) }
	before = float64(part(bias, -continuity)*from) + float64(part(-bias, continuity)*to)
	behind = float64(part(bias, continuity)*from) + float64(part(-bias, -continuity)*to)
	return before, behind
}
