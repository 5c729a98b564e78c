package precision

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// snapShare is the greatest distance of corners that are merged, as a share of the distance: 1.75
// steps of a grid, which is about how far apart the copies of a corner may be after each was rounded.
const snapShare = 0.875

// snap merges corners of borders that are within a distance of each other, such as those that triangles
// shared before each was rounded separately, but never two corners of one triangle. If they are on
// different sides, the merged corner is on both. It reports whether it merged any.
func (n *neighbourhood) snap(distance float64) bool {
	if !n.split(snapShare * distance) {
		return false
	}
	n.label()
	if n.unreached() {
		n.join(distance)
	}
	links := n.nearCorners(n.borders(), snapShare*distance)
	if len(links) == 0 {
		return false
	}
	union := mesh.NewUnion(len(n.corners))
	for _, l := range links {
		union.Join(uint32(l.a), uint32(l.b))
	}
	boxes := make([]geom.Box, len(n.corners))
	for k := range boxes {
		boxes[k] = geom.EmptyBox()
	}
	target := make([]int32, len(n.corners))
	for k := range target {
		r := union.Find(uint32(k))
		target[k], boxes[r] = int32(r), boxes[r].Include(n.corners[k].Vec)
	}
	kept := func(r int32) bool { return boxes[r].Diagonal() <= snapShare*distance }
	for k := range n.faces {
		for i, c := range n.faces[k].corners {
			if r := target[c]; r == target[n.faces[k].corners[(i+1)%3]] {
				boxes[r] = geom.Box{Min: geom.Vec{}, Max: geom.Vec{math.Inf(1)}}
			}
		}
	}
	for k, r := range target {
		if !kept(r) {
			target[k] = int32(k)
		} else if r != int32(k) {
			n.snapped = true
		}
	}
	n.merge(target, boxes)
	return n.snapped && !n.branches()
}

// split reports whether a corner of a triangle of the places has another one within a distance.
func (n *neighbourhood) split(distance float64) bool {
	_, seeds := n.seedsOf(1)
	for k := range n.faces[:seeds] {
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

// merge makes one of the corners that have the same target, in the middle of their box.
func (n *neighbourhood) merge(target []int32, boxes []geom.Box) {
	for k, r := range target {
		if r != int32(k) {
			n.corners[r].Vec = boxes[r].Min.Lerp(boxes[r].Max, 0.5)
			n.corners[r].side = n.corners[r].side.with(n.corners[k].side)
		}
	}
	for k := range n.faces {
		f := &n.faces[k]
		for i, c := range f.corners {
			f.corners[i] = target[c]
		}
		t := n.triangle(f)
		f.measure(&t)
	}
	n.sided = false
	n.setSides()
	n.forgetEdges()
}

// branches reports whether more than two triangles meet in an edge that is on both sides: surfaces may go
// through each other there, though no two triangles do.
func (n *neighbourhood) branches() bool {
	n.listEdges()
	for k, e := range n.edges {
		if n.sameEdge(k, k+2) && n.corners[e.low].side == ofBoth && n.corners[e.high].side == ofBoth {
			return true
		}
	}
	return false
}

// with returns the side of a corner made of two.
func (s side) with(other side) side {
	switch {
	case s == other || other == ofNone:
		return s
	case s == ofNone:
		return other
	}
	return ofBoth
}
