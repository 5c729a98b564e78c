package hullname

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/mesh"
)

// Hull is a collision shape as described by names and extensions, without its geometry.
type Hull struct {
	// Instance is an index of the instances that were searched, -1 for a shape of an
	// extension, and Collider one of the scene's colliders, -1 for any other.
	Instance, Collider int
	// Scheme is one of the constants, or the name of an extension.
	Scheme string
	Shape  mesh.ColliderShape
	// Visible: the instance is seen as well, and what the hull stands for.
	Visible bool
	// Body is what the hull stands for.
	Body *Body
	// Orphan says why an engine ignores the hull; nil if it does not.
	Orphan []Reason

	named parsedName // of the schemes that go by names
}

// Reason is one reason why a hull is ignored: Doubtful if it is not by all engines.
type Reason struct {
	Text     string
	Doubtful bool
}

// Body is what a group of hulls stands for: its name, and the instances that are seen, none
// where the scene does not have it. Hulls of one body have the same pointer.
type Body struct {
	Name    string
	Visuals []int
}

// First returns the first instance of a body, and a number above all others if it has none.
func (b *Body) First() int {
	if len(b.Visuals) == 0 {
		return math.MaxInt
	}
	return slices.Min(b.Visuals)
}
