package mesh_test

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// orderedSlowly is the definition of Ordered.
func orderedSlowly(w *mesh.Welded, triangles []uint32) (*mesh.Welded, []uint32) {
	o, vertices, number := &mesh.Welded{}, []uint32{}, map[uint32]uint32{}
	for _, i := range triangles {
		var f [3]uint32
		for k, v := range w.Faces[i] {
			if _, seen := number[v]; !seen {
				number[v] = uint32(len(vertices))
				vertices = append(vertices, v)
				o.Vertices = append(o.Vertices, w.Vertices[v])
			}
			f[k] = number[v]
		}
		o.Faces = append(o.Faces, f)
	}
	return o, vertices
}

// TestOrdered takes no, some and all triangles, in the order of the mesh and in a random one.
func TestOrdered(t *testing.T) {
	rng := meshgen.Rand(1)
	w := weld(t, meshgen.Sphere(150, 151, geom.Vec{}).Mesh(""))
	shuffled := make([]uint32, len(w.Faces))
	for k, i := range rng.Perm(len(shuffled)) {
		shuffled[k] = uint32(i)
	}
	sorted := slices.Clone(shuffled)
	slices.Sort(sorted)
	for _, order := range [][]uint32{sorted, shuffled} {
		for _, n := range []int{0, 1, 100, 1<<14 - 1, 1 << 14, len(order)} {
			want, wantVertices := orderedSlowly(w, order[:n])
			for workers := 1; workers <= 5; workers++ {
				got, vertices, err := w.Ordered(t.Context(), workers, order[:n])
				if err != nil {
					t.Fatal(err)
				}
				if d := sameWeld(got, want); d != "" || !slices.Equal(vertices, wantVertices) {
					t.Fatalf("%d triangles, %d workers: %s", n, workers, d)
				}
			}
		}
	}
}
