package tritri_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/tritri"
)

// TestDistance has pairs whose distance is plain, in all orders.
func TestDistance(t *testing.T) {
	for _, row := range []struct {
		why  string
		t, u geom.Triangle
		want float64
	}{
		{"a corner above the face", floor, tri(1, 1, 0.5, 1, 1, 9, 2, 1, 9), 0.5},
		{"a face above a corner of the floor", floor, tri(-9, -9, 2, 9, -9, 2, 0, 9, 2), 2},
		{"a corner beside an edge", floor, tri(1, -3, 4, 1, -9, 4, 2, -9, 9), 5},
		{"corner to corner", floor, tri(-2, -2, -1, -9, -9, -1, -9, -8, -1), 3},
		{"edges that pass each other", floor, tri(5, 5, -1, 5, 5, 9, 9, 9, 4), math.Sqrt2},
		{"parallel edges", floor, tri(0, -3, 0, 4, -3, 0, 0, -9, 0), 3},
		{"crossing", floor, tri(1, 1, -1, 1, 1, 1, 9, 9, 0), 0},
		{"a corner on the face", floor, tri(1, 1, 0, 1, 1, 1, 9, 9, 5), 0},
		{"one in another", floor, tri(1, 1, 0, 2, 1, 0, 1, 2, 0), 0},
		{"edges cross in a plane", floor, tri(-1, 1, 0, 9, 1, 0, 9, 2, 0), 0},
		{"a shared corner", floor, tri(0, 0, 0, -1, -1, 5, -2, -1, 5), 0},
		{"a shared edge", floor, tri(4, 0, 0, 0, 4, 0, 9, 9, 1), 0},
		{"itself", floor, floor, 0},
		{"a needle through the face", floor, tri(1, 1, -1, 1, 1, 9, 1, 1, 4), 0},
		{"a needle in the plane", floor, tri(1, 1, 0, 9, 1, 0, 5, 1, 0), 0},
		{"a needle above the face", floor, tri(1, 1, 0.25, 1, 1, 9, 1, 1, 4), 0.25},
		{"a point on the face", floor, tri(1, 1, 0, 1, 1, 0, 1, 1, 0), 0},
		{"a point off the face", floor, tri(1, 1, -2, 1, 1, -2, 1, 1, -2), 2},
		{"two points", tri(1, 2, 3, 1, 2, 3, 1, 2, 3), tri(2, 4, 5, 2, 4, 5, 2, 4, 5), 3},
		{"two needles", tri(0, 0, 0, 9, 0, 0, 5, 0, 0), tri(1, 3, -5, 1, 3, 5, 1, 3, 0), 3},
	} {
		for _, o := range orders {
			for _, r := range orders {
				tt, uu := o.of(row.t), r.of(row.u)
				for range 2 {
					p, q, d := tritri.Distance(&tt, &uu)
					if math.Abs(d-row.want) > 1e-15 || row.want == 0 && d != 0 {
						t.Errorf("%s: distance of %v and %v is %v, want %v", row.why, tt, uu, d, row.want)
					}
					checkPoints(t, row.why, tt, uu, p, q, row.want)
					if row.want == 0 && p != q {
						t.Errorf("%s: %v and %v meet in %v and %v", row.why, tt, uu, p, q)
					}
					if _, _, _, below := tritri.DistanceBelow(&tt, &uu, row.want); below {
						t.Errorf("%s: %v and %v are nearer than %v", row.why, tt, uu, row.want)
					}
					if _, _, e, below := tritri.DistanceBelow(&tt, &uu, row.want+1e-12); !below || e != d {
						t.Errorf("%s: %v and %v are not nearer than %v + 1e-12", row.why, tt, uu, row.want)
					}
					tt, uu = uu, tt
				}
			}
		}
	}
}

// checkPoints holds nearest points against the triangles they should lie in and
// against each other, up to the rounding of their coordinates.
func checkPoints(t *testing.T, why string, tt, uu geom.Triangle, p, q geom.Vec, distance float64) {
	t.Helper()
	rounding := 0x1p-46 * (size(tt, uu) + largest(tt) + largest(uu))
	offT, offU := oracle.Distance(tt, geom.Triangle{p, p, p}), oracle.Distance(uu, geom.Triangle{q, q, q})
	apart := oracle.Distance(geom.Triangle{p, p, p}, geom.Triangle{q, q, q})
	if !(offT <= rounding && offU <= rounding && math.Abs(apart-distance) <= rounding) {
		t.Errorf("%s: points %v and %v of %v and %v are off by %g and %g, and %g apart at distance %g",
			why, p, q, tt, uu, offT, offU, apart, distance)
	}
}

func largest(t geom.Triangle) (x float64) {
	for _, c := range t {
		x = max(x, math.Abs(c[0]), math.Abs(c[1]), math.Abs(c[2]))
	}
	return x
}

