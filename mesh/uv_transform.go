package mesh

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/trig"
)

// UVTransform is a KHR_texture_transform: coordinates are scaled, rotated by an angle in radians,
// and moved, in this order. Transforms are comparable; IdentityUV is that of textures without one.
type UVTransform struct {
	Offset   [2]float64
	Rotation float64
	Scale    [2]float64
}

// IdentityUV changes nothing.
var IdentityUV = UVTransform{Scale: [2]float64{1, 1}}

// UVMatrix is a UVTransform with its sine and cosine.
type UVMatrix struct{ uu, uv, vu, vv, ou, ov float64 }

// Matrix returns the transform as in the example of KHR_texture_transform, in three.js and in
// Blender; the shader in the text of the extension rotates the other way. Sine and cosine are
// correctly rounded, so they are the same on all machines and in other programs.
func (t *UVTransform) Matrix() UVMatrix {
	s, c := trig.Sincos(t.Rotation)
	return UVMatrix{
		uu: c * t.Scale[0], uv: s * t.Scale[1], vu: -s * t.Scale[0], vv: c * t.Scale[1],
		ou: t.Offset[0], ov: t.Offset[1],
	}
}

// Apply returns p transformed. The conversions keep compilers from fusing a product with the sum,
// so that the result is the same on all machines. A zero has no sign.
func (m *UVMatrix) Apply(p geom.Vec2) geom.Vec2 {
	return geom.Vec2{
		float64(m.uu*p[0]) + float64(m.uv*p[1]) + m.ou + 0,
		float64(m.vu*p[0]) + float64(m.vv*p[1]) + m.ov + 0,
	}
}
