package boxtree

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// The digits of a code, by their lowest bits.
const (
	lowDigit    = idBits
	middleDigit = lowDigit + digitBits
	highDigit   = middleDigit + digitBits
)

// largeBucket is the number of keys from which a bucket is sorted by all workers.
const largeBucket = 1 << 17

// fewKeys is the number of keys below which comparing them is faster than counting digits.
const fewKeys = 256

// radixSort sorts keys by their code, stably, and returns the slice that holds them. Keys with the same
// code must have ascending numbers. It distributes them to buckets by their highest digit. A bucket
// usually fits into a processor's cache, where it is sorted by the other two digits.
func radixSort(ctx context.Context, workers int, keys []uint64) ([]uint64, error) {
	if len(keys) < digits {
		return sortFew(keys), ctx.Err()
	}
	var spare []uint64
	counts, err := countDigits(ctx, workers, keys, highDigit, func() { spare = make([]uint64, len(keys)) })
	if err != nil {
		return nil, err
	}
	first := starts(counts, len(keys))
	if err := distribute(ctx, workers, keys, spare, highDigit, counts); err != nil {
		return nil, err
	}
	keys, spare = spare, keys
	var small []int
	for d := range digits {
		switch lo, hi := first[d], first[d+1]; {
		case hi-lo >= largeBucket:
			if err := sortLarge(ctx, workers, keys[lo:hi], spare[lo:hi]); err != nil {
				return nil, err
			}
		case hi-lo > 1:
			small = append(small, d)
		}
	}
	return keys, parallel.Tasks(ctx, workers, len(small), func(_, k int) {
		lo, hi := first[small[k]], first[small[k]+1]
		sortSmall(keys[lo:hi], spare[lo:hi])
	})
}

// leastCounted is the number of keys from which it pays off to count their highest digit.
const leastCounted = 128

// sortFew is radixSort for fewer keys than there are digits. Comparing keys as a whole is stable, because
// the box's number is below the code.
func sortFew(keys []uint64) []uint64 {
	if len(keys) < leastCounted {
		slices.Sort(keys)
		return keys
	}
	var high [digits]uint32
	for _, k := range keys {
		high[k>>highDigit&(digits-1)]++
	}
	sorted := make([]uint64, len(keys))
	scatter(keys, sorted, highDigit, &high)
	for lo := 0; lo < len(sorted); {
		hi := lo + 1
		for hi < len(sorted) && sorted[hi]>>highDigit == sorted[lo]>>highDigit {
			hi++
		}
		slices.Sort(sorted[lo:hi])
		lo = hi
	}
	return sorted
}

// sortLarge sorts keys by their two lower digits, with all workers.
func sortLarge(ctx context.Context, workers int, keys, spare []uint64) error {
	for _, shift := range [...]int{lowDigit, middleDigit} {
		counts, err := countDigits(ctx, workers, keys, shift, func() {})
		if err != nil {
			return err
		}
		starts(counts, len(keys))
		if err := distribute(ctx, workers, keys, spare, shift, counts); err != nil {
			return err
		}
		keys, spare = spare, keys
	}
	return nil
}

// sortSmall sorts keys by their two lower digits.
func sortSmall(keys, spare []uint64) {
	if len(keys) < fewKeys {
		slices.Sort(keys)
		return
	}
	var low, middle [digits]uint32
	for _, k := range keys {
		low[k>>lowDigit&(digits-1)]++
		middle[k>>middleDigit&(digits-1)]++
	}
	scatter(keys, spare, lowDigit, &low)
	scatter(spare, keys, middleDigit, &middle)
}

// scatter copies keys in the order of a digit, of which it is given the counts.
func scatter(from, to []uint64, shift int, count *[digits]uint32) {
	sum := uint32(0)
	for d, n := range count {
		count[d], sum = sum, sum+n
	}
	place(from, to, shift, count)
}

// place copies each key to the next place of its digit.
func place(from, to []uint64, shift int, next *[digits]uint32) {
	for _, k := range from {
		d := k >> shift & (digits - 1)
		to[next[d]] = k
		next[d]++
	}
}

// countDigits counts a digit of the keys in each chunk. It calls prepare concurrently.
func countDigits(ctx context.Context, workers int, keys []uint64, shift int, prepare func()) ([][digits]uint32, error) {
	counts := make([][digits]uint32, (len(keys)+chunk-1)/chunk)
	err := parallel.Tasks(ctx, workers, 1+len(counts), func(_, task int) {
		if task == 0 {
			prepare()
			return
		}
		lo := (task - 1) * chunk
		for _, k := range keys[lo:min(len(keys), lo+chunk)] {
			counts[task-1][k>>shift&(digits-1)]++
		}
	})
	return counts, err
}

// starts turns counts into the place of the first key of each digit of each chunk, and returns where
// each digit begins, and n at the end.
func starts(counts [][digits]uint32, n int) (first [digits + 1]int) {
	var next [digits]uint32
	for c := range counts {
		for d, k := range &counts[c] {
			next[d] += k
		}
	}
	sum := uint32(0)
	for d, k := range next {
		first[d] = int(sum)
		next[d], sum = sum, sum+k
	}
	first[digits] = n
	for c := range counts {
		for d, k := range &counts[c] {
			counts[c][d], next[d] = next[d], next[d]+k
		}
	}
	return first
}

// distribute copies keys in the order of a digit, from chunks whose digits begin at the given places.
func distribute(ctx context.Context, workers int, from, to []uint64, shift int, next [][digits]uint32) error {
	return parallel.Tasks(ctx, workers, len(next), func(_, c int) {
		place(from[c*chunk:min(len(from), (c+1)*chunk)], to, shift, &next[c])
	})
}
