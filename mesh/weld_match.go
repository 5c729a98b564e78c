package mesh

import (
	"cmp"
	"math/bits"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/seedhash"
)

// match finds the representatives.
func (w *welder[W]) match(b *buckets[W]) error {
	tables := make([][]uint32, w.workers)
	return parallel.Tasks(w.ctx, w.workers, b.count, func(worker, k int) {
		tables[worker] = w.matchBucket(b, k, tables[worker])
	})
}

// matchBucket finds the representatives of one bucket's points. It returns the memory of
// its table for the next bucket.
func (w *welder[W]) matchBucket(b *buckets[W], bucket int, table []uint32) []uint32 {
	n := 0
	for _, ends := range b.ends {
		n += int(ends[bucket+1] - ends[bucket])
	}
	size := 2 << bits.Len(uint(n))
	if len(table) < size {
		table = make([]uint32, size)
	}
	if !w.matchByHash(b, bucket, table[:size], mostSteps(n)) {
		w.matchBySorting(b, bucket, table[:n], table[n:2*n])
	}
	return table
}

// mostSteps is how many slots the searches for n keys in a hash table with linear probing, at most
// half full, may look at besides the first one of each. They are expected to look at n/2; more than
// this proves that hashes collide.
func mostSteps(n int) int { return 16*n + 1024 }

// matchByHash finds representatives in a hash table with linear probing, at most half full. It
// gives up, and returns false, after too many steps.
func (w *welder[W]) matchByHash(b *buckets[W], bucket int, slots []uint32, steps int) bool {
	clear(slots)
	mask, seed := uint32(len(slots)-1), w.seed
	done := 0 // since ctx was asked
	for _, ends := range b.ends {
		if done += int(ends[bucket+1] - ends[bucket]); done > chunkLength {
			if done = 0; w.ctx.Err() != nil {
				return true // the result will be thrown away
			}
		}
		for k := ends[bucket]; k < ends[bucket+1]; k++ {
			p := &b.places[k]
			first := hash(seed, &p.xyz) & mask
			slot := first
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
			if steps -= int((slot - first) & mask); steps < 0 {
				return false
			}
		}
	}
	return true
}

// matchBySorting finds representatives whatever the hashes are: sorting brings points at the same
// place together, the first one first. order and scratch have room for all.
func (w *welder[W]) matchBySorting(b *buckets[W], bucket int, order, scratch []uint32) {
	n := 0
	for _, ends := range b.ends {
		for k := ends[bucket]; k < ends[bucket+1]; k++ {
			order[n] = k
			n++
		}
	}
	places := b.places
	err := parallel.Sort(w.ctx, order, scratch, func(j, k uint32) int {
		p, q := &places[j].xyz, &places[k].xyz
		return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]), cmp.Compare(p[2], q[2]), cmp.Compare(j, k))
	})
	if err != nil {
		return // the result will be thrown away
	}
	var first *place[W]
	for _, k := range order {
		p := &places[k]
		if first == nil || !equal(&first.xyz, &p.xyz) {
			first = p
		}
		w.same[p.point] = first.point
	}
}

// equal compares word by word: most places differ in the first.
func equal[W word](p, q *[3]W) bool { return p[0] == q[0] && p[1] == q[1] && p[2] == q[2] }

// hash returns a hash of three coordinates. It is short enough to be inlined.
func hash[W word](seed seedhash.Seed, p *[3]W) uint32 {
	return seed.Hash(uint64(p[0]), uint64(p[1]), uint64(p[2]))
}
