package excerpt

import "math/bits"

// cellTable numbers keys in the order in which they are added: a hash table with
// linear probing, at most half full, for keys below 2^64-1.
type cellTable struct {
	keys    []uint64 // plus one
	numbers []uint32
	shift   int
	n       int
}

// newCellTable returns an empty table for up to three keys for each triangle.
func newCellTable(triangles int) *cellTable {
	size := bits.Len(uint(6*triangles + 1))
	return &cellTable{keys: make([]uint64, 1<<size), numbers: make([]uint32, 1<<size), shift: 64 - size}
}

// slot returns where key is, or where it belongs.
func (t *cellTable) slot(key uint64) int {
	k := int(key * 0x9e3779b97f4a7c15 >> t.shift)
	for t.keys[k] != 0 && t.keys[k] != key+1 {
		k = (k + 1) & (len(t.keys) - 1)
	}
	return k
}

func (t *cellTable) add(key uint64) {
	if k := t.slot(key); t.keys[k] == 0 {
		t.keys[k], t.numbers[k] = key+1, uint32(t.n)
		t.n++
	}
}

// find returns the number of key, if it has one.
func (t *cellTable) find(key uint64) (number int, ok bool) {
	k := t.slot(key)
	return int(t.numbers[k]), t.keys[k] != 0
}
