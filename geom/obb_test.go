package geom_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

func scaled(h [3]geom.Vec, s float64) [3]geom.Vec {
	return [3]geom.Vec{h[0].Scale(s), h[1].Scale(s), h[2].Scale(s)}
}

var (
	cube  = [3]geom.Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	turnZ = [3]geom.Vec{{1, 1, 0}, {-1, 1, 0}, {0, 0, 1}} // by 45°, its edges along z 2 from the axis
	turnY = [3]geom.Vec{{1, 0, 1}, {0, 1, 0}, {-1, 0, 1}}
	flat  = [3]geom.Vec{{1, 0, 0}, {0, 1, 0}, {}}
	shear = [3]geom.Vec{{1, 0, 0}, {3, 1, 0}, {0, 0, 1}}
)

// TestApart has pairs whose answer is plain. With a gap of 0 they touch.
func TestApart(t *testing.T) {
	const hair = 0x1p-45
	for _, row := range []struct {
		why    string
		o, p   [3]geom.Vec
		center geom.Vec
		gap    float64 // negative where they overlap
	}{
		{"one in the other", cube, scaled(cube, 0.5), geom.Vec{}, -1},
		{"flush faces", cube, cube, geom.Vec{2, 0.5, 0}, 0},
		{"faces a hair off", cube, cube, geom.Vec{2 + hair, 0.5, 0}, hair},
		{"corners touch", cube, cube, geom.Vec{2, 2, 2}, 0},
		{"only a face of the second is between", cube, turnZ, geom.Vec{2.25, 2.25, 0}, 0.25 * math.Sqrt2},
		{"an edge touches a face", cube, turnZ, geom.Vec{3, 0, 0}, 0},
		{"an edge off a face", cube, turnZ, geom.Vec{3.5, 0, 0}, 0.5},
		{"twisted edges touch", turnZ, turnY, geom.Vec{4, 0, 0}, 0},
		{"twisted edges a hair off", turnZ, turnY, geom.Vec{4 + hair, 0, 0}, hair},
		{"twisted edges overlap", turnZ, turnY, geom.Vec{4 - hair, 0, 0}, -hair},
		{"twisted edges apart, no face between", turnZ, turnY, geom.Vec{4.75, 0, 0}, 0.75},
		{"sheared, beside the slanted face", shear, cube, geom.Vec{4, -1.5, 0}, 3.5 / math.Sqrt(10)},
		{"sheared, its slanted faces touch", shear, shear, geom.Vec{2, 0, 0}, 0},
		{"sheared, boxes overlap", shear, shear, geom.Vec{4, 0.5, 0}, 0.5 / math.Sqrt(10)},
		{"flat ones above each other", flat, flat, geom.Vec{0, 0, 0.5}, 0.5},
		{"flat ones side by side", flat, flat, geom.Vec{2.5, 0, 0}, 0.5},
		{"flat ones touch", flat, flat, geom.Vec{2, 0, 0}, 0},
		{"a flat one in its own plane, turned", flat, [3]geom.Vec{{1, 1, 0}, {-1, 1, 0}, {}}, geom.Vec{2.25, 2.25, 0}, 0.25 * math.Sqrt2},
		{"flat ones in one plane, out of line", flat, flat, geom.Vec{2.125, 1, 0}, 0.125},
		{"a flat one through a cube", cube, flat, geom.Vec{1.5, 0, 0}, -0.5},
		{"a needle beside a cube", cube, [3]geom.Vec{{0, 0, 9}, {}, {}}, geom.Vec{1.5, 0, 0}, 0.5},
		{"points apart", [3]geom.Vec{}, [3]geom.Vec{}, geom.Vec{3, 4, 0}, 5},
		{"one point", [3]geom.Vec{}, [3]geom.Vec{}, geom.Vec{}, 0},
		{"needles in one line", [3]geom.Vec{{1, 2, 2}}, [3]geom.Vec{{1, 2, 2}}, geom.Vec{3, 6, 6}, 3},
	} {
		checkApart(t, row.why, &geom.OBB{Half: row.o}, &geom.OBB{Center: row.center, Half: row.p}, row.gap)
		// Elsewhere, and the other way round; all these coordinates stay exact.
		at := geom.Vec{64, -32, 16}
		checkApart(t, row.why+", moved", &geom.OBB{Center: at.Add(row.center), Half: row.p}, &geom.OBB{Center: at, Half: row.o}, row.gap)
	}
}

