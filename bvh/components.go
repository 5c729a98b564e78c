package bvh

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Components returns the connected components of boxes: two boxes that meet are in the same
// component, directly or through others. Boxes that touch meet; an empty box meets none. It
// returns the component of each box, numbered in the order of their first boxes, and the
// number of components. The time is O(n log n) for boxes of similar sizes, however many pairs
// meet: each box is removed from the search when it is found. The only error is that of ctx.
func Components(ctx context.Context, boxes []geom.Box) (set []int, sets int, err error) {
	s := newShrinking(boxes)
	set = make([]int, len(boxes))
	for i := range set {
		set[i] = -1
	}
	var open []int
	for i := range boxes {
		if set[i] >= 0 {
			continue
		}
		if i%64 == 0 && ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		set[i] = sets
		s.remove(i)
		for open = append(open[:0], i); len(open) > 0; {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			s.takeMeeting(&boxes[last], 0, 0, len(boxes), func(k int) {
				set[k] = sets
				open = append(open, k)
			})
		}
		sets++
	}
	return set, sets, nil
}

// shrinking is a tree of boxes that can be taken out of it. It is a complete binary tree: the
// children of node k are 2k+1 and 2k+2, and each halves the boxes of its parent.
type shrinking struct {
	boxes []geom.Box
	order []int // the boxes in the order of the leaves
	place []int // of each box in order
	nodes []shrinkingNode
	gone  []bool // by place
}

type shrinkingNode struct {
	box  geom.Box
	left int // how many boxes are still there
}

// leafBoxes is the greatest number of boxes of a leaf.
const leafBoxes = 8

func newShrinking(boxes []geom.Box) *shrinking {
	s := &shrinking{boxes: boxes, order: make([]int, len(boxes)), place: make([]int, len(boxes)), gone: make([]bool, len(boxes))}
	nodes := 1
	for n := len(boxes); n > leafBoxes; n = (n + 1) / 2 {
		nodes = 2*nodes + 1
	}
	s.nodes = make([]shrinkingNode, nodes)
	for i := range s.order {
		s.order[i] = i
	}
	s.build(0, 0, len(boxes))
	for k, i := range s.order {
		s.place[i] = k
	}
	return s
}

// build makes a node of the boxes of order from lo to hi, cut in two at the middle along the
// longest side of the box of their centers.
func (s *shrinking) build(node, lo, hi int) {
	n := &s.nodes[node]
	n.box, n.left = geom.EmptyBox(), hi-lo
	centers := geom.EmptyBox()
	for _, i := range s.order[lo:hi] {
		n.box = n.box.Union(s.boxes[i])
		centers = centers.Include(center(&s.boxes[i]))
	}
	if hi-lo <= leafBoxes {
		return
	}
	axis, d := 0, centers.Max.Sub(centers.Min)
	for k := range d {
		if d[k] > d[axis] {
			axis = k
		}
	}
	slices.SortFunc(s.order[lo:hi], func(i, j int) int {
		switch x, y := center(&s.boxes[i])[axis], center(&s.boxes[j])[axis]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return i - j
	})
	middle := (lo + hi) / 2
	s.build(2*node+1, lo, middle)
	s.build(2*node+2, middle, hi)
}

func center(b *geom.Box) geom.Vec { return b.Min.Lerp(b.Max, 0.5) }

// remove takes box i out of the tree.
func (s *shrinking) remove(i int) {
	at := s.place[i]
	s.gone[at] = true
	node, lo, hi := 0, 0, len(s.boxes)
	for {
		s.nodes[node].left--
		if hi-lo <= leafBoxes {
			return
		}
		if middle := (lo + hi) / 2; at < middle {
			node, hi = 2*node+1, middle
		} else {
			node, lo = 2*node+2, middle
		}
	}
}

// takeMeeting takes the boxes out of a node that meet b, and hands them out. The node has those
// of order from lo to hi.
func (s *shrinking) takeMeeting(b *geom.Box, node, lo, hi int, take func(i int)) (taken int) {
	n := &s.nodes[node]
	if n.left == 0 || !n.box.Intersects(*b) {
		return 0
	}
	if hi-lo > leafBoxes {
		middle := (lo + hi) / 2
		taken = s.takeMeeting(b, 2*node+1, lo, middle, take) + s.takeMeeting(b, 2*node+2, middle, hi, take)
	} else {
		for k := lo; k < hi; k++ {
			if i := s.order[k]; !s.gone[k] && s.boxes[i].Intersects(*b) {
				s.gone[k] = true
				take(i)
				taken++
			}
		}
	}
	n.left -= taken
	return taken
}
