package parts

import (
	"math"
	"slices"
)

// couples are pairs of objects that all have one verdict: those of one object of group from
// and one of group to, which may be the same, that has a greater number. There may be very many,
// so that they are counted without going through them, and come one by one where they are
// listed.
type couples struct {
	from, to *group
	only     allowance
}

// allowance narrows couples down to those that a rule of Options.Allow allows, or does not.
type allowance uint8

const (
	anyCouple allowance = iota
	notAllowed
	allowedOnly
)

// between returns the couples of two groups, of which the second half are those whose smaller
// number is in the second group; either may be empty.
func between(g, h *group) [2]couples { return [2]couples{{from: g, to: h}, {from: h, to: g}} }

// empty reports whether there is no couple at all, whatever is allowed.
func (s *couples) empty() bool { return s.from.first() >= s.to.last() }

// first returns the first couple, in the order of their numbers.
func (s *couples) first(c *checker) (couple, bool) { return s.seek(c, 0) }

// next returns the couple after p, which is one of them.
//
// It takes time in proportion to the classes of to and the logarithm of its members, besides
// members of from that have no couple, each of which is passed once in a walk over all.
func (s *couples) next(c *checker, p couple) (couple, bool) {
	at, _ := slices.BinarySearch(s.from.members, p.a)
	if b, ok := s.beyond(c, at, p.b); ok {
		return couple{p.a, b}, true
	}
	return s.seek(c, at+1)
}

// seek returns the first couple of a member of from at a place or behind it.
func (s *couples) seek(c *checker, at int) (couple, bool) {
	for ; at < len(s.from.members); at++ {
		a := s.from.members[at]
		if a >= s.to.last() {
			break
		}
		if b, ok := s.beyond(c, at, a); ok {
			return couple{a, b}, true
		}
	}
	return couple{}, false
}

// beyond returns the least number greater than bound that the member of from at a place is in
// a couple with.
func (s *couples) beyond(c *checker, at int, bound uint32) (uint32, bool) {
	least, found := uint32(math.MaxUint32), false
	a := s.from.members[at]
	for _, class := range s.to.classes {
		if class[len(class)-1] <= bound || s.only != anyCouple && !s.admits(c.allowing(couple{a, class[0]})) {
			continue
		}
		k, exact := slices.BinarySearch(class, bound)
		if exact {
			k++
		}
		least, found = min(least, class[k]), true
	}
	return least, found
}

// admits reports whether couples that a rule allows, or none if that is -1, are among these,
// which are not all.
func (s *couples) admits(rule int) bool { return (rule >= 0) == (s.only == allowedOnly) }

// count returns how many couples no rule allows, how many one does, and calls use with each
// rule that does. Two classes meet the same rule in all their couples. The time is in
// proportion to the classes of one group times the members of the other.
func (s *couples) count(c *checker, use func(rule int)) (free, allowed int) {
	for _, x := range s.from.classes {
		for _, y := range s.to.classes {
			n := ascendingPairs(x, y)
			if n == 0 {
				continue
			}
			if rule := c.allowing(couple{x[0], y[0]}); rule >= 0 {
				use(rule)
				allowed += n
			} else {
				free += n
			}
		}
	}
	return free, allowed
}
