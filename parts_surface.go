package meshcheck

import (
	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/internal/solid"
)

// inward reports whether o's normals, by its windings in the world, point into its body;
// those of a surface without a body or an orientation are taken to point outwards as far
// as a mirrored world lets them.
func (o *object) inward() bool { return o.shape.Surface().Inward != o.mirrored }

// closed reports whether o bounds a body.
func (o *object) closed() bool { return o.shape.Surface().Closure.Closed() }

// body returns o, which must be closed, to be asked what lies inside.
func (o *object) body() solid.Body {
	return solid.NewBody(o.shape.Surface(), o.shape.Tree, bvh.Carry{Map: o.world}, o.triangle)
}
