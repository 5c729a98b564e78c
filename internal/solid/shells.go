package solid

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// Volumes are the exact signs of the volumes that the shells of a mesh enclose.
type Volumes struct {
	// Sign has, for each shell, the sign of its signed volume: the integral of its winding number.
	// It is 0 for a shell that is not closed with one orientation.
	Sign []int
	// Total is the sign of the sum of these volumes.
	Total int
}

// VolumesOf returns the signs of the volumes of all shells, whose numbers Welded.Shells gives, with
// the fans of all finite triangles but others. A shell is closed with one orientation if along every edge of
// it as many triangles run one way as the other. The error is only ctx's.
func VolumesOf(ctx context.Context, workers int, w *mesh.Welded, fans mesh.Fans, others []uint32, shell []uint32, count int) (Volumes, error) {
	open, err := openShells(ctx, workers, w, fans, others, shell, count)
	if err != nil {
		return Volumes{}, err
	}
	v := volumes{Welded: w, shell: shell, open: open, of: make([]volume, count), Volumes: Volumes{Sign: make([]int, count)}}
	if err := v.measure(ctx, workers); err != nil {
		return Volumes{}, err
	}
	return v.Volumes, v.settle(ctx)
}

// openShells returns which shells have an edge along which more triangles run one way than the
// other.
func openShells(ctx context.Context, workers int, w *mesh.Welded, fans mesh.Fans, others []uint32, shell []uint32, count int) ([]atomic.Bool, error) {
	open, added := make([]atomic.Bool, count), cornersOf(w, others)
	return open, parallel.Ranges(ctx, workers, len(w.Vertices), 4096, func(lo, hi int) {
		var b balance
		first, _ := slices.BinarySearchFunc(added, uint32(lo), func(c corner, v uint32) int { return cmp.Compare(c.vertex, v) })
		rest := added[first:]
		for v := uint32(lo); v < uint32(hi); v++ {
			fan := fans.Around(v)
			if len(rest) > 0 && rest[0].vertex == v {
				fan, rest = b.with(fan, rest)
			}
			if s := &open[shell[v]]; !s.Load() && !b.holds(w, v, fan) {
				s.Store(true)
			}
		}
	})
}

// corner is a corner of a triangle, and the vertex that it is at.
type corner struct {
	vertex uint32
	mesh.Corner
}

// cornersOf returns the corners of some triangles in the order of their vertices.
func cornersOf(w *mesh.Welded, triangles []uint32) []corner {
	all := make([]corner, 0, 3*len(triangles))
	for _, i := range triangles {
		for k, v := range w.Faces[i] {
			all = append(all, corner{v, mesh.Corner(4*i + uint32(k))})
		}
	}
	slices.SortFunc(all, func(a, b corner) int { return cmp.Compare(a.vertex, b.vertex) })
	return all
}

// balance checks whether as many triangles run along each edge one way as the other.
type balance struct {
	// out and in are the far ends of the edges at a vertex that triangles pass away from it and
	// towards it, those with greater numbers.
	out, in []uint32
	fan     []mesh.Corner
}

// with returns a fan with those of some corners that are at the vertex of the first, and the other corners.
// The fan is valid until the next call.
func (b *balance) with(fan []mesh.Corner, corners []corner) (all []mesh.Corner, rest []corner) {
	v := corners[0].vertex
	b.fan = append(b.fan[:0], fan...)
	for len(corners) > 0 && corners[0].vertex == v {
		b.fan, corners = append(b.fan, corners[0].Corner), corners[1:]
	}
	return b.fan, corners
}

// holds reports whether the edges from a vertex to vertices with greater numbers are balanced. A
// triangle with two equal corners has no edges.
func (b *balance) holds(w *mesh.Welded, v uint32, fan []mesh.Corner) bool {
	b.out, b.in = b.out[:0], b.in[:0]
	for _, c := range fan {
		f, k := &w.Faces[c.Triangle()], c.Index()
		to, from := f[(k+1)%3], f[(k+2)%3]
		if to == v || from == v || to == from {
			continue
		}
		if to > v {
			b.out = append(b.out, to)
		}
		if from > v {
			b.in = append(b.in, from)
		}
	}
	if len(b.out) != len(b.in) {
		return false
	}
	if len(b.out) > 16 { // else it is faster to look for each
		slices.Sort(b.out)
		slices.Sort(b.in)
		return slices.Equal(b.out, b.in)
	}
	for _, end := range b.out {
		k := slices.Index(b.in, end)
		if k < 0 {
			return false
		}
		b.in[k] = b.in[len(b.in)-1]
		b.in = b.in[:len(b.in)-1]
	}
	return true
}
