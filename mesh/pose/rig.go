// Package pose computes where the nodes and the vertices of a scene are at a time of an animation.
//
// A Rig is what a file says about it: nodes, skins, morph targets and clips. An Evaluator poses a
// Rig and returns positions in world coordinates.
//
// Every product, quotient and sum is rounded to float64 by itself, in the order that the functions
// document, and sine and arc tangent are computed here from such operations. So positions are the
// same, bit by bit, on every machine.
package pose

import "github.com/meshcheck/meshcheck/geom"

// Rig is what moves in a scene. It must not change while Evaluators use it, and is safe for
// concurrent use.
type Rig struct {
	Nodes   []Node
	Skins   []Skin
	Objects []Object
	Clips   []Clip
	// Warnings are sentences about what the file says that has been interpreted, in file order.
	Warnings []string
}

// Node is a node of the scene.
type Node struct {
	// Parent is an index into Rig.Nodes, -1 for a root. No node is its own ancestor.
	Parent int32
	Local
	// Name is that of the node in the file, or of the joint, which may be empty.
	Name string
}

// Local is the transform of a node within its parent: that scales, then rotates, then translates,
// unless it is a Matrix or has Euler angles. It also says whether the node is shown.
type Local struct {
	Translation geom.Vec
	Rotation    Quaternion // normalized
	Scale       geom.Vec
	// Angles are degrees about X, Y and Z, which take the place of Rotation if Euler is not nil. Then Euler
	// says what they mean.
	Angles geom.Vec
	Euler  *Euler
	// Matrix, if not nil, is the transform as long as no clip animates Translation, Rotation, Angles or Scale of the
	// node.
	Matrix *geom.Affine
	// Hidden reports whether the node, and all below it, are not shown.
	Hidden bool
}

// Skin is a list of joints that move vertices.
type Skin struct{ Joints []Joint }

// Joint is a node that moves vertices.
type Joint struct {
	// Node is an index into Rig.Nodes.
	Node int
	// InverseBind maps the coordinates of the mesh to those of the joint, by rows.
	InverseBind [4][4]float64
}

// NoSkin is the Skin of an object without one.
const NoSkin = -1

// Object is a mesh shown by a node.
type Object struct {
	// Instance is the index of the object among the instances of the scene.
	Instance int
	// Node is an index into Rig.Nodes.
	Node int
	// Within is the transform within the node, of one of several instances of a node; nil for none.
	// Objects with a skin have none.
	Within *geom.Affine
	// Skin is an index into Rig.Skins, or NoSkin. Then, and for parts without influences, the node
	// moves the vertices.
	Skin int
	// Weights are those of the morph targets unless a clip animates them. Their number is that of
	// the targets of each part.
	Weights []float64
	// Shape is the shape of the mesh. Objects may share it.
	Shape *Shape
	// Exact reports whether the numbers that place the object have not been rounded to float32.
	Exact bool
	// Unposed says why the poses of the object are not known, as the end of a sentence about it:
	// "it is …". It is "" if they are known.
	Unposed string
}

// Shape is what poses need of a mesh.
type Shape struct {
	// Parts are those of the mesh.
	Parts []Part
}

// Len returns the number of vertices of all parts.
func (s *Shape) Len() int {
	n := 0
	for i := range s.Parts {
		n += s.Parts[i].Points.Len()
	}
	return n
}

// Part is what poses need of a part of a mesh.
type Part struct {
	Points Points
	// Divisor is the number that means 1 in Points: 1, or 127, 255, 32767 or 65535 for normalized
	// integers.
	Divisor float64
	// Targets are the morph targets.
	Targets []Target
	// Influences are the joints that move each vertex, nil for none.
	Influences *Influences
}

// Points are stored vertices. mesh.Positions are Points.
type Points interface {
	Len() int
	At(i int) geom.Vec
}

// Target is a morph target: a displacement for each vertex, or for some.
type Target struct {
	// Vertices are the vertices of Deltas, ascending. If nil, they are all in order, or none if
	// there are no Deltas.
	Vertices []uint32
	Deltas   Values
}

// Values are numbers in the form in which they are stored, in rows: number c of row i is
// F32[i·Stride+c] / Divisor, or F64[i·Stride+c] / Divisor if F64 is not nil. Both may be views of a file.
type Values struct {
	F32     []float32
	F64     []float64
	Stride  int     // from one row to the next
	Divisor float64 // the number that means 1
}

// Floats returns rows of so many numbers, side by side.
func Floats(width int, f32 []float32) Values { return Values{F32: f32, Stride: width, Divisor: 1} }

// Doubles is Floats for float64.
func Doubles(width int, f64 []float64) Values { return Values{F64: f64, Stride: width, Divisor: 1} }

// At returns number c of row i.
func (v *Values) At(i, c int) float64 {
	if v.F64 != nil {
		return v.F64[i*v.Stride+c] / v.Divisor
	}
	return float64(v.F32[i*v.Stride+c]) / v.Divisor
}

// Rows returns the number of rows. The last may be shorter than Stride.
func (v *Values) Rows() int {
	n := len(v.F32)
	if v.F64 != nil {
		n = len(v.F64)
	}
	if n == 0 {
		return 0
	}
	return (n-1)/v.Stride + 1
}
