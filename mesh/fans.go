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
//
// The corners are sorted by counting: some workers share the faces, each with its own counts, and
// others the vertices.
func (w *Welded) Fans(ctx context.Context, workers int, skip []bool) (Fans, error) {
	s := w.fanSort(skip, workers)
	fans := Fans{first: make([]uint32, len(w.Vertices)+1)}
	err := parallel.Tasks(ctx, workers, 1+s.tasks(), func(_, task int) {
		if task == 0 {
			fans.corners = make([]Corner, 3*len(w.Faces)) // which takes as long as counting
		} else {
			s.count(task - 1)
		}
	})
	if err != nil {
		return Fans{}, err
	}
	n := s.begin(fans.first)
	fans.corners = fans.corners[:n:n]
	return fans, parallel.Tasks(ctx, workers, s.tasks(), func(_, task int) { s.place(task, fans.corners) })
}

// fanSort sorts the corners of the faces that are not skipped by their vertices.
type fanSort struct {
	*Welded
	skip []bool
	// next is, for each piece of the faces, the number of its corners at each vertex, and then the
	// place of the next one.
	next   [][]uint32
	ranges int // of vertices
}

// mostPieces limits the memory for counts.
const mostPieces = 4

func (w *Welded) fanSort(skip []bool, workers int) *fanSort {
	tasks := max(1, min(workers, len(w.Faces)/chunkLength))
	pieces := min(tasks, mostPieces)
	s := &fanSort{w, skip, make([][]uint32, pieces), (tasks + pieces - 1) / pieces}
	for k := range s.next {
		s.next[k] = make([]uint32, len(w.Vertices))
	}
	return s
}

// tasks returns the number of tasks: one for each piece of the faces and each range of vertices.
func (s *fanSort) tasks() int { return len(s.next) * s.ranges }

// share returns the faces of a task, from first to before last, and its vertices.
func (s *fanSort) share(task int) (next []uint32, first, last int, lo, hi uint32) {
	piece, r := task/s.ranges, task%s.ranges
	part := func(n, k, of int) int { return int(int64(n) * int64(k) / int64(of)) }
	first, last = part(len(s.Faces), piece, len(s.next)), part(len(s.Faces), piece+1, len(s.next))
	return s.next[piece], first, last, uint32(part(len(s.Vertices), r, s.ranges)), uint32(part(len(s.Vertices), r+1, s.ranges))
}

// count counts the corners of a task.
func (s *fanSort) count(task int) {
	next, first, last, lo, hi := s.share(task)
	for i := first; i < last; i++ {
		if s.skip[i] {
			continue
		}
		for _, v := range s.Faces[i] {
			if lo <= v && v < hi {
				next[v]++
			}
		}
	}
}

// begin turns the counts into the places of the first corners, and returns the number of corners.
// The corners at vertex v are to be from first[v] to before first[v+1], those of earlier pieces
// before those of later ones.
func (s *fanSort) begin(first []uint32) (n uint32) {
	for v := range s.Vertices {
		first[v] = n
		for _, next := range s.next {
			next[v], n = n, n+next[v]
		}
	}
	first[len(s.Vertices)] = n
	return n
}

// place puts the corners of a task in their places.
func (s *fanSort) place(task int, corners []Corner) {
	next, first, last, lo, hi := s.share(task)
	for i := first; i < last; i++ {
		if s.skip[i] {
			continue
		}
		for k, v := range &s.Faces[i] {
			if lo <= v && v < hi {
				corners[next[v]] = Corner(i<<2 | k)
				next[v]++
			}
		}
	}
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
