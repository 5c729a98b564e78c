package mesh

import "github.com/meshcheck/meshcheck/geom"

// Collider is a collision shape of a node by a physics extension. It is not shown. The triangles of
// a hull or a trimesh are those of an ordinary mesh of the scene.
//
// Every shape but hull and trimesh is centred at the origin of its own coordinates, with the axis
// of capsules and cylinders along Y. Lengths are in model units and finite.
type Collider struct {
	// Path and Name of the node of the shape, as in Instance. A node may have several shapes: a
	// collider and a trigger, one for each extension, or one for each mesh of a trimesh that is
	// spread over several nodes.
	Path, Name string
	// Body is the path of the nearest node with a rigid body among the node itself and its
	// ancestors; "" if there is none and the shape is static.
	Body string
	// Kinematic reports whether forces do not move the body, because it is animated or fixed.
	Kinematic bool
	// Extension is the name of the extension that defines the shape, such as
	// "KHR_physics_rigid_bodies".
	Extension string
	Shape     ColliderShape
	// Size of a box along x, y and z, all positive.
	Size geom.Vec
	// Radius at the bottom (-Y) and at the top of a capsule or cylinder; neither is negative and at
	// least one is positive. A sphere has its radius twice.
	Radius [2]float64
	// Height of a cylinder, from one disc to the other. For a capsule it is the distance between
	// the centres of its two balls, whatever the file format uses, and 0 for a capsule that is a
	// ball.
	Height float64
	// Mesh of a hull or trimesh is an index into Scene.Meshes, of a mesh with at least one
	// triangle; otherwise -1. A hull is the convex hull of the corners of the triangles.
	Mesh int
	// Approximated reports whether engines make convex pieces or a distance field of a trimesh.
	Approximated bool
	// Trigger marks a shape that detects others without being an obstacle.
	Trigger bool
	// World maps the shape to the world; a stored position p of a hull or trimesh is at
	// World·(Mesh.Scale·p). It is finite, and may be singular or mirror.
	World geom.Affine
}

// ColliderShape is the kind of a collision shape.
type ColliderShape uint8

// The kinds of shapes. A capsule is the convex hull of two balls and a cylinder that of two discs,
// with radii that may differ: a cylinder with one radius of 0 is a cone. A trimesh is a surface
// without an inside.
const (
	ShapeBox ColliderShape = iota
	ShapeSphere
	ShapeCapsule
	ShapeCylinder
	ShapeHull
	ShapeTrimesh
)

// String returns "box", "sphere", "capsule", "cylinder", "hull" or "trimesh".
func (s ColliderShape) String() string {
	return [...]string{"box", "sphere", "capsule", "cylinder", "hull", "trimesh"}[s]
}

// HasMesh reports whether the shape is given by a mesh: a hull or a trimesh.
func (s ColliderShape) HasMesh() bool { return s >= ShapeHull }
