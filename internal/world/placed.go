package world

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/solid"
)

// Triangle returns a triangle in the world, its corners in stored order: the float64
// coordinates that everything is decided on.
func (o *Object) Triangle(f uint32) (t geom.Triangle) {
	w := o.Shape.Welded
	for k, v := range &w.Faces[f] {
		t[k] = w.Vertices[v]
		o.World.Transform(&t[k])
	}
	return t
}

// Vertex returns a vertex in the world.
func (o *Object) Vertex(v uint32) geom.Vec { return o.World.Apply(o.Shape.Welded.Vertices[v]) }

// Triangles returns all triangles of o that have an area, in the world.
func (o *Object) Triangles() (out []geom.Triangle) {
	for f, solid := range o.Shape.Proper {
		if solid {
			out = append(out, o.Triangle(uint32(f)))
		}
	}
	return out
}

// Inward reports whether o's normals, by its windings in the world, point into its body. The
// stored normals of a surface that is not closed or not oriented count as pointing outwards.
func (o *Object) Inward() bool { return o.Shape.Surface().Inward != o.Mirrored }

// Closed reports whether o bounds a body.
func (o *Object) Closed() bool { return o.Shape.Surface().Closure.Closed() }

// Body returns the volume within o, which must be closed.
func (o *Object) Body() solid.Body {
	return solid.NewBody(o.Shape.Surface(), o.Shape.Tree, boxtree.Transform{Map: o.World}, o.Triangle)
}

// RoundingOf bounds the rounding of triangle f of an object.
func (o *Object) RoundingOf(f uint32) float64 {
	t := o.Shape.Welded.Triangle(int(f))
	var maxAbs geom.Vec
	for k := range maxAbs {
		maxAbs[k] = max(math.Abs(t[0][k]), math.Abs(t[1][k]), math.Abs(t[2][k]))
	}
	return o.Precision.Within(maxAbs)
}

// SumAbs bounds the sum of the absolute values of all terms of the world coordinates of any
// point of o.
func (o *Object) SumAbs() (sum float64) {
	maxAbs := o.Shape.MaxAbs()
	for _, row := range o.World {
		sum += math.Abs(row[0])*maxAbs[0] + math.Abs(row[1])*maxAbs[1] + math.Abs(row[2])*maxAbs[2] + math.Abs(row[3])
	}
	return sum
}

// Between returns the transform from b's stored coordinates to a's.
func Between(a, b *Object) boxtree.Transform {
	return boxtree.Between(a.Shape.Box, b.Shape.Box, a.World, b.World)
}

// Touching calls visit with triangles of o, some at a time: all whose boxes meet a box, and
// perhaps others near it.
func (o *Object) Touching(b geom.Box, visit func(ids []uint32)) {
	o.Shape.Tree.Touching(b, boxtree.Transform{Map: o.World}, visit)
}

// maxAround is the greatest number of vertices that EachAround visits.
const maxAround = 1 << 12

// EachAround calls visit for a vertex and for those connected to it by edges within a ball
// around it, but not for very many.
func (o *Object) EachAround(from uint32, radius float64, visit func(v uint32, at geom.Vec)) {
	middle := o.Vertex(from)
	reached, queue := map[uint32]bool{from: true}, []uint32{from}
	visit(from, middle)
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, c := range o.Shape.Around(v) {
			for _, w := range o.Shape.Welded.Faces[c.Triangle()] {
				if reached[w] || len(reached) == maxAround {
					continue
				}
				if q := o.Vertex(w); q.Sub(middle).Norm() <= radius {
					reached[w] = true
					queue = append(queue, w)
					visit(w, q)
				}
			}
		}
	}
}
