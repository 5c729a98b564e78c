package convex_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
)

// cloud is a kind of input for HullOf.
type cloud struct {
	name string
	make func(rng *rand.Rand, n int) []geom.Vec
}

// clouds returns what each decision of Quickhull has to withstand: many points in one
// plane, on one sphere and one line, nearly so, many at one place, and lengths that
// float64 cannot multiply.
func clouds() []cloud {
	each := func(f func(rng *rand.Rand) geom.Vec) func(*rand.Rand, int) []geom.Vec {
		return func(rng *rand.Rand, n int) []geom.Vec {
			out := make([]geom.Vec, n)
			for i := range out {
				out[i] = f(rng)
			}
			return out
		}
	}
	grid := func(rng *rand.Rand, size int) geom.Vec {
		return geom.Vec{float64(rng.IntN(size)), float64(rng.IntN(size)), float64(rng.IntN(size))}
	}
	return []cloud{
		{"ball", each(func(rng *rand.Rand) geom.Vec { return onSphere(rng).Scale(math.Cbrt(rng.Float64())) })},
		{"sphere", each(onSphere)},
		{"grid of 3", each(func(rng *rand.Rand) geom.Vec { return grid(rng, 3) })},
		{"grid of 20", each(func(rng *rand.Rand) geom.Vec { return grid(rng, 20) })},
		{"tilted grid", each(func(rng *rand.Rand) geom.Vec {
			g := grid(rng, 4)
			return geom.Vec{3*g[0] - g[1] + 2*g[2], g[0] + 5*g[1] - g[2], 2*g[0] + g[1] + 7*g[2]}
		})},
		{"one integer sphere", each(func(rng *rand.Rand) geom.Vec { // x² + y² + z² = 9·49
			v := [...]geom.Vec{{21, 0, 0}, {18, 9, 6}, {14, 14, 7}, {19, 8, 4}, {20, 5, 4}, {16, 13, 4}, {16, 11, 8}}[rng.IntN(7)]
			rng.Shuffle(3, func(i, j int) { v[i], v[j] = v[j], v[i] })
			for k := range v {
				v[k] *= float64(2*rng.IntN(2) - 1)
			}
			return v
		})},
		{"cube moved by last places", each(func(rng *rand.Rand) geom.Vec {
			g := grid(rng, 3)
			for k := range g {
				g[k] = math.Nextafter(g[k]+1, float64(9*rng.IntN(2)))
			}
			return g
		})},
		{"plane, a last place aside", each(func(rng *rand.Rand) geom.Vec {
			x, y := rng.Float64(), rng.Float64()
			return geom.Vec{x, y, math.Nextafter(0.3*x+0.7*y, float64(rng.IntN(3)-1))}
		})},
		{"line, a last place aside", each(func(rng *rand.Rand) geom.Vec {
			x := rng.Float64()
			return geom.Vec{x, math.Nextafter(3*x, float64(9*rng.IntN(2))), 5 * x}
		})},
		{"runs on the edges of a tetrahedron", each(func(rng *rand.Rand) geom.Vec {
			corners := [4]geom.Vec{{0, 0, 0}, {16, 0, 0}, {0, 32, 0}, {0, 0, 64}}
			return corners[rng.IntN(4)].Lerp(corners[rng.IntN(4)], float64(rng.IntN(17))/16)
		})},
		{"all scales", each(func(rng *rand.Rand) geom.Vec {
			v := onSphere(rng)
			for k := range v {
				v[k] = math.Ldexp(v[k], rng.IntN(1000)-500)
			}
			return v
		})},
		{"enormous", each(func(rng *rand.Rand) geom.Vec { return onSphere(rng).Scale(math.MaxFloat64) })},
		{"subnormal", each(func(rng *rand.Rand) geom.Vec { return grid(rng, 9).Scale(math.SmallestNonzeroFloat64) })},
		{"flat", each(func(rng *rand.Rand) geom.Vec { g := grid(rng, 9); g[2] = g[0] - 2*g[1]; return g })},
		{"upright", each(func(rng *rand.Rand) geom.Vec { g := grid(rng, 9); g[1] = 2 * g[0]; return g })},
		{"collinear", each(func(rng *rand.Rand) geom.Vec { return geom.Vec{1, -2, 3}.Scale(float64(rng.IntN(9) - 4)) })},
		{"one place", each(func(rng *rand.Rand) geom.Vec { return geom.Vec{1, 2, math.Copysign(0, rng.Float64()-0.5)} })},
	}
}

