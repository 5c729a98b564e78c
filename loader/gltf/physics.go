package gltf

import (
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

// physics is what the physics extensions of one node say.
type physics struct {
	body      body
	colliders []colliderRef
	// members are the nodes that a compound trigger consists of.
	members []int
	// mirrored says along which axes the node's own scale is negative.
	mirrored [3]bool
}

// body says whether a node is a rigid body, to which the shapes below it belong.
type body uint8

const (
	noBody body = iota
	solidBody
	triggerBody // all shapes of which are triggers
)

// colliderRef is a collider or a trigger of a node, by its geometry. One of shape, mesh and
// node is not -1.
type colliderRef struct {
	extension string
	what      string // "collider" or "trigger"
	list      shapeList
	shape     int // in the list
	mesh      int
	node      int  // the meshes at and below that node
	hull      bool // of the mesh or meshes
}

// nodePhysics are the extensions of nodes, in the order in which a node's shapes are listed.
var nodePhysics = []struct {
	name string
	read func(r *reader, place string, text jsontext.Value, p *physics) error
}{
	{"KHR_physics_rigid_bodies", (*reader).readRigidBody},
	{"OMI_physics_body", (*reader).readPhysicsBody},
	{"OMI_physics_shape", (*reader).readNodeShape},
	{"OMI_collider", (*reader).readNodeCollider},
}

// readPhysics returns the physics of node i, nil if it has none.
func (r *reader) readPhysics(i int, n *nodeJSON) (*physics, error) {
	if len(n.Extensions) == 0 {
		return nil, nil
	}
	p := &physics{}
	for _, x := range nodePhysics {
		text := n.Extensions[x.name]
		if missing(text) {
			continue
		}
		if err := x.read(r, nodePlace(i)+" "+x.name, text, p); err != nil {
			return nil, err
		}
		for k := range p.colliders {
			if p.colliders[k].extension == "" {
				p.colliders[k].extension = x.name
			}
		}
	}
	if p.body == noBody && len(p.colliders) == 0 && len(p.members) == 0 {
		return nil, nil
	}
	if n.Scale != nil {
		for k, s := range n.Scale {
			p.mirrored[k] = s < 0
		}
	}
	size := int(unsafe.Sizeof(*p)) + 2*len(p.colliders)*int(unsafe.Sizeof(colliderRef{})) + 8*len(p.members)
	return p, r.Charge(nodePlace(i), 1, size)
}

// rigidBody is a node's KHR_physics_rigid_bodies, a draft of October 2025:
// https://github.com/eoineoineoin/glTF_Physics/tree/master/extensions/2.0/Khronos/KHR_physics_rigid_bodies
// and https://github.com/KhronosGroup/glTF/pull/2424. Drafts from 2026 on name a mesh
// in place of a node.
type rigidBody struct {
	Motion   *ignored    `json:"motion"`
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

func (r *reader) readRigidBody(place string, text jsontext.Value, p *physics) error {
	var b rigidBody
	if err := unmarshal(text, &b); err != nil {
		return r.jsonError(place, err)
	}
	if b.Motion != nil {
		p.body = solidBody
	}
	if err := r.readGeometry(place, "collider", b.Collider, p); err != nil {
		return err
	}
	return r.readGeometry(place, "trigger", b.Trigger, p)
}

// readGeometry adds a collider or a trigger, if there is one.
func (r *reader) readGeometry(place, what string, s *rigidShape, p *physics) error {
	if s == nil {
		return nil
	}
	place += " " + what
	p.members = append(p.members, s.Nodes...)
	g := s.Geometry
	if g == nil {
		if len(s.Nodes) == 0 {
			r.warn("%s: has no geometry, as in early drafts, and is not checked", place)
		}
		return nil
	}
	c := colliderRef{what: what, list: implicitShapes, shape: -1, mesh: -1, node: -1, hull: g.ConvexHull}
	given := 0
	for _, x := range []struct{ from, to *int }{{g.Shape, &c.shape}, {g.Node, &c.node}, {g.Mesh, &c.mesh}} {
		if x.from != nil {
			*x.to = *x.from
			given++
		}
	}
	if given != 1 {
		return r.Fail(place, "the geometry has %d of a shape, a node and a mesh, not one", given)
	}
	p.colliders = append(p.colliders, c)
	switch {
	case g.Shape != nil:
		return r.checkShape(place, c.list, c.shape)
	case g.Mesh != nil:
		return r.checkMesh(place, c.mesh)
	}
	return nil // checkPhysics checks the node, since not all are read yet
}

func (r *reader) checkShape(place string, l shapeList, i int) error {
	if i < 0 || i >= len(r.shapes[l]) {
		return r.Fail(place, "%v %d does not exist: the file has %d", l, i, len(r.shapes[l]))
	}
	return nil
}

// checkPhysics checks that the nodes exist which the physics of other nodes refers to.
// Exporters keep meshes that are only collision shapes in nodes outside of all scenes.
func (r *reader) checkPhysics() error {
	check := func(place string, n int) error {
		if n < 0 || n >= len(r.nodes) {
			return r.Fail(place, "node %d does not exist: the file has %d", n, len(r.nodes))
		}
		return nil
	}
	for i, n := range r.nodes {
		if n.physics == nil {
			continue
		}
		for _, c := range n.physics.colliders {
			if c.node == -1 && (c.shape != -1 || c.mesh != -1) {
				continue
			}
			if err := check(c.place(i), c.node); err != nil {
				return err
			}
			if of := &r.nodes[c.node]; c.node != i && of.parents == 0 && of.scenes == 0 && r.scene.Scenes > 0 {
				of.colliderOnly = true
			}
		}
		for _, m := range n.physics.members {
			if err := check(nodePlace(i)+" trigger", m); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *colliderRef) place(i int) string { return nodePlace(i) + " " + c.extension + " " + c.what }