func checkApart(t *testing.T, why string, o, p *geom.OBB, gap float64) {
	t.Helper()
	for range 2 {
		if got := o.Apart(p); got != (gap > 0) {
			t.Errorf("%s: apart %v", why, got)
		}
		o, p = p, o
	}
}

// boxFamilies make pairs that are each hard to decide in a different way.
var boxFamilies = []struct {
	name string
	make func(r *rand.Rand) (o, p geom.OBB)
}{
	{"turned boxes", func(r *rand.Rand) (o, p geom.OBB) {
		return box(r, rotation(r), 3), box(r, rotation(r), 3)
	}},
	{"parallelepipeds", func(r *rand.Rand) (o, p geom.OBB) {
		return box(r, anyMap(r), 3), box(r, anyMap(r), 3)
	}},
	{"near-parallel edges that pass each other", func(r *rand.Rand) (o, p geom.OBB) {
		// Two diamonds, tip to tip along the first direction, one tilted about it: their
		// edges along the third cross at that angle and are apart by less than it lifts
		// their ends. Only the product of these two edges can decide.
		m, tilt := rotation(r), math.Ldexp(1, -r.IntN(45))
		n := [3]geom.Vec{m[0], m[1].Add(m[2].Scale(tilt)), m[2].Sub(m[1].Scale(tilt))}
		o.Half = [3]geom.Vec{m[0].Add(m[1]), m[0].Sub(m[1]), m[2]}
		p.Half = [3]geom.Vec{n[0].Add(n[1]), n[0].Sub(n[1]), n[2]}
		p.Center = m[0].Scale(4 + tilt*math.Ldexp(r.Float64()-0.25, -r.IntN(12))).Add(m[2].Scale(0.3)) // off the line of the centres
		return o, p
	}},
	{"flush faces, moved by a rounded half-edge", func(r *rand.Rand) (o, p geom.OBB) {
		o = box(r, anyMap(r), 1000)
		p = o
		// A face of o is a face of p, but for a rounding.
		p.Center = o.Center.Add(o.Half[0].Scale(2)).Add(o.Half[1].Scale(r.Float64()))
		p.Half[1] = o.Half[1].Scale(r.Float64())
		return o, p
	}},
	{"edges that touch, but for a rounding", func(r *rand.Rand) (o, p geom.OBB) {
		o, p = box(r, rotation(r), 100), box(r, rotation(r), 100)
		e := o.Center.Add(o.Half[1]).Add(o.Half[2]).Add(o.Half[0].Scale(r.Float64()))
		f := p.Center.Add(p.Half[1]).Add(p.Half[2]).Add(p.Half[0].Scale(r.Float64()))
		p.Center = p.Center.Add(e.Sub(f))
		return o, p
	}},
	{"corner on a face, but for a rounding", func(r *rand.Rand) (o, p geom.OBB) {
		o, p = box(r, anyMap(r), 100), box(r, anyMap(r), 100)
		e := o.Center.Add(o.Half[0]).Add(o.Half[1].Scale(r.Float64())).Add(o.Half[2].Scale(r.Float64()))
		f := p.Center.Add(p.Half[0]).Add(p.Half[1]).Add(p.Half[2])
		p.Center = p.Center.Add(e.Sub(f))
		return o, p
	}},
	{"half grid", func(r *rand.Rand) (o, p geom.OBB) {
		for {
			for k := range 3 {
				o.Center[k], p.Center[k] = float64(r.IntN(9)-4)/2, float64(r.IntN(9)-4)/2
				for i := range 3 {
					o.Half[i][k], p.Half[i][k] = float64(r.IntN(5)-2)/2, float64(r.IntN(5)-2)/2
				}
			}
			if volume(&o) != 0 && volume(&p) != 0 {
				return o, p
			}
		}
	}},
	{"sizes far from one", func(r *rand.Rand) (o, p geom.OBB) {
		o, p = box(r, anyMap(r), 3), box(r, anyMap(r), 3)
		s := math.Ldexp(1, r.IntN(300)-150)
		for _, b := range []*geom.OBB{&o, &p} {
			b.Center, b.Half = b.Center.Scale(s), scaled(b.Half, s)
		}
		return o, p
	}},
}

