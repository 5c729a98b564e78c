package self

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestScattered: a mesh whose triangles and vertices are in no order has the certificates and the findings
// of the same one in order, with and without copies of triangles.
func TestScattered(t *testing.T) {
	rng := meshgen.Rand(1)
	for _, copies := range []int{0, 10} {
		inOrder := meshgen.Jitter(rng, meshgen.Sphere(256, 258, geom.Vec{}), 0.003, 0)
		for k := range copies {
			inOrder.Faces = append(inOrder.Faces, inOrder.Faces[1000*k])
		}
		inOrder.Faces = append(inOrder.Faces, [3]uint32{5, 5, 6}) // degenerate
		want, wantResult := checkedWhole(t, inOrder.Mesh(""))
		for _, soup := range []bool{false, true} {
			shuffled := meshgen.Indexed{Vertices: make([]geom.Vec, len(inOrder.Vertices)), Faces: make([][3]uint32, len(inOrder.Faces))}
			to := rng.Perm(len(inOrder.Vertices))
			for v, p := range inOrder.Vertices {
				shuffled.Vertices[to[v]] = p
			}
			for k, i := range rng.Perm(len(inOrder.Faces)) {
				f := inOrder.Faces[i]
				shuffled.Faces[k] = [3]uint32{uint32(to[f[0]]), uint32(to[f[1]]), uint32(to[f[2]])}
			}
			m := shuffled.Mesh("")
			if soup {
				m = meshgen.Mesh("", shuffled.Soup())
			}
			got, result := checkedWhole(t, m)
			if want.scattered() || !got.scattered() {
				t.Fatal("the meshes are not told apart")
			}
			if w, g := certifiedPlaces(want), certifiedPlaces(got); !slices.Equal(g, w) || len(w) < 1000 || len(w) == len(want.welded.Vertices) {
				t.Errorf("%d copies, soup %v: %d vertices are certified, want %d", copies, soup, len(g), len(w))
			}
			if result.Counts != wantResult.Counts || result.RegionCount != wantResult.RegionCount || result.Counts.Of(check.Crossing) == 0 {
				t.Errorf("%d copies, soup %v: %+v, want %+v", copies, soup, result.Counts, wantResult.Counts)
			}
		}
	}
}

func checkedWhole(t *testing.T, m *mesh.Mesh) (*checker, *check.Mesh) {
	t.Helper()
	c := newChecker(m, welded(t, m, 2), geom.Identity(), check.Settings{Workers: 2, MaxFindings: 100}, func(float64) {})
	r, err := c.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c, r
}

// certifiedPlaces returns the positions of the certified vertices in order.
func certifiedPlaces(c *checker) (places []geom.Vec) {
	for v, sure := range c.neighbours.certified {
		if sure {
			places = append(places, c.welded.Vertices[v])
		}
	}
	slices.SortFunc(places, func(p, q geom.Vec) int { return slices.Compare(p[:], q[:]) })
	return places
}
