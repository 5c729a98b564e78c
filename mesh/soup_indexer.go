package mesh

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/meshcheck/meshcheck/internal/seedhash"
)

// Indexer finds the distinct corners of a run of a Soup, one run after the other. The zero value is
// ready to use.
type Indexer struct {
	indices  []uint32 // of all corners of the run
	added    int
	vertices [][3]float32
	// nonfinite reports whether the run has a triangle that is not finite.
	nonfinite bool
	// slots is a hash table with linear probing, at most half full, of vertices plus one. It is as
	// small as the vertices allow, so that it stays in the nearest cache.
	slots []uint16
	seed  seedhash.Seed
	// steps is the remaining number of slots that searches may look at, besides the first one of
	// each. When it is used up, every corner gets a vertex of its own, and end merges equal ones.
	steps int
}

// begin prepares x for a run of corners.
func (x *Indexer) begin(indices []uint32) {
	x.indices, x.added, x.vertices, x.nonfinite = indices, 0, x.vertices[:0], false
	x.steps = mostSteps(len(indices))
	if x.seed == (seedhash.Seed{}) {
		x.seed = seedhash.OfProcess()
	}
	if size := 1 << bits.Len(uint(len(indices)/2)); len(x.slots) < size {
		x.slots = make([]uint16, size)
	} else {
		clear(x.slots)
	}
}

// hash is the hash that Weld uses.
func (x *Indexer) hash(b *[3]uint32) uint32 {
	return x.seed.Hash(uint64(b[0]), uint64(b[1]), uint64(b[2]))
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
		slot := x.hash(&b) & mask
		for ; slots[slot] != 0 && x.steps >= 0; x.steps-- {
			slot = (slot + 1) & mask
		}
		slots[slot] = n
	}
	x.slots = slots
}

// Add adds the next triangle of the run.
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
	for slot := x.hash(b) & mask; ; slot = (slot + 1) & mask {
		n := uint32(slots[slot])
		if n == 0 || x.steps < 0 {
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
		x.steps--
	}
}

// end merges vertices with the same bits if searches were given up.
func (x *Indexer) end() {
	if x.steps >= 0 {
		return
	}
	order := x.sharedVertices()
	slices.SortFunc(order, func(i, j uint32) int {
		p, q := bitsOf(&x.vertices[i]), bitsOf(&x.vertices[j])
		return cmp.Or(slices.Compare(p[:], q[:]), cmp.Compare(i, j))
	})
	first := make([]uint32, len(x.vertices)) // by vertex, the first one with its bits
	for v := range first {
		first[v] = uint32(v)
	}
	for k := 1; k < len(order); k++ {
		if v, before := order[k], order[k-1]; bitsOf(&x.vertices[v]) == bitsOf(&x.vertices[before]) {
			first[v] = first[before]
		}
	}
	number, kept := make([]uint32, len(x.vertices)), x.vertices[:0]
	for v, f := range first {
		if number[v] = number[f]; int(f) == v {
			number[v] = uint32(len(kept))
			kept = append(kept, x.vertices[v])
		}
	}
	x.vertices = kept
	for c, v := range x.indices[:x.added] {
		x.indices[c] = number[v]
	}
}

// sharedVertices returns the vertices of finite triangles, the only ones that may be shared.
func (x *Indexer) sharedVertices() []uint32 {
	shared := make([]bool, len(x.vertices))
	for t := range slices.Chunk(x.indices[:x.added], 3) {
		p, q, r := bitsOf(&x.vertices[t[0]]), bitsOf(&x.vertices[t[1]]), bitsOf(&x.vertices[t[2]])
		if finite(&p) && finite(&q) && finite(&r) {
			shared[t[0]], shared[t[1]], shared[t[2]] = true, true, true
		}
	}
	var list []uint32
	for v := range shared {
		if shared[v] {
			list = append(list, uint32(v))
		}
	}
	return list
}

func bitsOf(v *[3]float32) [3]uint32 {
	return [3]uint32{math.Float32bits(v[0]), math.Float32bits(v[1]), math.Float32bits(v[2])}
}
