package poses

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// surface is how the triangles of a mesh hang together as they are stored, in all poses.
type surface struct {
	welded *world.Mesh
	fans   mesh.Fans
	shell  []uint32 // of each vertex
	parts  []check.PartInfo
	// nonfinite is the number of triangles that are not finite.
	nonfinite int
	// size is the diagonal of the box around the stored vertices.
	size float64
}

func newSurface(ctx context.Context, w *world.World, number, workers int) (*surface, error) {
	m, err := w.Mesh(ctx, number)
	if err != nil {
		return nil, err
	}
	s := &surface{welded: m, parts: world.Parts(w.Scene().Meshes[number]), size: geom.BoxOf(m.Vertices).Diagonal()}
	if s.shell, _, err = m.Shells(ctx, workers); err != nil {
		return nil, err
	}
	skip := make([]bool, len(m.Faces))
	for f := range skip {
		if skip[f] = !m.Finite(f); skip[f] {
			s.nonfinite++
		}
	}
	s.fans, err = m.Fans(ctx, workers, skip)
	return s, err
}

// shellOf returns the shell of a triangle, which must be finite.
func (s *surface) shellOf(triangle int) uint32 { return s.shell[s.welded.Faces[triangle][0]] }

// adjacent reports whether two finite triangles are equal or share a vertex.
func (s *surface) adjacent(t, u int) bool {
	f, g := &s.welded.Faces[t], &s.welded.Faces[u]
	for _, v := range f {
		if v == g[0] || v == g[1] || v == g[2] {
			return true
		}
	}
	return false
}

// ways measures distances along surfaces. It is for one goroutine.
type ways struct {
	seen        []uint32 // by vertex, the round in which it was reached
	round       uint32
	front, next []uint32
}

// between returns the least number of edges from a corner of one triangle to one of another, both
// finite; most + 1 if it is greater than most.
func (w *ways) between(s *surface, t, u, most int) int {
	if n := len(s.welded.Vertices); len(w.seen) < n {
		w.seen, w.round = make([]uint32, n), 0
	}
	w.round++
	if w.round == 0 {
		clear(w.seen)
		w.round = 1
	}
	w.front = w.front[:0]
	for _, v := range s.welded.Faces[t] {
		w.reach(v, &w.front)
	}
	goal := &s.welded.Faces[u]
	for edges := 0; len(w.front) > 0; edges++ {
		for _, v := range goal {
			if w.seen[v] == w.round {
				return edges
			}
		}
		if edges == most {
			break
		}
		w.next = w.next[:0]
		for _, v := range w.front {
			for _, c := range s.fans.Around(v) {
				f, k := &s.welded.Faces[c.Triangle()], c.Index()
				w.reach(f[(k+1)%3], &w.next)
				w.reach(f[(k+2)%3], &w.next)
			}
		}
		w.front, w.next = w.next, w.front
	}
	return most + 1
}

// reach adds a vertex to a list unless it was reached before.
func (w *ways) reach(v uint32, list *[]uint32) {
	if w.seen[v] != w.round {
		w.seen[v] = w.round
		*list = append(*list, v)
	}
}
