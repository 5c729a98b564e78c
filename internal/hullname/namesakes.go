package hullname

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ranks is the number of ways in which an instance answers to a name, from the best to the worst:
// by its node's name and by its mesh's, then by both in any case, then by both without namespaces,
// then by both without what exporters put around them.
const ranks = 8

// nameKey is a name, and the way in which an instance answers to it.
type nameKey struct {
	rank int
	name string
}

// namesakes are the visible instances that answer to a name in one way, ascending.
type namesakes struct {
	instances []int
	// all finds the nearest of them, below the nearest of those with a parent. They are nil until
	// they are needed.
	all   *origins
	below map[string]*origins
}

// addNames adds an instance to the namesakes of its names.
func (h *Search) addNames(i int) {
	add := func(rank int, name string) {
		key := nameKey{rank, name}
		n := h.byName[key]
		if n == nil {
			n = &namesakes{}
			h.byName[key] = n
		}
		n.instances = append(n.instances, i)
		h.lengths[len(name)] = true
	}
	names := h.namesOf(i)
	for k, name := range names {
		if name == "" || k > 0 && name == names[0] {
			continue // the better way wins
		}
		add(k, name)
		add(2+k, strings.ToLower(name))
		own := local(name)
		if own != name {
			add(4+k, strings.ToLower(own))
		}
		if core := inner(name); core != own {
			add(6+k, strings.ToLower(core))
		}
	}
}

// named returns the visible instances that answer best to a name, nil if none does.
func (h *Search) named(name string) *namesakes {
	lower := strings.ToLower(name)
	for rank := range ranks {
		if rank == 2 {
			name = lower
		}
		if n := h.byName[nameKey{rank, name}]; n != nil && name != "" {
			return n
		}
	}
	return nil
}

// prefixes returns the lengths of those prefixes of a name, ascending, that are as long as a name
// of a visible instance when both are in lower case.
func (h *Search) prefixes(name string) (ends []int) {
	lower := 0
	for at, r := range name {
		if h.lengths[lower] && lower > 0 {
			ends = append(ends, at)
		}
		lower += utf8.RuneLen(unicode.ToLower(r))
	}
	if h.lengths[lower] {
		ends = append(ends, len(name))
	}
	return ends
}

// best returns the one of n that is the body of hull f: no lower level of detail if there is
// another, then one with the same parent, then the one with the nearest origin, then the first.
func (h *Search) best(f *Hull, n *namesakes) int {
	if len(n.instances) == 1 {
		return n.instances[0]
	}
	if n.below == nil {
		h.arrange(n)
	}
	if among := n.below[h.above(f.Instance)]; among != nil {
		return h.nearest(f.Instance, among)
	}
	return h.nearest(f.Instance, n.all)
}

// arrange prepares n for best.
func (h *Search) arrange(n *namesakes) {
	lower := func(i int) bool { return h.Instances[i].LowerLevel }
	if kept := slices.DeleteFunc(slices.Clone(n.instances), lower); len(kept) > 0 {
		n.instances = kept
	}
	n.all, n.below = &origins{instances: n.instances}, map[string]*origins{}
	for _, i := range n.instances {
		above := h.above(i)
		among := n.below[above]
		if among == nil {
			among = &origins{}
			n.below[above] = among
		}
		among.instances = append(among.instances, i)
	}
}
