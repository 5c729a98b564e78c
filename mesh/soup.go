package mesh

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Soup makes a part from a file that repeats the corners of each triangle. The triangles come in
// runs, which may be indexed concurrently. Within a run, corners with the same bits become one
// vertex. That halves the memory, and leaves Weld a third of the points or less.
type Soup struct {
	runLength int
	indices   []uint32
	vertices  [][][3]float32 // of each run
	nonfinite atomic.Bool    // a triangle is not finite
}

// MaxRun is the greatest number of triangles in a run of a Soup.
const MaxRun = math.MaxUint16 / 3

// NewSoup returns a soup of the given number of triangles in runs of runLength, at most MaxRun. The
// last run may be shorter.
func NewSoup(triangles, runLength int) *Soup {
	return &Soup{
		runLength: runLength,
		indices:   make([]uint32, 3*triangles),
		vertices:  make([][][3]float32, (triangles+runLength-1)/runLength),
	}
}

// corners returns the indices of a run.
func (s *Soup) corners(run int) []uint32 {
	first := 3 * run * s.runLength
	return s.indices[first:min(len(s.indices), first+3*s.runLength)]
}

// Index prepares x for the triangles of a run, which must then be added to it.
func (s *Soup) Index(run int, x *Indexer) { x.begin(s.corners(run)) }

// Keep keeps the vertices of a run and reports whether all of its triangles have been added to x.
func (s *Soup) Keep(run int, x *Indexer) bool {
	x.end()
	s.vertices[run] = slices.Clone(x.vertices)
	if x.nonfinite {
		s.nonfinite.Store(true)
	}
	return x.added == len(x.indices)
}

// Part returns the runs as one part, with its vertices in the order of the triangles. It has no
// indices if these would save no memory, in a file whose triangles are in no order. The soup must
// not be used afterwards. The only error is ctx's.
func (s *Soup) Part(ctx context.Context, workers int) (Part, error) {
	before := make([]int, len(s.vertices)+1)
	for k, v := range s.vertices {
		before[k+1] = before[k] + len(v)
	}
	n := before[len(s.vertices)]
	if n > len(s.indices)*2/3 {
		return s.plain(ctx, workers)
	}
	xyz := make([]float32, 3*n)
	err := parallel.Tasks(ctx, workers, len(s.vertices), func(_, run int) {
		to := xyz[3*before[run]:]
		for k, v := range s.vertices[run] {
			copy(to[3*k:], v[:])
		}
		corners, base := s.corners(run), uint32(before[run])
		for c := range corners {
			corners[c] += base
		}
	})
	return Part{Positions: Tight(xyz), Indices: Indices{U32: s.indices, Complete: !s.nonfinite.Load()}}, err
}

// plain returns the part without indices.
func (s *Soup) plain(ctx context.Context, workers int) (Part, error) {
	xyz := make([]float32, 3*len(s.indices))
	err := parallel.Tasks(ctx, workers, len(s.vertices), func(_, run int) {
		to := xyz[9*run*s.runLength:]
		for c, v := range s.corners(run) {
			copy(to[3*c:], s.vertices[run][v][:])
		}
	})
	return Part{Positions: Tight(xyz)}, err
}
