package geom

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// rungs3D are the exact rungs of the ladder of Orient3D; they must agree wherever
// they answer.
var rungs3D = []struct {
	name string
	sign func(a, b, c, d Vec) (int, bool)
}{
	{"fast", func(a, b, c, d Vec) (int, bool) { p := PlaneOf(a, b, c); return p.sideFast(d) }},
	{"int64", orient3DInt64},
	{"int128", orient3DInt128},
	{"big", func(a, b, c, d Vec) (int, bool) { return orient3DBig(a, b, c, d), true }},
}

// orient3DRat is the definition in rational arithmetic: the slow twin of every rung.
func orient3DRat(a, b, c, d Vec) int {
	var m [3][3]*big.Rat
	for k, p := range []Vec{b, c, d} {
		for i := range 3 {
			m[k][i] = new(big.Rat).Sub(rat(p[i]), rat(a[i]))
		}
	}
	det := new(big.Rat)
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		l := new(big.Rat).Mul(m[1][j], m[2][k])
		r := new(big.Rat).Mul(m[1][k], m[2][j])
		det.Add(det, l.Mul(l.Sub(l, r), m[0][i]))
	}
	return det.Sign()
}

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// family makes points that are hard to decide in one way.
type family struct {
	name  string
	point func(r *rand.Rand) func() Vec
}

var families = []family{
	{"uniform float32", func(r *rand.Rand) func() Vec {
		return func() Vec { return Vec{f32(r.Float64()), f32(r.Float64()), f32(r.Float64())} }
	}},
	{"half grid, masses of exact zeros", func(r *rand.Rand) func() Vec {
		g := func() float64 { return float64(r.IntN(9)-4) / 2 }
		return func() Vec { return Vec{g(), g(), g()} }
	}},
	{"an axis plane", func(r *rand.Rand) func() Vec {
		k, h := r.IntN(3), f32(r.Float64())
		return func() Vec {
			p := Vec{f32(r.Float64()), f32(r.Float64()), f32(r.Float64())}
			p[k] = h
			return p
		}
	}},
	{"a tilted plane, one ulp off now and then", func(r *rand.Rand) func() Vec {
		return func() Vec {
			x, y := float64(r.IntN(1<<12)), float64(r.IntN(1<<12))
			z := 3*x - 2*y
			if r.IntN(2) == 0 {
				z = float64(math.Nextafter32(float32(z), float32(math.Inf(1-2*r.IntN(2)))))
			}
			return Vec{x, y, z}
		}
	}},
	{"rounding noise beside ones", func(r *rand.Rand) func() Vec {
		v := func() float64 {
			return []float64{0, 1, -1, 6.123234e-17, -1.2246e-16, f32(r.Float64())}[r.IntN(6)]
		}
		return func() Vec { return Vec{f32(v()), f32(v()), f32(v())} }
	}},
	{"all exponents of float32", func(r *rand.Rand) func() Vec {
		v := func() float64 { return float64(math.Float32frombits(r.Uint32() &^ (1 << 30))) }
		return func() Vec { return Vec{v(), v(), v()} }
	}},
	{"float64 after a rotation", func(r *rand.Rand) func() Vec {
		s, c := math.Sincos(r.Float64())
		return func() Vec {
			x, y := float64(r.IntN(5)), float64(r.IntN(5))
			return Vec{c*x - s*y, s*x + c*y, 0.1 * x}
		}
	}},
	{"float64 at the ends of its range", func(r *rand.Rand) func() Vec {
		v := func() float64 {
			return []float64{0, 5e-324, -5e-324, 1e-300, 1e300, 1.7e308, -1.7e308, 1}[r.IntN(8)]
		}
		return func() Vec { return Vec{v(), v(), v()} }
	}},
}

func f32(x float64) float64 { return float64(float32(x)) }

func TestOrient3DLadder(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			answered := map[string]int{}
			zeros := 0
			for seed := range uint64(400) {
				point := f.point(rand.New(rand.NewPCG(seed, 1)))
				a, b, c, d := point(), point(), point(), point()
				want := orient3DRat(a, b, c, d)
				if want == 0 {
					zeros++
				}
				for _, r := range rungs3D {
					got, ok := r.sign(a, b, c, d)
					if !ok {
						continue
					}
					answered[r.name]++
					if got != want {
						t.Fatalf("seed %d: %s(%v, %v, %v, %v) = %d, want %d", seed, r.name, a, b, c, d, got, want)
					}
				}
				laws3D(t, a, b, c, d, want)
			}
			t.Log("answers:", answered, "zeros:", zeros)
		})
	}
}

