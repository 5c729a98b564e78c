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
	world, unscaled geom.Affine
	// scale is the Model's own scaling with what it inherits of its parents' separately, inherited
	// the latter alone.
	scale, inherited geom.Vec
}

// rootFrame is that of the root.
func rootFrame() frame {
	return frame{world: geom.Identity(), unscaled: geom.Identity(), scale: geom.Vec{1, 1, 1}, inherited: geom.Vec{1, 1, 1}}
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
	turn, move := r.local(p)
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
		above, move = &parent.unscaled, times(move, parent.scale)
	}
	unscaled := turn
	for k := range unscaled {
		unscaled[k][3] = move[k]
	}
	return frame{
		world: above.Mul(scaled(unscaled, scale)), unscaled: above.Mul(unscaled), scale: scale, inherited: inherited,
	}
}

// local returns the rotation of a Model and the translation of its map. The translation is
// T + (Roff + ((Rp − rotated Rp) + rotated (Soff + (Sp − S·Sp)))), which makes pivots vanish exactly
// where nothing is rotated or scaled.
func (r *reader) local(p *placement) (turn rotation, move geom.Vec) {
	if p.plain {
		turn = r.euler(p.rotation, 0)
	} else {
		pre, turned, post := r.euler(p.preRotation, 0), r.euler(p.rotation, p.order), r.euler(p.postRotation, 0)
		turned = turned.Mul(transposed(post))
		turn = pre.Mul(turned)
	}
	inner := p.scalingOffset.Add(p.scalingPivot.Sub(times(p.scaling, p.scalingPivot)))
	pivot := p.rotationPivot.Sub(turn.Apply(p.rotationPivot))
	return turn, p.translation.Add(p.rotationOffset.Add(pivot.Add(turn.Apply(inner))))
}

// geometric returns the map of a Model's own geometry, which its children do not share.
func (r *reader) geometric(p *placement) geom.Affine {
	m := scaled(r.euler(p.geometricRotation, 0), p.geometricScaling)
	for k := range m {
		m[k][3] = p.geometricTranslation[k]
	}
	return m
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

// scaled returns the map that scales first.
func scaled(m geom.Affine, s geom.Vec) geom.Affine {
	for k := range m {
		for c := range s {
			m[k][c] *= s[c]
		}
	}
	return m
}

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
