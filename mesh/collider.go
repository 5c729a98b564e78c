package mesh

import "github.com/meshcheck/meshcheck/geom"

// Collider is a collision shape that a file gives a node by a physics extension. It
// is not shown, and the triangles of a hull or a trimesh are those of an ordinary mesh
// of the scene.
//
// Every shape but hull and trimesh is centred at the origin of its own coordinates;
// capsules and cylinders stand along +Y. Lengths are in model units and finite.
type Collider struct {
	// Path and Name of the node that has the shape, as in Instance. A node may have
	// several: a collider and a trigger, one for each extension, or one for each mesh of a
	// trimesh that is spread over several nodes.
	Path, Name string
	// Body is the path of the node whose rigid body the shape belongs to: the nearest with
	// a body among the node itself and its ancestors; "" if there is none, and the shape is
	// static.
	Body string
	// Extension names the extension by which the node has the shape, such as
	// "KHR_physics_rigid_bodies".
	Extension string
	Shape     ColliderShape
	// Size of a box along x, y and z, all positive.
	Size geom.Vec
	// Radius at the bottom (-Y) and at the top of a capsule or cylinder, none negative and
	// one positive at least; twice the radius of a sphere.
	Radius [2]float64
	// Height of a cylinder, from one disc to the other. Of a capsule the distance between
	// the centres of its two balls, which is its length without the round ends, and 0 where
	// a file makes a ball of it; whatever the file counts.
	Height float64
	// Mesh of a hull or trimesh is an index into Scene.Meshes, of a mesh with at least one
	// triangle; otherwise -1. A hull is the convex hull of the corners of the triangles.
	Mesh int
	// Trigger marks a shape that detects others and is no obstacle to them.
	Trigger bool
	// World maps the shape to the world; the stored position p of a hull or trimesh is
	// at World·(Mesh.Scale·p). It is finite, and may be singular or mirror.
	World geom.Affine
}

// ColliderShape is the kind of a collision shape.
type ColliderShape uint8

// The kinds of shapes. A capsule is the convex hull of two balls and a cylinder that of
// two discs, with radii that may differ: a cylinder with a radius of 0 is a cone. A
// trimesh is a surface, with nothing inside.
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
