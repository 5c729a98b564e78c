package posed

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/mesh"
)

// manyAround is the number of faces at a vertex from which a tree over their directions pays.
const manyAround = 256

// searchStar relates the faces at a vertex with many of them, without comparing every two.
func (q *Searcher) searchStar(ctx context.Context, v uint32) error {
	var corners []mesh.Corner
	var present []uint32
	for _, c := range q.surface.fans.around(int(v)) {
		if q.faces[c.face].state != absent {
			k := slices.Index(q.surface.faces[c.face][:], v)
			corners = append(corners, mesh.Corner(4*c.face+uint32(k)))
			present = append(present, c.face)
		}
	}
	slices.Sort(present)
	q.relateCopies(v, present)
	star := fan.NewStar(&mesh.Welded{Faces: q.surface.faces}, corners, v, present)
	return star.Near(ctx, 1, q.positions, func(_ int, i, j uint32) {
		if !q.stopped && q.vertices(i) != q.vertices(j) {
			q.decideAt(v, i, j)
		}
	})
}

// relateCopies relates those of some faces at a vertex that have the same vertices.
func (q *Searcher) relateCopies(v uint32, faces []uint32) {
	sorted := slices.SortedFunc(slices.Values(faces), func(i, j uint32) int {
		f, g := q.vertices(i), q.vertices(j)
		return cmp.Or(slices.Compare(f[:], g[:]), cmp.Compare(i, j))
	})
	for k, i := range sorted {
		for _, j := range sorted[k+1:] {
			if q.stopped || q.vertices(i) != q.vertices(j) {
				break
			}
			q.decideAt(v, i, j)
		}
	}
}

// vertices returns the vertices of a face, ascending.
func (q *Searcher) vertices(face uint32) [3]uint32 {
	f := q.surface.faces[face]
	slices.Sort(f[:])
	return f
}
