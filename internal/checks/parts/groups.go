package parts

import (
	"slices"

	"github.com/meshcheck/meshcheck/internal/world"
)

// group is the objects of one shape at exactly one place, shown by the same scenes. All of
// them have the same outcome with any other object. Objects whose places differ by rounding
// are in different groups, as being that near to each other is not transitive.
type group struct {
	members []uint32 // by number, ascending; at least one
	// classes are the members by the sides of rules that they meet, in the order of their
	// first members: a single class if all meet the same.
	classes [][]uint32
}

// groupKey is what the objects of a group have in common. Numbers are compared by their bits: a
// zero of another sign may give other bytes in a report, and bits are hashed many at a time.
type groupKey struct {
	shape    *world.Shape
	world    [12]uint64
	rounding [22]uint64
	scenes   int
}

// groupsOf returns the groups of objects in the order of their first members.
func groupsOf(objects []*object) []*group {
	known := make(map[groupKey]*group, len(objects))
	var all []*group
	for i, o := range objects {
		key := groupKey{o.Shape, world.PlaceKey(&o.World), o.Precision.Bits(), o.scenes}
		g := known[key]
		if g == nil {
			g = &group{}
			known[key] = g
			all = append(all, g)
		}
		g.members = append(g.members, uint32(i))
	}
	for _, g := range all {
		g.classify(objects)
	}
	return all
}

// classify divides the members into classes by the sides of rules that they meet.
func (g *group) classify(objects []*object) {
	first := objects[g.members[0]].rules
	if !slices.ContainsFunc(g.members, func(i uint32) bool { return !slices.Equal(objects[i].rules, first) }) {
		g.classes = [][]uint32{g.members}
		return
	}
	known := map[string]int{}
	var key []byte
	for _, i := range g.members {
		key = key[:0]
		for _, s := range objects[i].rules {
			key = append(key, byte(s))
		}
		n, ok := known[string(key)]
		if !ok {
			n = len(g.classes)
			known[string(key)] = n
			g.classes = append(g.classes, nil)
		}
		g.classes[n] = append(g.classes[n], i)
	}
}

// first and last are the members with the least and the greatest number.
func (g *group) first() uint32 { return g.members[0] }
func (g *group) last() uint32  { return g.members[len(g.members)-1] }

// ascendingPairs returns how many pairs of one of a and one of b, both ascending, have the
// smaller number first.
func ascendingPairs(a, b []uint32) (n int) {
	if len(a) == 0 || len(b) == 0 || a[0] >= b[len(b)-1] {
		return 0
	}
	if a[len(a)-1] < b[0] {
		return len(a) * len(b)
	}
	k := 0
	for _, y := range b {
		for k < len(a) && a[k] < y {
			k++
		}
		n += k
	}
	return n
}
