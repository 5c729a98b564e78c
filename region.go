package meshcheck

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// regionSum adds up the findings of a region. Sums come out the same in any order.
type regionSum struct {
	root         uint32 // the smallest vertex of the region's findings
	counts       check.Counts
	box          geom.Box
	depth        float64
	area, length exactSum
	parts        []int // ascending
}

// newRegionSum returns the sum of no findings in a mesh with lengths below 2^unit.
func newRegionSum(unit int) *regionSum {
	return &regionSum{box: geom.EmptyBox(), area: exactSum{unit: 2 * unit}, length: exactSum{unit: unit}}
}

func (s *regionSum) add(e entry, m measure, times int) {
	e.countIn(&s.counts, times)
	s.box = s.box.Union(m.box)
	s.depth = max(s.depth, e.depth)
	s.area.addTimes(e.area, times)
	s.length.addTimes(m.length, times)
	for _, p := range m.parts {
		s.addPart(p)
	}
}

func (s *regionSum) addPart(p int) {
	if k, found := slices.BinarySearch(s.parts, p); !found {
		s.parts = slices.Insert(s.parts, k, p)
	}
}

func (s *regionSum) merge(o *regionSum) {
	s.counts = s.counts.Add(o.counts)
	s.box = s.box.Union(o.box)
	s.depth = max(s.depth, o.depth)
	s.area.merge(o.area)
	s.length.merge(o.length)
	for _, p := range o.parts {
		s.addPart(p)
	}
}

// worstKind returns the first kind in order of severity that the region has.
func (s *regionSum) worstKind() check.Rule {
	for k, n := range s.counts.ByRule {
		if n > 0 {
			return check.Rule(k)
		}
	}
	return check.Touch
}

// regions returns the regions of the ledger in order of severity, and for the
// first vertex of a pair's first triangle the number of its region.
func (l *ledger) regions() (sums []*regionSum, number func(vertex uint32) int) {
	joined := l.joined()
	byRoot := map[uint32]*regionSum{}
	for w := range l.pages {
		for v, s := range l.pages[w].sums {
			root := joined.Find(v)
			if t := byRoot[root]; t != nil {
				t.merge(s)
			} else {
				s.root = root
				byRoot[root] = s
				sums = append(sums, s)
			}
		}
	}
	slices.SortFunc(sums, compareRegions)
	numbers := make(map[uint32]int, len(sums))
	for k, s := range sums {
		numbers[s.root] = k
	}
	return sums, func(v uint32) int { return numbers[joined.Find(v)] }
}

func compareRegions(a, b *regionSum) int {
	return cmp.Or(
		compareBool(b.counts.Failing() > 0, a.counts.Failing() > 0),
		cmp.Compare(a.worstKind(), b.worstKind()),
		cmp.Compare(b.depth, a.depth),
		cmp.Compare(b.area.value(), a.area.value()),
		cmp.Compare(b.length.value(), a.length.value()),
		slices.Compare(a.box.Min[:], b.box.Min[:]),
		cmp.Compare(a.root, b.root),
	)
}

func (s *regionSum) region() check.Region {
	return check.Region{
		Counts: s.counts, Box: s.box, Depth: s.depth,
		Area: s.area.value(), Length: s.length.value(), Parts: s.parts,
	}
}

// exactSum adds numbers in [0, 2^unit) as integers, so that the order of additions
// does not matter; a number beyond either end counts as that end. Of each number it keeps the bits down to 2^(unit-sumBits): all 53
// of those above 2^(unit-75).
type exactSum struct {
	words [3]uint64 // least significant first, in units of 2^(unit-sumBits)
	unit  int
}

const sumBits = 128

func (s *exactSum) add(x float64) { s.addTimes(x, 1) }

// addTimes adds x so many times.
func (s *exactSum) addTimes(x float64, times int) {
	if !(x > 0) {
		return
	}
	fraction, exponent := math.Frexp(min(x, math.MaxFloat64))
	if exponent > s.unit {
		fraction, exponent = 1-0x1p-53, s.unit
	}
	m := uint64(fraction * (1 << 53))
	shift := exponent - 53 - (s.unit - sumBits)
	if shift < 0 {
		m >>= min(-shift, 63)
		shift = 0
	}
	var y [3]uint64
	k, r := shift/64, shift%64
	y[k] = m << r
	if k+1 < len(y) {
		y[k+1] = m >> (64 - r)
	}
	if times > 1 {
		y = multiplied(y, uint64(times))
	}
	s.addWords(y)
}

// multiplied returns y times n.
func multiplied(y [3]uint64, n uint64) (z [3]uint64) {
	var above, carry uint64
	for k := range y {
		high, low := bits.Mul64(y[k], n)
		z[k], carry = bits.Add64(low, above, 0)
		above = high + carry
	}
	return z
}

func (s *exactSum) merge(o exactSum) { s.addWords(o.words) }

func (s *exactSum) addWords(y [3]uint64) {
	var carry uint64
	for k := range s.words {
		s.words[k], carry = bits.Add64(s.words[k], y[k], carry)
	}
}

func (s *exactSum) value() float64 {
	var v float64
	for k := len(s.words) - 1; k >= 0; k-- {
		v += math.Ldexp(float64(s.words[k]), 64*k+s.unit-sumBits)
	}
	return v
}
