package uv

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/internal/exactsum"
)

// classPair is two classes of islands, the smaller number first; or one class twice, for pairs of
// its own islands.
type classPair struct{ a, b uint32 }

// islandPairs returns the number of pairs of an island of one class and one of the other.
func (k classPair) islandPairs(s *stacks) int64 {
	n, m := int64(s.classSize(k.a)), int64(s.classSize(k.b))
	if k.a == k.b {
		return n * (n - 1) / 2
	}
	return n * m
}

// shared is what each island of one class shares with each of another.
type shared struct {
	pairs int64 // of triangles
	area  exactsum.Exact
	// deep: some triangles overlap deeper than their resolution.
	deep bool
	// wide: some triangles are part of a wide place.
	wide bool
	// worst are the groups of the two triangles that share most, most is their area.
	worst [2]uint32
	most  float64
	// stack: the islands coincide.
	stack bool
}

// sharing is an area common to triangles of two groups, and how often it occurs in each pair of
// islands.
type sharing struct {
	area   float64
	groups [2]uint32
	times  int64
	deep   bool
	wide   bool
}

// add adds what two entries share to their pair of classes.
func (s *overlapSums) add(o *overlapSearch, x, y entry, of sharing) {
	k := classPair{min(x.class, y.class), max(x.class, y.class)}
	s.pairCount += of.times * k.islandPairs(o.stacks)
	if x.class == y.class {
		// Each of the two islands has triangles of both groups.
		s.pairCount += of.times * k.islandPairs(o.stacks)
		of.times *= 2
	}
	p := s.pairs[k]
	if p == nil {
		p = &shared{most: -1}
		s.pairs[k] = p
	}
	p.pairs += of.times
	p.area.AddTimes(of.area, int(of.times))
	p.deep, p.wide = p.deep || of.deep, p.wide || of.wide
	p.consider(of.groups, of.area)
}

// consider keeps the pair of groups that shares most; of equal ones the first.
func (p *shared) consider(groups [2]uint32, area float64) {
	if area > p.most || area == p.most && slices.Compare(groups[:], p.worst[:]) < 0 {
		p.worst, p.most = groups, area
	}
}

func (s *overlapSums) merge(t *overlapSums) {
	s.pairCount, s.foldCount = s.pairCount+t.pairCount, s.foldCount+t.foldCount
	s.foldArea.Merge(t.foldArea)
	s.thin.merge(&t.thin)
	for k, q := range t.pairs {
		p := s.pairs[k]
		if p == nil {
			s.pairs[k] = q
			continue
		}
		p.pairs += q.pairs
		p.area.Merge(q.area)
		p.deep, p.wide = p.deep || q.deep, p.wide || q.wide
		p.consider(q.worst, q.most)
	}
}

// sortedPairs returns all pairs of classes, those that share most first.
func (s *overlapSums) sortedPairs() []classPair {
	keys, area := make([]classPair, 0, len(s.pairs)), map[classPair]float64{}
	for k, p := range s.pairs {
		keys, area[k] = append(keys, k), p.area.Value()
	}
	slices.SortFunc(keys, func(k, m classPair) int {
		return cmp.Or(cmp.Compare(area[m], area[k]), cmp.Compare(k.a, m.a), cmp.Compare(k.b, m.b))
	})
	return keys
}
