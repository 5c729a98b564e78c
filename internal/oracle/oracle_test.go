package oracle_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

// tri makes a triangle from nine numbers.
func tri(x ...float64) geom.Triangle {
	return geom.Triangle{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}}
}

// show writes findings as short words: "crossing 0 1 through".
func show(truth oracle.Truth) []string {
	var words []string
	for _, i := range truth.Nonfinite {
		words = append(words, fmt.Sprintf("nonfinite %d", i))
	}
	for _, i := range truth.Degenerate {
		words = append(words, fmt.Sprintf("degenerate %d", i))
	}
	for _, p := range truth.Pairs {
		s := fmt.Sprintf("%s %d %d", p.Kind, p.I, p.J)
		if p.Facing != "" {
			s += " " + p.Facing
		}
		if p.ThroughEdge {
			s += " through"
		}
		words = append(words, s)
	}
	return words
}

// floor is a large triangle in z = 0 that faces up; most rows put things on it.
var floor = tri(0, 0, 0, 8, 0, 0, 0, 8, 0)

var nan, inf = math.NaN(), math.Inf(1)

var cases = []struct {
	why  string
	soup []geom.Triangle
	want []string
}{
	{"nothing to compare", []geom.Triangle{floor}, nil},
	{"far apart", []geom.Triangle{floor, tri(0, 0, 9, 1, 0, 9, 0, 1, 9)}, nil},
	{"boxes meet, triangles do not", []geom.Triangle{floor, tri(8, 8, -1, 8, 8, 1, 7, 7, 0)}, nil},
	{"straddles the plane beside the triangle", []geom.Triangle{floor, tri(5, 5, -1, 5, 5, 1, 6, 5, 0)}, nil},

	{"pierced by a corner", []geom.Triangle{floor, tri(1, 1, -1, 2, 1, 2, 1, 2, 2)}, []string{"crossing 0 1"}},
	{"each edge-pierces the other", []geom.Triangle{floor, tri(1, 1, -1, 1, 1, 1, -5, 1, 0)}, []string{"crossing 0 1"}},
	{"cut right across", []geom.Triangle{floor, tri(-1, 2, -1, 20, 2, -1, 5, 2, 9)}, []string{"crossing 0 1"}},
	{"cut through a corner of the floor", []geom.Triangle{floor, tri(0, 0, -1, 0, 0, 1, 8, 8, 0)}, []string{"crossing 0 1"}},
	{"shares a vertex, pierces away from it", []geom.Triangle{floor, tri(0, 0, 0, 3, 3, 2, 3, 3, -2)}, []string{"crossing 0 1"}},
	{"shares a vertex only", []geom.Triangle{floor, tri(0, 0, 0, 3, 3, 2, 4, 3, 2)}, nil},
	{"shares a vertex, straddles outside", []geom.Triangle{floor, tri(0, 0, 0, -3, -3, 2, -3, -3, -2)}, nil},
	{"shares an edge, any angle", []geom.Triangle{floor, tri(0, 0, 0, 8, 0, 0, 0, 8, 1)}, nil},
	{"shares an edge at a right angle", []geom.Triangle{floor, tri(0, 0, 0, 8, 0, 0, 4, 0, 9)}, nil},

	{"coplanar, apart", []geom.Triangle{floor, tri(8, 8, 0, 9, 8, 0, 8, 9, 0)}, nil},
	{"coplanar, boxes meet", []geom.Triangle{floor, tri(5, 5, 0, 8, 5, 0, 5, 8, 0)}, nil},
	{"coplanar, a corner in", []geom.Triangle{floor, tri(1, 1, 0, 9, 9, 0, 8, 9, 0)}, []string{"overlap 0 1 same"}},
	{"coplanar, a corner in, facing down", []geom.Triangle{floor, tri(1, 1, 0, 8, 9, 0, 9, 9, 0)}, []string{"overlap 0 1 opposite"}},
	{"coplanar, no corner in the other", []geom.Triangle{tri(0, 0, 0, 6, 0, 0, 3, 6, 0), tri(0, 4, 0, 3, -2, 0, 6, 4, 0)}, []string{"overlap 0 1 same"}},
	{"coplanar, inside", []geom.Triangle{floor, tri(1, 1, 0, 2, 1, 0, 1, 2, 0)}, []string{"overlap 0 1 same"}},
	{"folded over a shared edge", []geom.Triangle{floor, tri(8, 0, 0, 0, 0, 0, 3, 1, 0)}, []string{"overlap 0 1 opposite"}},
	{"flat over a shared edge", []geom.Triangle{floor, tri(8, 0, 0, 0, 0, 0, 3, -1, 0)}, nil},
	{"shares a vertex, sectors overlap", []geom.Triangle{floor, tri(0, 0, 0, 9, 1, 0, 9, 2, 0)}, []string{"overlap 0 1 same"}},
	{"shares a vertex, edges coincide in part", []geom.Triangle{floor, tri(0, 0, 0, 4, 0, 0, 4, -4, 0)}, []string{"touch 0 1"}},
	{"shares a vertex, flat beside it", []geom.Triangle{floor, tri(0, 0, 0, -4, 0, 0, 0, -4, 0)}, nil},

	{"duplicate", []geom.Triangle{floor, tri(8, 0, 0, 0, 8, 0, 0, 0, 0)}, []string{"duplicate 0 1 same"}},
	{"duplicate turned over", []geom.Triangle{floor, tri(8, 0, 0, 0, 0, 0, 0, 8, 0)}, []string{"duplicate 0 1 opposite"}},

	{"vertex on a face", []geom.Triangle{floor, tri(1, 1, 0, 1, 1, 2, 2, 1, 2)}, []string{"touch 0 1"}},
	{"vertex on an edge", []geom.Triangle{floor, tri(3, 0, 0, 3, 0, 2, 4, -1, 2)}, []string{"touch 0 1"}},
	{"vertex on an edge, coplanar", []geom.Triangle{floor, tri(3, 0, 0, 2, -2, 0, 4, -2, 0)}, []string{"touch 0 1"}},
	{"edges cross in a point", []geom.Triangle{floor, tri(3, 0, -1, 3, 0, 1, 3, -4, 0)}, []string{"touch 0 1"}},
	{"edge lies in the face", []geom.Triangle{floor, tri(1, 1, 0, 3, 1, 0, 2, 1, 3)}, []string{"touch 0 1"}},
	{"edge lies in the face from a shared vertex", []geom.Triangle{floor, tri(0, 0, 0, 2, 2, 0, 1, 1, 3)}, []string{"touch 0 1"}},
	{"collinear edges cover each other in part", []geom.Triangle{floor, tri(2, 0, 0, 12, 0, 0, 5, -3, 3)}, []string{"touch 0 1"}},
	{"collinear edges, coplanar, outside", []geom.Triangle{floor, tri(2, 0, 0, 12, 0, 0, 5, -3, 0)}, []string{"touch 0 1"}},
	{"T-junction", []geom.Triangle{floor, tri(0, 0, 0, 4, -4, 0, 4, 0, 0), tri(4, 0, 0, 4, -4, 0, 8, 0, 0)}, []string{"touch 0 1", "touch 0 2"}},

	{"wedge passes through along its edge",
		[]geom.Triangle{floor, tri(1, 1, 0, 3, 1, 0, 2, 1, 3), tri(1, 1, 0, 3, 1, 0, 2, 2, -3)},
		[]string{"crossing 0 1 through", "crossing 0 2 through"}},
	{"wedge stands on the floor",
		[]geom.Triangle{floor, tri(1, 1, 0, 3, 1, 0, 2, 1, 3), tri(1, 1, 0, 3, 1, 0, 2, 2, 3)},
		[]string{"touch 0 1", "touch 0 2"}},
	{"wedge with one side in the floor is not strictly on both sides",
		[]geom.Triangle{floor, tri(1, 1, 0, 3, 1, 0, 2, 1, 3), tri(1, 1, 0, 3, 1, 0, 2, 2, 0)},
		[]string{"touch 0 1", "overlap 0 2 same"}},
	{"a third triangle on the edge makes the surface pass",
		[]geom.Triangle{floor, tri(1, 1, 0, 3, 1, 0, 2, 1, 3), tri(1, 1, 0, 3, 1, 0, 2, 2, 3), tri(1, 1, 0, 3, 1, 0, 2, 2, -3)},
		[]string{"crossing 0 1 through", "crossing 0 2 through", "crossing 0 3 through"}},
	{"the edge reaches past the floor at both ends",
		[]geom.Triangle{floor, tri(-1, 1, 0, 30, 1, 0, 2, 1, 3), tri(-1, 1, 0, 30, 1, 0, 2, 2, -3)},
		[]string{"crossing 0 1 through", "crossing 0 2 through"}},
	{"the wedge's edge lies on the floor's edge: nothing passes through an interior",
		[]geom.Triangle{floor, tri(1, 0, 0, 3, 0, 0, 2, 1, 3), tri(1, 0, 0, 3, 0, 0, 2, 1, -3)},
		[]string{"touch 0 1", "touch 0 2"}},
	{"a degenerate triangle on the edge does not count as the other side",
		[]geom.Triangle{floor, tri(1, 1, 0, 3, 1, 0, 2, 1, 3), tri(1, 1, 0, 3, 1, 0, 3, 1, 0)},
		[]string{"degenerate 2", "touch 0 1"}},

	{"two equal corners", []geom.Triangle{floor, tri(1, 1, -1, 1, 1, -1, 1, 1, 1)}, []string{"degenerate 1"}},
	{"three collinear corners", []geom.Triangle{floor, tri(1, 1, -1, 1, 1, 1, 1, 1, 5)}, []string{"degenerate 1"}},
	{"collinear up to one ulp is a triangle", []geom.Triangle{floor, tri(1, 1, -1, 1, 1, 1, math.Nextafter(1, 2), 1, 0)}, []string{"crossing 0 1"}},
	{"a NaN", []geom.Triangle{floor, tri(1, 1, nan, 1, 1, 1, 2, 2, 0)}, []string{"nonfinite 1"}},
	{"infinities of both signs", []geom.Triangle{tri(inf, 0, 0, 1, 1, 1, 2, 2, 0), floor, tri(1, 1, -inf, 1, 1, 1, 2, 2, 0)}, []string{"nonfinite 0", "nonfinite 2"}},
	{"a triangle can only be one of the two", []geom.Triangle{tri(nan, 0, 0, nan, 0, 0, 1, 1, 1)}, []string{"nonfinite 0"}},
	{"-0 and +0 are one vertex",
		[]geom.Triangle{floor, {{math.Copysign(0, -1), math.Copysign(0, -1), 0}, {8, 0, math.Copysign(0, -1)}, {1, 0, 9}}}, nil},

	{"one ulp above the floor", []geom.Triangle{floor, tri(1, 1, math.SmallestNonzeroFloat64, 1, 1, 2, 2, 1, 2)}, nil},
	{"one ulp below the floor", []geom.Triangle{floor, tri(1, 1, -math.SmallestNonzeroFloat64, 1, 1, 2, 2, 1, 2)}, []string{"crossing 0 1"}},
	{"the whole range of float64",
		[]geom.Triangle{tri(-math.MaxFloat64, 0, 0, math.MaxFloat64, 0, 0, 0, math.MaxFloat64, 0), tri(0, 1, -math.SmallestNonzeroFloat64, 0, 1, 1e300, 1, 1, 0)},
		[]string{"crossing 0 1"}},
}

