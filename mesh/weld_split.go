package mesh

import (
	"math/bits"
	"slices"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/seedhash"
)

// bucketBits is the number of bits of a hash that select a bucket: about 30,000 points a bucket, at
// most 1,024 buckets.
func bucketBits(points int) int { return min(bits.Len(uint(points>>15)), 10) }

// buckets holds the points sorted by hash, separately for each chunk, and in their order within a
// bucket: those of chunk c in bucket b are places[ends[c][b]:ends[c][b+1]].
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
		if slices.ContainsFunc(w.chunks[c], run.soup) && s.pass == 0 {
			s.leaveOutRepeated(w.same, w.seed)
		} else {
			s.pass = max(0, s.pass-1)
			s.hash(w.seed)
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
	// pass is the number of chunks in which no repeated points are looked for, because hardly any were
	// in the last one.
	pass int

	_ parallel.Padding
}

// chunksPassed is the number of chunks that are passed over after one with few repeated points.
const chunksPassed = 15

// hash computes the hashes of all points.
func (c *chunk[W]) hash(seed seedhash.Seed) {
	hashes := slices.Grow(c.hashes[:0], len(c.points))[:len(c.points)]
	for k := range hashes {
		hashes[k] = hash(seed, &c.points[k].xyz)
	}
	c.hashes = hashes
}

// leaveOutRepeated removes, and marks, points at the place of an earlier one of the chunk: files
// tend to list neighbours close together. It removes all of them, unless many hashes collide.
func (c *chunk[W]) leaveOutRepeated(same []uint32, seed seedhash.Seed) {
	size := 2 << bits.Len(uint(len(c.points)))
	if len(c.slots) < size {
		c.slots = make([]uint32, size)
	}
	slots := c.slots[:size]
	clear(slots)
	mask := uint32(size - 1)
	// Registers are few: the seed and the slices that grow are not needed in this loop.
	c.hash(seed)
	points, hashes := c.points, c.hashes[:len(c.points)]
	kept, steps := 0, mostSteps(len(points))
search:
	for i := range points {
		p, h := &points[i], hashes[i]
		slot := h & mask
		for ; slots[slot] != 0 && steps >= 0; slot = (slot + 1) & mask {
			if q := &points[slots[slot]-1]; equal(&q.xyz, &p.xyz) {
				same[p.point] = q.point | repeated
				continue search
			}
			steps--
		}
		points[kept], hashes[kept] = *p, h
		kept++
		slots[slot] = uint32(kept)
	}
	if kept > len(points)*7/8 {
		c.pass = chunksPassed
	}
	c.points, c.hashes = points[:kept], hashes[:kept]
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
