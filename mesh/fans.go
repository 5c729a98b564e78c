package mesh

import (
	"context"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Fans lists the corners around each vertex, by triangle ascending.
type Fans struct {
	first   []uint32
	corners []Corner
}

// Corner is a corner of a triangle: 4 times the triangle's number plus 0, 1 or 2.
type Corner uint32

// Triangle returns the triangle of the corner.
func (c Corner) Triangle() int { return int(c >> 2) }

// Index returns which corner of its triangle it is: 0, 1 or 2.
func (c Corner) Index() int { return int(c & 3) }

// Fans returns the fans of all vertices, leaving out the triangles that skip marks.
// It fails only with ctx's error.
//
// Every worker goes over all faces and keeps to a range of vertices of its own: the
// faces stream by while what is written stays in a cache.
func (w *Welded) Fans(ctx context.Context, skip []bool, workers int) (Fans, error) {
	first := make([]uint32, len(w.Vertices)+1)
	ranges := max(1, min(workers, len(w.Vertices)/chunkLength))
	bound := func(r int) uint32 { return uint32(len(w.Vertices) * r / ranges) }
	err := parallel.Tasks(ctx, workers, ranges, func(_, r int) {
		lo, hi := bound(r), bound(r+1)
		for i := range w.Faces {
			f := &w.Faces[i]
			if skip[i] {
				continue
			}
			for _, v := range f {
				if lo <= v && v < hi {
					first[v+1]++
				}
			}
		}
	})
	if err != nil {
		return Fans{}, err
	}
	for v := range w.Vertices {
		first[v+1] += first[v]
	}
	corners := make([]Corner, first[len(w.Vertices)])
	err = parallel.Tasks(ctx, workers, ranges, func(_, r int) {
		lo, hi := bound(r), bound(r+1)
		next := append([]uint32(nil), first[lo:hi]...)
		for i := range w.Faces {
			f := &w.Faces[i]
			if skip[i] {
				continue
			}
			for k, v := range f {
				if lo <= v && v < hi {
					corners[next[v-lo]] = Corner(i<<2 | k)
					next[v-lo]++
				}
			}
		}
	})
	return Fans{first: first, corners: corners}, err
}

// Around returns the corners at v. The slice must not be written to.
func (f Fans) Around(v uint32) []Corner { return f.corners[f.first[v]:f.first[v+1]] }
