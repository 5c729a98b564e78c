package hulls

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/hullname"
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

// Find finds the collision hulls of a scene by names and extensions: nil where that is switched
// off. Options must be valid.
func Find(s *mesh.Scene, o *check.HullOptions) *hullname.Search {
	if o.Off() {
		return nil
	}
	profile := profileOf(o)
	options := &hullname.Options{Meshes: o.Meshes, Engine: profile.Name, Knows: func(scheme string) bool { return knows(profile, scheme) }}
	for _, text := range o.Names {
		pattern, _ := parsePattern(text)
		options.Patterns = append(options.Patterns, hullname.Pattern{Text: text, Meets: pattern.MeetsPath})
	}
	return hullname.Find(s, s.Shown(), options)
}

// Any reports whether Find finds collision hulls in a scene. Options must be valid.
func Any(s *mesh.Scene, o *check.HullOptions) bool {
	search := Find(s, o)
	return search != nil && len(search.Hulls) > 0
}

// knows reports whether the engine finds hulls of a scheme.
func knows(p *check.HullProfile, scheme string) bool {
	return p.Schemes == nil || slices.Contains(p.Schemes, scheme) || scheme == hullname.SchemeGiven || scheme == hullname.SchemePattern
}
