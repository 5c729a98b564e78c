package gltf

import "github.com/go-json-experiment/json/jsontext"

// physicsBody is a node's OMI_physics_body of August 2023 and later, a stage 1 proposal:
// https://github.com/omigroup/gltf-extensions/tree/main/extensions/2.0/OMI_physics_body
// Before, it had a type and left the shapes to the nodes below.
type physicsBody struct {
	Motion   *ignored   `json:"motion"`
	Collider *bodyShape `json:"collider"`
	Trigger  *bodyShape `json:"trigger"`
	Type     string     `json:"type"`
}

// bodyShape is a collider or a trigger. Without a shape, or with -1 for it, it only
// groups the shapes of the nodes below it.
type bodyShape struct {
	Shape *int  `json:"shape"`
	Nodes []int `json:"nodes"`
}

func (r *reader) readPhysicsBody(place string, text jsontext.Value, p *physics) error {
	var b physicsBody
	if err := unmarshal(text, &b); err != nil {
		return r.jsonError(place, err)
	}
	switch {
	case b.Type == "trigger":
		p.body = triggerBody
	case b.Motion != nil, b.Type != "":
		p.body = solidBody
	}
	for _, s := range []struct {
		what string
		*bodyShape
	}{{"collider", b.Collider}, {"trigger", b.Trigger}} {
		if s.bodyShape == nil {
			continue
		}
		p.members = append(p.members, s.Nodes...)
		if err := r.addShapeRef(place, s.what, physicsShapes, s.Shape, p); err != nil {
			return err
		}
	}
	return nil
}

// readNodeShape reads a node's OMI_physics_shape of June and July 2023.
func (r *reader) readNodeShape(place string, text jsontext.Value, p *physics) error {
	var n struct {
		Shape *int `json:"shape"`
	}
	if err := unmarshal(text, &n); err != nil {
		return r.jsonError(place, err)
	}
	return r.addShapeRef(place, "collider", physicsShapes, n.Shape, p)
}

// readNodeCollider reads a node's OMI_collider.
func (r *reader) readNodeCollider(place string, text jsontext.Value, p *physics) error {
	var n struct {
		Collider *int `json:"collider"`
	}
	if err := unmarshal(text, &n); err != nil {
		return r.jsonError(place, err)
	}
	return r.addShapeRef(place, "collider", omiColliders, n.Collider, p)
}

// addShapeRef adds a collider or a trigger with a shape of a list. -1 stands for none in
// OMI's extensions.
func (r *reader) addShapeRef(place, what string, l shapeList, shape *int, p *physics) error {
	if shape == nil || *shape == -1 {
		return nil
	}
	p.colliders = append(p.colliders, colliderRef{what: what, list: l, shape: *shape, mesh: -1, node: -1})
	return r.checkShape(place+" "+what, l, *shape)
}
