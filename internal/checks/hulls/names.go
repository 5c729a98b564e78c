package hulls

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
)

// shapes maps the shapes of extensions and names to those of hulls, and colliderShapes maps
// them back.
var (
	shapes = [...]check.HullShape{
		mesh.ShapeBox: check.BoxShape, mesh.ShapeSphere: check.SphereShape, mesh.ShapeCapsule: check.CapsuleShape,
		mesh.ShapeCylinder: check.CylinderShape, mesh.ShapeHull: check.ConvexShape, mesh.ShapeTrimesh: check.TrimeshShape,
	}
	colliderShapes = [...]mesh.ColliderShape{
		check.BoxShape: mesh.ShapeBox, check.SphereShape: mesh.ShapeSphere, check.CapsuleShape: mesh.ShapeCapsule,
		check.CylinderShape: mesh.ShapeCylinder, check.ConvexShape: mesh.ShapeHull, check.TrimeshShape: mesh.ShapeTrimesh,
	}
)
