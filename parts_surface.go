package meshcheck

import (
	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/internal/solid"
)

// surfaceOf returns the surface of a shape, which is examined when first asked for.
func (s *shape) surfaceOf() *solid.Surface {
	s.surfaceOnce.Do(func() { s.surface = solid.Examine(s.welded, s.solid) })
	return &s.surface
}

// inward reports whether o's normals, by its windings in the world, point into its body;
// those of a surface without a body or an orientation are taken to point outwards as far
// as a mirrored world lets them.
func (o *object) inward() bool { return o.shape.surfaceOf().Inward != o.mirrored }

// closed reports whether o bounds a body.
func (o *object) closed() bool { return o.shape.surfaceOf().Closure.Closed() }

// body returns o, which must be closed, to be asked what lies inside.
func (o *object) body() solid.Body {
	return solid.NewBody(o.shape.surfaceOf(), o.shape.tree, bvh.Carry{Map: o.world}, o.triangle)
}
