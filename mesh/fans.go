package mesh

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Fans lists the corners around each vertex, by triangle ascending.
type Fans struct {
	first   []uint32
	corners []Corner
}

// Corner is a corner of a triangle: 4 times the triangle's index plus 0, 1 or 2.
type Corner uint32

// Triangle returns the triangle of the corner.
func (c Corner) Triangle() int { return int(c >> 2) }

// Index returns the index of the corner in its triangle: 0, 1 or 2.
func (c Corner) Index() int { return int(c & 3) }

// Fans returns the fans of all vertices, without the triangles that skip marks. It fails only with
// ctx's error.
func (w *Welded) Fans(ctx context.Context, workers int, skip []bool) (Fans, error) {
	s := w.fanSort(skip, workers)
	if err := s.prepare(ctx); err != nil {
		return Fans{}, err
	}
	if err := parallel.Tasks(ctx, workers, s.tasks(), func(_, task int) { s.each(task, (*fanSort).count) }); err != nil {
		return Fans{}, err
	}
	if err := s.begin(ctx); err != nil {
		return Fans{}, err
	}
	err := parallel.Tasks(ctx, workers, s.tasks(), func(_, task int) { s.each(task, (*fanSort).place) })
	return s.fans, err
}

// Remove removes triangles, which skip marks, from their fans in place.
func (f *Fans) Remove(w *Welded, triangles []uint32, skip []bool) {
	var at []uint32 // whose fans change
	for _, i := range triangles {
		at = append(at, w.Faces[i][:]...)
	}
	slices.Sort(at)
	at = append(slices.Compact(at), uint32(len(f.first)-1))
	to := f.first[at[0]]
	for k, v := range at[:len(at)-1] {
		fan := f.Around(v)
		f.first[v] = to
		for _, c := range fan {
			if !skip[c.Triangle()] {
				f.corners[to] = c
				to++
			}
		}
		// The fans up to the next one that changes move together.
		from, until := f.first[v+1], f.first[at[k+1]]
		copy(f.corners[to:], f.corners[from:until])
		for u := v + 1; u < at[k+1]; u++ {
			f.first[u] -= from - to
		}
		to += until - from
	}
	f.first[len(f.first)-1] = to
	f.corners = f.corners[:to]
}

// Around returns the corners at v. The slice must not be written to.
func (f *Fans) Around(v uint32) []Corner { return f.corners[f.first[v]:f.first[v+1]] }

// EachApex calls visit for each triangle in the fan of a vertex that has the edge from that vertex
// to the vertex to. It passes the corner opposite to the edge, in the order of the fan.
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
