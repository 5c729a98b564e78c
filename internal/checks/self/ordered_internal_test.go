package self

import (
	"math"
	"math/rand/v2"
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
		inOrder.Vertices = append(inOrder.Vertices, geom.Vec{math.NaN(), 0, 0})
		nonfinite := uint32(len(inOrder.Vertices) - 1)
		inOrder.Faces = append(inOrder.Faces, [3]uint32{5, 5, 6}, [3]uint32{7, 8, nonfinite}) // the first is degenerate
		want, wantResult := checkedWhole(t, inOrder.Mesh(""))
		m := shuffledMesh(rng, inOrder)
		for name, m := range map[string]*mesh.Mesh{
			"indexed": m.Mesh(""), "soup": meshgen.Mesh("", m.Soup()), "float64": withFloat64(m.Mesh("")), "two parts": inTwoParts(m.Soup()),
		} {
			got, result := checkedWhole(t, m)
			if want.scattered() || !got.scattered() {
				t.Fatal("the meshes are not told apart")
			}
			if w, g := certifiedPlaces(want), certifiedPlaces(got); !slices.Equal(g, w) || len(w) < 1000 || len(w) == len(want.welded.Vertices) {
				t.Errorf("%d copies, %s: %d vertices are certified, want %d", copies, name, len(g), len(w))
			}
			if result.Counts != wantResult.Counts || result.RegionCount != wantResult.RegionCount || result.Counts.Of(check.Crossing) == 0 {
				t.Errorf("%d copies, %s: %+v, want %+v", copies, name, result.Counts, wantResult.Counts)
			}
		}
	}
}

// shuffledMesh returns m with its triangles and vertices in no order.
func shuffledMesh(rng *rand.Rand, m meshgen.Indexed) meshgen.Indexed {
	out := meshgen.Indexed{Vertices: make([]geom.Vec, len(m.Vertices)), Faces: make([][3]uint32, len(m.Faces))}
	to := rng.Perm(len(m.Vertices))
	for v, p := range m.Vertices {
		out.Vertices[to[v]] = p
	}
	for k, i := range rng.Perm(len(m.Faces)) {
		f := m.Faces[i]
		out.Faces[k] = [3]uint32{uint32(to[f[0]]), uint32(to[f[1]]), uint32(to[f[2]])}
	}
	return out
}

// withFloat64 returns m with positions in float64.
func withFloat64(m *mesh.Mesh) *mesh.Mesh {
	p := &m.Parts[0].Positions
	for _, x := range p.F32 {
		p.F64 = append(p.F64, float64(x))
	}
	p.F32 = nil
	return m
}

// inTwoParts returns a mesh without indices that has its triangles in two parts.
func inTwoParts(soup []geom.Triangle) *mesh.Mesh {
	m := meshgen.Mesh("", soup[:len(soup)/3])
	m.Parts = append(m.Parts, meshgen.Mesh("", soup[len(soup)/3:]).Parts...)
	return m
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
