package mesh

import (
	"cmp"
	"math/bits"
	"slices"
	"testing"
)

// TestTreapDepth: no order of numbers chosen without knowing the seed makes a deep tree, such as
// ascending numbers, or numbers sorted by a fixed hash.
func TestTreapDepth(t *testing.T) {
	const n = 1 << 12
	scattered := func(a int32) uint32 { // the finalizer of MurmurHash3, by A. Appleby
		h := uint32(a) + 1
		h = (h ^ h>>16) * 0x85ebca6b
		h = (h ^ h>>13) * 0xc2b2ae35
		return h ^ h>>16
	}
	var numbers []int32
	for a := range int32(n) {
		numbers = append(numbers, a)
	}
	for range 2 {
		var tree treap
		tree.reset(n)
		last := none
		for _, a := range numbers {
			tree.insert(a, last, none)
			last = a
		}
		depth := 0
		for _, a := range numbers {
			d := 0
			for at := a; at != none; at = tree.nodes[at].parent {
				d++
			}
			depth = max(depth, d)
		}
		// The expected depth is less than 4.4 ln n, 36: 9 times as much is no accident.
		if depth > 24*bits.Len(n) {
			t.Errorf("a tree of %d numbers is %d deep", n, depth)
		}
		slices.SortFunc(numbers, func(a, b int32) int { return cmp.Compare(scattered(a), scattered(b)) })
	}
}
