package poses

import (
	"context"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/tritri"
)

// searcher finds the pairs of faces that fail in a pose. It is for one goroutine.
type searcher struct {
	scene *scene
	boxes []boxtree.Box
}

func (s *scene) newSearcher() *searcher { return &searcher{s, make([]boxtree.Box, len(s.faces))} }

// pairs calls emit for each pair of faces a < b of tested subjects that cross, overlap or are
// duplicates, but for subjects that are left out.
func (s *searcher) pairs(ctx context.Context, positions []geom.Vec, without []bool, emit func(a, b uint32, kind tritri.Kind)) error {
	for i := range s.boxes {
		s.boxes[i] = boxtree.EmptyBox
		if without[s.scene.of[i]] {
			continue
		}
		if t := s.scene.triangle(uint32(i), positions); t.Finite() && !t.Degenerate() {
			s.boxes[i] = boxtree.BoxOf(&t[0], &t[1], &t[2])
		}
	}
	tree, err := boxtree.Build(ctx, 1, s.boxes, nil)
	if err != nil {
		return err
	}
	return tree.SelfPairs(ctx, 1, func(_ int, b *boxtree.Block) {
		near, far := tree.Leaf(b.I), tree.Leaf(b.J)
		for x, y := range b.Pairs() {
			i, j := min(near[x], far[y]), max(near[x], far[y])
			if !s.scene.tested(int(s.scene.of[i]), int(s.scene.of[j])) {
				continue
			}
			t, u := s.scene.triangle(i, positions), s.scene.triangle(j, positions)
			if kind := tritri.Relate(&t, &u).Kind; kind > tritri.Touch {
				emit(i, j, kind)
			}
		}
	}, nil)
}
