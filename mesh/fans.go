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

// EachApex calls visit for each triangle of a fan, which is that of a vertex at one end of
// an edge, that has the edge to another vertex: with the corner opposite to the edge. It
// does so in the order of the fan.
func (w *Welded) EachApex(fan []Corner, to uint32, visit func(apex uint32)) {
	for _, corner := range fan {
		f, k := w.Faces[corner.Triangle()], corner.Index()
		a, b := f[(k+1)%3], f[(k+2)%3]
		if b == to {
			a, b = b, a
		}
		if a == to {
			visit(b)
		}
	}
}
