package mesh

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Soup makes a part of a file that stores the corners of each triangle anew. The
// triangles come in runs, which may be indexed concurrently: within a run, corners with the same
// bits are one vertex. That takes half of the memory, and leaves Weld a third of the points or less.
type Soup struct {
	runLength int
	indices   []uint32
	vertices  [][][3]float32 // of each run
	nonfinite atomic.Bool    // a triangle is not finite
}

// MaxRun is the greatest number of triangles in a run of a Soup.
const MaxRun = math.MaxUint16 / 3

// NewSoup returns a soup of so many triangles in runs of runLength, at most MaxRun, the last of
// which may be shorter.
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

// Index gives x the triangles of a run, which are then to be added to it.
func (s *Soup) Index(run int, x *Indexer) { x.begin(s.corners(run)) }

// Keep keeps the vertices of a run once all of its triangles have been added to x, and reports
// whether they have been.
func (s *Soup) Keep(run int, x *Indexer) bool {
	s.vertices[run] = slices.Clone(x.vertices)
	if x.nonfinite {
		s.nonfinite.Store(true)
	}
	return x.added == len(x.indices)
}

// Part returns the part that the runs are, with its vertices in the order of the triangles, and
// without indices where these would save no memory: in a file whose triangles are in no order. The
// soup is used up. The only error is ctx's.
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

// Indexer finds the distinct corners of one run of a Soup after the other. The zero value is ready
// for use.
type Indexer struct {
	indices  []uint32 // of all corners of the run
	added    int
	vertices [][3]float32
	// nonfinite tells that a triangle of the run is not finite.
	nonfinite bool
	// slots is a hash table with linear probing, at most half full, of vertices plus one. It is
	// kept as small as the vertices allow, so that it stays in the nearest cache.
	slots []uint16
}

// begin prepares x for a run of corners.
func (x *Indexer) begin(indices []uint32) {
	x.indices, x.added, x.vertices, x.nonfinite = indices, 0, x.vertices[:0], false
	if size := 1 << bits.Len(uint(len(indices)/2)); len(x.slots) < size {
		x.slots = make([]uint16, size)
	} else {
		clear(x.slots)
	}
}

// grow doubles the hash table.
func (x *Indexer) grow() {
	slots := make([]uint16, 2*len(x.slots))
	mask := uint32(len(slots) - 1)
	for _, n := range x.slots {
		if n == 0 {
			continue
		}
		b := bitsOf(&x.vertices[n-1])
		slot := hash(&b) & mask
		for slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		slots[slot] = n
	}
	x.slots = slots
}

// Add adds the next triangle of the run; there must be one.
func (x *Indexer) Add(a, b, c [3]float32) {
	p, q, r := bitsOf(&a), bitsOf(&b), bitsOf(&c)
	to := (*[3]uint32)(x.indices[x.added:])
	x.added += 3
	if finite(&p) && finite(&q) && finite(&r) {
		to[0], to[1], to[2] = x.vertex(&a, &p), x.vertex(&b, &q), x.vertex(&c, &r)
		return
	}
	// Vertices are in the order of finite triangles, so that none is taken from another one.
	x.nonfinite = true
	for k, v := range [3][3]float32{a, b, c} {
		to[k] = uint32(len(x.vertices))
		x.vertices = append(x.vertices, v)
	}
}

// vertex returns the number of a corner with the given bits.
func (x *Indexer) vertex(v *[3]float32, b *[3]uint32) uint32 {
	slots := x.slots
	mask := uint32(len(slots) - 1)
	for slot := hash(b) & mask; ; slot = (slot + 1) & mask {
		n := uint32(slots[slot])
		if n == 0 {
			x.vertices = append(x.vertices, *v)
			slots[slot] = uint16(len(x.vertices))
			if 2*len(x.vertices) > len(slots) {
				x.grow()
			}
			return uint32(len(x.vertices) - 1)
		}
		if w := bitsOf(&x.vertices[n-1]); equal(&w, b) {
			return n - 1
		}
	}
}

func bitsOf(v *[3]float32) [3]uint32 {
	return [3]uint32{math.Float32bits(v[0]), math.Float32bits(v[1]), math.Float32bits(v[2])}
}
