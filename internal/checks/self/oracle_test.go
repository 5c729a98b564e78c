package self_test

import (
	"fmt"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
)

// checkSoup checks one soup as a mesh without nodes, every finding listed.
func checkSoup(t testing.TB, soup []geom.Triangle, workers int) *check.Mesh {
	t.Helper()
	o := scenetest.Everything
	o.Workers = workers
	return checkedSoup(t, o, soup...)
}

func found(r *check.Mesh) scenetest.Findings {
	out := scenetest.Findings{}
	for _, f := range r.Findings {
		if f.Rule.Kind() == check.EdgeCrossing {
			continue // see edges_test.go
		}
		j := -1
		if f.B != nil {
			j = f.B.Triangle
		}
		out[[2]int{f.A.Triangle, j}] = scenetest.Finding{Kind: f.Rule.Kind().String(), Facing: f.Facing.String(), Through: f.ThroughEdge}
	}
	return out
}

// judged is found with the rules that findings break, which say what is within precision.
func judged(r *check.Mesh) scenetest.Findings {
	out := found(r)
	for _, f := range r.Findings {
		if f.B != nil && f.Rule.Kind() != check.EdgeCrossing {
			at := [2]int{f.A.Triangle, f.B.Triangle}
			v := out[at]
			v.Kind = f.Rule.String()
			out[at] = v
		}
	}
	return out
}

func truth(soup []geom.Triangle) scenetest.Findings {
	t := oracle.Check(soup)
	out := scenetest.Findings{}
	for _, i := range t.Nonfinite {
		out[[2]int{i, -1}] = scenetest.Finding{Kind: "nonfinite"}
	}
	for _, i := range t.Degenerate {
		out[[2]int{i, -1}] = scenetest.Finding{Kind: "degenerate"}
	}
	for _, p := range t.Pairs {
		out[[2]int{p.I, p.J}] = scenetest.Finding{Kind: p.Kind, Facing: p.Facing, Through: p.ThroughEdge}
	}
	return out
}

func TestCheckEqualsOracle(t *testing.T) {
	each := longtest.Rounds(t, 12, 200)
	for _, s := range soups {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			kinds := map[string]int{}
			for seed := range uint64(each) {
				soup := s.Make(meshgen.Rand(seed))
				want := truth(soup)
				if d := difference(found(checkSoup(t, soup, 1+int(seed%3))), want); d != "" {
					t.Fatalf("seed %d:\n%s", seed, d)
				}
				for _, w := range want {
					kinds[w.Kind]++
				}
			}
			t.Log(each, "soups:", kinds)
		})
	}
}

// TestCheckLaws: the result does not depend on the order of triangles or corners, on winding, on the
// axes or on the scale.
func TestCheckLaws(t *testing.T) {
	axes := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for _, s := range soups {
		if s.Name == "extreme" {
			continue // its scaled twins would leave float32
		}
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			judged := judged
			if s.Name == "near coplanar" || s.Name == "slivers" {
				judged = found // what is shown of their crowded places depends on bounds of the work
			}
			for seed := range uint64(longtest.Rounds(t, 10, 20)) {
				rng := meshgen.Rand(1000 + seed)
				soup := s.Make(rng)
				want := judged(checkSoup(t, soup, 1))
				fail := func(law, d string) {
					if d != "" {
						t.Errorf("seed %d: %s:\n%s", seed, law, d)
					}
				}
				permuted, from := meshgen.PermuteTriangles(rng, soup)
				fail("order of triangles", difference(renumber(judged(checkSoup(t, permuted, 2)), from), want))
				fail("order of corners", difference(judged(checkSoup(t, meshgen.PermuteCorners(rng, soup), 1)), want))
				fail("winding", difference(judged(checkSoup(t, meshgen.FlipWinding(soup), 1)), want))
				a := axes[rng.IntN(len(axes))]
				sign := func() float64 { return float64(2*rng.IntN(2) - 1) }
				fail(fmt.Sprint("axes ", a), difference(judged(checkSoup(t, meshgen.SwapAxes(soup, a, [3]float64{sign(), sign(), sign()}), 1)), want))
				fail("scale", difference(judged(checkSoup(t, meshgen.Scale(soup, []float64{0x1p-20, 0.5, 0x1p13}[rng.IntN(3)]), 1)), want))
			}
		})
	}
}

// renumber names the triangles by their place before a permutation: triangle k
// came from place from[k].
func renumber(v scenetest.Findings, from []int) scenetest.Findings {
	out := scenetest.Findings{}
	for k, w := range v {
		i, j := from[k[0]], -1
		if k[1] >= 0 {
			j = from[k[1]]
			i, j = min(i, j), max(i, j)
		}
		out[[2]int{i, j}] = w
	}
	return out
}

// TestFloat64Twin: meshes with float64 positions are checked without packets of float32
// triangles; the same numbers give the same result either way.
func TestFloat64Twin(t *testing.T) {
	for _, s := range soups {
		t.Run(s.Name, func(t *testing.T) {
			for seed := range uint64(longtest.Rounds(t, 12, 25)) {
				m := meshgen.Mesh("soup", s.Make(meshgen.Rand(seed)))
				wide := *m
				part := m.Parts[0]
				part.Positions = mesh.Positions{}
				for i := range m.Points() {
					p := m.Parts[0].Positions.At(i)
					part.Positions.F64 = append(part.Positions.F64, p[:]...)
				}
				wide.Parts = []mesh.Part{part}
				var results [2]string
				wide.Parts[0].Positions.Step, m.Parts[0].Positions.Step = 0x1p-60, 0x1p-60 // which is that of neither
				for k, m := range []*mesh.Mesh{m, &wide} {
					r, err := meshcheck.Check(t.Context(), &mesh.Scene{Meshes: []*mesh.Mesh{m}}, check.Options{ListTouches: true, Workers: 2})
					if err != nil {
						t.Fatal(err)
					}
					results[k] = printed(&r.Meshes[0])
				}
				if results[0] != results[1] {
					t.Fatalf("seed %d: float32: %s\nfloat64: %s", seed, results[0], results[1])
				}
			}
		})
	}
}

// printed returns all of r as text, in which what is not a number equals itself.
func printed(r *check.Mesh) string {
	out := fmt.Sprintf("%+v %+v\n", r.Counts, r.Regions)
	for _, f := range r.Findings {
		if f.B != nil {
			out += fmt.Sprintf("%+v and ", *f.B)
			f.B = nil
		}
		out += fmt.Sprintf("%+v\n", f)
	}
	return out
}
