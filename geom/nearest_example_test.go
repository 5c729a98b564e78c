package geom_test

import (
	"fmt"

	"github.com/meshcheck/meshcheck/geom"
)

func ExampleSegment_NearestTo() {
	s := geom.Segment{{-1, 0, 0}, {1, 0, 0}}
	r := geom.Segment{{0.5, -1, 2}, {0.5, 1, 2}}
	p, q, d := s.NearestTo(&r)
	fmt.Println(p, q, d)
	// Output: [0.5 0 0] [0.5 0 2] 2
}

func ExampleTriangle_Nearest() {
	t := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	for _, p := range []geom.Vec{{1, 1, 3}, {4, 4, 0}, {-3, -4, 0}} {
		q, d := t.Nearest(p)
		fmt.Printf("%v %.3f\n", q, d)
	}
	// Output:
	// [1 1 0] 3.000
	// [2 2 0] 2.828
	// [0 0 0] 5.000
}
