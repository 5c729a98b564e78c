package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// vec is a geom.Vec for the loops of this package: the compiler keeps a struct of three numbers in
// registers, but an array in memory. Products are rounded before they are added, as in geom and for
// the same reason.
type vec struct{ x, y, z float64 }

func vecOf(v geom.Vec) vec { return vec{v[0], v[1], v[2]} }

// vecAt is vecOf without a copy of the array, which would stall on a recent store.
func vecAt(v *geom.Vec) vec { return vec{v[0], v[1], v[2]} }

func (v vec) point() geom.Vec { return geom.Vec{v.x, v.y, v.z} }

// put is point without a copy of the array, for the same reason.
func (v vec) put(at *geom.Vec) { at[0], at[1], at[2] = v.x, v.y, v.z }

func (v vec) add(w vec) vec { return vec{v.x + w.x, v.y + w.y, v.z + w.z} }

func (v vec) sub(w vec) vec { return vec{v.x - w.x, v.y - w.y, v.z - w.z} }

func (v vec) neg() vec { return vec{-v.x, -v.y, -v.z} }

func (v vec) scale(s float64) vec {
	return vec{float64(s * v.x), float64(s * v.y), float64(s * v.z)}
}

func (v vec) dot(w vec) float64 {
	return float64(v.x*w.x) + float64(v.y*w.y) + float64(v.z*w.z)
}

func (v vec) cross(w vec) vec {
	return vec{
		float64(v.y*w.z) - float64(v.z*w.y),
		float64(v.z*w.x) - float64(v.x*w.z),
		float64(v.x*w.y) - float64(v.y*w.x),
	}
}

// dot2 and det2 are the inner product and the determinant of (a, b) and (c, d).
func dot2(a, b, c, d float64) float64 { return float64(a*c) + float64(b*d) }

func det2(a, b, c, d float64) float64 { return float64(a*d) - float64(b*c) }

// length does not guard against overflow and underflow: sets are scaled before they are measured,
// see shrunk.
func (v vec) length() float64 { return math.Sqrt(v.dot(v)) }

// norm1 returns |x| + |y| + |z|, which is at least the length.
func (v vec) norm1() float64 { return math.Abs(v.x) + math.Abs(v.y) + math.Abs(v.z) }

// unit returns v scaled to length 1, or the x axis if v has no length.
func (v vec) unit() vec {
	if l := v.length(); l > 0 {
		return v.scale(1 / l)
	}
	return vec{1, 0, 0}
}

// across returns a direction orthogonal to v, any for v = 0.
func (v vec) across() vec {
	x, y, z := math.Abs(v.x), math.Abs(v.y), math.Abs(v.z)
	switch { // the axis farthest from v
	case x <= y && x <= z:
		return v.cross(vec{1, 0, 0})
	case y <= z:
		return v.cross(vec{0, 1, 0})
	}
	return v.cross(vec{0, 0, 1})
}

// except returns v with the coordinate k of w.
func (v vec) except(k int, w vec) vec {
	switch k {
	case 0:
		v.x = w.x
	case 1:
		v.y = w.y
	default:
		v.z = w.z
	}
	return v
}

// matrix is a linear map by its rows.
type matrix struct{ x, y, z vec }

// linear returns the rows of m's linear part, as three values so that they stay in
// registers.
func linear(m *geom.Affine) (x, y, z vec) {
	return vec{m[0][0], m[0][1], m[0][2]}, vec{m[1][0], m[1][1], m[1][2]}, vec{m[2][0], m[2][1], m[2][2]}
}

func (m *matrix) apply(v vec) vec { return vec{m.x.dot(v), m.y.dot(v), m.z.dot(v)} }

// transposed returns the product of the transposed matrix and v.
func (m *matrix) transposed(v vec) vec {
	return m.x.scale(v.x).add(m.y.scale(v.y)).add(m.z.scale(v.z))
}

// similarity returns the factor by which m scales all lengths, if they are the same up to rounding.
func (m *matrix) similarity() (factor float64, ok bool) {
	largest := max(m.x.norm1(), m.y.norm1(), m.z.norm1())
	if largest == 0 {
		return 0, true
	}
	_, e := math.Frexp(largest) // so that squares stay in range
	down := math.Ldexp(1, -e)
	n := matrix{m.x.scale(down), m.y.scale(down), m.z.scale(down)}
	factor, ok = n.keepsAngles()
	return math.Ldexp(factor, e), ok
}

func (m *matrix) keepsAngles() (factor float64, ok bool) {
	xx, yy, zz := m.x.dot(m.x), m.y.dot(m.y), m.z.dot(m.z)
	square := (xx + yy + zz) / 3
	off := max(math.Abs(xx-square), math.Abs(yy-square), math.Abs(zz-square),
		math.Abs(m.x.dot(m.y)), math.Abs(m.y.dot(m.z)), math.Abs(m.z.dot(m.x)))
	return math.Sqrt(square), off <= 0x1p-49*square
}

// shrinks returns a lower bound of the factor by which m scales a length. Its square is a
// lower bound of the eigenvalues of m·mᵀ by Gershgorin's circles: it is the factor itself if m
// preserves angles, and 0 if m is far from doing so.
func (m *matrix) shrinks() float64 {
	xx, yy, zz := m.x.dot(m.x), m.y.dot(m.y), m.z.dot(m.z)
	xy, yz, zx := math.Abs(m.x.dot(m.y)), math.Abs(m.y.dot(m.z)), math.Abs(m.z.dot(m.x))
	rounding := 0x1p-50 * (xx + yy + zz)
	return math.Sqrt(max(0, min(xx-xy-zx, yy-xy-yz, zz-yz-zx)-rounding))
}
