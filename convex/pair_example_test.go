package convex_test

import (
	"fmt"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

func ExampleDistance() {
	cube := &geom.OBB{Half: [3]geom.Vec{{1}, {0, 1}, {0, 0, 1}}}
	q := convex.Distance(cube, convex.Sphere{Center: geom.Vec{5, 0.5}, Radius: 1})
	fmt.Println(q.Distance, q.Points[0], q.Points[1], q.Converged)
	// Output: 3 [1 0.5 0] [4 0.5 0] true
}

func ExamplePenetrate() {
	cube := &geom.OBB{Half: [3]geom.Vec{{1}, {0, 1}, {0, 0, 1}}}
	q := convex.Penetrate(cube, convex.Sphere{Center: geom.Vec{0.5, 0.75, 0}})
	fmt.Println(q.Depth, q.Direction, q.Points[0])
	// Output: 0.25 [0 1 0] [0.5 1 0]
}
