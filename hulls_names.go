package meshcheck

import (
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/mesh"
)

// hullShapes are the shapes of extensions and names as hulls, and colliderShapes the other
// way around.
var (
	hullShapes = [...]HullShape{
		mesh.ShapeBox: HullBox, mesh.ShapeSphere: HullSphere, mesh.ShapeCapsule: HullCapsule,
		mesh.ShapeCylinder: HullCylinder, mesh.ShapeHull: HullConvex, mesh.ShapeTrimesh: HullTrimesh,
	}
	colliderShapes = [...]mesh.ColliderShape{
		HullBox: mesh.ShapeBox, HullSphere: mesh.ShapeSphere, HullCapsule: mesh.ShapeCapsule,
		HullCylinder: mesh.ShapeCylinder, HullConvex: mesh.ShapeHull, HullTrimesh: mesh.ShapeTrimesh,
	}
)

// findHulls reads names and extensions. Options must be valid.
func findHulls(s *mesh.Scene, o *HullOptions) *hullname.Search {
	profile := o.profile()
	options := &hullname.Options{Meshes: o.Meshes, Engine: profile.Name, Knows: profile.knows}
	for _, text := range o.Names {
		pattern, _ := parseHullPattern(text)
		options.Patterns = append(options.Patterns, hullname.Pattern{Text: text, Meets: pattern.meetsPath})
	}
	return hullname.Find(s, shown(s), options)
}

// HasHulls reports whether a scene has collision shapes: whether Check makes the
// HullsCheck unless it is told what to check.
func HasHulls(s *mesh.Scene, o *HullOptions) bool { return len(findHulls(s, o).Hulls) > 0 }
