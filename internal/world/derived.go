package world

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/mesh"
)

// Around returns the corners of proper triangles at vertex v. The slice must not be written
// to.
func (s *Shape) Around(v uint32) []mesh.Corner {
	s.fansOnce.Do(func() {
		skip := make([]bool, len(s.Proper))
		for i, solid := range s.Proper {
			skip[i] = !solid
		}
		// Without a context that can be cancelled this cannot fail.
		s.fans, _ = s.Welded.Fans(context.Background(), 1, skip)
	})
	return s.fans.Around(v)
}

// OnBorder reports whether the edge from v to w belongs to an odd number of proper triangles.
func (s *Shape) OnBorder(v, w uint32) bool {
	n := 0
	s.Welded.EachApex(s.Around(v), w, func(uint32) { n++ })
	return n%2 == 1
}

// ShellOfVertices returns the number of the shell of each vertex. The slice must not be written to.
func (s *Shape) ShellOfVertices() []uint32 {
	// Without a context that can be cancelled this cannot fail.
	shell, _, _ := s.mesh.Shells(context.Background(), 1)
	return shell
}

// Shells returns the number of shells with proper triangles. It fails only with ctx's error.
func (s *Shape) Shells(ctx context.Context) (int, error) {
	shell, count, err := s.mesh.Shells(ctx, 1)
	if err != nil {
		return 0, err
	}
	seen, n := make([]bool, count), 0
	for f, v := range s.Welded.Faces {
		if s.Proper[f] && !seen[shell[v[0]]] {
			seen[shell[v[0]]] = true
			n++
		}
	}
	return n, nil
}

// Closure returns whether the surface of a shape is closed. It fails only with ctx's error.
func (s *Shape) Closure(ctx context.Context) (solid.Closure, error) { return s.mesh.Closure(ctx, 1) }

// Surface returns the surface of a shape, which is computed on the first call.
func (s *Shape) Surface() *solid.Surface {
	s.surfaceOnce.Do(func() {
		// Without a context that can be cancelled this cannot fail.
		closure, _ := s.mesh.Closure(context.Background(), 1)
		s.surface = solid.Examine(s.Welded, s.Proper, closure, s.ShellOfVertices())
	})
	return &s.surface
}

// ConvexHull returns the convex hull of a shape that is the surface of a convex body, else nil.
func (s *Shape) ConvexHull() *convex.Hull {
	s.hullOnce.Do(func() {
		if !s.Surface().Closure.Oriented() {
			return
		}
		faces := s.Welded.Faces
		if s.surface.Inward {
			faces = slices.Clone(faces)
			for i, f := range faces {
				faces[i] = [3]uint32{f[0], f[2], f[1]}
			}
		}
		if p, err := convex.PolyhedronOf(s.Welded.Vertices, faces); err == nil && p.PlainlyConvex() {
			// Without finite corners there would be no polyhedron.
			s.convex, _ = convex.HullOf(context.Background(), s.Welded.Vertices)
		}
	})
	return s.convex
}
