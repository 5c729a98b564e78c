package check

import "github.com/meshcheck/meshcheck/mesh"

// Geometry is the welded meshes and the collision hulls that the checks of a scene computed, for
// drawing the result without computing them again. meshcheck.CheckWithGeometry returns it, and
// drawing.Options take it; it has no other use. It is for one goroutine at a time, and drawing uses
// it up.
type Geometry interface {
	// Scene returns the scene that was checked.
	Scene() *mesh.Scene
}
