package hulls

import (
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/mesh"
)

// shapes maps the shapes of extensions and names to those of hulls, and colliderShapes maps
// them back.
var (
	shapes = [...]Shape{
		mesh.ShapeBox: Box, mesh.ShapeSphere: Sphere, mesh.ShapeCapsule: Capsule,
		mesh.ShapeCylinder: Cylinder, mesh.ShapeHull: Convex, mesh.ShapeTrimesh: Trimesh,
	}
	colliderShapes = [...]mesh.ColliderShape{
		Box: mesh.ShapeBox, Sphere: mesh.ShapeSphere, Capsule: mesh.ShapeCapsule,
		Cylinder: mesh.ShapeCylinder, Convex: mesh.ShapeHull, Trimesh: mesh.ShapeTrimesh,
	}
)

// Find finds the collision hulls of a scene by names and extensions: nil where that is switched
// off. Options must be valid.
func Find(s *mesh.Scene, o *Options) *hullname.Search {
	if o.Off() {
		return nil
	}
	profile := o.profile()
	options := &hullname.Options{Meshes: o.Meshes, Engine: profile.Name, Knows: profile.knows}
	for _, text := range o.Names {
		pattern, _ := parsePattern(text)
		options.Patterns = append(options.Patterns, hullname.Pattern{Text: text, Meets: pattern.MeetsPath})
	}
	return hullname.Find(s, s.Shown(), options)
}

// Any reports whether Find finds collision hulls in a scene. Options must be valid.
func Any(s *mesh.Scene, o *Options) bool {
	search := Find(s, o)
	return search != nil && len(search.Hulls) > 0
}
