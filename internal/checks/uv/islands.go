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
	outline := make([][]edge, (l.numberOfCorners+chunk-1)/chunk)
	err := parallel.Tasks(ctx, workers, len(outline), func(_, k int) {
		for c := k * chunk; c < min(l.numberOfCorners, (k+1)*chunk); c++ {
			l.connect(edges[start[c]:start[c+1]], union, &outline[k])
		}
	})
	if err != nil {
		return nil, err
	}
	for _, piece := range outline {
		for _, e := range piece {
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
	s.of = make([]uint32, len(s.outline))
	count := 0
	for i := range s.of {
		if root := union.Find(uint32(i)); root < uint32(i) { // the root is the smallest of its set
			s.of[i] = s.of[root]
		} else {
			s.of[i] = uint32(count)
			count++
		}
	}
	s.triangles, s.start = grouped(s.of, count)
}

// grouped returns the indices of keys by key, those of each key ascending, and where each of count
// keys begins, with a final end.
func grouped[K ~uint8 | ~uint32](keys []K, count int) (indices, start []uint32) {
	start = make([]uint32, count+1)
	for _, key := range keys {
		start[int(key)+1]++
	}
	for k := range count {
		start[k+1] += start[k]
	}
	indices, next := make([]uint32, len(keys)), slices.Clone(start)
	for i, key := range keys {
		indices[next[key]] = uint32(i)
		next[key]++
	}
	return indices, start
}
