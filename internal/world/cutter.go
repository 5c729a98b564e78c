package world

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Cutter cuts pieces out of a welded mesh. It is for one goroutine at a time.
type Cutter struct {
	whole *mesh.Welded
	local []uint32 // of each vertex its number in the current piece
}

// NewCutter returns a cutter for a mesh.
func NewCutter(w *mesh.Welded) *Cutter { return &Cutter{whole: w} }

// Piece returns the mesh of some triangles, its vertices in the order of their first use.
func (c *Cutter) Piece(faces []uint32) *mesh.Welded {
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
