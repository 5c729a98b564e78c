package geom_test

import (
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Two beams, one across the other, on a slope: their axis-aligned boxes overlap. No face
// of either is between them, only the plane along an edge of each.
func ExampleOBB_Apart() {
	beam := geom.Box{Min: geom.Vec{-10, -1, -1}, Max: geom.Vec{10, 1, 1}}
	s, c := math.Sincos(math.Pi / 4)
	onEdge := geom.Affine{{1, 0, 0, 0}, {0, c, -s, 0}, {0, s, c, 0}}
	across := geom.Affine{{0, c, s, 0}, {1, 0, 0, 0}, {0, -s, c, 3.5}}
	slope := geom.Affine{{c, 0, s, 0}, {0, 1, 0, 0}, {-s, 0, c, 0}}
	a, b := geom.OBBOf(beam, slope.Mul(onEdge)), geom.OBBOf(beam, slope.Mul(across))
	fmt.Println("apart:", a.Apart(&b))
	// Output: apart: true
}

// Two tiles side by side on a slope.
func ExampleOBR_Gap() {
	tile := geom.OBR{Half: [2][2]float64{{4, 3}, {-3, 4}}}
	next := geom.OBR{Center: [2]float64{8.8, 6.6}, Half: tile.Half}
	fmt.Printf("%.3f\n", tile.Gap(&next))
	// Output: 1.000
}

func ExampleBox_Distance() {
	b := geom.Box{Max: geom.Vec{1, 1, 1}}
	fmt.Printf("%.3f %.3f\n", b.Distance(geom.Vec{4, 0.5, 5}), b.Distance(geom.Vec{0.5, 0.5, 0.5}))
	// Output: 5.000 0.000
}
