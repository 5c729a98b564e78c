package mesh

import (
	"context"
	"math/bits"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// fanSort sorts the corners of the faces that are not skipped by their vertices, by counting. A task
// has a piece of the faces, with counts of its own, and a range of the vertices.
type fanSort struct {
	*Welded
	skip    []bool
	workers int
	fans    Fans
	// next is, for each piece, the number of its corners at each vertex, and then the place of the
	// next one.
	next [][]uint32
	// ranges is a power of two. Blocks of vertices belong to one range after the other, so that each
	// range has its share of the vertices of each piece, which are close together in most files.
	ranges int
	// meets has a bit for each range with vertices of a chunk of faces, unless there is only one range.
	meets []uint64
}

const (
	// mostPieces limits the memory for counts.
	mostPieces = 4
	// mostRanges is the number of bits of an element of meets.
	mostRanges = 64
	// blockBits is the number of bits that number the vertices of a block.
	blockBits = 12
	// fanChunk is the number of faces in a chunk: few enough for most to have vertices of few blocks.
	fanChunk = 1 << 12
)

func (w *Welded) fanSort(skip []bool, workers int) *fanSort {
	tasks := max(1, min(workers, len(w.Faces)/chunkLength))
	pieces := min(tasks, mostPieces)
	ranges := min(1<<bits.Len(uint(tasks-1)/uint(pieces)), mostRanges)
	return &fanSort{Welded: w, skip: skip, workers: workers, next: make([][]uint32, pieces), ranges: ranges}
}

// tasks returns the number of tasks: one for each piece and range.
func (s *fanSort) tasks() int { return len(s.next) * s.ranges }

// chunks returns the number of chunks of faces.
func (s *fanSort) chunks() int { return (len(s.Faces) + fanChunk - 1) / fanChunk }

// faces returns the faces of a chunk, from lo to before hi.
func (s *fanSort) faces(chunk int) (lo, hi int) {
	return chunk * fanChunk, min(len(s.Faces), (chunk+1)*fanChunk)
}

// prepare allocates memory, which may have to be cleared, and finds the ranges of each chunk.
func (s *fanSort) prepare(ctx context.Context) error {
	chunks := 0
	if s.ranges > 1 {
		chunks = s.chunks()
		s.meets = make([]uint64, chunks)
	}
	return parallel.Tasks(ctx, s.workers, 2+len(s.next)+chunks, func(_, task int) {
		switch task -= 2; {
		case task == -2:
			s.fans.corners = make([]Corner, 3*len(s.Faces))
		case task == -1:
			s.fans.first = make([]uint32, len(s.Vertices)+1)
		case task < len(s.next):
			s.next[task] = make([]uint32, len(s.Vertices))
		default:
			chunk := task - len(s.next)
			s.meets[chunk] = s.rangesOf(chunk)
		}
	})
}

// rangesOf returns the ranges with vertices of a chunk.
func (s *fanSort) rangesOf(chunk int) (ranges uint64) {
	lo, hi := s.faces(chunk)
	mask := uint32(s.ranges - 1)
	for _, f := range s.Faces[lo:hi] {
		for _, v := range f {
			ranges |= 1 << (v >> blockBits & mask)
		}
	}
	return ranges
}

// each calls do with the counts of a task, its range, and the faces of its chunks from lo to before hi,
// ascending.
func (s *fanSort) each(task int, do func(s *fanSort, next []uint32, r uint32, lo, hi int)) {
	piece, r := task/s.ranges, task%s.ranges
	chunks := s.chunks()
	for chunk := chunks * piece / len(s.next); chunk < chunks*(piece+1)/len(s.next); chunk++ {
		if s.meets == nil || s.meets[chunk]>>r&1 != 0 {
			lo, hi := s.faces(chunk)
			do(s, s.next[piece], uint32(r), lo, hi)
		}
	}
}

// count counts the corners at the vertices of a range.
func (s *fanSort) count(next []uint32, r uint32, lo, hi int) {
	mask := uint32(s.ranges - 1)
	for i := lo; i < hi; i++ {
		if s.skip[i] || s.Faces[i][0] == NoVertex {
			continue
		}
		for _, v := range s.Faces[i] {
			if v>>blockBits&mask == r {
				next[v]++
			}
		}
	}
}

// begin turns the counts into the places of the first corners. The corners at vertex v are to be from
// first[v] to before first[v+1], those of earlier pieces before those of later ones.
func (s *fanSort) begin(ctx context.Context) error {
	n, parts := len(s.Vertices), 1
	if s.workers > 1 {
		parts += min(4*s.workers, n/chunkLength)
	}
	before := make([]uint32, parts) // corners at the vertices of earlier parts
	err := parallel.Tasks(ctx, s.workers, parts-1, func(_, part int) {
		before[part+1] = s.sum(n*part/parts, n*(part+1)/parts)
	})
	if err != nil {
		return err
	}
	for part := range parts - 1 {
		before[part+1] += before[part]
	}
	err = parallel.Tasks(ctx, s.workers, parts, func(_, part int) {
		s.beginAt(before[part], n*part/parts, n*(part+1)/parts)
	})
	s.fans.corners = s.fans.corners[:s.fans.first[n]:s.fans.first[n]]
	return err
}

// sum returns the number of corners at the vertices from lo to before hi.
func (s *fanSort) sum(lo, hi int) (n uint32) {
	for _, next := range s.next {
		for _, count := range next[lo:hi] {
			n += count
		}
	}
	return n
}

// beginAt is begin for the vertices from lo to before hi, with n corners before them.
func (s *fanSort) beginAt(n uint32, lo, hi int) {
	first := s.fans.first
	for v := lo; v < hi; v++ {
		first[v] = n
		for _, next := range s.next {
			next[v], n = n, n+next[v]
		}
	}
	if hi == len(s.Vertices) {
		first[hi] = n
	}
}

// place puts the corners at the vertices of a range in their places.
func (s *fanSort) place(next []uint32, r uint32, lo, hi int) {
	mask := uint32(s.ranges - 1)
	corners := s.fans.corners
	for i := lo; i < hi; i++ {
		if s.skip[i] || s.Faces[i][0] == NoVertex {
			continue
		}
		for k, v := range &s.Faces[i] {
			if v>>blockBits&mask == r {
				corners[next[v]] = Corner(i<<2 | k)
				next[v]++
			}
		}
	}
}
