package solid

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
)

// Position is where a point lies with respect to the volume that a closed surface bounds.
type Position uint8

const (
	Inside    Position = iota // in the interior
	Outside                   // not in the volume, nor on the surface
	OnSurface                 // exactly on a triangle
)

// Body is the volume within a closed surface.
type Body struct {
	*Locator
	oriented bool
}

// NewBody returns the volume within s, which must be closed, of all triangles in the tree
// and the degenerate ones. transform and triangle are as for NewLocator.
func NewBody(s *Surface, tree *boxtree.Tree, transform boxtree.Transform, triangle func(i uint32) geom.Triangle) Body {
	return Body{NewLocator(tree, transform, triangle, s.Degenerate), s.Closure.Oriented()}
}

// Position classifies p. Inside means that an oriented surface has a winding number other
// than zero around p, and that any other surface separates p from infinity an odd number of
// times. It is exact, and safe for concurrent use if triangle is.
func (b *Body) Position(p geom.Vec) Position {
	l := b.Locate(p)
	switch {
	case l.On:
		return OnSurface
	case b.oriented && l.Winding != 0, !b.oriented && l.Inside():
		return Inside
	}
	return Outside
}
