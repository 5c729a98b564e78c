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
	fmt.Println("boxes meet:", a.Box().Intersects(b.Box()))
	fmt.Println("apart:", a.Apart(&b))
	fmt.Printf("by at least %.4f\n", a.Gap(&b))
	// Output:
	// boxes meet: true
	// apart: true
	// by at least 0.6716
}

// How far a turned box reaches along an axis: half the height that it needs upright.
func ExampleOBB_Radius() {
	s, c := math.Sincos(math.Pi / 6)
	box := geom.Box{Min: geom.Vec{-2, -1, -1}, Max: geom.Vec{2, 1, 1}}
	o := geom.OBBOf(box, geom.Affine{{c, 0, s, 0}, {0, 1, 0, 0}, {-s, 0, c, 0}})
	fmt.Printf("%.4f\n", o.Radius(geom.Vec{0, 0, 1}))
	// Output: 1.8660
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
