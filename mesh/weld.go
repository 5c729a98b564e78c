package mesh

import (
	"context"
	"math"
	"math/bits"
	"slices"

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
	// triangle; in the end, for representatives, their number.
	same []uint32
}

const (
	unused = math.MaxUint32
	// repeated marks in same a point at the place of an earlier one of its chunk,
	// before the representative of that one is known.
	repeated = 1 << 31
	// numbered marks in same the number of a representative, once all are known.
	numbered = 1 << 31
)

func weld[W word](ctx context.Context, m *Mesh, workers int) (*Welded, error) {
	w := &welder[W]{ctx: ctx, workers: max(1, workers)}
	if err := w.chunksOf(m); err != nil {
		return nil, err
	}
	w.same = make([]uint32, w.points)
	b, err := w.split()
	if err != nil {
		return nil, err
	}
	if err := w.match(b); err != nil {
		return nil, err
	}
	return w.number(m)
}

// bucketBits is the number of bits of a hash that choose a bucket: some 30,000 points
// to a bucket, at most 1,024 buckets.
func bucketBits(points int) int { return min(bits.Len(uint(points>>15)), 10) }

// buckets holds the points sorted by hash, each chunk for itself, within a bucket
// in their order: those of chunk c in bucket b are places[ends[c][b]:ends[c][b+1]].
type buckets[W word] struct {
	places []place[W]
	ends   [][]uint32
	count  int
}

// split puts the points into buckets. A chunk is read and sorted within a cache.
func (w *welder[W]) split() (*buckets[W], error) {
	bits := bucketBits(w.points)
	b := &buckets[W]{places: make([]place[W], w.points), ends: make([][]uint32, len(w.chunks)), count: 1 << bits}
	scratch := make([]chunk[W], w.workers)
	err := parallel.Tasks(w.ctx, w.workers, len(w.chunks), func(worker, c int) {
		s := &scratch[worker]
		s.points = s.points[:0]
		for _, r := range w.chunks[c] {
			s.points = read(r, s.points, w.same)
		}
		if slices.ContainsFunc(w.chunks[c], run.soup) {
			s.leaveOutRepeated(w.same)
		} else {
			s.hash()
		}
		b.ends[c] = s.sort(b.places, uint32(w.chunks[c][0].first), bits)
	})
	return b, err
}

// chunk holds the points of one chunk with their hashes.
type chunk[W word] struct {
	points []place[W]
	hashes []uint32
	slots  []uint32

	_ parallel.Padding
}

// hash computes the hashes of all points.
func (c *chunk[W]) hash() {
	hashes := slices.Grow(c.hashes[:0], len(c.points))[:len(c.points)]
	for k := range hashes {
		hashes[k] = hash(&c.points[k].xyz)
	}
	c.hashes = hashes
}

// leaveOutRepeated leaves out, and marks, the points at the place of an earlier one of
// the chunk: files tend to list neighbours soon after each other.
func (c *chunk[W]) leaveOutRepeated(same []uint32) {
	size := 2 << bits.Len(uint(len(c.points)))
	if len(c.slots) < size {
		c.slots = make([]uint32, size)
	}
	slots := c.slots[:size]
	clear(slots)
	mask := uint32(size - 1)
	kept, hashes := c.points[:0], c.hashes[:0]
search:
	for _, p := range c.points {
		h := hash(&p.xyz)
		slot := h & mask
		for ; slots[slot] != 0; slot = (slot + 1) & mask {
			if q := &kept[slots[slot]-1]; equal(&q.xyz, &p.xyz) {
				same[p.point] = q.point | repeated
				continue search
			}
		}
		kept = append(kept, p)
		hashes = append(hashes, h)
		slots[slot] = uint32(len(kept))
	}
	c.points, c.hashes = kept, hashes
}

// sort moves the points to places[at:], sorted by the first bits of their hash, and
// returns where each bucket begins, and where the last ends.
func (c *chunk[W]) sort(places []place[W], at uint32, bits int) []uint32 {
	shift := 32 - bits
	ends := make([]uint32, 1<<bits+1)
	for _, h := range c.hashes {
		ends[h>>shift+1]++
	}
	ends[0] = at
	for b := range 1 << bits {
		ends[b+1] += ends[b]
	}
	// Filling a bucket moves its beginning to its end, which is the next one's
	// beginning: shift them all by one to have them back.
	for k, h := range c.hashes {
		b := h >> shift
		places[ends[b]] = c.points[k]
		ends[b]++
	}
	copy(ends[1:], ends)
	ends[0] = at
	return ends
}

// match finds the representatives.
func (w *welder[W]) match(b *buckets[W]) error {
	tables := make([][]uint32, w.workers)
	return parallel.Tasks(w.ctx, w.workers, b.count, func(worker, k int) {
		tables[worker] = w.matchBucket(b, k, tables[worker])
	})
}

// matchBucket finds the representatives of one bucket's points in a hash table
// with linear probing, at most half full. It returns the table for the next bucket.
func (w *welder[W]) matchBucket(b *buckets[W], bucket int, table []uint32) []uint32 {
	n := 0
	for _, ends := range b.ends {
		n += int(ends[bucket+1] - ends[bucket])
	}
	size := 2 << bits.Len(uint(n))
	if len(table) < size {
		table = make([]uint32, size)
	}
	slots := table[:size]
	clear(slots)
	mask := uint32(size - 1)
	for _, ends := range b.ends {
		for k := ends[bucket]; k < ends[bucket+1]; k++ {
			p := &b.places[k]
			slot := hash(&p.xyz) & mask
			for {
				s := slots[slot]
				if s == 0 {
					slots[slot] = k + 1
					w.same[p.point] = p.point
					break
				}
				if q := &b.places[s-1]; equal(&q.xyz, &p.xyz) {
					w.same[p.point] = q.point
					break
				}
				slot = (slot + 1) & mask
			}
		}
	}
	return table
}

// equal compares word by word: most places differ in the first.
func equal[W word](p, q *[3]W) bool { return p[0] == q[0] && p[1] == q[1] && p[2] == q[2] }

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
				switch v := w.same[i]; {
				case v == uint32(i):
					k++
				case v != unused && v&repeated != 0:
					w.same[i] = w.same[v&^repeated]
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
	var out Welded
	err = parallel.Tasks(w.ctx, w.workers, 2, func(_, task int) { // memory that was in use has to be cleared
		if task == 0 {
			out.Vertices = make([]geom.Vec, before[len(w.chunks)])
		} else {
			out.Faces = make([][3]uint32, m.Triangles())
		}
	})
	if err != nil {
		return nil, err
	}
	err = parallel.Tasks(w.ctx, w.workers, len(w.chunks), func(_, c int) {
		v := before[c]
		for _, r := range w.chunks[c] {
			for i := r.first; i < r.first+r.n; i++ {
				if w.same[i] == uint32(i) {
					w.same[i] = v | numbered
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
	return &out, w.faces(m, out.Faces)
}

// faces fills in the vertex numbers of all triangles.
func (w *welder[W]) faces(m *Mesh, faces [][3]uint32) error {
	vertex := func(point int) uint32 {
		s := w.same[point]
		if s == unused {
			return NoVertex
		}
		if s&numbered == 0 {
			s = w.same[s]
		}
		return s &^ numbered
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
