package stage

import "math"

// offset maps the times of a layer to those of the layer that uses it: t ↦ scale·t + shift.
type offset struct{ shift, scale float64 }

var noOffset = offset{0, 1}

// after returns the offset that applies inner first.
func (o offset) after(inner offset) offset {
	return offset{o.scale*inner.shift + o.shift, o.scale * inner.scale}
}

// inverse returns the offset back.
func (o offset) inverse() offset { return offset{-o.shift / o.scale, 1 / o.scale} }

// valid reports whether the offset and its inverse are finite.
func (o offset) valid() bool {
	i := o.inverse()
	for _, x := range [...]float64{o.shift, o.scale, i.shift, i.scale} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// time maps one time.
func (o offset) time(t float64) float64 { return o.scale*t + o.shift }
