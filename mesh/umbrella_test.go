package mesh_test

import (
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
)

// umbrellas welds a soup and certifies its vertices; triangles that take part in no
// pair are left out, as a check leaves them out.
func umbrellas(t testing.TB, soup []geom.Triangle) (*mesh.Welded, mesh.Fans, []bool) {
	t.Helper()
	w, err := mesh.Weld(t.Context(), 2, meshgen.Mesh("", soup))
	if err != nil {
		t.Fatal(err)
	}
	views, skip := make([]geom.Views, len(w.Faces)), make([]bool, len(w.Faces))
	for i := range w.Faces {
		if skip[i] = !w.Finite(i); skip[i] {
			continue
		}
		u := w.Triangle(i)
		views[i] = geom.ViewsOf(&u)
		skip[i] = u.Degenerate()
	}
	fans, err := w.Fans(t.Context(), 2, skip)
	if err != nil {
		t.Fatal(err)
	}
	certified := make([]bool, len(w.Vertices))
	if err := w.Umbrellas(t.Context(), 2, fans, views, certified); err != nil {
		t.Fatal(err)
	}
	return w, fans, certified
}

// TestUmbrellasAreTrue re-tests exactly every pair of triangles at every certified
// vertex: none may meet in more than their shared vertices and edge.
func TestUmbrellasAreTrue(t *testing.T) {
	bases := []struct {
		name string
		mesh meshgen.Indexed
	}{
		{"sphere", meshgen.Sphere(40, 21, geom.Vec{})},
		{"torus", meshgen.Torus(24, 12, 3, 1)},
		{"open sheet", meshgen.Grid(20, 20, func(x, y float64) float64 { return x * y })},
		{"flat sheet", meshgen.Grid(16, 16, nil)},
		{"cylinder, with fans of many triangles", meshgen.Cylinder(48, geom.Vec{}, 1, 2)},
		{"cone", meshgen.Cone(40, geom.Vec{}, 1, 3)},
		{"two spheres", meshgen.Join(meshgen.Icosphere(3, geom.Vec{}, 1), meshgen.Icosphere(3, geom.Vec{0.5, 0.25, 0.125}, 1))},
		{"box in grid steps", meshgen.Subdivide(meshgen.Box(geom.Vec{}, geom.Vec{4, 4, 4}), 3)},
	}
	var certifiedPairs, meeting int
	for _, base := range bases {
		t.Run(base.name, func(t *testing.T) {
			clean := base.mesh.Soup()
			_, fans, certified := umbrellas(t, clean)
			t.Logf("clean: %.1f %% of %d vertices certified", 100*share(certified, fans), len(certified))
			rng := meshgen.Rand(7)
			for _, jitter := range []float64{0, 0.02, 0.1, 0.3, 1} {
				for _, snap := range []float64{0, 0.125, 0.5} {
					for round := range 3 {
						if round == 1 && !longtest.On(t) {
							continue // as round 0, with other numbers
						}
						soup := meshgen.Jitter(rng, base.mesh, jitter, snap).Soup()
						if round == 2 {
							soup = spoil(rng, soup)
						}
						c, m := retest(t, soup)
						certifiedPairs += c
						meeting += m
					}
				}
			}
		})
	}
	t.Logf("%d certified pairs re-tested; %d pairs that share a vertex and meet were left uncertified", certifiedPairs, meeting)
	if certifiedPairs < 100_000 || meeting < 1000 {
		t.Error("too few pairs for the test to mean much")
	}
}

// spoil drops some triangles, duplicates some and turns some over: holes, double
// sheets and broken windings.
func spoil(rng *rand.Rand, soup []geom.Triangle) []geom.Triangle {
	var out []geom.Triangle
	for _, t := range soup {
		switch rng.IntN(20) {
		case 0:
		case 1:
			out = append(out, t, t)
		case 2:
			out = append(out, geom.Triangle{t[0], t[2], t[1]})
		case 3:
			out = append(out, t, geom.Triangle{t[1], t[0], t[2]})
		default:
			out = append(out, t)
		}
	}
	return out
}

func retest(t *testing.T, soup []geom.Triangle) (certifiedPairs, meeting int) {
	t.Helper()
	w, fans, certified := umbrellas(t, soup)
	for v, sure := range certified {
		fan := fans.Around(uint32(v))
		for k, c := range fan {
			for _, d := range fan[:k] {
				a, b := w.Triangle(c.Triangle()), w.Triangle(d.Triangle())
				apart := tritri.Relate(&a, &b).Kind == tritri.Apart
				switch {
				case sure && !apart:
					t.Fatalf("vertex %d is certified, but triangles %v and %v meet", v, a, b)
				case sure:
					certifiedPairs++
				case !apart:
					meeting++
				}
			}
		}
	}
	return certifiedPairs, meeting
}

// share returns the share of vertices with a fan that are certified.
func share(certified []bool, fans mesh.Fans) float64 {
	n, of := 0, 0
	for v, sure := range certified {
		if len(fans.Around(uint32(v))) > 0 {
			of++
		}
		if sure {
			n++
		}
	}
	return float64(n) / float64(of)
}

// TestUmbrellaCases has one row for each way in which a fan can be or not be an
// umbrella.
func TestUmbrellaCases(t *testing.T) {
	// Spokes around the origin, a little below it, by their angle in degrees/45.
	at := func(eighth int) geom.Vec {
		return []geom.Vec{{2, 0, -1}, {2, 2, -1}, {0, 2, -1}, {-2, 2, -1}, {-2, 0, -1}, {-2, -2, -1}, {0, -2, -1}, {2, -2, -1}}[eighth%8]
	}
	fan := func(spokes ...int) (soup []geom.Triangle) {
		for k := 1; k < len(spokes); k++ {
			soup = append(soup, geom.Triangle{{}, at(spokes[k-1]), at(spokes[k])})
		}
		return soup
	}
	for _, row := range []struct {
		why  string
		soup []geom.Triangle
		want bool
	}{
		{"a closed fan", fan(0, 2, 4, 6, 0), true},
		{"the same, wound the other way", fan(0, 6, 4, 2, 0), true},
		{"an open fan", fan(0, 2, 4), true},
		{"an open fan of more than half a turn", fan(1, 3, 5, 7), true},
		{"one triangle", fan(1, 2), true},
		{"an open fan that comes round to its own first spoke's direction is closed", fan(3, 5, 7, 1, 3), true},
		{"two triangles that are joined at the vertex alone", append(fan(0, 1), fan(4, 5)...), false},
		{"one of the triangles wound against the others", append(fan(0, 2, 4, 6), geom.Triangle{{}, at(0), at(6)}), false},
		{"a duplicate", append(fan(0, 2, 4, 6, 0), fan(0, 2)...), false},
		{"two turns", fan(0, 2, 4, 6, 1, 3, 5, 7, 0), false},
		{"an open fan of more than a turn", fan(0, 2, 4, 6, 1, 3), false},
		{"closed, and a fin", append(fan(0, 2, 4, 6, 0), geom.Triangle{{}, at(0), {2, 0, 5}}), false},
	} {
		w, fans, certified := umbrellas(t, row.soup)
		for v, p := range w.Vertices {
			if p == (geom.Vec{}) && certified[v] != row.want {
				t.Errorf("%s: certified = %v, want %v (fan of %d)", row.why, certified[v], row.want, len(fans.Around(uint32(v))))
			}
		}
	}
}