func box(r *rand.Rand, m [3]geom.Vec, spread float64) geom.OBB {
	o := geom.OBB{Center: geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Scale(spread / 2)}
	for k := range m {
		o.Half[k] = m[k].Scale(0.01 + r.Float64())
	}
	return o
}

func volume(o *geom.OBB) float64 {
	return math.Abs(geom.TripleProduct(o.Half[2], o.Half[0], o.Half[1]))
}

// rotation returns three directions at right angles, up to rounding.
func rotation(r *rand.Rand) [3]geom.Vec {
	for {
		m := anyMap(r)
		a, c := m[0], m[0].Cross(m[1])
		b := c.Cross(a)
		if a.Norm() > 0.1 && c.Norm() > 0.1 {
			return [3]geom.Vec{a.Unit(), b.Unit(), c.Unit()}
		}
	}
}

// anyMap returns three directions that span some volume.
func anyMap(r *rand.Rand) [3]geom.Vec {
	for {
		var m [3]geom.Vec
		for i := range m {
			m[i] = geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		}
		if volume(&geom.OBB{Half: m}) > 0.01 {
			return m
		}
	}
}

// samples is how often a test is run over: n times in a long run, and else a fifth of that.
func samples(t *testing.T, n int) uint64 {
	t.Helper()
	return uint64(longtest.Rounds(t, n/5, n))
}

// margin is by how much boxes may be larger and still be found apart. In the families
// they are up to a thousand times their size away from each other.
const margin = 1e-11

// TestApartEqualsOracle: never apart where the boxes meet, exactly; always apart where
// larger ones still are.
func TestApartEqualsOracle(t *testing.T) {
	for _, f := range boxFamilies {
		t.Run(f.name, func(t *testing.T) {
			var apart, meet, open int
			for seed := range samples(t, 2000) {
				o, p := f.make(rand.New(rand.NewPCG(seed, 11)))
				got := o.Apart(&p)
				if got != p.Apart(&o) {
					t.Fatalf("seed %d: %v and %v: apart %v and %v", seed, o, p, got, p.Apart(&o))
				}
				switch {
				case oracle.BoxesMeet(&o, &p):
					meet++
					if got {
						t.Fatalf("seed %d: %v and %v meet", seed, o, p)
					}
				case got:
					apart++
				default:
					open++
					o.Half, p.Half = scaled(o.Half, 1+margin), scaled(p.Half, 1+margin)
					if !oracle.BoxesMeet(&o, &p) {
						t.Fatalf("seed %d: %v and %v are apart", seed, o, p)
					}
				}
			}
			t.Log("apart:", apart, "meet:", meet, "too near to tell:", open)
		})
	}
}

