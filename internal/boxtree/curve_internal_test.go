package boxtree

import "testing"

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
