package boxtree

import (
	"fmt"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestHilbert: the curve visits each cell of a cube once, from neighbour to neighbour.
func TestHilbert(t *testing.T) {
	const side = 16
	cells := make([]*[3]uint32, side*side*side)
	for x := range uint32(side) {
		for y := range uint32(side) {
			for z := range uint32(side) {
				place := hilbert([3]uint32{x, y, z})
				if place >= uint64(len(cells)) || cells[place] != nil {
					t.Fatalf("cell %d %d %d has the place %d", x, y, z, place)
				}
				cells[place] = &[3]uint32{x, y, z}
			}
		}
	}
	for place, c := range cells[1:] {
		far := 0
		for k, v := range cells[place] {
			far += max(int(v)-int(c[k]), int(c[k])-int(v))
		}
		if far != 1 {
			t.Errorf("the curve goes from %v to %v", cells[place], c)
		}
	}
	if last := hilbert([3]uint32{1<<axisBits - 1, 0, 0}); last != 1<<(3*axisBits)-1 {
		t.Errorf("the curve ends at %#x", last)
	}
}

// BenchmarkSort sorts the keys of a sphere of a million triangles.
func BenchmarkSort(b *testing.B) {
	soup := meshgen.Sphere(707, 708, geom.Vec{}).Soup()
	builder := NewBuilder(len(soup), geom.Box{Min: geom.Vec{-1, -1, -1}, Max: geom.Vec{1, 1, 1}})
	builder.PlaceTriangles(0, soup)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			keys := make([]uint64, len(builder.keys))
			for b.Loop() {
				copy(keys, builder.keys)
				if _, err := radixSort(b.Context(), workers, keys); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
