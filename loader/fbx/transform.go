package fbx

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/trig"
)

// rotation is a linear map, as the matrix of an Affine without translation.
type rotation = geom.Affine

// orders are the axes of rotations by Euler angles in the order in which they are applied, by the
// value of RotationOrder. The last is "spheric XYZ".
var orders = [...][3]int{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}, {0, 1, 2}}

// frame is the place of a Model.
type frame struct {
	// world maps what is in the Model to the world. unscaled is world without the Model's own
	// scaling.
	world, unscaled placed
	// scale is the Model's own scaling with what it inherits of its parents' separately, inherited
	// the latter alone.
	scale, inherited geom.Vec
}

// placed is a map to the world, with bounds of its rounding if the numbers of the file are float32;
// nil for none.
type placed struct {
	matrix   geom.Affine
	rounding *geom.Affine
}

// under returns the map that applies local first.
func (p *placed) under(local *geom.Stored) placed {
	matrix, rounding := local.Under(p.matrix, p.rounding)
	return placed{matrix, rounding}
}

// rootFrame is that of the root.
func rootFrame() frame {
	one := placed{matrix: geom.Identity()}
	return frame{world: one, unscaled: one, scale: geom.Vec{1, 1, 1}, inherited: geom.Vec{1, 1, 1}}
}

// How a Model inherits the scaling of its parent, by the value of InheritType.
const (
	// inheritRrSs applies the scalings of all parents before any rotation.
	inheritRrSs = 0
	// inheritRrs applies no scaling of the parent, but those of its parents as the parent does.
	inheritRrs = 2
)

// below returns the frame of a Model with a placement below a parent.
//
// The map of the Model is world(parent) · T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S
// · Sp⁻¹. Its linear part is (Rpre · R · Rpost⁻¹) · S, and what remains is a translation. If the
// scaling is not inherited as usual, the parent's own is taken out, and multiplies the translation.
func (r *reader) below(parent *frame, p *placement) frame {
	local := r.local(p)
	inherited := geom.Vec{1, 1, 1}
	above := &parent.world
	switch p.inherit {
	case inheritRrSs:
		inherited = parent.scale
	case inheritRrs:
		inherited = parent.inherited
	}
	scale := times(p.scaling, inherited)
	if p.inherit == inheritRrSs || p.inherit == inheritRrs {
		above = &parent.unscaled
		local.move, local.off = times(local.move, parent.scale), times(local.off, parent.scale)
	}
	scaled, unscaled := local.scaled(scale), local.scaled(geom.Vec{1, 1, 1})
	return frame{world: above.under(&scaled), unscaled: above.under(&unscaled), scale: scale, inherited: inherited}
}

// motion is a rotation and then a translation. off bounds the rounding of the latter to float32.
type motion struct {
	turn      rotation
	turned    bool // by an angle that is no multiple of 90 degrees
	move, off geom.Vec
}

// local returns the motion of a Model. The translation is T + (Roff + ((Rp − rotated Rp) + rotated
// (Soff + (Sp − S·Sp)))), which makes pivots vanish exactly where nothing is rotated or scaled.
func (r *reader) local(p *placement) motion {
	m := motion{turn: r.euler(p.rotation, p.order), turned: turned(p.rotation)}
	if !p.plain {
		pre, post := r.euler(p.preRotation, 0), r.euler(p.postRotation, 0)
		m.turn = m.turn.Mul(transposed(post))
		m.turn = pre.Mul(m.turn)
		m.turned = m.turned || turned(p.preRotation) || turned(p.postRotation)
	}
	inner := p.scalingOffset.Add(p.scalingPivot.Sub(times(p.scaling, p.scalingPivot)))
	pivot := p.rotationPivot.Sub(m.turn.Apply(p.rotationPivot))
	m.move = p.translation.Add(p.rotationOffset.Add(pivot.Add(m.turn.Apply(inner))))
	reach := 0.0
	for _, v := range []geom.Vec{p.rotationPivot, p.scalingOffset, p.scalingPivot} {
		reach += (math.Abs(v[0]) + math.Abs(v[1]) + math.Abs(v[2])) * (1 + math.Abs(p.scaling[0]) + math.Abs(p.scaling[1]) + math.Abs(p.scaling[2]))
	}
	for k := range m.off {
		m.off[k] = geom.HalfUlpStored(p.translation[k]) + geom.HalfUlpStored(p.rotationOffset[k]) + reach*turnError
	}
	return m
}

// geometric returns the map of a Model's own geometry, which its children do not share.
func (r *reader) geometric(p *placement) geom.Stored {
	m := motion{turn: r.euler(p.geometricRotation, 0), turned: turned(p.geometricRotation), move: p.geometricTranslation}
	for k, x := range m.move {
		m.off[k] = geom.HalfUlpStored(x)
	}
	return m.scaled(p.geometricScaling)
}

// turnError bounds the error of an entry of a rotation whose angles a program computed from a matrix
// of float32 numbers.
const turnError = 0x1p-22

// scaled returns the map that scales first.
func (m *motion) scaled(s geom.Vec) geom.Stored {
	out := geom.Stored{Matrix: m.turn}
	for i := range out.Matrix {
		for c := range s {
			out.Matrix[i][c] *= s[c]
			out.Rounding[i][c] = math.Abs(m.turn[i][c]) * geom.HalfUlpStored(s[c])
			if m.turned {
				out.Rounding[i][c] += math.Abs(s[c]) * turnError
			}
		}
		out.Matrix[i][3], out.Rounding[i][3] = m.move[i], math.Abs(m.off[i])
	}
	return out
}

// turned reports whether an angle in degrees is no multiple of 90.
func turned(degrees geom.Vec) bool {
	for _, x := range degrees {
		if math.Mod(x, 90) != 0 {
			return true
		}
	}
	return false
}

// euler returns the rotation by angles in degrees about X, Y and Z.
func (r *reader) euler(degrees geom.Vec, order int) rotation {
	m := geom.Identity()
	for _, axis := range orders[order] {
		if degrees[axis] == 0 {
			continue
		}
		sin, cos := r.sincos(degrees[axis])
		one := geom.Identity()
		i, j := (axis+1)%3, (axis+2)%3
		one[i][i], one[j][j], one[i][j], one[j][i] = cos, cos, -sin, sin
		m = one.Mul(m)
	}
	return m
}

// mostAngles limits the number of angles that are kept.
const mostAngles = 1 << 16

// sincos returns the sine and the cosine of an angle in degrees. Multiples of 90 degrees are exact.
func (r *reader) sincos(degrees float64) (sin, cos float64) {
	if known, ok := r.angles[degrees]; ok {
		return known[0], known[1]
	}
	// Both remainders are exact.
	rest := math.Mod(degrees, 360)
	quarters := math.Round(rest / 90)
	rest -= 90 * quarters
	sin, cos = trig.Sincos(rest * (math.Pi / 180))
	switch (int(quarters) + 4) % 4 {
	case 1:
		sin, cos = cos, -sin
	case 2:
		sin, cos = -sin, -cos
	case 3:
		sin, cos = -cos, sin
	}
	if len(r.angles) < mostAngles {
		r.angles[degrees] = [2]float64{sin, cos}
	}
	return sin, cos
}

// times multiplies coordinate by coordinate.
func times(v, w geom.Vec) geom.Vec { return geom.Vec{v[0] * w[0], v[1] * w[1], v[2] * w[2]} }

// transposed returns the inverse of a rotation.
func transposed(m rotation) rotation {
	t := geom.Identity()
	for i := range 3 {
		for j := range 3 {
			t[i][j] = m[j][i]
		}
	}
	return t
}
