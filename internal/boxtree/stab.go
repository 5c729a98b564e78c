package boxtree

import (
	"math/bits"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
)

// Stab calls visit with the numbers of all boxes that may meet the ray from p along an axis,
// towards greater coordinates, several at a time, each once. The tree's boxes are transformed to
// p's coordinates. These are all boxes with a point in common with the ray, including its origin,
// and possibly some very close to it. The slice is reused after the call.
func (t *Tree) Stab(p geom.Vec, axis int, transform Transform, visit func(ids []uint32)) {
	var ray Box
	for k, x := range p {
		// Rounding is monotone: a number between two float32s stays between them.
		ray[k], ray[3+k] = float32(x), float32(x)
	}
	ray[3+axis] = inf
	t.touching(&ray, &transform, visit)
}

// Touching calls visit with the numbers of all boxes whose bounds, transformed to the coordinates
// of b, have a point in common with b, several at a time, each once. The slice is reused after the
// call.
func (t *Tree) Touching(b geom.Box, transform Transform, visit func(ids []uint32)) {
	rounded := Round(b)
	t.touching(&rounded, &transform, visit)
}

func (t *Tree) touching(b *Box, transform *Transform, visit func(ids []uint32)) {
	if len(t.ids) == 0 || b.empty() {
		return
	}
	s := touchWalks.Get().(*touchWalk)
	s.visit = visit
	s.place.set(0, *b)
	s.init(t, transform)
	s.walk(len(t.levels)-1, 0)
	s.tree, s.visit = nil, nil
	touchWalks.Put(s)
}

// touchWalks are finished walks whose memory is reused.
var touchWalks = sync.Pool{New: func() any { return new(touchWalk) }}

// touchWalk finds the boxes that meet another one.
type touchWalk struct {
	view
	place node // its first child
	hits  [Width]uint32
	visit func(ids []uint32)
}

func (s *touchWalk) walk(level, number int) {
	rows := near(s.node(level, number), &s.place, 0)
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
