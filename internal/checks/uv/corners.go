package uv

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/world"
)

// cornerTable numbers the corners of the triangles of one mesh in a sheet: corners of the same
// vertex with the same coordinates have one number. Files store a vertex once for each combination
// of attributes, so several stored vertices may be one corner.
type cornerTable struct {
	welded   *world.Mesh
	parts    []partFaces
	vertices int // stored, of all parts
}

// number replaces the corners of the triangles from first on, which are stored vertices, with
// numbers of corners: the least stored vertex of the same corner, plus the number of corners that
// earlier meshes may have.
func (c *cornerTable) number(ctx context.Context, l *layout, first, workers int) error {
	stored, start := c.byVertex(l, first)
	same := make([]uint32, c.vertices)
	err := parallel.Ranges(ctx, workers, len(c.welded.Vertices), chunk, func(lo, hi int) {
		for v := lo; v < hi; v++ {
			c.join(stored[start[v]:start[v+1]], same)
		}
	})
	if err != nil {
		return err
	}
	offset := uint32(l.numberOfCorners)
	return parallel.Ranges(ctx, workers, len(l.corners)-first, chunk, func(lo, hi int) {
		for t := first + lo; t < first+hi; t++ {
			for k, v := range l.corners[t] {
				l.corners[t][k] = offset + same[v]
			}
		}
	})
}

// byVertex returns the stored vertices grouped by vertex of the mesh, and where each group begins. A
// last group has the stored vertices that no checked triangle uses.
func (c *cornerTable) byVertex(l *layout, first int) (stored, start []uint32) {
	unused := uint32(len(c.welded.Vertices))
	vertexOf := slices.Repeat([]uint32{unused}, c.vertices)
	for t := first; t < len(l.corners); t++ {
		of := c.welded.Faces[l.faces[t].Triangle]
		if l.mirrored[t] == l.vUp {
			of[1], of[2] = of[2], of[1] // as addTriangle has done
		}
		for k, v := range l.corners[t] {
			vertexOf[v] = of[k]
		}
	}
	return grouped(vertexOf, int(unused)+1)
}

// join sets same, for the ascending stored vertices of one vertex, to the least one with the same
// coordinates.
func (c *cornerTable) join(stored, same []uint32) {
	slices.SortFunc(stored, func(a, b uint32) int {
		p, q := c.at(a), c.at(b)
		return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]), cmp.Compare(a, b))
	})
	for i, s := range stored {
		same[s] = s
		if i > 0 && c.at(stored[i-1]) == c.at(s) {
			same[s] = same[stored[i-1]]
		}
	}
}

// at returns the coordinates of a stored vertex.
func (c *cornerTable) at(stored uint32) geom.Vec2 {
	p := &c.parts[sort.Search(len(c.parts), func(k int) bool { return c.parts[k].vertex0 > int(stored) })-1]
	return p.reader.at(int(stored) - p.vertex0)
}
