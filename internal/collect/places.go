package collect

import (
	"context"
	"math/bits"
	"slices"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/seedhash"
)

// placeID numbers the places of all records: two for each, then those of findings with others.
type placeID uint32

// joinPlaces makes one set of the records between two shells that have a place in common.
//
// Every worker scans the hashes of all places, and enters those in a range of its own in a table of
// its own.
func (g *grouping) joinPlaces(ctx context.Context, workers int) error {
	hashes, err := g.hashes(ctx, workers)
	if err != nil {
		return err
	}
	ranges := max(1, min(workers, len(g.all)/recordsPerTask))
	return parallel.Tasks(ctx, workers, ranges, func(_, k int) {
		own := inRange(hashes, k, ranges)
		t := newPlaceTable(g, len(own))
		for some := range slices.Chunk(own, recordsPerTask) {
			if ctx.Err() != nil {
				return
			}
			for few := range slices.Chunk(some, joinedTogether) {
				t.joinFew(hashes, few)
			}
		}
	})
}

// joinedTogether is how many places are looked up together.
const joinedTogether = 32

// joinFew joins the records of some places.
func (t *placeTable) joinFew(hashes []uint32, ids []placeID) {
	// Reading the slots of all before the first is used overlaps the cache misses.
	for _, id := range ids {
		t.read ^= t.slots[t.slot(hashes[id])]
	}
	for _, id := range ids {
		if h := hashes[id]; h != noPlace {
			t.join(h, id)
		}
	}
}

// inRange returns the places whose hashes are in one of several ranges.
func inRange(hashes []uint32, k, ranges int) []placeID {
	// A branch would be as good as random: 1 is added where the range is k.
	in := func(h uint32) int { return int((uint64(h)*uint64(ranges)>>32 ^ uint64(k) - 1) >> 63) }
	n := 0
	for _, h := range hashes {
		n += in(h)
	}
	own := make([]placeID, n+1) // one more is written to
	n = 0
	for id, h := range hashes {
		own[n] = placeID(id)
		n += in(h)
	}
	return own[:n]
}

// noPlace is the hash of a missing place of a record.
const noPlace = 0

// hashes returns the hash of each place.
func (g *grouping) hashes(ctx context.Context, workers int) ([]uint32, error) {
	n := 2 * len(g.all)
	for _, s := range g.shards {
		n += len(s.more)
	}
	hashes, seed := make([]uint32, n), seedhash.OfProcess()
	err := parallel.Ranges(ctx, workers, len(g.all), recordsPerTask, func(lo, hi int) {
		for at := lo; at < hi; at++ {
			if l := &g.links[at]; g.all[at].hasEnds {
				hashes[2*at] = l.places[0].hash(seed, l.shells)
				hashes[2*at+1] = l.places[1].hash(seed, l.shells)
			}
		}
	})
	rest := hashes[2*len(g.all):]
	for w, s := range g.shards {
		for k := range s.more {
			rest[k] = s.more[k].hash(seed, g.links[g.first[w]+int(s.more[k].record)].shells)
		}
		rest = rest[len(s.more):]
	}
	return hashes, err
}

const odd = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio

// hash returns a hash of a place between two shells; it is not noPlace.
func (p *place) hash(seed seedhash.Seed, shells [2]uint32) uint32 {
	return seed.Hash(p[0], p[1], uint64(shells[0])<<32|uint64(shells[1])) | 1
}

// placeTable finds the first record with a place: a hash table with linear probing, at most half
// full. A slot has the hash of a place and, in its lower half, its number plus one.
type placeTable struct {
	*grouping
	slots []uint64
	shift int
	read  uint64 // of slots that are read early
}

func newPlaceTable(g *grouping, n int) *placeTable {
	size := bits.Len(uint(2*n + 1))
	t := &placeTable{grouping: g, slots: make([]uint64, 1<<size), shift: 64 - size}
	// The system maps a page anew, and interrupts all processors, when it is written to after it
	// was first read.
	clear(t.slots)
	return t
}

// slot returns the first slot for a hash.
func (t *placeTable) slot(hash uint32) uint64 { return uint64(hash) * odd >> t.shift }

// join enters the place of a record, or joins the record with one that has it.
func (t *placeTable) join(hash uint32, id placeID) {
	for slot := t.slot(hash); ; slot = (slot + 1) & uint64(len(t.slots)-1) {
		s := t.slots[slot]
		if s == 0 {
			t.slots[slot] = uint64(hash)<<32 | uint64(id+1)
			return
		}
		if uint32(s>>32) != hash {
			continue
		}
		p, record := t.place(id)
		if q, other := t.place(placeID(uint32(s) - 1)); *q == *p && t.links[other].shells == t.links[record].shells {
			t.union.Join(other, record)
			return
		}
	}
}

// place returns a place and its record.
func (g *grouping) place(id placeID) (p *place, record uint32) {
	if n := int(id) / 2; n < len(g.all) {
		return &g.links[n].places[id%2], uint32(n)
	}
	k := int(id) - 2*len(g.all)
	for w, s := range g.shards {
		if k < len(s.more) {
			return &s.more[k].place, uint32(g.first[w]) + s.more[k].record
		}
		k -= len(s.more)
	}
	panic("collect: there is no such place")
}
