package rig

import (
	"fmt"
	"strconv"
	"unsafe"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// linkedNode is what objects and channels need of a node.
type linkedNode struct {
	mesh, skin int // -1 for none
	weights    []float64
}

// nodeJSON has the members of a node that are read.
type nodeJSON struct {
	Name        string       `json:"name"`
	Children    []int        `json:"children"`
	Mesh        *int         `json:"mesh"`
	Skin        *int         `json:"skin"`
	Weights     []float64    `json:"weights"`
	Matrix      *[16]float64 `json:"matrix"` // by columns
	Translation *[3]float64  `json:"translation"`
	Rotation    *[4]float64  `json:"rotation"`
	Scale       *[3]float64  `json:"scale"`
}

func nodePlace(i int) string { return "node " + strconv.Itoa(i) }

const nodeSize = int(unsafe.Sizeof(pose.Node{}) + unsafe.Sizeof(linkedNode{}))

// readNodes reads the transforms of all nodes, each of which has at most one parent.
func (r *Reader) readNodes() error {
	n := len(r.Nodes.Elements)
	if err := r.Charge("nodes", n, nodeSize); err != nil {
		return err
	}
	r.rig.Nodes, r.nodes = make([]pose.Node, n), make([]linkedNode, n)
	for i := range r.rig.Nodes {
		r.rig.Nodes[i].Parent = -1
	}
	return document.ManyElements(r.Reader, "nodes", &r.Nodes, nodePlace, r.addNode)
}

func (r *Reader) addNode(i int, n *nodeJSON) error {
	for _, c := range n.Children {
		if p := r.rig.Nodes[c].Parent; p >= 0 {
			return r.Fail(nodePlace(c), "has two parents, node %d and node %d, so it has no single pose", p, i)
		}
		r.rig.Nodes[c].Parent = int32(i)
	}
	r.nodes[i] = linkedNode{mesh: orNone(n.Mesh), skin: orNone(n.Skin), weights: n.Weights}
	if n.Weights != nil {
		if err := r.Charge(nodePlace(i), len(n.Weights), 8); err != nil {
			return err
		}
	}
	if err := r.Charge(nodePlace(i), len(n.Name), 1); err != nil {
		return err
	}
	local, err := r.local(i, n)
	r.rig.Nodes[i].Local, r.rig.Nodes[i].Name = local, n.Name
	return err
}

func orNone(i *int) int {
	if i == nil {
		return -1
	}
	return *i
}

// local returns the transform of a node. An identity matrix beside another transform is ignored.
func (r *Reader) local(i int, n *nodeJSON) (pose.Local, error) {
	l := pose.Local{Rotation: gltf.DefaultRotation, Scale: gltf.DefaultScale}
	plain := n.Translation == nil && n.Rotation == nil && n.Scale == nil
	if m := n.Matrix; m != nil && (plain || *m != gltf.DefaultMatrix) {
		a := new(geom.Affine)
		for row := range a {
			a[row] = [4]float64{m[row], m[4+row], m[8+row], m[12+row]}
		}
		l.Matrix = a
		return l, nil
	}
	if n.Translation != nil {
		l.Translation = *n.Translation
	}
	if n.Scale != nil {
		l.Scale = *n.Scale
	}
	if n.Rotation != nil {
		l.Rotation = *n.Rotation
	}
	if !l.Rotation.Normalize() {
		return l, r.Fail(nodePlace(i), "the rotation %s has no length to divide it by", numbers(l.Rotation[:]))
	}
	return l, nil
}

// numbers returns numbers with spaces between them.
func numbers(x []float64) string {
	text := fmt.Sprint(x)
	return text[1 : len(text)-1]
}
