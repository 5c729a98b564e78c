package precision

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// snapShare is the greatest distance of corners that are made one, as a share of the distance: 1.75
// steps of a grid, which is about how far apart rounding may leave a corner that it has rounded more
// than once.
const snapShare = 0.875

// snap makes one of all corners of borders that are within a distance of each other, as those of
// triangles that had them in common before each was rounded by itself. It reports whether there were
// any.
func (n *neighbourhood) snap(distance float64) bool {
	if !n.split(snapShare * distance) {
		return false
	}
	links := n.nearCorners(n.borders(), snapShare*distance)
	if len(links) == 0 {
		return false
	}
	union := mesh.NewUnion(len(n.corners))
	for _, l := range links {
		union.Join(uint32(l.a), uint32(l.b))
	}
	find := func(c int32) int32 { return int32(union.Find(uint32(c))) }
	boxes := make(map[int32]geom.Box, len(links))
	for k := range n.corners {
		r := find(int32(k))
		box, known := boxes[r]
		if !known {
			box = geom.EmptyBox()
		}
		boxes[r] = box.Include(n.corners[k].Vec)
	}
	target := make([]int32, len(n.corners))
	for k := range target {
		target[k] = int32(k)
		if r := find(int32(k)); boxes[r].Diagonal() <= snapShare*distance {
			target[k] = r
			n.snapped = n.snapped || r != int32(k)
		}
	}
	n.merge(target, boxes)
	return n.snapped
}

// split reports whether a corner of a triangle of the place has another one within a distance.
func (n *neighbourhood) split(distance float64) bool {
	for k := range n.faces[:2] {
		for _, c := range n.faces[k].corners {
			p := n.corners[c].Vec
			for i := range n.corners {
				if int32(i) != c && n.corners[i].Sub(p).Norm() <= distance {
					return true
				}
			}
		}
	}
	return false
}

// merge makes one of the corners that have the same target, in the middle of their box. Triangles
// that have two of them are without an area then.
func (n *neighbourhood) merge(target []int32, boxes map[int32]geom.Box) {
	for k, r := range target {
		if r != int32(k) {
			box := boxes[r]
			n.corners[r].Vec = box.Min.Lerp(box.Max, 0.5)
		}
	}
	for k := range n.faces {
		f := &n.faces[k]
		for i, c := range f.corners {
			f.corners[i] = target[c]
		}
		t := n.triangle(f)
		f.flat, f.box = t.Degenerate(), t.Box()
	}
}
