package precision

import (
	"slices"
)

// edge is an edge of a face.
type edge struct{ low, high, face int32 }

// listEdges lists the edges of all faces in order.
func (n *neighbourhood) listEdges() {
	if len(n.edges) > 0 {
		return
	}
	for k := range n.faces {
		f := &n.faces[k].corners
		for i := range f {
			a, b := f[i], f[(i+1)%3]
			n.edges = append(n.edges, edge{min(a, b), max(a, b), int32(k)})
		}
	}
	slices.SortFunc(n.edges, func(a, b edge) int {
		switch {
		case a.low != b.low:
			return int(a.low - b.low)
		case a.high != b.high:
			return int(a.high - b.high)
		}
		return int(a.face - b.face)
	})
}

// forgetEdges clears the lists of edges, which are made again when they are needed.
func (n *neighbourhood) forgetEdges() { n.edges, n.next = n.edges[:0], n.next[:0] }

// sameEdge reports whether entries k and l of the list of edges exist and have the same edge.
func (n *neighbourhood) sameEdge(k, l int) bool {
	return k >= 0 && l < len(n.edges) && n.edges[k].low == n.edges[l].low && n.edges[k].high == n.edges[l].high
}

// acrossEdges returns for each face those that have an edge in common with it and no others, -1 for none.
func (n *neighbourhood) acrossEdges() [][3]int32 {
	if len(n.next) > 0 {
		return n.next
	}
	n.listEdges()
	n.next = n.next[:0]
	for range n.faces {
		n.next = append(n.next, [3]int32{-1, -1, -1})
	}
	link := func(e, f edge) {
		for i, c := range n.faces[e.face].corners {
			d := n.faces[e.face].corners[(i+1)%3]
			if min(c, d) == e.low && max(c, d) == e.high {
				n.next[e.face][i] = f.face
			}
		}
	}
	for k := range n.edges {
		if n.sameEdge(k, k+1) && !n.sameEdge(k-1, k) && !n.sameEdge(k, k+2) {
			link(n.edges[k], n.edges[k+1])
			link(n.edges[k+1], n.edges[k])
		}
	}
	return n.next
}