// TestDistanceEqualsOracle: on soups of all kinds, degenerate triangles among them,
// and on the same soups pulled apart, far from the origin, and at the ends of float64.
func TestDistanceEqualsOracle(t *testing.T) {
	for _, m := range meshgen.Makers() {
		t.Run(m.Name, func(t *testing.T) {
			worst, meet, pairs := 0.0, 0, 0
			for seed := range soupsOfEach(t) / 5 {
				rng := meshgen.Rand(seed)
				soup := m.Make(rng, 8)
				move := moves[seed%uint64(len(moves))]
				for i := range soup {
					for j := range i {
						tt, uu := soup[j], move(rng, soup[i])
						if !tt.Finite() || !uu.Finite() {
							continue
						}
						pairs++
						off, zero := checkDistance(t, tt, uu)
						if zero {
							meet++
						}
						if worst = max(worst, off); t.Failed() {
							t.Fatalf("seed %d", seed)
						}
					}
				}
			}
			t.Logf("%d pairs, %d meet, worst error %.3f of the one allowed", pairs, meet, worst)
		})
	}
}

var moves = []func(rng *rand.Rand, t geom.Triangle) geom.Triangle{
	func(_ *rand.Rand, t geom.Triangle) geom.Triangle { return t },
	func(_ *rand.Rand, t geom.Triangle) geom.Triangle { return shifted(t, geom.Vec{0.7, 0.3, 0.4}) },
	func(rng *rand.Rand, t geom.Triangle) geom.Triangle { return shifted(t, direction(rng)) },
	func(rng *rand.Rand, t geom.Triangle) geom.Triangle {
		return shifted(t, direction(rng).Scale(math.Ldexp(1, -rng.IntN(60))))
	},
	func(_ *rand.Rand, t geom.Triangle) geom.Triangle { return shifted(t, geom.Vec{0, 0, 100}) },
}

// checkDistance holds Distance and DistanceBelow against exact arithmetic.
func checkDistance(t *testing.T, tt, uu geom.Triangle) (off float64, zero bool) {
	t.Helper()
	want := oracle.Distance(tt, uu)
	p, q, d := tritri.Distance(&tt, &uu)
	allowed := 0x1p-47 * size(tt, uu)
	if !(math.Abs(d-want) <= allowed) {
		t.Errorf("distance of %v and %v is %g, want %g", tt, uu, d, want)
	}
	if want == 0 && (d != 0 || p != q) && !(tt.Degenerate() && uu.Degenerate()) {
		t.Errorf("%v and %v meet, at distance %g in %v and %v", tt, uu, d, p, q)
	}
	checkPoints(t, "oracle", tt, uu, p, q, d)
	if _, _, back := tritri.Distance(&uu, &tt); math.Abs(back-d) > allowed {
		t.Errorf("distance of %v and %v is %g, and %g the other way round", tt, uu, d, back)
	}
	for _, limit := range []float64{d / 2, d - 2*allowed, d + 2*allowed, d * 2} {
		_, _, e, below := tritri.DistanceBelow(&tt, &uu, limit)
		if math.Abs(limit-d) > allowed && (below != (d < limit) || below && e != d) {
			t.Errorf("%v and %v, %g apart: below %g: %v, %g", tt, uu, d, limit, below, e)
		}
	}
	if allowed == 0 {
		return 0, true
	}
	return math.Abs(d-want) / allowed, want == 0
}

// TestDistanceOfHairs: triangles on a common line up to rounding, whose normals are
// meaningless, some a little farther apart.
func TestDistanceOfHairs(t *testing.T) {
	// Of two pairs that a search has found, the corner lowest along the normal of the
	// first is not the nearest.
	checkDistance(t, tri(-0.01909793134765092, 0.15089691257474092, 0.08506935822617158,
		0.054508033766618974, -0.43067983941172927, -0.24279925224818238,
		-0.16053747486364023, 1.268441532671446, 0.71509420100517),
		tri(0.01694130937562989, -0.1338569729475178, -0.07546294368121056,
			-0.0507833898286648, 0.40125061708671833, 0.22620828940226473,
			-0.09128529199163726, 0.7212676210667972, 0.406618971649641))
	checkDistance(t, tri(0.8736919857087838, -0.5435631348279316, 0.22991392909090677,
		-2.288670658541294, 1.423885096915689, -0.6022686165232748,
		1.3313115129745654, -0.8282688536256949, 0.35033749398951913),
		tri(-0.9911663863962977, 0.6166495632523538, -0.26082770312306136,
			-0.15395157701567497, 0.0957802099402989, -0.040512681445029196,
			1.0614513063084294, -0.6603766608028213, 0.2793231989807791))
	rng := meshgen.Rand(6)
	for range 40 * soupsOfEach(t) {
		line := direction(rng)
		var tt, uu geom.Triangle
		for k := range tt {
			tt[k], uu[k] = line.Scale(rng.NormFloat64()), line.Scale(rng.NormFloat64())
			if rng.IntN(2) == 0 {
				uu[k] = uu[k].Add(direction(rng).Scale(math.Ldexp(1, -30-rng.IntN(24))))
			}
		}
		if checkDistance(t, tt, uu); t.Failed() {
			t.FailNow()
		}
	}
}

