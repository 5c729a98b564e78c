package poses

// ways measures distances along surfaces. It is for one goroutine.
type ways struct {
	seen        []uint32 // by vertex, the round in which it was reached
	round       uint32
	front, next []uint32
	edges       []int32 // by vertex, the number of edges of the last spread
}

// start begins a round.
func (w *ways) start(s *surface) {
	if n := len(s.welded.Vertices); len(w.seen) < n {
		w.seen, w.edges, w.round = make([]uint32, n), make([]int32, n), 0
	}
	w.round++
	if w.round == 0 {
		clear(w.seen)
		w.round = 1
	}
	w.front = w.front[:0]
}

// step reaches the neighbours of the front, which become the front.
func (w *ways) step(s *surface) {
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

// spread finds the least number of edges from some triangles to each vertex of their shells.
func (w *ways) spread(s *surface, from []int) {
	w.start(s)
	for _, t := range from {
		for _, v := range s.welded.Faces[t] {
			w.reach(v, &w.front)
		}
	}
	for edges := int32(0); len(w.front) > 0; edges++ {
		for _, v := range w.front {
			w.edges[v] = edges
		}
		w.step(s)
	}
}

// reached returns the least number of edges to a triangle in the last spread, which must have come to it.
func (w *ways) reached(s *surface, triangle int) int {
	f := &s.welded.Faces[triangle]
	return int(min(w.edges[f[0]], w.edges[f[1]], w.edges[f[2]]))
}

// between returns the least number of edges from a corner of one triangle to one of another, both
// finite; most + 1 if it is greater than most.
func (w *ways) between(s *surface, t, u, most int) int {
	w.start(s)
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
		w.step(s)
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
