package convex

import (
	"cmp"
	"slices"
)

// adjacency is how faces are connected by their edges.
type adjacency struct {
	closed bool
	fault  Edge // the first edge because of which it is not closed
	// across has at 3f+k, for edge k of face f, from its corner k to the next, the opposite
	// half-edge, numbered likewise. It is complete if the surface is closed. Faces with two equal
	// corners have no edges.
	across []uint32
}

// halfEdge is an edge as one face passes it, from the vertex with the smaller number.
type halfEdge struct {
	to   uint32 // the other vertex
	edge uint32 // 3f+k
	back bool   // from the greater number to the smaller
}

// adjacencyOf pairs the edges of faces over n vertices.
func adjacencyOf(faces [][3]uint32, n int) adjacency {
	s := adjacency{across: make([]uint32, 3*len(faces))}
	first, halfEdges := halfEdgesOf(faces, n)
	edges, faults := 0, 0
	for v := range n {
		at := halfEdges[first[v]:first[v+1]]
		slices.SortFunc(at, func(p, q halfEdge) int { return cmp.Or(cmp.Compare(p.to, q.to), cmp.Compare(p.edge, q.edge)) })
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

// halfEdgesOf returns the half-edges between v and vertices with greater numbers as
// halfEdges[first[v]:first[v+1]].
func halfEdgesOf(faces [][3]uint32, n int) (first []uint32, halfEdges []halfEdge) {
	first = make([]uint32, n+2) // shifted by one while being filled
	eachEdge(faces, func(v, w, edge uint32) { first[min(v, w)+2]++ })
	for v := 2; v < len(first); v++ {
		first[v] += first[v-1]
	}
	halfEdges = make([]halfEdge, first[n+1])
	eachEdge(faces, func(v, w, edge uint32) {
		at := &first[min(v, w)+1]
		halfEdges[*at] = halfEdge{to: max(v, w), edge: edge, back: v > w}
		*at++
	})
	return first[:n+1], halfEdges
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

// pair connects the two faces at an edge if exactly two pass it, in opposite directions.
func (s *adjacency) pair(halfEdges []halfEdge) bool {
	if len(halfEdges) != 2 || halfEdges[0].back == halfEdges[1].back {
		return false
	}
	s.across[halfEdges[0].edge], s.across[halfEdges[1].edge] = halfEdges[1].edge, halfEdges[0].edge
	return true
}

// edgeOf counts the half-edges of an edge from v.
func edgeOf(v uint32, halfEdges []halfEdge) Edge {
	e := Edge{V: v, W: halfEdges[0].to}
	for _, p := range halfEdges {
		if p.back {
			e.Back++
		} else {
			e.Out++
		}
	}
	return e
}