func onSphere(rng *rand.Rand) geom.Vec {
	v := geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
	return v.Unit()
}

// eachCloud runs a law on every kind of cloud in sizes up to most.
func eachCloud(t *testing.T, seeds uint64, most int, law func(t *testing.T, rng *rand.Rand, points []geom.Vec)) {
	for _, c := range clouds() {
		t.Run(c.name, func(t *testing.T) {
			for n := 0; n <= most; n += 1 + n/3 {
				for seed := range seeds {
					rng := rand.New(rand.NewPCG(seed, uint64(n)))
					points := c.make(rng, n)
					law(t, rng, points)
					if t.Failed() {
						t.Fatalf("%d points of seed %d", n, seed)
					}
				}
			}
		})
	}
}

func hullOf(t testing.TB, points []geom.Vec) *convex.Hull {
	t.Helper()
	h, err := convex.HullOf(context.Background(), points)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestHullAgainstAllTriples(t *testing.T) {
	eachCloud(t, 2, 32, func(t *testing.T, _ *rand.Rand, points []geom.Vec) {
		want := slowHull(points)
		if got := hullOf(t, points); !slices.Equal(got.Vertices, want.Vertices) || !reflect.DeepEqual(got.Faces, want.Faces) {
			t.Errorf("%v has the hull\n%v %v, want\n%v %v", points, got.Vertices, got.Faces, want.Vertices, want.Faces)
		}
	})
}

func TestHullLaws(t *testing.T) {
	eachCloud(t, 1, longtest.Size(t, 300, 600), func(t *testing.T, rng *rand.Rand, points []geom.Vec) {
		h := hullOf(t, points)
		if err := lawful(h, points); err != nil {
			t.Error(err)
		}
	})
}

// TestHullOfHubs has bodies with vertices that all others are neighbours of, and large faces
// opposite each other. A hull that is finished on one side first takes minutes for them.
func TestHullOfHubs(t *testing.T) {
	n := longtest.Size(t, 20_000, 100_000)
	for _, row := range []struct {
		name            string
		at              func(i int) geom.Vec
		vertices, faces int
	}{
		{"two cones", func(i int) geom.Vec {
			sin, cos := math.Sincos(float64(i))
			if i < 2 {
				return geom.Vec{0, 0, 2*float64(i) - 1}
			}
			return geom.Vec{cos, sin, 0}
		}, n, 2 * (n - 2)},
		{"cylinder", func(i int) geom.Vec {
			sin, cos := math.Sincos(float64(i))
			return geom.Vec{cos, sin, float64(i % 2)}
		}, n, n + 2},
		{"moment curve", func(i int) geom.Vec {
			x := float64(i) / float64(n)
			return geom.Vec{x, x * x, x * x * x}
		}, n, 2*n - 4},
	} {
		points := make([]geom.Vec, n)
		for i := range points {
			points[i] = row.at(i)
		}
		h := hullOf(t, points)
		if err := wellFormed(h); err != nil || len(h.Vertices) != row.vertices || len(h.Faces) != row.faces {
			t.Errorf("%s: %d vertices, %d faces, %v", row.name, len(h.Vertices), len(h.Faces), err)
		}
	}
}

// TestHullOfManyPoints has the sizes at which lists, free places and rims of thousands of
// edges come in.
func TestHullOfManyPoints(t *testing.T) {
	n := longtest.Size(t, 4_000, 40_000)
	for _, c := range clouds()[:4] {
		rng := rand.New(rand.NewPCG(7, 7))
		points := c.make(rng, n)
		h := hullOf(t, points)
		if err := wellFormed(h); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if err := bulges(h); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		for range 200 {
			i := rng.IntN(len(h.Faces))
			if err := noneAbove(h, i, points); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}

func TestHullOfAnyOrder(t *testing.T) {
	eachCloud(t, 3, 200, func(t *testing.T, rng *rand.Rand, points []geom.Vec) {
		want := hullOf(t, points)
		again := slices.Concat(points, points[:len(points)/2])
		rng.Shuffle(len(again), func(i, j int) { again[i], again[j] = again[j], again[i] })
		if got := hullOf(t, again); !reflect.DeepEqual(got, want) {
			t.Errorf("%v became %v", want, got)
		}
		// The hull of its vertices is the hull.
		if got := hullOf(t, want.Vertices); !reflect.DeepEqual(got, want) {
			t.Errorf("the vertices of %v have the hull %v", want, got)
		}
	})
}

func TestHullScales(t *testing.T) {
	eachCloud(t, 2, 200, func(t *testing.T, rng *rand.Rand, points []geom.Vec) {
		h := hullOf(t, points)
		for _, s := range []float64{0x1p-40, 2, 0x1p+50} {
			scaled := make([]geom.Vec, len(points))
			for i, p := range points {
				if scaled[i] = p.Scale(s); scaled[i].Scale(1/s) != p {
					return // digits were lost
				}
			}
			got := hullOf(t, scaled)
			if !reflect.DeepEqual(got.Faces, h.Faces) {
				t.Fatalf("scaled by %g the faces %v are %v", s, h.Faces, got.Faces)
			}
			for i, v := range got.Vertices {
				if v != h.Vertices[i].Scale(s) {
					t.Fatalf("scaled by %g vertex %d is %v", s, i, v)
				}
			}
		}
	})
}

func TestDimension(t *testing.T) {
	for _, row := range []struct {
		points    []geom.Vec
		dimension int
		faces     [][]uint32
	}{
		{nil, -1, nil},
		{[]geom.Vec{{1, 2, 3}, {1, 2, 3}}, 0, [][]uint32{{0}}},
		{[]geom.Vec{{1, 2, 3}, {3, 2, 1}, {2, 2, 2}}, 1, [][]uint32{{0, 1}}},
		{[]geom.Vec{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 0, 0}, {1, 1, 0}}, 2, [][]uint32{{0, 2, 3, 1}}},
		{[]geom.Vec{{0, 0, 0}, {2, 0, 0}, {2, 0, 2}, {0, 0, 2}}, 2, [][]uint32{{0, 1, 3, 2}}},
		{[]geom.Vec{{0, 0, 0}, {2, 0, 0}, {2, 0, 2}, {0, 5e-324, 2}}, 3, [][]uint32{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}},
	} {
		h := hullOf(t, row.points)
		if h.Dimension() != row.dimension || !reflect.DeepEqual(h.Faces, row.faces) {
			t.Errorf("the hull of %v has dimension %d and faces %v", row.points, h.Dimension(), h.Faces)
		}
	}
}

func TestHullOfWhatIsNotFinite(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, err := convex.HullOf(context.Background(), []geom.Vec{{1, 2, 3}, {4, x, 6}})
		if want := fmt.Sprintf("point 1 of 2 is not finite: [4 %v 6]", x); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestSupport(t *testing.T) {
	eachCloud(t, 1, 3000, func(t *testing.T, rng *rand.Rand, points []geom.Vec) {
		if len(points) == 0 {
			return
		}
		h := hullOf(t, points)
		size := geom.BoxOf(points).Diagonal()
		if !(size < 1e150) {
			return // inner products are not finite
		}
		for k := range 40 {
			d := onSphere(rng)
			if k%4 == 0 { // faces are highest all over
				d = geom.Vec{float64(rng.IntN(3) - 1), float64(rng.IntN(3) - 1), float64(rng.IntN(3) - 1)}
			}
			got := h.Support(d)
			if !slices.Contains(h.Vertices, got) {
				t.Fatalf("%v is no vertex", got)
			}
			best := convex.Cloud(h.Vertices).Support(d)
			if missing := best.Sub(got).Dot(d); missing > 0x1p-48*d.Norm()*size {
				t.Errorf("in direction %v, %v is %g behind %v", d, got, missing, best)
			}
		}
	})
}

func TestSupportOfStrangeDirections(t *testing.T) {
	h := hullOf(t, clouds()[1].make(rand.New(rand.NewPCG(1, 1)), 500))
	for _, d := range []geom.Vec{{}, {math.NaN(), 0, 0}, {0, math.NaN(), 1}, {math.Inf(1), 0, 0}, {1e-320, 0, 0}, {math.MaxFloat64, -math.MaxFloat64, 0}} {
		if p := h.Support(d); !slices.Contains(h.Vertices, p) {
			t.Errorf("in direction %v: %v is no vertex", d, p)
		}
	}
	if p := (&convex.Hull{}).Support(geom.Vec{1, 0, 0}); p != (geom.Vec{}) {
		t.Errorf("%v", p)
	}
}

func TestInnerIsInside(t *testing.T) {
	for _, c := range clouds()[:4] {
		h := hullOf(t, c.make(rand.New(rand.NewPCG(3, 3)), 300))
		for i := range h.Faces {
			if plane := h.Plane(i); plane.Side(h.Inner()) >= 0 {
				t.Errorf("%s: %v is not beneath face %d", c.name, h.Inner(), i)
			}
		}
	}
}

func TestVolumeAndArea(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	brick := clouds()[2].make(rng, 5000) // every corner of the grid is among them
	for _, row := range []struct {
		name         string
		points       []geom.Vec
		volume, area float64
	}{
		{"cube of 2", brick, 8, 24},
		{"corner of a cube", []geom.Vec{{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1. / 6, 1.5 + math.Sqrt(3)/2},
		{"far from the origin", []geom.Vec{{1e8, 0, 0}, {1e8 + 1, 0, 0}, {1e8, 1, 0}, {1e8, 0, 1}}, 1. / 6, 1.5 + math.Sqrt(3)/2},
		{"square", []geom.Vec{{}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, 0, 2},
		{"segment", []geom.Vec{{}, {1, 0, 0}}, 0, 0},
		{"point", []geom.Vec{{}}, 0, 0},
		{"nothing", nil, 0, 0},
	} {
		h := hullOf(t, row.points)
		if v, a := h.Volume(), h.Area(); math.Abs(v-row.volume) > 1e-14*row.volume || math.Abs(a-row.area) > 1e-14*row.area {
			t.Errorf("%s: volume %v, area %v, want %v, %v", row.name, v, a, row.volume, row.area)
		}
	}
	ball := hullOf(t, clouds()[1].make(rng, 20000))
	if v, want := ball.Volume(), 4*math.Pi/3; v > want || v < 0.999*want {
		t.Errorf("20,000 points of the unit sphere hold a volume of %v", v)
	}
}

func FuzzHullOf(f *testing.F) {
	for i, c := range clouds() {
		f.Add(encode(c.make(rand.New(rand.NewPCG(uint64(i), 0)), 9)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 24*48 {
			return
		}
		points := decode(data)
		h, err := convex.HullOf(context.Background(), points)
		if err != nil {
			if !slices.ContainsFunc(points, func(p geom.Vec) bool { return !p.Finite() }) {
				t.Fatal(err)
			}
			return
		}
		if err := lawful(h, points); err != nil {
			t.Errorf("%v: %v", points, err)
		}
	})
}

func BenchmarkHullOf(b *testing.B) {
	for _, c := range clouds()[:4] {
		for _, n := range []int{32, 1000, 100_000} {
			points := c.make(rand.New(rand.NewPCG(1, 0)), n)
			b.Run(fmt.Sprintf("%s n=%d", c.name, n), func(b *testing.B) {
				for b.Loop() {
					hullOf(b, points)
				}
			})
		}
	}
}

func BenchmarkSupport(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 0))
	directions := make([]geom.Vec, 1024)
	for i := range directions {
		directions[i] = onSphere(rng)
	}
	for _, n := range []int{32, 64, 128, 300, 1000, 100_000} {
		h := hullOf(b, clouds()[1].make(rng, n))
		for _, set := range []struct {
			name string
			convex.Set
		}{{"hull", h}, {"cloud", convex.Cloud(h.Vertices)}} {
			b.Run(fmt.Sprintf("%s n=%d", set.name, n), func(b *testing.B) {
				var sum geom.Vec
				for i := 0; b.Loop(); i++ {
					sum = sum.Add(set.Support(directions[i%len(directions)]))
				}
				if !sum.Finite() {
					b.Fatal(sum)
				}
			})
		}
	}
}
