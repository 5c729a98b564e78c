package meshcheck

import (
	"context"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// surface is what containment has to know of a shape.
type surface struct {
	closure closure
	// inward tells of a closed surface that its normals point inwards.
	inward bool
	// shell has the shell of each vertex, and first one vertex of each shell.
	shell, first []uint32
	// slivers are the finite triangles that are degenerate.
	slivers []uint32
}

// surfaceOf returns the surface of a shape, which is examined when first asked for.
func (s *shape) surfaceOf() *surface {
	s.surfaceOnce.Do(func() { s.surface = examineSurface(s) })
	return &s.surface
}

func examineSurface(s *shape) (out surface) {
	w := s.welded
	// Without a context that can be cancelled these cannot fail.
	out.closure, _ = closed(context.Background(), w, 1)
	out.shell, _, _ = w.Shells(context.Background(), 1)
	for v, shell := range out.shell {
		if int(shell) == len(out.first) { // numbered in the order of their first vertices
			out.first = append(out.first, uint32(v))
		}
	}
	for i := range w.Faces {
		if w.Finite(i) && !s.solid[i] {
			out.slivers = append(out.slivers, uint32(i))
		}
	}
	out.inward = out.closure.oriented() && inward(w)
	return out
}

// inward reports whether the volume that a closed surface has around it, by its
// windings, is negative beyond rounding: the sum of the volumes of the tetrahedra
// between its triangles and one point.
func inward(w *mesh.Welded) bool {
	var sum, size float64
	for i := range w.Faces {
		t, o := w.Triangle(i), w.Vertices[0]
		a, b, c := t[0].Sub(o), t[1].Sub(o), t[2].Sub(o)
		sum += a.Dot(b.Cross(c))
		size += a.Norm() * b.Norm() * c.Norm()
	}
	return sum < -size*0x1p-50*float64(len(w.Faces)+16)
}

// inward reports whether o's normals, by its windings in the world, point into its body;
// those of a surface without a body or an orientation are taken to point outwards as far
// as a mirrored world lets them.
func (o *object) inward() bool { return o.shape.surfaceOf().inward != o.mirrored }

// closed reports whether o bounds a body.
func (o *object) closed() bool { return o.shape.surfaceOf().closure.closed() }

// body is an object with a closed surface.
type body struct {
	*solid
	oriented bool
}

// body returns o, which must be closed, to be asked what lies inside.
func (o *object) body() body {
	s := o.shape.surfaceOf()
	return body{newSolid(o.shape.tree, bvh.Carry{Map: o.world}, o.triangle, s.slivers), s.closure.oriented()}
}

// position tells where p lies: inside is where an oriented surface winds around p a
// number of times other than zero, and where any other one separates p from infinity an
// odd number of times.
func (b *body) position(p geom.Vec) position {
	l := b.locate(p)
	switch {
	case l.on:
		return onSurface
	case b.oriented && l.winding != 0, !b.oriented && l.inside():
		return inside
	}
	return outside
}
