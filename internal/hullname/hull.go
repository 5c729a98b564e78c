package hullname

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/mesh"
)

// Hull is a collision shape as described by names and extensions, without its geometry.
type Hull struct {
	// Instance is an index of Search.Instances, -1 for a shape of an extension. Collider is an
	// index of the scene's colliders, -1 for other hulls.
	Instance, Collider int
	// Scheme is one of the constants, or the name of an extension.
	Scheme string
	Shape  mesh.ColliderShape
	// Visible: the instance is visible as well, and is the hull's own body.
	Visible bool
	// Body is what the hull belongs to.
	Body *Body
	// Orphan has the reasons why an engine ignores the hull; nil if it does not.
	Orphan []Reason

	named parsedName // for naming schemes
	// above is the path of the node above the hull if only that node has a hull's name.
	above string
	// copied: the number of a copy, behind an underscore, is left out of its name.
	copied bool
}

// Reason is a reason why a hull is ignored. It is Doubtful if not all engines ignore the hull.
type Reason struct {
	Text     string
	Doubtful bool
}

// Body is what a group of hulls belongs to: its name, and its visible instances, none if the
// scene does not have it. Hulls of one body have the same pointer.
type Body struct {
	Name    string
	Visuals []int

	paths []string // of Visuals, sorted; nil until they are needed
}

// First returns the first instance of a body, or a number greater than any instance if it has
// none.
func (b *Body) First() int {
	if len(b.Visuals) == 0 {
		return math.MaxInt
	}
	return slices.Min(b.Visuals)
}
