package physics

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
)

// physicsBody is the extension OMI_physics_body of a node since August 2023, a stage 1 proposal:
// https://github.com/omigroup/gltf-extensions/tree/main/extensions/2.0/OMI_physics_body
// Before, it had a type, and the shapes were in the nodes below.
type physicsBody struct {
	Motion *struct {
		Type string `json:"type"`
	} `json:"motion"`
	Collider *bodyShape `json:"collider"`
	Trigger  *bodyShape `json:"trigger"`
	Type     string     `json:"type"`
}

// movedByForces are the types of bodies, in all versions, that forces move. The others are
// "static", "kinematic" and "character".
var movedByForces = []string{"dynamic", "rigid", "vehicle"}

// bodyShape is a collider or a trigger. If it has no shape, or -1, it only groups the shapes of the
// nodes below it.
type bodyShape struct {
	Shape *int  `json:"shape"`
	Nodes []int `json:"nodes"`
}

func (r *Reader) readPhysicsBody(place string, text jsontext.Value, n *Node) error {
	var b physicsBody
	if err := document.Unmarshal(text, &b); err != nil {
		return r.Invalid(place, err)
	}
	switch {
	case b.Type == "trigger":
		n.Body = TriggerBody
	case b.Motion != nil:
		n.Body, n.Kinematic = SolidBody, !slices.Contains(movedByForces, b.Motion.Type)
	case b.Type != "":
		n.Body, n.Kinematic = SolidBody, !slices.Contains(movedByForces, b.Type)
	}
	for _, s := range []struct {
		what string
		*bodyShape
	}{{"collider", b.Collider}, {"trigger", b.Trigger}} {
		if s.bodyShape == nil {
			continue
		}
		n.Members = append(n.Members, s.Nodes...)
		if err := r.addShapeRef(place, s.what, physicsShapes, s.Shape, n); err != nil {
			return err
		}
	}
	return nil
}

// readNodeShape reads the extension OMI_physics_shape of a node, as of June and July 2023.
func (r *Reader) readNodeShape(place string, text jsontext.Value, n *Node) error {
	var x struct {
		Shape *int `json:"shape"`
	}
	if err := document.Unmarshal(text, &x); err != nil {
		return r.Invalid(place, err)
	}
	return r.addShapeRef(place, "collider", physicsShapes, x.Shape, n)
}

// readNodeCollider reads the extension OMI_collider of a node.
func (r *Reader) readNodeCollider(place string, text jsontext.Value, n *Node) error {
	var x struct {
		Collider *int `json:"collider"`
	}
	if err := document.Unmarshal(text, &x); err != nil {
		return r.Invalid(place, err)
	}
	return r.addShapeRef(place, "collider", omiColliders, x.Collider, n)
}

// addShapeRef adds a collider or a trigger with a shape of a list. In OMI's extensions, -1 means
// none.
func (r *Reader) addShapeRef(place, what string, l shapeList, shape *int, n *Node) error {
	if shape == nil || *shape == -1 {
		return nil
	}
	n.Colliders = append(n.Colliders, Collider{What: what, list: l, shape: *shape, Mesh: -1, Node: -1})
	return r.checkShape(place+" "+what, l, *shape)
}