// TestOBBOfHoldsTheImage: whatever Apply makes of a point in the box is in the
// oriented box, exactly.
func TestOBBOfHoldsTheImage(t *testing.T) {
	for seed := range samples(t, 400) {
		r := rand.New(rand.NewPCG(seed, 13))
		var m geom.Affine
		for i := range m {
			for k := range m[i] {
				m[i][k] = r.NormFloat64() * math.Ldexp(1, r.IntN(8))
			}
			m[i][3] *= float64(r.IntN(2) * 1000)
		}
		b := geom.EmptyBox()
		for range 2 {
			b = b.Include(geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Scale(math.Ldexp(1, r.IntN(8))))
		}
		if r.IntN(4) == 0 {
			b.Max[r.IntN(3)] = b.Min[0] // empty boxes are put right below, flat ones stay
			b = geom.EmptyBox().Include(b.Min).Include(b.Max)
		}
		o := geom.OBBOf(b, m)
		for n := range 16 {
			var p geom.Vec
			for k := range p {
				p[k] = []float64{b.Min[k], b.Max[k]}[n>>k&1]
				if n >= 8 {
					p[k] = min(max(b.Min[k]+r.Float64()*(b.Max[k]-b.Min[k]), b.Min[k]), b.Max[k])
				}
			}
			q := m.Apply(p)
			if !oracle.Holds(&o, q) {
				t.Fatalf("seed %d: %v is not in %v", seed, q, o)
			}
		}
	}
}

// TestSlackCounts: a gap is what slack leaves of it.
func TestSlackCounts(t *testing.T) {
	o, p := geom.OBB{Half: cube}, geom.OBB{Center: geom.Vec{3, 0, 0}, Half: cube}
	o.Slack, p.Slack = geom.Vec{0.25, 0, 9}, geom.Vec{0.5, 9, 0}
	checkApart(t, "slack on both", &o, &p, 0.25)
	p.Slack[0] = 0.75
	checkApart(t, "slack that closes the gap", &o, &p, 0)
}

// TestApartOfWhatIsNotFinite: nothing is proved by overflow or by NaN.
func TestApartOfWhatIsNotFinite(t *testing.T) {
	far := geom.OBB{Center: geom.Vec{9, 9, 9}, Half: cube}
	nan, inf := math.NaN(), math.Inf(1)
	for _, o := range []geom.OBB{
		geom.OBBOf(geom.EmptyBox(), geom.Identity()),
		{Center: geom.Vec{nan, 0, 0}, Half: cube},
		{Center: geom.Vec{inf, 0, 0}, Half: cube},
		{Half: [3]geom.Vec{{nan, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
		{Half: [3]geom.Vec{{inf, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
		{Half: scaled(cube, 1e-3), Slack: geom.Vec{nan, nan, nan}},
		{Center: geom.Vec{-math.MaxFloat64, 0, 0}, Half: scaled(cube, math.MaxFloat64)},
		{Half: scaled(cube, 1e300)},
	} {
		if o.Apart(&far) || far.Apart(&o) {
			t.Errorf("%v is apart", o)
		}
	}
}

// TestApartWhereProductsUnderflow: cubes overlap whose products all vanish or are
// rounded up to the least float64.
func TestApartWhereProductsUnderflow(t *testing.T) {
	for k := range 400 {
		h := math.Ldexp(1+float64(k%20)/20, -365+k/20)
		o, p := geom.OBB{Half: scaled(cube, h)}, geom.OBB{Half: scaled(cube, h), Center: geom.Vec{1.9 * h, 0, 0}}
		if o.Apart(&p) {
			t.Errorf("cubes of %g meet, but are apart", h)
		}
	}
}

func BenchmarkApart(b *testing.B) {
	for _, row := range []struct {
		name string
		o, p geom.OBB
	}{
		{"by the first face", geom.OBB{Half: cube}, geom.OBB{Center: geom.Vec{0, 0, 4}, Half: turnY}},
		{"by an edge of each", geom.OBB{Half: turnZ}, geom.OBB{Center: geom.Vec{4.5, 0, 0}, Half: turnY}},
		{"meet", geom.OBB{Half: turnZ}, geom.OBB{Center: geom.Vec{3, 0, 0}, Half: turnY}},
	} {
		b.Run(row.name, func(b *testing.B) {
			for b.Loop() {
				row.o.Apart(&row.p)
			}
		})
	}
}
