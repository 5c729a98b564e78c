package mesh_test

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
)

// stars returns what Stars makes of a soup without copies, none of whose vertices is
// certified before, and the number of pairs that it compares.
func stars(t testing.TB, soup []geom.Triangle, workers int) (w *mesh.Welded, fans mesh.Fans, certified []bool, sets map[uint32][]uint32, compared int64) {
	t.Helper()
	w, err := mesh.Weld(t.Context(), 2, meshgen.Mesh("", soup))
	if err != nil {
		t.Fatal(err)
	}
	skip := make([]bool, len(w.Faces))
	for i := range skip {
		u := w.Triangle(i)
		skip[i] = u.Degenerate()
	}
	if fans, err = w.Fans(t.Context(), 1, skip); err != nil {
		t.Fatal(err)
	}
	certified = make([]bool, len(w.Vertices))
	copies, err := w.Copies(t.Context(), workers, fans, certified)
	if err != nil {
		t.Fatal(err)
	}
	for k := range copies.Len() {
		for _, i := range copies.Group(k)[1:] {
			skip[i] = true
		}
	}
	if fans, err = w.Fans(t.Context(), 1, skip); err != nil {
		t.Fatal(err)
	}
	var n atomic.Int64
	sets, err = w.Stars(t.Context(), workers, fans, certified, func(i, j uint32) bool {
		n.Add(1)
		return apart(w, i, j)
	})
	if err != nil {
		t.Fatal(err)
	}
	return w, fans, certified, sets, n.Load()
}

func apart(w *mesh.Welded, i, j uint32) bool {
	t, u := w.Triangle(int(i)), w.Triangle(int(j))
	return tritri.Relate(&t, &u).Kind == tritri.Apart
}

// spiky are families of soups with many triangles at one vertex.
var spiky = []struct {
	name string
	make func(r *rand.Rand, n int) []geom.Triangle
}{
	{"on a grid", func(r *rand.Rand, n int) []geom.Triangle { return meshgen.Star(r, 2*n) }},
	{"around an edge", func(r *rand.Rand, n int) (soup []geom.Triangle) {
		limit := []int{4, 10_000}[r.IntN(2)]
		for range n {
			y, z := r.IntN(2*limit+1)-limit, r.IntN(2*limit+1)-limit
			soup = append(soup, geom.Triangle{{}, {4, 0, 1}, {float64(r.IntN(9)), float64(y), float64(z)}})
		}
		return soup
	}},
	{"two fans", func(r *rand.Rand, n int) []geom.Triangle {
		up := meshgen.Cone(n/2, geom.Vec{0, 0, 1}, 1, -1).Soup()[:n/2]
		down := meshgen.Cone(n/2, geom.Vec{0, 0, -1}, 1, 1).Soup()[:n/2]
		return append(up, down...)
	}},
	{"jittered cone", func(r *rand.Rand, n int) []geom.Triangle {
		return meshgen.Jitter(r, meshgen.Cone(n, geom.Vec{}, 1, 3), []float64{0, 0.1, 1, 8}[r.IntN(4)], 1.0/64).Soup()
	}},
}

// TestStarsAreTrue compares every two triangles at every vertex that Stars decides about:
// it certifies exactly those at which none meet, and names at least one of any two that
// meet at another.
func TestStarsAreTrue(t *testing.T) {
	for _, family := range spiky {
		t.Run(family.name, func(t *testing.T) {
			var clean, dirty, named int
			for seed := range uint64(60) {
				r := meshgen.Rand(seed)
				w, fans, certified, sets, _ := stars(t, family.make(r, 34+r.IntN(90)), 1+int(seed%3))
				for v := range certified {
					fan := fans.Around(uint32(v))
					set := sets[uint32(v)]
					if len(fan) <= 32 {
						if certified[v] || set != nil {
							t.Fatalf("seed %d: vertex %d with %d triangles was looked at", seed, v, len(fan))
						}
						continue
					}
					meeting := 0
					for k, c := range fan {
						for _, d := range fan[:k] {
							i, j := uint32(c.Triangle()), uint32(d.Triangle())
							if apart(w, i, j) {
								continue
							}
							meeting++
							if !slices.Contains(set, i) && !slices.Contains(set, j) {
								t.Fatalf("seed %d: triangles %v and %v meet, and neither is among %v", seed, w.Triangle(int(i)), w.Triangle(int(j)), set)
							}
						}
					}
					if certified[v] != (meeting == 0) || len(set) > 2*meeting {
						t.Fatalf("seed %d: vertex %d is certified: %v; %d triangles are named for %d pairs", seed, v, certified[v], len(set), meeting)
					}
					if meeting == 0 {
						clean++
					} else {
						dirty++
						named += len(set)
					}
				}
			}
			t.Logf("%d vertices without findings, %d with, %d triangles named", clean, dirty, named)
			if clean+dirty < 50 {
				t.Error("too few vertices for the test to mean much")
			}
		})
	}
}

// TestStarsCompareFew: the number of pairs that are compared is linear in the number of
// triangles.
func TestStarsCompareFew(t *testing.T) {
	for _, n := range []int{1000, 4000} {
		soup := meshgen.Cone(n, geom.Vec{}, 1, 3).Soup()
		soup = append(soup, geom.Triangle{{0, 0, 3}, {0, 0, 4}, {1, 0, 5}}) // a fin
		if _, _, _, _, compared := stars(t, soup, 1); compared > int64(10*n) {
			t.Errorf("%d triangles: %d pairs are compared", n, compared)
		}
	}
}
