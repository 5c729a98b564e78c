package physics

import (
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
)

// Node is what the physics extensions of a node say.
type Node struct {
	Body Body
	// Kinematic reports whether forces do not move the body.
	Kinematic bool
	Colliders []Collider
	// Members are the nodes that a compound trigger consists of.
	Members []int
	// Mirrored are the axes along which the node's own scale is negative.
	Mirrored [3]bool
}

// Body says whether a node is a rigid body, to which the shapes below it belong.
type Body uint8

// The kinds of bodies.
const (
	NoBody Body = iota
	SolidBody
	TriggerBody // all its shapes are triggers
)

// Collider is a collider or a trigger of a node. It has a shape of a list if HasShape, or else a
// Mesh, or else the meshes at and below a Node.
type Collider struct {
	Extension string
	What      string // "collider" or "trigger"
	Mesh      int    // -1 for none
	Node      int    // -1 for none
	Hull      bool   // the shape is the convex hull of the mesh or the meshes
	list      shapeList
	shape     int // in the list, -1 for none
}

// HasShape reports whether c has a shape of a list.
func (c *Collider) HasShape() bool { return c.shape >= 0 }

// Implicit reports whether c has a shape of KHR_implicit_shapes.
func (c *Collider) Implicit() bool { return c.HasShape() && c.list == implicitShapes }

// nodeExtensions are the extensions of nodes, in the order in which a node's shapes are listed.
var nodeExtensions = []struct {
	name string
	read func(r *Reader, place string, text jsontext.Value, n *Node) error
}{
	{"KHR_physics_rigid_bodies", (*Reader).readRigidBody},
	{"OMI_physics_body", (*Reader).readPhysicsBody},
	{"OMI_physics_shape", (*Reader).readNodeShape},
	{"OMI_collider", (*Reader).readNodeCollider},
}

// ReadNode reads the physics of a node from its extensions, or returns nil if it has none. scale is
// the node's own scale, or nil.
func (r *Reader) ReadNode(place string, extensions map[string]jsontext.Value, scale *[3]float64) (*Node, error) {
	if len(extensions) == 0 {
		return nil, nil
	}
	n := &Node{}
	for _, x := range nodeExtensions {
		text := extensions[x.name]
		if document.Missing(text) {
			continue
		}
		if err := x.read(r, place+" "+x.name, text, n); err != nil {
			return nil, err
		}
		for k := range n.Colliders {
			if n.Colliders[k].Extension == "" {
				n.Colliders[k].Extension = x.name
			}
		}
	}
	if n.Body == NoBody && len(n.Colliders) == 0 && len(n.Members) == 0 {
		return nil, nil
	}
	if scale != nil {
		for k, s := range scale {
			n.Mirrored[k] = s < 0
		}
	}
	size := int(unsafe.Sizeof(*n)) + 2*len(n.Colliders)*int(unsafe.Sizeof(Collider{})) + 8*len(n.Members)
	return n, r.Charge(place, 1, size)
}

// rigidBody is the extension KHR_physics_rigid_bodies of a node, a draft of October 2025:
// https://github.com/eoineoineoin/glTF_Physics/tree/master/extensions/2.0/Khronos/KHR_physics_rigid_bodies
// and https://github.com/KhronosGroup/glTF/pull/2424. Drafts since 2026 refer to a mesh instead of a node.
type rigidBody struct {
	Motion *struct {
		IsKinematic bool `json:"isKinematic"`
	} `json:"motion"`
	Collider *rigidShape `json:"collider"`
	Trigger  *rigidShape `json:"trigger"`
}

type rigidShape struct {
	Geometry *struct {
		Shape      *int `json:"shape"`
		Node       *int `json:"node"`
		Mesh       *int `json:"mesh"`
		ConvexHull bool `json:"convexHull"`
	} `json:"geometry"`
	Nodes []int `json:"nodes"`
}

func (r *Reader) readRigidBody(place string, text jsontext.Value, n *Node) error {
	var b rigidBody
	if err := document.Unmarshal(text, &b); err != nil {
		return r.Invalid(place, err)
	}
	if b.Motion != nil {
		n.Body, n.Kinematic = SolidBody, b.Motion.IsKinematic
	}
	if err := r.readGeometry(place, "collider", b.Collider, n); err != nil {
		return err
	}
	return r.readGeometry(place, "trigger", b.Trigger, n)
}

// readGeometry adds a collider or a trigger, if there is one.
func (r *Reader) readGeometry(place, what string, s *rigidShape, n *Node) error {
	if s == nil {
		return nil
	}
	place += " " + what
	n.Members = append(n.Members, s.Nodes...)
	g := s.Geometry
	if g == nil {
		if len(s.Nodes) == 0 {
			r.Warn("%s: has no geometry, as in early drafts, and is not checked", place)
		}
		return nil
	}
	c := Collider{What: what, list: implicitShapes, shape: -1, Mesh: -1, Node: -1, Hull: g.ConvexHull}
	given := 0
	for _, x := range []struct{ from, to *int }{{g.Shape, &c.shape}, {g.Node, &c.Node}, {g.Mesh, &c.Mesh}} {
		if x.from != nil {
			*x.to = *x.from
			given++
		}
	}
	if given != 1 {
		return r.Fail(place, "the geometry has %d of a shape, a node and a mesh instead of one", given)
	}
	n.Colliders = append(n.Colliders, c)
	switch {
	case g.Shape != nil:
		return r.checkShape(place, c.list, c.shape)
	case g.Mesh != nil:
		return r.checkMesh(place, c.Mesh)
	}
	return nil // the package gltf checks the node, once it has read all nodes
}

func (r *Reader) checkShape(place string, l shapeList, i int) error {
	if i < 0 || i >= len(r.lists[l]) {
		return r.Fail(place, "%v %d does not exist: the file has %d", l, i, len(r.lists[l]))
	}
	return nil
}
