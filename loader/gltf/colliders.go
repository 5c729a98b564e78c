package gltf

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// placeColliders adds the collision shapes of the node of v.
func (r *reader) placeColliders(v *visit) error {
	p := r.nodes[v.node].physics
	for k := range p.colliders {
		var err error
		switch c := &p.colliders[k]; {
		case c.shape >= 0:
			err = r.placeShape(v, c, &r.shapes[c.list][c.shape])
		case c.mesh >= 0:
			err = r.placeMesh(v, c, c.mesh, v.world)
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
func (r *reader) placeShape(v *visit, c *colliderRef, s *shape) error {
	if s.unknownType != "" {
		if !s.warned {
			s.warned = true
			node := label("node", v.node, r.nodes[v.node].name)
			r.warn("%s: %s of the type %s is not checked", node, c.list.place(c.shape), source.Quote([]byte(s.unknownType)))
		}
		return nil
	}
	out := mesh.Collider{
		Shape: s.kind, Size: s.size, Radius: s.radius, Height: s.height, Mesh: s.mesh, Trigger: s.trigger, World: v.world,
	}
	if c.list == implicitShapes {
		out.World = unmirrored(v.world, r.nodes[v.node].physics.mirrored)
	}
	return r.addCollider(v, c, out)
}

// unmirrored removes the signs of the node's own scale from its world matrix: an implicit
// shape takes the absolute values (KHR_physics_rigid_bodies, Geometry). That makes
// a difference only where the two ends of a shape differ.
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

// placeMesh adds the mesh, or its hull, at a place.
func (r *reader) placeMesh(v *visit, c *colliderRef, index int, world geom.Affine) error {
	kind := mesh.ShapeTrimesh
	if c.hull {
		kind = mesh.ShapeHull
	}
	return r.addCollider(v, c, mesh.Collider{Shape: kind, Mesh: index, World: world})
}

// placed is a mesh at a place.
type placed struct {
	mesh  int
	world geom.Affine
}

// placeMeshesBelow adds the meshes at and below the node that c names. They are given in
// that node's coordinates, which here are those of the node of v; so the transform of
// the named node itself is not applied.
func (r *reader) placeMeshesBelow(v *visit, c *colliderRef) error {
	var found []placed
	displaced := false
	err := r.descend(&visit{node: c.node, world: v.world}, func(u *visit) error {
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
	place := label("node", v.node, r.nodes[v.node].name) + ": the " + c.what + " of "
	geometry := label("node", c.node, r.nodes[c.node].name)
	switch {
	case displaced:
		r.warn("%s%s has a mesh that a skin or instances place, and is not checked", place, geometry)
		return nil
	case len(found) == 0:
		r.warn("%s%s has no triangles", place, geometry)
	case c.hull && len(found) > 1:
		r.warn("%s%s is the hull of %d meshes, and is not checked", place, geometry, len(found))
		return nil
	}
	for _, m := range found {
		if err := r.placeMesh(v, c, m.mesh, m.world); err != nil {
			return err
		}
	}
	return nil
}

// colliderSize is what a collider costs beside its paths.
const colliderSize = int(unsafe.Sizeof(mesh.Collider{}))

// addCollider adds out, which has its shape and its place, to the node of v. A node that is scaled to nothing has none (KHR_physics_rigid_bodies, Geometry).
func (r *reader) addCollider(v *visit, c *colliderRef, out mesh.Collider) error {
	place := c.place(v.node)
	cost := v.pathLen + 2*colliderSize // twice, for the growth of the slice
	if v.body != nil {
		cost += v.body.pathLen
	}
	if err := r.Charge(place, 1, cost); err != nil {
		return err
	}
	out.Path, out.Extension = r.path(v), c.extension
	out.Name = r.name(v, out.Path)
	out.Trigger = out.Trigger || c.what == "trigger"
	if v.body != nil {
		out.Body = r.path(v.body)
		out.Trigger = out.Trigger || r.nodes[v.body.node].physics.body == triggerBody
	}
	path := source.Quote([]byte(out.Path))
	switch {
	case !finite(out.World):
		return r.Fail(place, "the world matrix of %s is not finite", path)
	case scalesToPoint(out.World):
		return nil
	case out.World.Singular():
		r.warn("%s: the world matrix of %s is singular and flattens a %v", place, path, out.Shape)
	}
	if !out.Shape.HasMesh() {
		out.Mesh = -1
	} else if r.scene.Meshes[out.Mesh].Triangles() == 0 {
		r.warn("%s: %s has no triangles", place, label("mesh", out.Mesh, r.scene.Meshes[out.Mesh].Name))
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
