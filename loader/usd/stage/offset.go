package stage

import (
	"fmt"
	"math"
)

// offset maps the times of a layer to those of the layer that uses it: t ↦ scale·t + shift.
type offset struct{ shift, scale float64 }

var noOffset = offset{0, 1}

// after returns the offset that applies inner first.
func (o offset) after(inner offset) offset {
	return offset{o.scale*inner.shift + o.shift, o.scale * inner.scale}
}

// inverse returns the offset back.
func (o offset) inverse() offset { return offset{-o.shift / o.scale, 1 / o.scale} }

// valid reports whether time runs forward by the offset, and both ways by finite numbers.
func (o offset) valid() bool {
	i := o.inverse()
	for _, x := range [...]float64{o.shift, o.scale, i.shift, i.scale} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return o.scale > 0
}

// time maps one time.
func (o offset) time(t float64) float64 { return o.scale*t + o.shift }

// String returns the offset as USD writes it.
func (o offset) String() string { return fmt.Sprintf("(offset = %g; scale = %g)", o.shift, o.scale) }

// err returns the problem of an offset that is not valid. It counts as none.
func (o offset) err() error { return fmt.Errorf("%v is not a valid offset of times", o) }
