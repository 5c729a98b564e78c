package boxtree_test

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestOrder: Order returns the order of the tree, and if boxes are removed after it, the tree is the same as
// without it.
func TestOrder(t *testing.T) {
	soup := meshgen.Jitter(meshgen.Rand(1), meshgen.Sphere(60, 61, geom.Vec{}), 1, 0).Soup()
	soup[0][0] = geom.Vec{1e6, 0, 0} // so that cells are refined
	box := func(i int) boxtree.Box { return boxtree.BoxOf(&soup[i][0], &soup[i][1], &soup[i][2]) }
	for _, removed := range []int{0, 1000} {
		var orders [3][]uint32 // that of Order, and those of the trees with it and without it
		for k := 1; k <= 2; k++ {
			b := boxtree.NewBuilder(len(soup), geom.Box{Min: geom.Vec{-2, -2, -2}, Max: geom.Vec{1e6, 2, 2}})
			b.PlaceTriangles(0, soup)
			if k == 1 {
				ids, err := b.Order(t.Context(), 2, box)
				if err != nil {
					t.Fatal(err)
				}
				orders[0] = slices.Clone(ids)
			}
			for i := range removed {
				b.Remove(3 * i)
			}
			_, err := b.Build(t.Context(), 1, false, box, func(_ int, ids []uint32, out *boxtree.Leaf) {
				orders[k] = append(orders[k], ids...)
				for lane, i := range ids {
					box := box(int(i))
					out.Set(lane, &box)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(orders[1], orders[2]) || len(orders[1]) != len(soup)-removed {
			t.Errorf("%d boxes removed: the order of the tree depends on Order", removed)
		}
		if removed == 0 && !slices.Equal(orders[0], orders[1]) {
			t.Error("the tree has another order than Order says")
		}
	}
}
