package meshcheck_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/mesh"
)

// check checks one soup as a mesh without nodes, every finding listed.
func checkSoup(t testing.TB, soup []geom.Triangle, workers int) *check.Mesh {
	t.Helper()
	s := &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh("soup", soup)}}
	r, err := meshcheck.Check(t.Context(), s, check.Options{ListTouches: true, MaxFindings: 1 << 30, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return &r.Meshes[0]
}

// verdict is what the oracle and the check must agree on for one pair or triangle.
type verdict struct {
	kind, facing string
	through      bool
}

// verdicts lists findings by their triangles; j is -1 for a single triangle.
type verdicts map[[2]int]verdict

func found(r *check.Mesh) verdicts {
	out := verdicts{}
	for _, f := range r.Findings {
		if f.Rule.Kind() == check.EdgeCrossing {
			continue // see edges_test.go
		}
		j := -1
		if f.B != nil {
			j = f.B.Triangle
		}
		out[[2]int{f.A.Triangle, j}] = verdict{f.Rule.Kind().String(), f.Facing.String(), f.ThroughEdge}
	}
	return out
}

// judged is found with the rules that findings break, which say what is within precision.
func judged(r *check.Mesh) verdicts {
	out := found(r)
	for _, f := range r.Findings {
		if f.B != nil && f.Rule.Kind() != check.EdgeCrossing {
			at := [2]int{f.A.Triangle, f.B.Triangle}
			v := out[at]
			v.kind = f.Rule.String()
			out[at] = v
		}
	}
	return out
}

func truth(soup []geom.Triangle) verdicts {
	t := oracle.Check(soup)
	out := verdicts{}
	for _, i := range t.Nonfinite {
		out[[2]int{i, -1}] = verdict{kind: "nonfinite"}
	}
	for _, i := range t.Degenerate {
		out[[2]int{i, -1}] = verdict{kind: "degenerate"}
	}
	for _, p := range t.Pairs {
		out[[2]int{p.I, p.J}] = verdict{p.Kind, p.Facing, p.ThroughEdge}
	}
	return out
}

// difference describes the first few disagreements, "" if there are none.
func difference(got, want verdicts) string {
	var out string
	n := 0
	for k, w := range want {
		if g, ok := got[k]; !ok || g != w {
			if n++; n <= 5 {
				out += fmt.Sprintf("triangles %v: got %+v, want %+v\n", k, g, w)
			}
		}
	}
	for k, g := range got {
		if _, ok := want[k]; !ok {
			if n++; n <= 5 {
				out += fmt.Sprintf("triangles %v: got %+v, want nothing\n", k, g)
			}
		}
	}
	return out
}

// soups are the families of random soups that the check is held against. Each is
// made to be full of a different sort of exact coincidence.
var soups = []struct {
	name string
	make func(r *rand.Rand) []geom.Triangle
}{
	{"random", func(r *rand.Rand) []geom.Triangle { return meshgen.Random(r, 6+r.IntN(20), 0.5) }},
	{"snapped", func(r *rand.Rand) []geom.Triangle {
		return meshgen.Snapped(r, 6+r.IntN(14), []int{6, 9, 30}[r.IntN(3)], 2+r.IntN(3))
	}},
	{"coplanar", func(r *rand.Rand) []geom.Triangle { return meshgen.Coplanar(r, 6+r.IntN(10)) }},
	{"slivers", func(r *rand.Rand) []geom.Triangle { return meshgen.Slivers(r, 6+r.IntN(10)) }},
	{"duplicates", func(r *rand.Rand) []geom.Triangle { return meshgen.Duplicates(r, 6+r.IntN(10)) }},
	{"near coplanar", func(r *rand.Rand) []geom.Triangle { return meshgen.NearCoplanar(r, 6+r.IntN(10)) }},
	{"extreme", func(r *rand.Rand) []geom.Triangle { return meshgen.Extreme(r, 6+r.IntN(10)) }},
	{"star", func(r *rand.Rand) []geom.Triangle {
		return append(meshgen.Star(r, 50+r.IntN(20)), meshgen.Snapped(r, 3, 9, 3)...)
	}},
	{"sprinkled", func(r *rand.Rand) []geom.Triangle {
		return meshgen.Sprinkle(r, meshgen.Snapped(r, 6+r.IntN(10), 12, 3))
	}},
}

func TestCheckEqualsOracle(t *testing.T) {
	each := longtest.Rounds(t, 60, 500)
	for _, s := range soups {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			kinds := map[string]int{}
			for seed := range uint64(each) {
				soup := s.make(meshgen.Rand(seed))
				want := truth(soup)
				if d := difference(found(checkSoup(t, soup, 1+int(seed%3))), want); d != "" {
					t.Fatalf("seed %d:\n%s", seed, d)
				}
				for _, w := range want {
					kinds[w.kind]++
				}
			}
			t.Log(each, "soups:", kinds)
		})
	}
}

// TestCheckLaws holds the check to the promises that the answer does not depend on
// the order of triangles, of corners, on winding, on the axes or on the scale.
func TestCheckLaws(t *testing.T) {
	axes := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for _, s := range soups {
		if s.name == "extreme" {
			continue // its scaled twins would leave float32
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			judged := judged
			if s.name == "near coplanar" || s.name == "slivers" {
				judged = found // what is shown of their crowded places depends on bounds of the work
			}
			for seed := range uint64(40) {
				rng := meshgen.Rand(1000 + seed)
				soup := s.make(rng)
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
func renumber(v verdicts, from []int) verdicts {
	out := verdicts{}
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
		t.Run(s.name, func(t *testing.T) {
			for seed := range uint64(50) {
				m := meshgen.Mesh("soup", s.make(meshgen.Rand(seed)))
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
