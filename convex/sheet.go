package convex

import (
	"cmp"
	"slices"
)

// sheet is how faces hang together by their edges.
type sheet struct {
	closed bool
	fault  Edge // the first edge that keeps it from being closed
	// across has for edge k of face f, from its corner k to the next, at 3f+k, the one edge
	// of another face, numbered likewise, that goes back. It is complete if the sheet is closed;
	// faces with two corners at one place have none.
	across []uint32
}

// pass is one face's way along an edge whose vertex of the smaller number is known.
type pass struct {
	to   uint32 // the other vertex
	edge uint32 // 3f+k
	back bool   // from the greater number to the smaller
}

// sheetOf pairs the edges of faces over n vertices.
func sheetOf(faces [][3]uint32, n int) sheet {
	s := sheet{across: make([]uint32, 3*len(faces))}
	first, passes := passesOf(faces, n)
	edges, faults := 0, 0
	for v := range n {
		at := passes[first[v]:first[v+1]]
		slices.SortFunc(at, func(p, q pass) int { return cmp.Or(cmp.Compare(p.to, q.to), cmp.Compare(p.edge, q.edge)) })
		for len(at) > 0 {
			same := 1
			for same < len(at) && at[same].to == at[0].to {
				same++
			}
			edges++
			if !s.pair(at[:same]) {
				if faults++; faults == 1 {
					s.fault = edgeOf(uint32(v), at[:same])
				}
			}
			at = at[same:]
		}
	}
	s.closed = edges > 0 && faults == 0
	return s
}

// passesOf returns the passes along edges from v to vertices of higher numbers as
// passes[first[v]:first[v+1]].
func passesOf(faces [][3]uint32, n int) (first []uint32, passes []pass) {
	first = make([]uint32, n+2) // shifted by one while being filled
	eachEdge(faces, func(v, w, edge uint32) { first[min(v, w)+2]++ })
	for v := 2; v < len(first); v++ {
		first[v] += first[v-1]
	}
	passes = make([]pass, first[n+1])
	eachEdge(faces, func(v, w, edge uint32) {
		at := &first[min(v, w)+1]
		passes[*at] = pass{to: max(v, w), edge: edge, back: v > w}
		*at++
	})
	return first[:n+1], passes
}

// eachEdge calls visit for the edges of all faces that have three different vertices.
func eachEdge(faces [][3]uint32, visit func(v, w, edge uint32)) {
	for i, f := range faces {
		if f[0] == f[1] || f[1] == f[2] || f[2] == f[0] {
			continue
		}
		for k, v := range f {
			visit(v, f[(k+1)%3], uint32(3*i+k))
		}
	}
}

// pair enters the two faces at an edge if there are two that pass it in opposite directions.
func (s *sheet) pair(passes []pass) bool {
	if len(passes) != 2 || passes[0].back == passes[1].back {
		return false
	}
	s.across[passes[0].edge], s.across[passes[1].edge] = passes[1].edge, passes[0].edge
	return true
}

// edgeOf counts the passes along an edge from v.
func edgeOf(v uint32, passes []pass) Edge {
	e := Edge{V: v, W: passes[0].to}
	for _, p := range passes {
		if p.back {
			e.Back++
		} else {
			e.Out++
		}
	}
	return e
}
