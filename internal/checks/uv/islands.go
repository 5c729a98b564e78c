package uv

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// islands are the sets of triangles of one mesh connected through edges that they share in space
// and in UV: edges with the same two corners.
type islands struct {
	// of is the island of each triangle; islands are numbered in the order of their first triangle.
	of []uint32
	// start and triangles list the triangles of each island, ascending.
	start     []uint32
	triangles []uint32
	// outline has bit k set for each triangle whose edge from corner k to the next lies on the
	// outline of its island: all edges except those with exactly two triangles, one on either side.
	outline []uint8
}

func (s *islands) count() int { return len(s.start) - 1 }

// members returns the triangles of an island, ascending.
func (s *islands) members(island uint32) []uint32 {
	return s.triangles[s.start[island]:s.start[island+1]]
}

// nextCorner is the next corner of a triangle.
var nextCorner = [3]int{1, 2, 0}

// edge is an edge of a triangle: it begins at corner edge%3 of triangle edge/3.
type edge uint32

// islandsOf finds the islands of a layout.
func islandsOf(ctx context.Context, l *layout, workers int) (*islands, error) {
	s := &islands{outline: make([]uint8, len(l.triangles))}
	union := mesh.NewUnion(len(l.triangles))
	start, edges := l.edgesByCorner()
	type found struct{ edges []edge }
	pieces := make([]found, (l.numberOfCorners+chunk-1)/chunk)
	err := parallel.Tasks(ctx, workers, len(pieces), func(_, k int) {
		for c := k * chunk; c < min(l.numberOfCorners, (k+1)*chunk); c++ {
			l.connect(edges[start[c]:start[c+1]], union, &pieces[k].edges)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, piece := range pieces {
		for _, e := range piece.edges {
			s.outline[e/3] |= 1 << (e % 3)
		}
	}
	s.number(union)
	return s, ctx.Err()
}

// edgesByCorner returns all edges sorted by the lesser of their two corners, and where those of
// each corner begin.
func (l *layout) edgesByCorner() (start []uint32, edges []edge) {
	start = make([]uint32, l.numberOfCorners+1)
	for i := range l.corners {
		c := &l.corners[i]
		for k := range 3 {
			start[min(c[k], c[nextCorner[k]])+1]++
		}
	}
	for c := range l.numberOfCorners {
		start[c+1] += start[c]
	}
	edges, next := make([]edge, 3*len(l.corners)), slices.Clone(start)
	for i := range l.corners {
		c := &l.corners[i]
		for k := range 3 {
			low := min(c[k], c[nextCorner[k]])
			edges[next[low]] = edge(3*i + k)
			next[low]++
		}
	}
	return start, edges
}

// other returns the greater of the corners of an edge.
func (l *layout) other(e edge) uint32 {
	c, k := &l.corners[e/3], e%3
	return max(c[k], c[nextCorner[k]])
}

// connect joins the triangles at each of the edges that begin at one corner, and appends the edges
// on outlines.
func (l *layout) connect(edges []edge, union *mesh.Union, outline *[]edge) {
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(l.other(a), l.other(b)), cmp.Compare(a, b)) })
	for len(edges) > 0 {
		n := 1
		for n < len(edges) && l.other(edges[n]) == l.other(edges[0]) {
			union.Join(uint32(edges[0]/3), uint32(edges[n]/3))
			n++
		}
		// Both triangles are counter-clockwise: they lie on different sides of an edge if they
		// run along it in different directions.
		if n != 2 || l.corners[edges[0]/3][edges[0]%3] == l.corners[edges[1]/3][edges[1]%3] {
			*outline = append(*outline, edges[:n]...)
		}
		edges = edges[n:]
	}
}

// number numbers the islands and lists their triangles.
func (s *islands) number(union *mesh.Union) {
	n := len(s.outline)
	s.of = make([]uint32, n)
	s.start = []uint32{}
	for i := range s.of {
		root := union.Find(uint32(i))
		if root == uint32(i) {
			s.of[i] = uint32(len(s.start))
			s.start = append(s.start, 0)
		} else {
			s.of[i] = s.of[root] // the root is the smallest of its set
		}
		s.start[s.of[i]]++
	}
	total := uint32(0)
	for k, size := range s.start {
		s.start[k], total = total, total+size
	}
	s.start = append(s.start, total)
	s.triangles = make([]uint32, n)
	next := slices.Clone(s.start)
	for i, island := range s.of {
		s.triangles[next[island]] = uint32(i)
		next[island]++
	}
}