// laws3D checks that even permutations keep the sign and odd ones change it.
func laws3D(t *testing.T, a, b, c, d Vec, want int) {
	t.Helper()
	for _, got := range []int{
		Orient3D(a, b, c, d), Orient3D(b, c, a, d), Orient3D(c, a, b, d), Orient3D(d, c, b, a),
		-Orient3D(b, a, c, d), -Orient3D(a, c, b, d), -Orient3D(a, b, d, c),
	} {
		if got != want {
			t.Fatalf("Orient3D of a permutation of %v = %d, want %d", []Vec{a, b, c, d}, got, want)
		}
	}
}

func TestOrient2DLadder(t *testing.T) {
	rungs := []struct {
		name string
		sign func(a, b, c [2]float64) (int, bool)
	}{
		{"fast", orient2DFast}, {"int64", orient2DInt64}, {"int128", orient2DInt128},
		{"big", func(a, b, c [2]float64) (int, bool) { return orient2DBig(a, b, c), true }},
	}
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			for seed := range uint64(400) {
				point := f.point(rand.New(rand.NewPCG(seed, 2)))
				p, q, r := point(), point(), point()
				a, b, c := [2]float64{p[0], p[1]}, [2]float64{q[0], q[1]}, [2]float64{r[0], r[1]}
				// In the plane z = 0, seen from above, Orient3D is Orient2D.
				want := orient3DRat(Vec{a[0], a[1]}, Vec{b[0], b[1]}, Vec{c[0], c[1]}, Vec{a[0], a[1], 1})
				for _, rung := range rungs {
					if got, ok := rung.sign(a, b, c); ok && got != want {
						t.Fatalf("seed %d: %s(%v, %v, %v) = %d, want %d", seed, rung.name, a, b, c, got, want)
					}
				}
				if Orient2D(a, b, c) != want || Orient2D(b, c, a) != want || Orient2D(b, a, c) != -want {
					t.Fatalf("seed %d: Orient2D of a permutation of %v %v %v is not ±%d", seed, a, b, c, want)
				}
			}
		})
	}
}

// TestOrient3DFailureRate bounds how often the cheap rungs give up: exactness must not
// slow down easy cases.
func TestOrient3DFailureRate(t *testing.T) {
	for _, row := range []struct {
		family        int
		rung          int
		most, samples int
	}{
		{0, 0, 1, 1000}, // random points: the filter decides all but a freak
		{1, 1, 0, 1000}, // grids fit 60 bits
		{3, 1, 0, 1000}, // so do float32 of like size
		{4, 2, 0, 1000}, // rounding noise fits 124 bits
		{6, 2, 0, 1000}, // so do rotated coordinates
	} {
		f, r := families[row.family], rungs3D[row.rung]
		gaveUp := 0
		for seed := range uint64(row.samples) {
			point := f.point(rand.New(rand.NewPCG(seed, 3)))
			if _, ok := r.sign(point(), point(), point(), point()); !ok {
				gaveUp++
			}
		}
		if gaveUp > row.most {
			t.Errorf("%s: %s gave up %d times in %d, want at most %d", f.name, r.name, gaveUp, row.samples, row.most)
		}
	}
}

func TestOrient3DSides(t *testing.T) {
	a, b, c := Vec{0, 0, 0}, Vec{1, 0, 0}, Vec{0, 1, 0}
	for _, row := range []struct {
		d    Vec
		want int
		why  string
	}{
		{Vec{0, 0, 1}, 1, "on the side of the normal"},
		{Vec{5, 5, -1e-300}, -1, "below by less than any epsilon"},
		{Vec{7, -9, 0}, 0, "in the plane, outside the triangle"},
		{Vec{0.25, 0.25, math.Copysign(0, -1)}, 0, "minus zero is zero"},
	} {
		if got := Orient3D(a, b, c, row.d); got != row.want {
			t.Errorf("%s: %d, want %d", row.why, got, row.want)
		}
	}
}

func BenchmarkOrient3D(b *testing.B) {
	rung := map[string]int{"filter": 0, "int64": 1, "int128": 2, "big": 3}
	for _, name := range []string{"filter", "int64", "int128", "big"} {
		b.Run(name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			point := families[1].point(r)
			var p [64]Vec
			for i := range p {
				p[i] = point()
			}
			sign := rungs3D[rung[name]].sign
			sum, i := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				s, _ := sign(p[i&63], p[(i+1)&63], p[(i+2)&63], p[(i+3+sum&1)&63])
				sum += s
				i++
			}
		})
	}
}

func ExampleOrient3D() {
	floor := [3]Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}
	fmt.Println(Orient3D(floor[0], floor[1], floor[2], Vec{0.3, 0.3, 1e-200}))
	// Output: 1
}
