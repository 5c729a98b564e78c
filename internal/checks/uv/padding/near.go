package padding

import (
	"cmp"
	"slices"
)

// near is a pair of classes that are nearer to each other than the limit.
type near struct {
	key      pair
	distance float64
	edges    [2]uint32 // of the outlines of the classes, that are so near
	count    int64     // pairs of islands
}

// nearPairs are pairs of classes that are nearer to each other than a limit.
type nearPairs struct {
	// count is the number of pairs of islands, touching those at a distance of 0.
	count, touching int64
	// nearest has the nearest pairs of classes: as many as most, and up to as many others.
	nearest []near
	most    int
	// farthest is the last of the nearest pairs so far, once some have been dropped.
	farthest *near
}

// compareNear orders pairs by distance, then by classes.
func compareNear(m, n near) int {
	return cmp.Or(cmp.Compare(m.distance, n.distance), cmp.Compare(m.key.a, n.key.a), cmp.Compare(m.key.b, n.key.b))
}

// add counts a pair, and keeps it if it is one of the nearest.
func (f *nearPairs) add(n near) {
	f.count += n.count
	if n.distance == 0 {
		f.touching += n.count
	}
	f.keep(n)
}

// keep keeps a pair if it may be one of the nearest.
func (f *nearPairs) keep(n near) {
	if f.farthest != nil && compareNear(n, *f.farthest) >= 0 {
		return
	}
	if f.nearest = append(f.nearest, n); len(f.nearest) >= 2*f.most {
		f.trim()
		last := f.nearest[f.most-1]
		f.farthest = &last
	}
}

// trim sorts the pairs and drops all but the nearest.
func (f *nearPairs) trim() {
	slices.SortFunc(f.nearest, compareNear)
	f.nearest = f.nearest[:min(len(f.nearest), f.most)]
}

// mergedPairs merges the pairs of several workers.
func mergedPairs(all []nearPairs, most int) nearPairs {
	sum := nearPairs{most: most}
	for i := range all {
		sum.count, sum.touching = sum.count+all[i].count, sum.touching+all[i].touching
		sum.nearest = append(sum.nearest, all[i].nearest...)
	}
	sum.trim()
	return sum
}

// tooLate reports whether no pair from k on can be one of the nearest, even at a distance of 0.
func (f *nearPairs) tooLate(k pair) bool {
	return f.farthest != nil && compareNear(near{key: k}, *f.farthest) >= 0
}
