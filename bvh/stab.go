package bvh

import (
	"math/bits"

	"github.com/meshcheck/meshcheck/geom"
)

// Stab calls visit with the numbers of all boxes that the ray from p along an axis,
// towards greater coordinates, may hit, some at a time, each once. The tree's boxes are
// carried to p's coordinates. Every box that has a point in common with the ray, its
// beginning included, is among them; others are that the ray comes near. The slice is
// reused after the call.
func (t *Tree) Stab(p geom.Vec, axis int, carry Carry, visit func(ids []uint32)) {
	if len(t.ids) == 0 {
		return
	}
	s := stab{visit: visit}
	for k, x := range p {
		// Rounding is monotone: what lies between two float32s does so rounded.
		s.ray.min[k][0], s.ray.max[k][0] = float32(x), float32(x)
	}
	s.ray.max[axis][0] = inf
	s.look(t, &carry)
	s.walk(len(t.levels)-1, 0)
}

// stab is a walk to the boxes that meet a ray.
type stab struct {
	view
	ray   node // its first child
	hits  [Width]uint32
	visit func(ids []uint32)
}

func (s *stab) walk(level, number int) {
	rows := near(s.node(level, number), &s.ray, 0)
	hits := s.hits[:0]
	for ; rows != 0; rows &= rows - 1 {
		child := number*Width + bits.TrailingZeros32(rows)
		if level > 0 {
			s.walk(level-1, child)
		} else {
			hits = append(hits, s.tree.ids[child])
		}
	}
	if len(hits) > 0 {
		s.visit(hits)
	}
}
