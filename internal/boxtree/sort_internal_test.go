package boxtree

import (
	"fmt"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestRadixSort: keys are in the order of their codes, and of their numbers where codes are equal, for
// buckets of all sizes.
func TestRadixSort(t *testing.T) {
	const high = 1<<digitBits - 1
	for name, code := range map[string]func(i int, random uint64) uint64{
		"anywhere":         func(_ int, r uint64) uint64 { return r },
		"one code":         func(int, uint64) uint64 { return 5 },
		"one bucket":       func(_ int, r uint64) uint64 { return high<<(2*digitBits) | r&(1<<(2*digitBits)-1) },
		"one large bucket": func(i int, r uint64) uint64 { return r >> (uint(i%8) * digitBits / 2) },
		"few codes":        func(_ int, r uint64) uint64 { return r % 7 << digitBits },
		"falling":          func(i int, _ uint64) uint64 { return uint64(1<<30 - i) },
	} {
		for _, n := range []int{0, 1, leastCounted - 1, leastCounted, digits - 1, digits, 5*chunk + 3, 3 * largeBucket} {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				random := meshgen.Rand(uint64(n))
				keys := make([]uint64, n)
				for i := range keys {
					keys[i] = code(i, random.Uint64())&(1<<(3*digitBits)-1)<<idBits | uint64(i)
				}
				want := slices.Clone(keys)
				slices.Sort(want)
				got, err := radixSort(t.Context(), 2, keys)
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("the keys are in another order, %v", err)
				}
			})
		}
	}
}
