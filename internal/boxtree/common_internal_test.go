package boxtree

import (
	"context"
	"testing"
)

// TestCommonTagsEndTheSearch: the pairs of nodes that are looked at do not grow with the
// square of the number of boxes around one place that have a tag in common, nor do some
// others among them change that.
func TestCommonTagsEndTheSearch(t *testing.T) {
	nodes := func(n int) (visited int) {
		boxes := make([]Box, n)
		for i := range boxes {
			x := float32(i) / float32(n)
			boxes[i] = Box{-x, -x, -x, 1, x, 1 - x}
		}
		tree, err := Build(context.Background(), 1, boxes, func(i int) [3]uint32 {
			own := uint32(1 + 3*i)
			if i%(n/4) == 1 {
				return [3]uint32{own, own + 1, own + 2}
			}
			return [3]uint32{own, 0, own + 2}
		})
		if err != nil {
			t.Fatal(err)
		}
		d := descent{tree: tree, ctx: context.Background(), visit: func(int, *Block) {}}
		d.pair(task{level: len(tree.levels) - 1})
		return d.nodes
	}
	if few, many := nodes(4096), nodes(16384); many > 6*few {
		t.Errorf("%d pairs of nodes with 4096 boxes, %d with 16384", few, many)
	}
}
