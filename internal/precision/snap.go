package precision

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// snapShare is the greatest distance of corners that are made one, as a share of the distance: 1.75
// steps of a grid, which is about how far apart rounding may leave a corner that it has rounded more
// than once.
const snapShare = 0.875

// snap makes one of all corners of borders that are within a distance of each other, as those of
// triangles that had them in common before each was rounded by itself. It reports whether there were
// any.
func (n *neighbourhood) snap(distance float64) bool {
	links := n.nearCorners(n.borders(), snapShare*distance)
	if len(links) == 0 {
		return false
	}
	first := make([]int32, len(n.corners))
	for k := range first {
		first[k] = int32(k)
	}
	find := func(c int32) int32 {
		for first[c] != c {
			c = first[c]
		}
		return c
	}
	for _, l := range links {
		a, b := find(l.a), find(l.b)
		first[max(a, b)] = min(a, b)
	}
	groups := make([][]int32, len(n.corners))
	for k := range first {
		r := find(int32(k))
		groups[r] = append(groups[r], int32(k))
	}
	for _, g := range groups {
		if len(g) > 1 && n.spread(g) <= snapShare*distance {
			n.merge(g)
			n.snapped = true
		}
	}
	for k := range n.faces {
		t := n.triangle(&n.faces[k])
		n.faces[k].flat, n.faces[k].box = t.Degenerate(), t.Box()
	}
	return n.snapped
}

// spread returns the diagonal of the box of some corners.
func (n *neighbourhood) spread(group []int32) float64 {
	box := geom.EmptyBox()
	for _, c := range group {
		box = box.Include(n.corners[c].Vec)
	}
	return box.Diagonal()
}

// merge makes one corner of several, in the middle of their box. Triangles that have two of them are
// without an area then.
func (n *neighbourhood) merge(group []int32) {
	box := geom.EmptyBox()
	for _, c := range group {
		box = box.Include(n.corners[c].Vec)
	}
	n.corners[group[0]].Vec = box.Min.Lerp(box.Max, 0.5)
	for k := range n.faces {
		f := &n.faces[k]
		for i, c := range f.corners {
			if slices.Contains(group, c) {
				f.corners[i] = group[0]
			}
		}
	}
}
