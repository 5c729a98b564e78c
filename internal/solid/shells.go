package solid

import (
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
// the fans of all finite triangles. A shell is closed with one orientation if along every edge of
// it as many triangles run one way as the other. The error is only ctx's.
func VolumesOf(ctx context.Context, workers int, w *mesh.Welded, fans mesh.Fans, shell []uint32, count int) (Volumes, error) {
	open, err := openShells(ctx, workers, w, fans, shell, count)
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
func openShells(ctx context.Context, workers int, w *mesh.Welded, fans mesh.Fans, shell []uint32, count int) ([]atomic.Bool, error) {
	open := make([]atomic.Bool, count)
	return open, parallel.Ranges(ctx, workers, len(w.Vertices), 4096, func(lo, hi int) {
		var b balance
		for v := lo; v < hi; v++ {
			if s := &open[shell[v]]; !s.Load() && !b.holds(w, uint32(v), fans.Around(uint32(v))) {
				s.Store(true)
			}
		}
	})
}

// balance checks whether as many triangles run along each edge one way as the other.
type balance struct {
	// out and in are the far ends of the edges at a vertex that triangles pass away from it and
	// towards it, those with greater numbers.
	out, in []uint32
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
