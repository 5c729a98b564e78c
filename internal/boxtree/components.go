package boxtree

import (
	"context"

	"github.com/meshcheck/meshcheck/geom"
)

// Components returns the component of each box and the number of components: two boxes that meet
// are in the same component, directly or through others. Boxes that touch meet; an empty box meets
// none. Components are numbered in the order of their first boxes. The time is O(n log n) for boxes
// of similar sizes, however many pairs meet, because each box is removed from the search when it is
// found. There may be at most MaxBoxes. The only error is that of ctx.
func Components(ctx context.Context, boxes []geom.Box) (set []int, sets int, err error) {
	s, err := newShrinking(ctx, boxes)
	if err != nil {
		return nil, 0, err
	}
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
			s.takeMeeting(&boxes[last], 0, 0, len(s.order), func(k int) {
				set[k] = sets
				open = append(open, k)
			})
		}
		sets++
	}
	return set, sets, nil
}

// shrinking is a tree of boxes from which boxes can be removed; empty ones are never in it. It is a
// complete binary tree: the children of node k are 2k+1 and 2k+2, and each has half of the boxes of
// its parent, along the curve used for other trees.
type shrinking struct {
	boxes []geom.Box
	order []uint32 // the boxes in the order of the leaves
	place []int    // of each box in order, -1 for an empty one
	nodes []shrinkingNode
	gone  []bool // by place
}

type shrinkingNode struct {
	box  geom.Box
	left int // number of boxes left
}

// leafBoxes is the greatest number of boxes in a leaf.
const leafBoxes = 8

func newShrinking(ctx context.Context, boxes []geom.Box) (*shrinking, error) {
	bounds := geom.EmptyBox()
	for i := range boxes {
		bounds = bounds.Union(boxes[i])
	}
	relative := relativeTo(bounds)
	b := NewBuilder(len(boxes), relative(&bounds))
	box := func(i int) Box { return Round(relative(&boxes[i])) }
	for i := range boxes {
		r := box(i)
		b.Place(i, &r)
	}
	ids, err := order(ctx, 1, b.keys, box)
	if err != nil {
		return nil, err
	}
	s := &shrinking{boxes: boxes, order: ids, place: make([]int, len(boxes)), gone: make([]bool, len(ids))}
	for i := range s.place {
		s.place[i] = -1
	}
	for k, i := range ids {
		s.place[i] = k
	}
	nodes := 1
	for n := len(ids); n > leafBoxes; n = (n + 1) / 2 {
		nodes = 2*nodes + 1
	}
	s.nodes = make([]shrinkingNode, nodes)
	s.build(0, 0, len(ids))
	return s, nil
}

// relativeTo returns a map of boxes within bounds to the unit cube, or into it if they are tiny. In
// their own coordinates, float32 may not distinguish them: far from the origin, or very large or
// small. Boxes within bounds whose extent overflows stay unchanged.
func relativeTo(bounds geom.Box) func(b *geom.Box) geom.Box {
	size := bounds.Max.Sub(bounds.Min)
	scale := min(1/max(size[0], size[1], size[2]), 0x1p+1000)
	return func(b *geom.Box) geom.Box {
		if b.Empty() || !(scale > 0) {
			return *b
		}
		return geom.Box{Min: b.Min.Sub(bounds.Min).Scale(scale), Max: b.Max.Sub(bounds.Min).Scale(scale)}
	}
}

// build makes a node of the boxes of order from lo to hi, and returns its box.
func (s *shrinking) build(node, lo, hi int) geom.Box {
	box := geom.EmptyBox()
	if hi-lo <= leafBoxes {
		for _, i := range s.order[lo:hi] {
			box = box.Union(s.boxes[i])
		}
	} else {
		middle := (lo + hi) / 2
		box = s.build(2*node+1, lo, middle).Union(s.build(2*node+2, middle, hi))
	}
	s.nodes[node] = shrinkingNode{box, hi - lo}
	return box
}

// remove removes box i from the tree, if it is there.
func (s *shrinking) remove(i int) {
	at := s.place[i]
	if at < 0 {
		return
	}
	s.gone[at] = true
	node, lo, hi := 0, 0, len(s.order)
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

// takeMeeting removes the boxes of a node that meet b, and passes them to take. The node has the
// boxes of order from lo to hi.
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
			if i := int(s.order[k]); !s.gone[k] && s.boxes[i].Intersects(*b) {
				s.gone[k] = true
				take(i)
				taken++
			}
		}
	}
	n.left -= taken
	return taken
}
