package convex_test

import (
	"context"
	"fmt"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

func ExampleHullOf() {
	// The corners of a square pyramid, a point inside and one in the middle of an edge.
	h, err := convex.HullOf(context.Background(), []geom.Vec{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 1}, {1, 1, 0.5}, {1, 0, 0}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(h.Vertices)
	fmt.Println(h.Faces)
	fmt.Printf("%.4f\n", h.Volume())
	// Output:
	// [[0 0 0] [0 2 0] [1 1 1] [2 0 0] [2 2 0]]
	// [[0 1 4 3] [0 2 1] [0 3 2] [1 2 4] [2 3 4]]
	// 1.3333
}

func ExamplePolyhedron_Convex() {
	// A tetrahedron whose fourth face is three with a vertex pushed in among them.
	vertices := []geom.Vec{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {1, 1, 0.5}}
	p, err := convex.PolyhedronOf(vertices, [][3]uint32{{0, 1, 3}, {1, 2, 3}, {2, 0, 3}, {1, 0, 4}, {2, 1, 4}, {0, 2, 4}})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, closed := p.Closed()
	c := p.Convex()
	fmt.Println(closed, p.VolumeSign(), c.Convex)
	fmt.Printf("vertex %d is %.3f outside of face %d\n", c.Vertex, c.Distance, c.Face)
	// Output:
	// true 1 false
	// vertex 2 is 1.789 outside of face 3
}
