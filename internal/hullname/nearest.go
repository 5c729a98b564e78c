package hullname

import (
	"cmp"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// origins finds the instance with the nearest origin among some, which ascend.
type origins struct {
	instances []int
	tree      []origin // nil until it is needed
}

// origin is the origin of an instance, and a node of a k-d tree: the middle one of a range, along
// an axis, has those with smaller coordinates before it and those with greater ones behind it.
type origin struct {
	at       geom.Vec
	axis     int
	instance int
}

// nearest returns the first of the instances with the least distance between its origin and that
// of instance i.
func (h *Search) nearest(i int, n *origins) int {
	if len(n.instances) > 1 && n.tree == nil {
		n.tree = h.treeOf(n.instances)
	}
	at, first := h.originOf(i), n.instances[0]
	s := query{at: at, best: first, distance: h.originOf(first).Sub(at).Norm()}
	s.visit(n.tree)
	return s.best
}

// originOf returns the origin of an instance in the world.
func (h *Search) originOf(i int) geom.Vec {
	m := &h.Instances[i].World
	return geom.Vec{m[0][3], m[1][3], m[2][3]}
}

// treeOf returns a tree of the origins of instances, the first instance for each origin.
func (h *Search) treeOf(instances []int) []origin {
	seen := make(map[geom.Vec]bool, len(instances))
	var tree []origin
	for _, i := range instances {
		if at := h.originOf(i); !seen[at] {
			seen[at] = true
			tree = append(tree, origin{at: at, instance: i})
		}
	}
	h.split(tree)
	return tree
}

// split sorts origins into a tree, each range along the axis on which it is longest. It leaves off
// once the search has ended.
func (h *Search) split(tree []origin) {
	for len(tree) > 1 && h.ended() == nil {
		axis := longest(tree)
		slices.SortFunc(tree, func(a, b origin) int { return cmp.Compare(a.at[axis], b.at[axis]) })
		middle := len(tree) / 2
		tree[middle].axis = axis
		h.split(tree[:middle])
		tree = tree[middle+1:]
	}
}

// longest returns the axis along which points extend farthest.
func longest(points []origin) (axis int) {
	box := geom.EmptyBox()
	for i := range points {
		box = box.Include(points[i].at)
	}
	for k := range 3 {
		if box.Max[k]-box.Min[k] > box.Max[axis]-box.Min[axis] {
			axis = k
		}
	}
	return axis
}

// query is a search for the nearest of the origins to a point.
type query struct {
	at       geom.Vec
	best     int
	distance float64 // of best
}

// roundingSlack is more than distances are rounded by, relatively.
const roundingSlack = 1e-9

// visit visits the origins of a tree that may be nearest.
func (s *query) visit(tree []origin) {
	for len(tree) > 0 {
		middle := len(tree) / 2
		o := &tree[middle]
		if d := o.at.Sub(s.at).Norm(); d < s.distance || d == s.distance && o.instance < s.best {
			s.best, s.distance = o.instance, d
		}
		near, far := tree[:middle], tree[middle+1:]
		across := s.at[o.axis] - o.at[o.axis]
		if across > 0 {
			near, far = far, near
		}
		s.visit(near)
		if math.Abs(across)*(1-roundingSlack) > s.distance {
			return
		}
		tree = far
	}
}
