package parts

import (
	"math"
	"slices"
)

// pairSet is the set of pairs of an object of group from and one of group to with a greater
// number; the two may be the same group. All pairs have the same outcome. There may be very
// many, so that they are counted without enumerating them, and enumerated only as far as they
// are listed.
type pairSet struct {
	from, to *group
	only     allowance
}

// allowance restricts a set to the pairs that a rule of Options.Allow allows, or does not.
type allowance uint8

const (
	anyPair allowance = iota
	notAllowed
	allowedOnly
)

// between returns the pairs of two groups: those whose smaller number is in the first group,
// and those whose smaller number is in the second; either may be empty.
func between(g, h *group) [2]pairSet { return [2]pairSet{{from: g, to: h}, {from: h, to: g}} }

// empty reports whether there is no pair at all, whatever is allowed.
func (s *pairSet) empty() bool { return s.from.first() >= s.to.last() }

// first returns the first pair, in the order of their numbers.
func (s *pairSet) first(c *checker) (indexPair, bool) { return s.seek(c, 0) }

// next returns the pair after p, which is in the set.
//
// It takes time proportional to the classes of to and the logarithm of its members, plus that
// of skipping members of from that are in no pair, each once in an enumeration of all.
func (s *pairSet) next(c *checker, p indexPair) (indexPair, bool) {
	at, _ := slices.BinarySearch(s.from.members, p.a)
	if b, ok := s.beyond(c, at, p.b); ok {
		return indexPair{p.a, b}, true
	}
	return s.seek(c, at+1)
}

// seek returns the first pair of a member of from with an index of at least at.
func (s *pairSet) seek(c *checker, at int) (indexPair, bool) {
	for ; at < len(s.from.members); at++ {
		a := s.from.members[at]
		if a >= s.to.last() {
			break
		}
		if b, ok := s.beyond(c, at, a); ok {
			return indexPair{a, b}, true
		}
	}
	return indexPair{}, false
}

// beyond returns the least number greater than bound that makes a pair with the member of
// from at an index.
func (s *pairSet) beyond(c *checker, at int, bound uint32) (uint32, bool) {
	least, found := uint32(math.MaxUint32), false
	a := s.from.members[at]
	for _, class := range s.to.classes {
		if class[len(class)-1] <= bound || s.only != anyPair && !s.admits(c.allowing(indexPair{a, class[0]})) {
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

// admits reports whether pairs that a rule allows, or that no rule allows if it is -1, are in
// the set, which is restricted.
func (s *pairSet) admits(rule int) bool { return (rule >= 0) == (s.only == allowedOnly) }

// count returns how many pairs no rule allows, how many a rule allows, and calls use with each
// such rule. All pairs of two classes meet the same rule. The time is proportional to the
// classes of one group times the members of the other.
func (s *pairSet) count(c *checker, use func(rule int)) (free, allowed int) {
	for _, x := range s.from.classes {
		for _, y := range s.to.classes {
			n := ascendingPairs(x, y)
			if n == 0 {
				continue
			}
			if rule := c.allowing(indexPair{x[0], y[0]}); rule >= 0 {
				use(rule)
				allowed += n
			} else {
				free += n
			}
		}
	}
	return free, allowed
}
