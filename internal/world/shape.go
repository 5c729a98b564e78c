package world

import (
	"context"
	"math"
	"sync"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/mesh"
)

// Shape is the geometry of objects in local coordinates: a mesh or a piece of one, with
// vertices and triangles of its own. It is made once, however many objects have it. Its
// fields must not be written to. It is safe for concurrent use.
type Shape struct {
	Welded *mesh.Welded
	// From are the numbers of its triangles in the mesh; nil if they are the same.
	From []uint32
	// Parts of that mesh.
	Parts []PartRange
	// Proper marks the triangles that are finite and not degenerate, which are in Tree; Count
	// is their number, and Box is around them.
	Proper []bool
	Count  int
	Box    geom.Box
	// Nonfinite is the number of triangles that have a corner that is not finite.
	Nonfinite int
	Tree      *boxtree.Tree

	mesh        *Mesh // of Welded
	flattened   bool
	fansOnce    sync.Once
	fans        mesh.Fans
	surfaceOnce sync.Once
	surface     solid.Surface
	hullOnce    sync.Once
	convex      *convex.Hull
}

// PartRange is the triangles of a part: the first in the mesh, and their number.
type PartRange struct{ First, Triangles int }

// NewShape returns the shape of all triangles of m, which have the numbers from in a mesh
// with such parts. It fails only with ctx's error.
func NewShape(ctx context.Context, workers int, m *Mesh, from []uint32, parts []PartRange) (*Shape, error) {
	s := &Shape{Welded: m.Welded, mesh: m, From: from, Parts: parts, Proper: make([]bool, len(m.Faces)), Box: geom.EmptyBox()}
	for i := range s.Proper {
		if !m.Finite(i) {
			s.Nonfinite++
			continue
		}
		if t := m.Triangle(i); !t.Degenerate() {
			s.Proper[i] = true
			s.Box = s.Box.Union(t.Box())
			s.Count++
		}
	}
	if s.Count == 0 {
		s.Tree = &boxtree.Tree{}
		return s, nil
	}
	b := boxtree.NewBuilder(len(m.Faces), s.Box)
	for i, solid := range s.Proper {
		if solid {
			box := s.leafBox(i)
			b.Place(i, &box)
		}
	}
	var err error
	s.Tree, err = b.Build(ctx, workers, false, s.leafBox, func(_ int, ids []uint32, out *boxtree.Leaf) {
		for lane, i := range ids {
			box := s.leafBox(int(i))
			out.Set(lane, &box)
		}
	})
	return s, err
}

// Mesh returns the mesh of a shape. It is nil for a shape in world coordinates, see
// Object.flatten, which may have several vertices at one point.
func (s *Shape) Mesh() *Mesh {
	if s.flattened {
		return nil
	}
	return s.mesh
}

// leafBox returns the box of a triangle, which must be finite.
func (s *Shape) leafBox(f int) boxtree.Box {
	t := s.Welded.Triangle(f)
	return boxtree.BoxOf(&t[0], &t[1], &t[2])
}

// Number returns the number in the mesh of triangle f.
func (s *Shape) Number(f uint32) uint32 {
	if s.From == nil {
		return f
	}
	return s.From[f]
}

// MaxAbs returns the greatest absolute coordinate on each axis.
func (s *Shape) MaxAbs() (r geom.Vec) {
	for k := range r {
		r[k] = max(math.Abs(s.Box.Min[k]), math.Abs(s.Box.Max[k]))
	}
	return r
}
