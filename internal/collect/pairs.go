package collect

import (
	"context"
	"slices"
)

// Pairs is the set of pairs of a triangle of a first list and one of a second, both
// ascending, in which the triangle of the first list has the smaller number.
type Pairs struct {
	ctx           context.Context
	first, second []uint32
}

// NewPairs returns the pairs of two lists, which are ascending and not empty. Iterations over
// them end when ctx does.
func NewPairs(ctx context.Context, first, second []uint32) Pairs {
	return Pairs{ctx, first, second}
}

// First returns the first triangle of the first list.
func (p *Pairs) First() uint32 { return p.first[0] }

// After returns the first triangle of the second list that is greater than i. There must be
// one.
func (p *Pairs) After(i uint32) uint32 { return p.second[p.beyond(i)] }

// beyond returns how many of second are not greater than i.
func (p *Pairs) beyond(i uint32) int {
	k, found := slices.BinarySearch(p.second, i)
	if found {
		k++
	}
	return k
}

// Count returns the number of pairs.
func (p *Pairs) Count() (n int) {
	k := 0
	for _, i := range p.first {
		for k < len(p.second) && p.second[k] <= i {
			k++
		}
		n += len(p.second) - k
	}
	return n
}

// times returns the number of pairs; nil is a single finding and counts as 1.
func (p *Pairs) times() int {
	if p == nil {
		return 1
	}
	return p.Count()
}

// each calls visit for the pairs in ascending order until it returns false or the check
// is cancelled.
func (p *Pairs) each(visit func(i, j uint32) bool) {
	for _, i := range p.first {
		if p.ctx.Err() != nil {
			return
		}
		for _, j := range p.second[p.beyond(i):] {
			if !visit(i, j) {
				return
			}
		}
	}
}

// EachMember calls visit for each triangle that is in a pair.
func (p *Pairs) EachMember(visit func(i uint32)) {
	last := p.second[len(p.second)-1]
	for _, i := range p.first {
		if i < last {
			visit(i)
		}
	}
	for _, j := range p.second[p.beyond(p.first[0]):] {
		visit(j)
	}
}
