package padding

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/obrtree"
)

// exclusions are the pairs of classes with pairs of islands that do not count for padding, because
// they overlap or have a stacked triangle or a corner in common. Pairs of large cliques, all of
// whose classes exclude each other, are not listed.
type exclusions struct {
	search *Search
	pairs  []Pair
	// cliques of each class, ascending.
	cliques [][]uint32
	size    []int // of each clique
	// first, others and sums list the excluded pairs by place in the order of a tree: for each
	// place the other places, ascending, and prefix sums of the numbers of pairs.
	first  []uint32
	others []uint32
	sums   []int64
}

// smallClique is the number of classes up to which the pairs of a clique are listed.
const smallClique = 64

func newExclusions(p *Search) *exclusions {
	e := &exclusions{search: p, cliques: make([][]uint32, len(p.classes))}
	for a, b := range p.Overlaps {
		e.pairs = append(e.pairs, Pair{a, b})
	}
	e.addStacked()
	e.addCorners()
	slices.SortFunc(e.pairs, func(j, k Pair) int { return cmp.Or(cmp.Compare(j.A, k.A), cmp.Compare(j.B, k.B)) })
	e.pairs = slices.Compact(e.pairs)
	return e
}

// addStacked adds the classes that have triangles stacked on each other.
func (e *exclusions) addStacked() {
	type use struct{ group, class uint32 }
	var uses []use
	for c := range e.search.classes {
		for _, group := range slices.Compact(slices.Clone(e.search.classes[c].stacked)) {
			uses = append(uses, use{group, uint32(c)})
		}
	}
	slices.SortFunc(uses, func(a, b use) int { return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.class, b.class)) })
	for len(uses) > 0 {
		var classes []uint32
		group := uses[0].group
		for len(uses) > 0 && uses[0].group == group {
			classes, uses = append(classes, uses[0].class), uses[1:]
		}
		e.addClique(classes, nil)
	}
}

// addCorners adds the classes whose islands have a corner in common. A clique needs classes all of
// whose islands have the corner.
func (e *exclusions) addCorners() {
	p := e.search
	var all, whole, part []uint32
	for c := range len(p.corners.first) - 1 {
		all, whole, part = all[:0], whole[:0], part[:0]
		for _, u := range p.corners.at(uint32(c)) {
			all = append(all, p.Class[u.island])
		}
		slices.Sort(all)
		for from := 0; from < len(all); {
			to := from
			for to < len(all) && all[to] == all[from] {
				to++
			}
			if to-from == len(p.Classes[all[from]]) {
				whole = append(whole, all[from])
			} else {
				part = append(part, all[from])
			}
			from = to
		}
		e.addClique(whole, part)
	}
}

// addClique adds a clique of the classes in whole, and the pairs of classes in part with each other
// and with those in whole. The classes ascend.
func (e *exclusions) addClique(whole, part []uint32) {
	if len(whole) > smallClique {
		for _, c := range whole {
			e.cliques[c] = append(e.cliques[c], uint32(len(e.size)))
		}
		e.size = append(e.size, len(whole))
	} else {
		for i, a := range whole {
			for _, b := range whole[i+1:] {
				e.pairs = append(e.pairs, Pair{a, b})
			}
		}
	}
	for i, a := range part {
		for _, b := range whole {
			e.pairs = append(e.pairs, Pair{min(a, b), max(a, b)})
		}
		for _, b := range part[i+1:] {
			e.pairs = append(e.pairs, Pair{a, b})
		}
	}
}

// tags returns the largest cliques of a class.
func (e *exclusions) tags(class uint32) [3]uint32 {
	tags := [3]uint32{obrtree.NoTag, obrtree.NoTag, obrtree.NoTag}
	for _, clique := range e.cliques[class] {
		keepLargest(&tags, obrtree.NoTag, clique, func(c uint32) int { return e.size[c] })
	}
	return tags
}

// arrange lists the pairs by the places of their classes in an order.
func (e *exclusions) arrange(order []uint32) {
	place := make([]uint32, len(order))
	for k, c := range order {
		place[c] = uint32(k)
	}
	type entry struct {
		from, to uint32
		pairs    int64
	}
	list := make([]entry, 0, 2*len(e.pairs))
	for _, k := range e.pairs {
		n := e.search.allPairs(k) - max(e.search.islandPairs(k), 0)
		x, y := place[k.A], place[k.B]
		list = append(list, entry{x, y, n}, entry{y, x, n})
	}
	e.pairs = nil
	slices.SortFunc(list, func(a, b entry) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	e.first, e.others, e.sums = make([]uint32, len(order)+1), make([]uint32, len(list)), make([]int64, len(list)+1)
	for k, x := range list {
		e.first[x.from+1]++
		e.others[k], e.sums[k+1] = x.to, e.sums[k]+x.pairs
	}
	for k := range order {
		e.first[k+1] += e.first[k]
	}
}

// between returns the number of excluded pairs of islands of two nodes, or twice that number for
// one node with itself.
func (e *exclusions) between(n, m *obrtree.Node) (sum int64) {
	if m.To-m.From < n.To-n.From {
		n, m = m, n
	}
	if e.first[n.From] == e.first[n.To] || e.first[m.From] == e.first[m.To] {
		return 0
	}
	for k := n.From; k < n.To; k++ {
		others := e.others[e.first[k]:e.first[k+1]]
		from, _ := slices.BinarySearch(others, m.From)
		to, _ := slices.BinarySearch(others, m.To)
		sum += e.sums[e.first[k]+uint32(to)] - e.sums[e.first[k]+uint32(from)]
	}
	return sum
}

// union returns the union of two ascending lists.
func union(a, b []uint32) []uint32 {
	if len(a) == 0 || len(b) == 0 {
		return slices.Concat(a, b)
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// witnesses returns for each class the corner of its outline, in the coordinates of the sheet, that is on the outlines of
// most classes; if several are, the least.
func (p *Search) witnesses() []geom.Vec2 {
	type use struct {
		at    geom.Vec2
		class uint32
	}
	compare := func(a, b use) int {
		return cmp.Or(cmp.Compare(a.at[0], b.at[0]), cmp.Compare(a.at[1], b.at[1]), cmp.Compare(a.class, b.class))
	}
	var uses []use
	for c := range p.classes {
		for _, e := range p.classes[c].of {
			for _, at := range p.ends(e) {
				uses = append(uses, use{at, uint32(c)})
			}
		}
	}
	slices.SortFunc(uses, compare)
	uses = slices.Compact(uses)
	out, most := make([]geom.Vec2, len(p.classes)), make([]int, len(p.classes))
	for from := 0; from < len(uses); {
		to := from + 1 // also where a coordinate is NaN
		for to < len(uses) && uses[to].at == uses[from].at {
			to++
		}
		for _, u := range uses[from:to] {
			if to-from > most[u.class] {
				out[u.class], most[u.class] = u.at, to-from
			}
		}
		from = to
	}
	return out
}
