package meshcheck

import (
	"context"
	"math"
	"sync"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/mesh"
)

// shape is the geometry of objects in local coordinates: a mesh or a piece of one, with
// vertices and triangles of its own. It is made once, however many objects have it.
type shape struct {
	welded *mesh.Welded
	// from are the numbers of its triangles in the mesh; nil if they are the same.
	from []uint32
	// parts of the mesh.
	parts []PartInfo
	// solid marks the triangles that are finite and not degenerate, which are in the
	// tree; count is their number, box is around them.
	solid []bool
	count int
	box   geom.Box
	// nonfinite is the number of triangles that have a corner that is not finite.
	nonfinite int
	tree      *bvh.Tree

	fansOnce    sync.Once
	fans        mesh.Fans
	surfaceOnce sync.Once
	surface     solid.Surface
	hullOnce    sync.Once
	convex      *convex.Hull
}

// newShape returns the shape of all triangles of w.
func newShape(ctx context.Context, w *mesh.Welded, from []uint32, parts []PartInfo, workers int) (*shape, error) {
	s := &shape{welded: w, from: from, parts: parts, solid: make([]bool, len(w.Faces)), box: geom.EmptyBox()}
	for i := range s.solid {
		if !w.Finite(i) {
			s.nonfinite++
			continue
		}
		if t := w.Triangle(i); !t.Degenerate() {
			s.solid[i] = true
			s.box = s.box.Union(t.Box())
			s.count++
		}
	}
	if s.count == 0 {
		s.tree = &bvh.Tree{}
		return s, nil
	}
	b := bvh.NewBuilder(len(w.Faces), s.box)
	for i, solid := range s.solid {
		if solid {
			box := s.leafBox(i)
			b.Place(i, &box)
		}
	}
	var err error
	s.tree, err = b.Build(ctx, false, s.leafBox, func(_ int, ids []uint32, out *bvh.Leaf) {
		for lane, i := range ids {
			box := s.leafBox(int(i))
			out.Set(lane, &box)
		}
	}, workers)
	return s, err
}

func (s *shape) leafBox(f int) bvh.Box { return boxOf(s.welded, f) }

// number returns the number in the mesh of triangle f.
func (s *shape) number(f uint32) uint32 {
	if s.from == nil {
		return f
	}
	return s.from[f]
}

// reach returns the greatest absolute coordinate on each axis.
func (s *shape) reach() (r geom.Vec) {
	for k := range r {
		r[k] = max(math.Abs(s.box.Min[k]), math.Abs(s.box.Max[k]))
	}
	return r
}

// around returns the corners of solid triangles at vertex v.
func (s *shape) around(v uint32) []mesh.Corner {
	s.fansOnce.Do(func() {
		skip := make([]bool, len(s.solid))
		for i, solid := range s.solid {
			skip[i] = !solid
		}
		// Without a context that can be cancelled this cannot fail.
		s.fans, _ = s.welded.Fans(context.Background(), skip, 1)
	})
	return s.fans.Around(v)
}

// cutter cuts pieces out of a welded mesh.
type cutter struct {
	whole *mesh.Welded
	local []uint32 // of each vertex its number in the piece at hand
}

// piece returns the mesh of some triangles, its vertices in the order of their first use.
func (c *cutter) piece(faces []uint32) *mesh.Welded {
	if c.local == nil {
		c.local = make([]uint32, len(c.whole.Vertices))
		for v := range c.local {
			c.local[v] = mesh.NoVertex
		}
	}
	w := &mesh.Welded{Faces: make([][3]uint32, len(faces))}
	var used []uint32
	for i, f := range faces {
		for k, v := range c.whole.Faces[f] {
			if v == mesh.NoVertex {
				w.Faces[i][k] = v
				continue
			}
			if c.local[v] == mesh.NoVertex {
				c.local[v] = uint32(len(used))
				used = append(used, v)
			}
			w.Faces[i][k] = c.local[v]
		}
	}
	w.Vertices = make([]geom.Vec, len(used))
	for i, v := range used {
		w.Vertices[i] = c.whole.Vertices[v]
		c.local[v] = mesh.NoVertex
	}
	return w
}
