package self

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/tritri"
)

// selfChecked runs a check of one soup and returns it with all that it has found out.
func selfChecked(t *testing.T, soup []geom.Triangle) *checker {
	t.Helper()
	m := meshgen.Mesh("", soup)
	c := newChecker(m, welded(t, m, 2), geom.Identity(), check.Settings{Workers: 2, MaxFindings: 10_000}, func(float64) {})
	if _, err := c.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c
}

// unevenDisc returns a fan of n triangles around the origin whose spokes are not in order.
func unevenDisc(r *rand.Rand, n int, disorder, slope float64) (soup []geom.Triangle) {
	spokes := make([]geom.Vec, n)
	for k := range spokes {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + disorder*r.NormFloat64()) / float64(n))
		spokes[k] = geom.Vec{float64(float32(cos)), float64(float32(sin)), float64(float32(slope * r.NormFloat64()))}
	}
	for k := range spokes {
		soup = append(soup, geom.Triangle{{}, spokes[k], spokes[(k+1)%n]})
	}
	return soup
}

// TestStarTree: of the pairs of triangles at a vertex of which one may meet others, the
// tree over directions visits each that meets, and none twice; the double loop is its
// slow twin. Those it visits are few where the triangles are narrow.
func TestStarTree(t *testing.T) {
	for seed := range uint64(longtest.Rounds(t, 9, 12)) {
		r := meshgen.Rand(seed)
		n := 300 + r.IntN(200)
		c := selfChecked(t, unevenDisc(r, n, []float64{0.5, 1, 50}[seed%3], []float64{0, 0.1, 2}[seed/3%3]))
		if len(c.neighbours.stars) == 0 {
			t.Fatalf("seed %d: nothing meets", seed)
		}
		for v := range c.neighbours.stars {
			s := c.starAt(v)
			visited := map[[2]uint32]int{}
			var mu sync.Mutex
			if err := s.Near(t.Context(), 2, c.welded.Vertices, func(_ int, i, j uint32) {
				mu.Lock()
				defer mu.Unlock()
				visited[[2]uint32{min(i, j), max(i, j)}]++
			}); err != nil {
				t.Fatal(err)
			}
			pairs := 0
			for i, j := range s.Pairs() {
				key := [2]uint32{min(i, j), max(i, j)}
				a, b := c.welded.Triangle(int(i)), c.welded.Triangle(int(j))
				if meet := tritri.Relate(&a, &b).Kind != tritri.Apart; visited[key] > 1 || meet && visited[key] == 0 {
					t.Fatalf("seed %d: triangles %v and %v, which meet: %v, are visited %d times", seed, a, b, meet, visited[key])
				}
				pairs++
				delete(visited, key)
			}
			if len(visited) > 0 {
				t.Fatalf("seed %d: %d other pairs are visited", seed, len(visited))
			}
		}
	}
}

// TestStarTreeIsNarrow: the pairs that the tree visits grow with the number of triangles,
// not with its square.
func TestStarTreeIsNarrow(t *testing.T) {
	for _, n := range []int{1000, 4000} {
		c := selfChecked(t, unevenDisc(meshgen.Rand(1), n, 0.5, 0))
		visits := 0
		if err := c.starAt(0).Near(t.Context(), 1, c.welded.Vertices, func(int, uint32, uint32) { visits++ }); err != nil {
			t.Fatal(err)
		}
		if visits == 0 || visits > 60*n {
			t.Errorf("%d triangles: %d pairs are visited", n, visits)
		}
	}
}