// TestDistanceIsExactAtCorners: corners that are nearest, and a corner that both have, are
// returned as they are.
func TestDistanceIsExactAtCorners(t *testing.T) {
	rng, seen := meshgen.Rand(5), 0
	for n := range 1000 {
		tt, uu := randomPair(rng)
		for k := range tt { // of sizes so different that differences are rounded
			tt[k] = tt[k].Scale(math.Ldexp(1, rng.IntN(12)))
		}
		uu = shifted(uu, tt[rng.IntN(3)].Add(direction(rng)))
		if n%5 == 0 {
			uu[n%3] = tt[n%2]
		}
		p, q, d := tritri.Distance(&tt, &uu)
		for k := range tt {
			if p != tt[k] && p.Sub(tt[k]).Norm() < 1e-9 || q != uu[k] && q.Sub(uu[k]).Norm() < 1e-9 {
				t.Fatalf("%v and %v: %v and %v are almost corners", tt, uu, p, q)
			}
			if q == uu[k] {
				seen++
			}
		}
		if n%5 == 0 && (p != tt[n%2] || q != p || d != 0) {
			t.Fatalf("%v and %v: %v %v %g", tt, uu, p, q, d)
		}
	}
	if seen < 100 {
		t.Errorf("only %d corners", seen)
	}
}

// TestDistanceScales: a power of two scales the result exactly, within the range of exponents.
func TestDistanceScales(t *testing.T) {
	rng := meshgen.Rand(3)
	for range 200 {
		tt, uu := randomPair(rng)
		uu = shifted(uu, direction(rng))
		p, q, d := tritri.Distance(&tt, &uu)
		for _, exponent := range []int{-900, -140, 128, 1020} {
			m := motion{axes: [3]int{0, 1, 2}, signs: [3]float64{1, 1, 1}, scale: math.Ldexp(1, exponent)}
			v, w := m.triangle(tt), m.triangle(uu)
			if p2, q2, d2 := tritri.Distance(&v, &w); d2 != d*m.scale || p2 != p.Scale(m.scale) || q2 != q.Scale(m.scale) {
				t.Fatalf("%v and %v: %v %v %g, times 2^%d: %v %v %g", tt, uu, p, q, d, exponent, p2, q2, d2)
			}
		}
	}
	// Here even differences of coordinates overflow.
	v := tri(-1.7e308, 0, 0, -1.7e308, 1e308, 0, -1.7e308, 0, 1e308)
	w := tri(-1.6e308, 1e307, 1e307, 1.7e308, 0, 0, 1.7e308, 0, 1e308)
	if p, q, d := tritri.Distance(&v, &w); math.Abs(d-1e307) > 1e294 || !p.Finite() || !q.Finite() {
		t.Errorf("%v %v %g", p, q, d)
	}
}

func ExampleDistance() {
	shelf := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	lamp := geom.Triangle{{1, 1, 0.5}, {1, 2, 3}, {2, 1, 3}}
	p, q, d := tritri.Distance(&shelf, &lamp)
	fmt.Println(p, q, d)
	_, _, _, below := tritri.DistanceBelow(&shelf, &lamp, 0.25)
	fmt.Println("nearer than 0.25:", below)
	// Output:
	// [1 1 0] [1 1 0.5] 0.5
	// nearer than 0.25: false
}

// BenchmarkDistance reports the time for one pair, by how far they are from each other.
func BenchmarkDistance(b *testing.B) {
	const n = 1 << 10
	for _, row := range []struct {
		name   string
		family int
		shift  geom.Vec
		limit  float64
	}{
		{"far", 1, geom.Vec{3, 3, 3}, math.Inf(1)}, {"near", 1, geom.Vec{}, math.Inf(1)},
		{"crossing", 4, geom.Vec{}, math.Inf(1)}, {"beyond the limit", 1, geom.Vec{3, 3, 3}, 0.5},
	} {
		b.Run(row.name, func(b *testing.B) {
			ts, us := drawn(n, row.family)
			for k := range us {
				us[k] = shifted(us[k], row.shift)
			}
			b.ReportAllocs()
			k := 0
			for b.Loop() {
				tritri.DistanceBelow(&ts[k%n], &us[k%n], row.limit)
				k++
			}
		})
	}
}
