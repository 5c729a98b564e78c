package padding

import (
	"cmp"
	"slices"
)

// Pair is two different classes of islands, the smaller number first.
type Pair struct{ A, B uint32 }

// Near is two classes whose islands are nearer to each other than a limit.
type Near struct {
	Pair
	// Distance in texels.
	Distance float64
	// Pairs is the number of pairs of an island of each that count.
	Pairs int64
	edges [2]uint32 // of the outlines of the classes, that are so near
}

// Found are the pairs of islands that are nearer to each other than a limit.
type Found struct {
	// Pairs is their number, Touching that of those at a distance of 0.
	Pairs, Touching int64
	// Nearest are the nearest of their classes, the nearest first. While they are searched, they are
	// in any order, and there are up to as many others.
	Nearest []Near
	most    int // to keep
	// farthest is the last of the nearest pairs so far, once some have been dropped.
	farthest *Near
}

// compareNear orders pairs by distance, then by classes.
func compareNear(m, n Near) int {
	return cmp.Or(cmp.Compare(m.Distance, n.Distance), cmp.Compare(m.A, n.A), cmp.Compare(m.B, n.B))
}

// add counts a pair, and keeps it if it is one of the nearest.
func (f *Found) add(n Near) {
	f.Pairs += n.Pairs
	if n.Distance == 0 {
		f.Touching += n.Pairs
	}
	f.keep(n)
}

// keep keeps a pair if it may be one of the nearest.
func (f *Found) keep(n Near) {
	if f.farthest != nil && compareNear(n, *f.farthest) >= 0 {
		return
	}
	if f.Nearest = append(f.Nearest, n); len(f.Nearest) >= 2*f.most {
		f.trim()
		last := f.Nearest[f.most-1]
		f.farthest = &last
	}
}

// trim sorts the pairs and drops all but the nearest.
func (f *Found) trim() {
	slices.SortFunc(f.Nearest, compareNear)
	f.Nearest = f.Nearest[:min(len(f.Nearest), f.most)]
}

// mergedPairs merges the pairs of several workers.
func mergedPairs(all []Found, most int) Found {
	sum := Found{most: most}
	for i := range all {
		sum.Pairs, sum.Touching = sum.Pairs+all[i].Pairs, sum.Touching+all[i].Touching
		sum.Nearest = append(sum.Nearest, all[i].Nearest...)
	}
	sum.trim()
	return sum
}

// tooLate reports whether no pair from k on can be one of the nearest, even at a distance of 0.
func (f *Found) tooLate(k Pair) bool {
	return f.farthest != nil && compareNear(Near{Pair: k}, *f.farthest) >= 0
}
