package mesh

import (
	"context"
	"math"
	"math/bits"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// NoVertex stands in Welded.Faces for every corner of a triangle that has a
// coordinate which is not finite.
const NoVertex = math.MaxUint32

// Welded is a mesh whose corners at equal coordinates are one vertex, whatever
// parts, indices or seams they came from.
type Welded struct {
	// Vertices are the distinct positions of finite triangles, in the order in which
	// the parts first store them, exact, with -0 as +0.
	Vertices []geom.Vec
	// Faces are the vertex numbers of each triangle of the mesh in mesh order.
	Faces [][3]uint32
}

// Triangle returns the corners of triangle i, which must be finite.
func (w *Welded) Triangle(i int) geom.Triangle {
	f := w.Faces[i]
	return geom.Triangle{w.Vertices[f[0]], w.Vertices[f[1]], w.Vertices[f[2]]}
}

// Finite reports whether triangle i has no NaN and no infinite coordinate.
func (w *Welded) Finite(i int) bool { return w.Faces[i][0] != NoVertex }

// Weld makes one vertex of all corners of m at equal coordinates. It fails only
// with ctx's error, soon after it is cancelled. The result does not depend on the
// number of workers.
//
// Stored positions are split by the hash of their coordinates into buckets that fit
// a cache; within a bucket a hash table finds for each the first at the same place,
// its representative; the representatives are numbered in order.
func Weld(ctx context.Context, m *Mesh, workers int) (*Welded, error) {
	for k := range m.Parts {
		if m.Parts[k].Positions.F64 != nil {
			return weld[uint64](ctx, m, workers)
		}
	}
	return weld[uint32](ctx, m, workers)
}

// word holds the bits of a coordinate: float32, or float64 where a part needs it.
type word interface{ uint32 | uint64 }

// place is a stored position in its bucket, with -0 as +0.
type place[W word] struct {
	xyz   [3]W
	point uint32
}

// welder works on points: the stored positions of all parts, numbered through.
type welder[W word] struct {
	ctx     context.Context
	workers int
	chunks  [][]run
	points  int
	// same is for each point its representative, unused for points of no finite
	// triangle.
	same []uint32
}

const unused = math.MaxUint32

func weld[W word](ctx context.Context, m *Mesh, workers int) (*Welded, error) {
	w := &welder[W]{ctx: ctx, workers: max(1, workers)}
	w.chunks, w.points = chunksOf(m)
	w.same = make([]uint32, w.points)
	places, ends, err := w.split()
	if err != nil {
		return nil, err
	}
	if err := w.match(places, ends); err != nil {
		return nil, err
	}
	return w.number(m)
}

// bucketShift leaves of a 32-bit hash the bits that choose a bucket: some 4,000
// points to a bucket, at most 1,024 buckets.
func bucketShift(points int) int { return 32 - min(bits.Len(uint(points>>12)), 10) }

// split sorts the points into buckets by hash, within a bucket in their order. The
// points of bucket b end at ends[b].
func (w *welder[W]) split() (places []place[W], ends []uint32, err error) {
	shift := bucketShift(w.points)
	buckets := 1 << (32 - shift)
	// Every chunk knows where its points go in each bucket before they are moved.
	at := make([][]uint32, len(w.chunks))
	err = parallel.Tasks(w.ctx, w.workers, len(w.chunks), func(_, c int) {
		count := make([]uint32, buckets)
		var buffer [runLength]place[W]
		for _, r := range w.chunks[c] {
			for _, p := range read(r, buffer[:], w.same) {
				count[hash(&p.xyz)>>shift]++
			}
		}
		at[c] = count
	})
	if err != nil {
		return nil, nil, err
	}
	ends = make([]uint32, buckets)
	sum := uint32(0)
	for b := range buckets {
		for c := range at {
			at[c][b], sum = sum, sum+at[c][b]
		}
		ends[b] = sum
	}
	places = make([]place[W], sum)
	err = parallel.Tasks(w.ctx, w.workers, len(w.chunks), func(_, c int) {
		var buffer [runLength]place[W]
		next := at[c]
		for _, r := range w.chunks[c] {
			for _, p := range read(r, buffer[:], w.same) {
				b := hash(&p.xyz) >> shift
				places[next[b]] = p
				next[b]++
			}
		}
	})
	return places, ends, err
}

// match finds the representatives.
func (w *welder[W]) match(places []place[W], ends []uint32) error {
	tables := make([][]uint32, w.workers)
	return parallel.Tasks(w.ctx, w.workers, len(ends), func(worker, b int) {
		from := uint32(0)
		if b > 0 {
			from = ends[b-1]
		}
		tables[worker] = w.matchBucket(places[from:ends[b]], tables[worker])
	})
}

// matchBucket finds the representatives of one bucket's points in a hash table
// with linear probing, at most half full. It returns the table for the next bucket.
func (w *welder[W]) matchBucket(places []place[W], table []uint32) []uint32 {
	size := 2 << bits.Len(uint(len(places)))
	if len(table) < size {
		table = make([]uint32, size)
	}
	slots := table[:size]
	clear(slots)
	mask := uint32(size - 1)
	for k := range places {
		p := &places[k]
		slot := hash(&p.xyz) & mask
		for {
			s := slots[slot]
			if s == 0 {
				slots[slot] = uint32(k) + 1
				w.same[p.point] = p.point
				break
			}
			if q := &places[s-1]; q.xyz == p.xyz {
				w.same[p.point] = q.point
				break
			}
			slot = (slot + 1) & mask
		}
	}
	return table
}

// hash mixes three coordinates; every bit of the result depends on all of them.
func hash[W word](p *[3]W) uint32 {
	const a, b, c = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93, 0xa0761d6478bd642f
	h := uint64(p[0])*a ^ bits.RotateLeft64(uint64(p[1])*b, 21) ^ bits.RotateLeft64(uint64(p[2])*c, 43)
	h ^= h >> 32
	h *= a
	return uint32(h >> 32)
}

// number gives the representatives their numbers and the faces their vertices.
func (w *welder[W]) number(m *Mesh) (*Welded, error) {
	before := make([]uint32, len(w.chunks)+1)
	err := parallel.Tasks(w.ctx, w.workers, len(w.chunks), func(_, c int) {
		k := uint32(0)
		for _, r := range w.chunks[c] {
			for i := r.first; i < r.first+r.n; i++ {
				if w.same[i] == uint32(i) {
					k++
				}
			}
		}
		before[c+1] = k
	})
	if err != nil {
		return nil, err
	}
	for c := range w.chunks {
		before[c+1] += before[c]
	}
	out := &Welded{Vertices: make([]geom.Vec, before[len(w.chunks)]), Faces: make([][3]uint32, m.Triangles())}
	number := make([]uint32, w.points)
	err = parallel.Tasks(w.ctx, w.workers, len(w.chunks), func(_, c int) {
		v := before[c]
		for _, r := range w.chunks[c] {
			for i := r.first; i < r.first+r.n; i++ {
				if w.same[i] == uint32(i) {
					number[i] = v
					p := r.part.Positions.At(i - r.firstOfPart)
					out.Vertices[v] = geom.Vec{p[0] + 0, p[1] + 0, p[2] + 0}
					v++
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return out, w.faces(m, number, out.Faces)
}

// faces fills in the vertex numbers of all triangles.
func (w *welder[W]) faces(m *Mesh, number []uint32, faces [][3]uint32) error {
	vertex := func(point int) uint32 {
		if s := w.same[point]; s != unused {
			return number[s]
		}
		return NoVertex
	}
	firstPoint := 0
	for k := range m.Parts {
		p := &m.Parts[k]
		n := p.Triangles()
		err := parallel.Ranges(w.ctx, w.workers, n, chunkLength, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				f := &faces[i]
				for k := range 3 {
					f[k] = vertex(firstPoint + p.Corner(3*i+k))
				}
				if f[0] == NoVertex || f[1] == NoVertex || f[2] == NoVertex {
					*f = [3]uint32{NoVertex, NoVertex, NoVertex}
				}
			}
		})
		if err != nil {
			return err
		}
		faces = faces[n:]
		firstPoint += p.Positions.Len()
	}
	return nil
}
