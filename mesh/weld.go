package mesh

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// NoVertex stands in Welded.Faces for every corner of a triangle that has a
// coordinate which is not finite.
const NoVertex = math.MaxUint32

// Welded is a mesh whose corners at equal coordinates are one vertex, whatever
// parts, indices or seams they came from.
type Welded struct {
	// Vertices are the distinct positions of finite triangles, in order of first
	// appearance, exact, with -0 as +0.
	Vertices []geom.Vec
	// Faces are the vertex numbers of each triangle of the mesh in mesh order.
	Faces [][3]uint32
}

// Triangle returns the corners of triangle i, which must be finite.
func (w *Welded) Triangle(i int) geom.Triangle {
	f := w.Faces[i]
	return geom.Triangle{w.Vertices[f[0]], w.Vertices[f[1]], w.Vertices[f[2]]}
}

// Finite reports whether triangle i has no NaN and no infinite coordinate.
func (w *Welded) Finite(i int) bool { return w.Faces[i][0] != NoVertex }
