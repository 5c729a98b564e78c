package mesh

import (
	"context"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Shells returns the shell of every vertex and the number of shells: sets of finite triangles
// connected through shared vertices. Shells are numbered in the order of their first vertex. It
// fails only with ctx's error.
func (w *Welded) Shells(ctx context.Context, workers int) (shell []uint32, count int, err error) {
	u, err := newUnion(ctx, workers, len(w.Vertices))
	if err != nil {
		return nil, 0, err
	}
	err = parallel.Ranges(ctx, workers, len(w.Faces), chunkLength, func(lo, hi int) {
		for _, f := range w.Faces[lo:hi] {
			if f[0] != NoVertex && !u.siblings(f) {
				u.Join(f[0], f[1])
				u.Join(f[0], f[2])
			}
		}
	})
	if err != nil {
		return nil, 0, err
	}
	return u.Number(ctx, workers)
}
