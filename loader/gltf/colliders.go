package gltf

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/gltf/physics"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// placeColliders adds the collision shapes of the node of v.
func (r *reader) placeColliders(v *visit) error {
	p := r.nodes[v.node].physics
	for k := range p.Colliders {
		var err error
		switch c := &p.Colliders[k]; {
		case c.HasShape():
			err = r.placeShape(v, c)
		case c.Mesh >= 0:
			err = r.placeMesh(v, c, c.Mesh, v.world)
		default:
			err = r.placeMeshesBelow(v, c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// placeShape adds a shape of a list.
func (r *reader) placeShape(v *visit, c *physics.Collider) error {
	n := &r.nodes[v.node]
	out, known := r.physics.Collider(c, document.Label("node", v.node, n.name))
	if !known {
		return nil
	}
	out.World = v.world
	if c.Implicit() {
		out.World = unmirrored(v.world, n.physics.Mirrored)
	}
	return r.addCollider(v, c, out)
}

// unmirrored removes the signs of the node's own scale from its world matrix, since an implicit
// shape is scaled by the absolute values (KHR_physics_rigid_bodies, Geometry). That matters only if
// the two ends of a shape differ.
func unmirrored(world geom.Affine, mirrored [3]bool) geom.Affine {
	for row := range world {
		for k, m := range mirrored {
			if m {
				world[row][k] = -world[row][k]
			}
		}
	}
	return world
}

// placeMesh adds a mesh, or its hull, at a place.
func (r *reader) placeMesh(v *visit, c *physics.Collider, index int, world geom.Affine) error {
	kind := mesh.ShapeTrimesh
	if c.Hull {
		kind = mesh.ShapeHull
	}
	return r.addCollider(v, c, mesh.Collider{Shape: kind, Mesh: index, World: world})
}

// placed is a mesh at a place.
type placed struct {
	mesh  int
	world geom.Affine
}

// placeMeshesBelow adds the meshes at and below the node to which c refers. They are given in the
// coordinates of that node, which here are those of the node of v: the transform of the former is
// not applied.
func (r *reader) placeMeshesBelow(v *visit, c *physics.Collider) error {
	var found []placed
	displaced := false
	err := r.descend(&visit{node: c.Node, world: v.world}, func(u *visit) error {
		n := &r.nodes[u.node]
		if n.mesh < 0 || r.scene.Meshes[n.mesh].Triangles() == 0 {
			return nil
		}
		displaced = displaced || n.skinned || n.instancing != nil
		found = append(found, placed{int(n.mesh), u.world})
		return r.Charge(nodePlace(u.node), 2, int(unsafe.Sizeof(placed{})))
	})
	if err != nil {
		return err
	}
	place := document.Label("node", v.node, r.nodes[v.node].name) + ": the " + c.What + " of "
	geometry := document.Label("node", c.Node, r.nodes[c.Node].name)
	switch {
	case displaced:
		r.Warn("%s%s has a mesh that a skin or instances place, and is not checked", place, geometry)
		return nil
	case len(found) == 0:
		r.Warn("%s%s has no triangles", place, geometry)
	case c.Hull && len(found) > 1:
		r.Warn("%s%s is the hull of %d meshes, and is not checked", place, geometry, len(found))
		return nil
	}
	for _, m := range found {
		if err := r.placeMesh(v, c, m.mesh, m.world); err != nil {
			return err
		}
	}
	return nil
}

// colliderSize is what a collider costs in addition to its paths.
const colliderSize = int(unsafe.Sizeof(mesh.Collider{}))

// addCollider adds out, whose shape and place are known, to the node of v. A node that is scaled to
// a point has no colliders (KHR_physics_rigid_bodies, Geometry).
func (r *reader) addCollider(v *visit, c *physics.Collider, out mesh.Collider) error {
	place := colliderPlace(v.node, c)
	cost := v.pathLen + 2*colliderSize // twice, for the growth of the slice
	if v.body != nil {
		cost += v.body.pathLen
	}
	if err := r.Charge(place, 1, cost); err != nil {
		return err
	}
	out.Path, out.Extension = r.path(v), c.Extension
	out.Name = r.name(v, out.Path)
	out.Trigger = out.Trigger || c.What == "trigger"
	if v.body != nil {
		out.Body, out.Kinematic = r.path(v.body), r.nodes[v.body.node].physics.Kinematic
		out.Trigger = out.Trigger || r.nodes[v.body.node].physics.Body == physics.TriggerBody
	}
	path := source.Quote([]byte(out.Path))
	switch {
	case !out.World.Finite():
		return r.Fail(place, "the world matrix of %s is not finite", path)
	case scalesToPoint(out.World):
		return nil
	case out.World.Singular():
		r.Warn("%s: the world matrix of %s is singular and flattens a %v", place, path, out.Shape)
	}
	if !out.Shape.HasMesh() {
		out.Mesh = -1
	} else if r.scene.Meshes[out.Mesh].Triangles() == 0 {
		r.Warn("%s: %s has no triangles", place, document.Label("mesh", out.Mesh, r.scene.Meshes[out.Mesh].Name))
		return nil
	}
	r.scene.Colliders = append(r.scene.Colliders, out)
	return nil
}

// scalesToPoint reports whether world maps everything to one point.
func scalesToPoint(world geom.Affine) bool {
	for _, row := range world {
		if row[0] != 0 || row[1] != 0 || row[2] != 0 {
			return false
		}
	}
	return true
}

// checkPhysics checks that the nodes exist to which the physics of other nodes refers, and marks
// roots outside of all scenes that only serve as collision shapes of other nodes, as some
// exporters write them.
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
		for k := range n.physics.Colliders {
			c := &n.physics.Colliders[k]
			if c.Node == -1 && (c.HasShape() || c.Mesh != -1) {
				continue
			}
			if err := check(colliderPlace(i, c), c.Node); err != nil {
				return err
			}
			if of := &r.nodes[c.Node]; c.Node != i && of.parents == 0 && of.scenes == 0 && r.scene.Scenes > 0 {
				of.colliderOnly = true
			}
		}
		for _, m := range n.physics.Members {
			if err := check(nodePlace(i)+" trigger", m); err != nil {
				return err
			}
		}
	}
	return nil
}

func colliderPlace(node int, c *physics.Collider) string {
	return nodePlace(node) + " " + c.Extension + " " + c.What
}
