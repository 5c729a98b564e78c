package scenegen

import (
	"math"
	"math/big"

	"github.com/meshcheck/meshcheck/internal/oracle"
)

// Node is a node of a scene, below the node Parent or, for -1, at the root.
type Node struct {
	Name   string
	Parent int
	// Rotation is an integer quaternion x, y, z, w of any length; Scale comes before
	// it and Translation after it.
	Rotation           [4]int64
	Scale, Translation oracle.Point
	// Matrix, if set, stands for the three, and is stored as a matrix.
	Matrix *oracle.Map
}

// newNode returns a node with the identity transform below another.
func newNode(name string, parent int) Node {
	return Node{Name: name, Parent: parent, Rotation: [4]int64{0, 0, 0, 1}, Scale: point(1, 1, 1, 1), Translation: point(0, 0, 0, 1)}
}

// exact returns the unrounded map of the node into its parent.
func (n *Node) exact() oracle.Map {
	if n.Matrix != nil {
		return *n.Matrix
	}
	return oracle.Move(n.Translation).Mul(oracle.Turn(n.Rotation)).Mul(oracle.Stretch(n.Scale))
}

// rotation returns the unit quaternion that a file stores.
func (n *Node) rotation() [4]float64 {
	var length float64
	for _, x := range n.Rotation {
		length += float64(x) * float64(x)
	}
	var q [4]float64
	for k, x := range n.Rotation {
		q[k] = float64(float32(float64(x) / math.Sqrt(length)))
	}
	return q
}

// nearest returns the float32 number nearest to x.
func nearest(x *big.Rat) float64 {
	f, _ := x.Float32()
	return float64(f)
}

// columns returns the matrix that a file stores, column after column.
func (n *Node) columns() [16]float64 {
	out := [16]float64{15: 1}
	for r, row := range n.Matrix {
		for c, x := range row {
			out[4*c+r] = nearest(x)
		}
	}
	return out
}

// linear returns a bound of how much the node stretches a vector.
func (n *Node) linear() float64 {
	if n.Matrix != nil {
		var sum float64
		for _, row := range n.Matrix {
			for _, x := range row[:3] {
				f, _ := x.Float64()
				sum += f * f
			}
		}
		return math.Sqrt(sum)
	}
	scale := n.Scale.Float64()
	return max(math.Abs(scale[0]), math.Abs(scale[1]), math.Abs(scale[2]))
}

// rounding bounds how far the numbers that a file stores for a mesh and its nodes move a
// point of it that is no farther than reach from the mesh's origin.
//
// A coordinate, translation or element of a matrix moves by half a unit in the last place,
// 2^-24 of it or less. The four numbers of a unit quaternion, each off by 2^-25 or
// less, turn by 2^-23 or less.
func (s *Scene) rounding(node int, reach float64) float64 {
	const coordinate, turn = math.Sqrt2 * 0x1p-24, 0x1p-22
	off := reach * coordinate
	for ; node >= 0; node = s.Nodes[node].Parent {
		n := &s.Nodes[node]
		t := n.Translation.Float64()
		if n.Matrix != nil {
			for k := range t {
				t[k], _ = n.Matrix[k][3].Float64()
			}
		}
		stretch := n.linear()
		off = stretch*(off+reach*turn) + t.Norm()*coordinate
		reach = stretch*reach + t.Norm()
	}
	return off
}
