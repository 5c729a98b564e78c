package glb

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// factors decompose a map as nodes can express it: rotate by before, scale along the axes, rotate
// by after, move.
type factors struct {
	move   [3]float64
	after  [4]float64 // unit quaternions x, y, z, w
	scale  [3]float64
	before [4]float64
}

// straight is the largest cosine between axes that still count as perpendicular: the error of
// matrices in float32.
const straight = 4e-7

// factor decomposes a map. A glTF node can rotate and scale but not shear, and files do shear, by a
// scale above a rotation. Every matrix is a rotation, a scale and another rotation (its singular
// value decomposition), which takes two nodes.
func factor(m geom.Affine) factors {
	columns, before, e := m.Orthogonalize(straight)
	f := factors{move: [3]float64{m[0][3], m[1][3], m[2][3]}}
	axes := perpendicular(columns)
	for k := range 3 {
		f.scale[k] = math.Ldexp(axes[k].Dot(columns[k]), e)
	}
	f.after = quaternion(axes)
	f.before = quaternion([3]geom.Vec{ // the inverse
		{before[0][0], before[1][0], before[2][0]},
		{before[0][1], before[1][1], before[2][1]},
		{before[0][2], before[1][2], before[2][2]},
	})
	return f
}

// perpendicular returns right-handed unit vectors along columns that are already perpendicular. If
// the columns are left-handed, one vector points against its column. A column of length zero gets
// the remaining direction.
func perpendicular(columns [3]geom.Vec) [3]geom.Vec {
	var axes [3]geom.Vec
	longest := max(columns[0].Norm(), columns[1].Norm(), columns[2].Norm())
	for k, c := range columns {
		if n := c.Norm(); n > geom.Vanishing*longest {
			axes[k] = c.Scale(1 / n)
		}
	}
	for k := range axes {
		if axes[k] == (geom.Vec{}) {
			axes[k] = across(axes[(k+1)%3], axes[(k+2)%3], k)
		}
	}
	if axes[0].Cross(axes[1]).Dot(axes[2]) < 0 {
		axes[2] = axes[2].Scale(-1)
	}
	return axes
}

// across returns a unit vector perpendicular to d and e, which are perpendicular to each other and
// of length one or zero. If both are zero, it returns axis k.
func across(d, e geom.Vec, k int) geom.Vec {
	n := d.Cross(e)
	if n == (geom.Vec{}) {
		n = d.Add(e).Perpendicular()
	}
	if n == (geom.Vec{}) {
		n[k] = 1
	}
	return n.Unit()
}

// quaternion returns the rotation with the given matrix columns: Shepperd, "Quaternion from
// rotation matrix" (1978), which divides by the largest of the four numbers.
func quaternion(c [3]geom.Vec) [4]float64 {
	xx, yy, zz := c[0][0], c[1][1], c[2][2]
	squares := [4]float64{1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz}
	sums := [4][4]float64{
		{squares[0], c[0][1] + c[1][0], c[2][0] + c[0][2], c[1][2] - c[2][1]},
		{c[0][1] + c[1][0], squares[1], c[1][2] + c[2][1], c[2][0] - c[0][2]},
		{c[2][0] + c[0][2], c[1][2] + c[2][1], squares[2], c[0][1] - c[1][0]},
		{c[1][2] - c[2][1], c[2][0] - c[0][2], c[0][1] - c[1][0], squares[3]},
	}
	most := 3 // no rotation is 0 0 0 1
	for k := range squares {
		if squares[k] > squares[most] {
			most = k
		}
	}
	q := sums[most]
	length := math.Sqrt(float64(q[0]*q[0]) + float64(q[1]*q[1]) + float64(q[2]*q[2]) + float64(q[3]*q[3]))
	for k := range q {
		q[k] = q[k]/length + 0 // never -0
	}
	return q
}
