package self

import (
	"context"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// covers collects the edges that partly cover others on the same line. The number of an edge of a
// triangle is three times that of the triangle, plus the corner at which it begins.
//
// Most meshes have few such edges: each worker lists its pairs. Where there are many pairs, they are
// merged into sets at once, so that memory does not grow with their number.
type covers struct {
	workers []coverList
	once    sync.Once
	sets    *mesh.Union // of all edges; nil unless there are many pairs
}

type coverList struct {
	pairs [][2]uint32

	_ parallel.Padding
}

// mostCovers is the greatest number of pairs that a worker lists.
const mostCovers = 1 << 14

// note records the edges of two touching triangles that partly cover each other.
func (s *edgeSearch) note(worker int, p *pair) {
	e, f, ok := p.CollinearEdges()
	if !ok {
		return
	}
	l := &s.covers.workers[worker]
	l.pairs = append(l.pairs, [2]uint32{3*p.i + uint32(e), 3*p.j + uint32(f)})
	if len(l.pairs) == mostCovers {
		s.covers.once.Do(func() { s.covers.sets = mesh.NewUnion(3 * len(s.welded.Faces)) })
		l.join(s.covers.sets)
	}
}

// join joins the edges of the pairs in sets and clears the list.
func (l *coverList) join(sets *mesh.Union) {
	for _, p := range l.pairs {
		sets.Join(p[0], p[1])
	}
	l.pairs = l.pairs[:0]
}

// covered is an edge of a set of edges on one line that are connected by covering each other.
type covered struct {
	edge
	set uint32
}

// all returns the edges that partly cover others, each once, in ascending order.
func (v *covers) all(ctx context.Context, faces [][3]uint32) ([]covered, error) {
	numbers, sets, err := v.listed(), (*mesh.Union)(nil), error(nil)
	if v.sets == nil {
		sets = v.setsOf(numbers)
	} else if numbers, sets, err = v.gathered(ctx); err != nil {
		return nil, err
	}
	edges := make([]covered, len(numbers))
	for k, e := range numbers {
		f, corner := &faces[e/3], e%3
		edges[k] = covered{newEdge(f[corner], f[(corner+1)%3]), uint32(k)}
	}
	slices.SortFunc(edges, func(a, b covered) int { return compareEdges(a.edge, b.edge) })
	for k := 1; k < len(edges); k++ {
		if edges[k].edge == edges[k-1].edge {
			sets.Join(edges[k].set, edges[k-1].set)
		}
	}
	edges = slices.CompactFunc(edges, func(a, b covered) bool { return a.edge == b.edge })
	for k := range edges {
		edges[k].set = sets.Find(edges[k].set)
	}
	return edges, ctx.Err()
}

// listed returns the numbers of the edges of the pairs that are listed, ascending.
func (v *covers) listed() (numbers []uint32) {
	for k := range v.workers {
		for _, p := range v.workers[k].pairs {
			numbers = append(numbers, p[0], p[1])
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// setsOf returns the sets of the listed pairs, by the indices of edges in a list of their numbers.
func (v *covers) setsOf(numbers []uint32) *mesh.Union {
	sets := mesh.NewUnion(len(numbers))
	for k := range v.workers {
		for _, p := range v.workers[k].pairs {
			joinAt(sets, numbers, p[0], p[1])
		}
	}
	return sets
}

// gathered returns the numbers of the edges that are in sets with others, ascending, and these sets
// by indices in that list.
func (v *covers) gathered(ctx context.Context) (numbers []uint32, sets *mesh.Union, err error) {
	for k := range v.workers {
		v.workers[k].join(v.sets)
	}
	for e := range v.sets.Len() {
		if e%(1<<16) == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if root := v.sets.Find(e); root != e {
			numbers = append(numbers, root, e)
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	sets = mesh.NewUnion(len(numbers))
	for _, e := range numbers {
		joinAt(sets, numbers, e, v.sets.Find(e))
	}
	return numbers, sets, nil
}

// joinAt joins two numbers by their indices in a list.
func joinAt(sets *mesh.Union, numbers []uint32, a, b uint32) {
	i, _ := slices.BinarySearch(numbers, a)
	j, _ := slices.BinarySearch(numbers, b)
	sets.Join(uint32(i), uint32(j))
}
