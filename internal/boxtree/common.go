package boxtree

import "math"

// common are tags that all boxes below a node have. If two nodes have a common tag, no pair of
// boxes below them is a candidate, and the search need not descend. If many boxes around one place
// have a tag in common, such as the triangles at one vertex, this keeps the number of pairs of
// nodes from growing with the square of their number.
type common [3]uint32

// noTag is no tag. A real tag equal to it is not detected as common.
const noTag = math.MaxUint32

// meets reports whether a and b have a tag in common.
func (a *common) meets(b *common) bool {
	for _, tag := range a {
		if tag != noTag && (tag == b[0] || tag == b[1] || tag == b[2]) {
			return true
		}
	}
	return false
}

// commonOf returns the tags that the first n boxes of a leaf have in common.
func commonOf(t *Tags, n int) (c common) {
	for k := range c {
		c[k] = t[k][0]
		for y := 1; y < n; y++ {
			if v := c[k]; v != t[0][y] && v != t[1][y] && v != t[2][y] {
				c[k] = noTag
				break
			}
		}
	}
	return c
}

// addCommon adds the common tags of all boxes below a node, for the levels above the leaves.
func (t *Tree) addCommon() {
	for len(t.common) > 0 && len(t.common) < len(t.levels) {
		below := t.common[len(t.common)-1]
		level := make([]common, (len(below)+Width-1)/Width)
		for k := range level {
			children := below[k*Width : min((k+1)*Width, len(below))]
			level[k] = children[0]
			for c := range children[1:] {
				level[k].keep(&children[1+c])
			}
		}
		t.common = append(t.common, level)
	}
}

// keep drops the tags of a that b does not have.
func (a *common) keep(b *common) {
	for k, tag := range a {
		if tag != b[0] && tag != b[1] && tag != b[2] {
			a[k] = noTag
		}
	}
}