func TestKnownPairs(t *testing.T) {
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got := show(oracle.Check(c.soup)); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestKnownPairsTurned checks each known answer under axis permutations, signs,
// scalings by powers of two and corner orders.
func TestKnownPairsTurned(t *testing.T) {
	for _, c := range cases {
		if slices.ContainsFunc(c.soup, func(t geom.Triangle) bool { return t.Box().Diagonal() > 1e100 || tiny(t) }) {
			continue // leaves the range of float32, which meshgen keeps to
		}
		for seed := range uint64(12) {
			rng := meshgen.Rand(seed)
			soup := meshgen.PermuteCorners(rng, c.soup)
			axes := [3]int(rng.Perm(3))
			signs := [3]float64{float64(rng.IntN(2))*2 - 1, float64(rng.IntN(2))*2 - 1, float64(rng.IntN(2))*2 - 1}
			soup = meshgen.SwapAxes(meshgen.Scale(soup, math.Ldexp(1, rng.IntN(40)-20)), axes, signs)
			if got := show(oracle.Check(soup)); !slices.Equal(got, c.want) {
				t.Errorf("%s, seed %d: got %q, want %q", c.why, seed, got, c.want)
			}
		}
	}
}

// tiny reports whether t has numbers that are not float32.
func tiny(t geom.Triangle) bool {
	for _, v := range t {
		for _, x := range v {
			if float64(float32(x)) != x && x == x {
				return true
			}
		}
	}
	return false
}

func TestMeasures(t *testing.T) {
	cases := []struct {
		name    string
		soup    []geom.Triangle
		area    float64
		segment [2]geom.Vec
		shared  int
	}{
		{"segment between two faces of the pierced floor", []geom.Triangle{floor, tri(1, 1, -1, 1, 1, 1, 3, 1, 0)}, 0, [2]geom.Vec{{1, 1, 0}, {3, 1, 0}}, 0},
		{"segment from a shared vertex", []geom.Triangle{floor, tri(0, 0, 0, 3, 3, 2, 3, 3, -2)}, 0, [2]geom.Vec{{0, 0, 0}, {3, 3, 0}}, 1},
		{"triangle inside", []geom.Triangle{floor, tri(1, 1, 0, 2, 1, 0, 1, 2, 0)}, 0.5, [2]geom.Vec{}, 0},
		{"hexagon of two triangles", []geom.Triangle{tri(0, 0, 0, 6, 0, 0, 3, 6, 0), tri(0, 4, 0, 3, -2, 0, 6, 4, 0)}, 12, [2]geom.Vec{}, 0},
		{"duplicate, tilted", []geom.Triangle{tri(1, 0, 0, 0, 1, 0, 0, 0, 1), tri(1, 0, 0, 0, 1, 0, 0, 0, 1)}, math.Sqrt(3) / 2, [2]geom.Vec{}, 3},
		{"fold", []geom.Triangle{floor, tri(8, 0, 0, 0, 0, 0, 0, 4, 0)}, 16, [2]geom.Vec{}, 2},
		{"touch has no measures", []geom.Triangle{floor, tri(1, 1, 0, 3, 1, 0, 2, 1, 3)}, 0, [2]geom.Vec{}, 0},
	}
	for _, c := range cases {
		pairs := oracle.Check(c.soup).Pairs
		if len(pairs) != 1 {
			t.Errorf("%s: %d pairs", c.name, len(pairs))
			continue
		}
		p := pairs[0]
		if math.Abs(p.Area-c.area) > 1e-14*c.area || p.Segment != c.segment || p.SharedVertices != c.shared {
			t.Errorf("%s: area %v, segment %v, %d shared; want %v, %v, %d",
				c.name, p.Area, p.Segment, p.SharedVertices, c.area, c.segment, c.shared)
		}
	}
}

func TestCounts(t *testing.T) {
	truth := oracle.Check([]geom.Triangle{floor, tri(1, 1, 0, 3, 1, 0, 2, 1, 3), tri(1, 1, 0, 3, 1, 0, 2, 2, -3), floor})
	for kind, want := range map[string]int{oracle.Crossing: 4, oracle.Duplicate: 1, oracle.Touch: 0, oracle.Overlap: 0} {
		if got := truth.Count(kind); got != want {
			t.Errorf("%d %s, want %d", got, kind, want)
		}
	}
	if got := truth.ThroughEdge(); got != 4 {
		t.Errorf("%d through an edge, want 4", got)
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, m := range meshgen.Makers() {
		soup := m.Make(meshgen.Rand(1), 40)
		b.Run(m.Name, func(b *testing.B) {
			for b.Loop() {
				oracle.Check(soup)
			}
		})
	}
}
