package boxtree_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// maps are kinds of affine maps, each difficult in a different way.
var maps = []struct {
	name string
	make func(rng *rand.Rand) geom.Affine
}{
	{"identity", func(*rand.Rand) geom.Affine { return geom.Identity() }},
	{"shift", func(rng *rand.Rand) geom.Affine { return shifted(geom.Identity(), signed(rng, 1.0/3)) }},
	{"turn", func(rng *rand.Rand) geom.Affine { return shifted(turn(rng), signed(rng, 1)) }},
	{"turn far away", func(rng *rand.Rand) geom.Affine { return shifted(turn(rng), signed(rng, 5000)) }},
	{"mirror", func(rng *rand.Rand) geom.Affine { return product(turn(rng), scaled(geom.Vec{-1, 1, 1}), turn(rng)) }},
	{"axes swapped", func(rng *rand.Rand) geom.Affine {
		var m geom.Affine
		for r, c := range rng.Perm(3) {
			m[r][c] = float64(1 - 2*rng.IntN(2))
			m[r][3] = float64(rng.IntN(3) - 1)
		}
		return m
	}},
	{"uneven scale", func(rng *rand.Rand) geom.Affine {
		return product(turn(rng), scaled(geom.Vec{0.01 + rng.Float64(), 3, 7 * rng.Float64()}), turn(rng))
	}},
	{"shear", func(rng *rand.Rand) geom.Affine {
		m := geom.Identity()
		m[0][1], m[0][2], m[1][2] = 4*rng.Float64()-2, 9*rng.Float64(), -rng.Float64()
		return shifted(m.Mul(turn(rng)), signed(rng, 3))
	}},
	{"huge", func(rng *rand.Rand) geom.Affine {
		return shifted(product(turn(rng), geom.Scaling(1e30)), signed(rng, 1e30))
	}},
	{"tiny", func(rng *rand.Rand) geom.Affine {
		return shifted(product(turn(rng), geom.Scaling(1e-30)), signed(rng, 1e-30))
	}},
	{"beyond float32", func(rng *rand.Rand) geom.Affine {
		return product(turn(rng), geom.Scaling(math.Pow(10, 30+20*rng.Float64())))
	}},
	{"vanishing", func(rng *rand.Rand) geom.Affine { return product(turn(rng), geom.Scaling(2e-323)) }},
	{"beyond float64", func(rng *rand.Rand) geom.Affine {
		return shifted(product(turn(rng), geom.Scaling(1e304)), signed(rng, 5e307))
	}},
	{"flattened", func(rng *rand.Rand) geom.Affine {
		m := turn(rng)
		m[rng.IntN(3)] = [4]float64{}
		return m
	}},
	{"random", func(rng *rand.Rand) (m geom.Affine) {
		for r := range m {
			for c := range m[r] {
				m[r][c] = 4*rng.Float64() - 2
			}
		}
		return m
	}},
}

// signed returns a point in the cube of a size around the origin.
func signed(rng *rand.Rand, size float64) geom.Vec {
	return point(rng, 2*size).Sub(geom.Vec{size, size, size})
}

func shifted(m geom.Affine, by geom.Vec) geom.Affine {
	for r := range m {
		m[r][3] += by[r]
	}
	return m
}

func scaled(by geom.Vec) (m geom.Affine) {
	for r := range m {
		m[r][r] = by[r]
	}
	return m
}

// turn returns a random rotation.
func turn(rng *rand.Rand) geom.Affine {
	m := geom.Identity()
	for axis := range 3 {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		r := geom.Identity()
		i, j := (axis+1)%3, (axis+2)%3
		r[i][i], r[i][j], r[j][i], r[j][j] = cos, -sin, sin, cos
		m = m.Mul(r)
	}
	return m
}

// product returns the map that applies the last of some maps first.
func product(maps ...geom.Affine) geom.Affine {
	all := maps[0]
	for _, m := range maps[1:] {
		all = all.Mul(m)
	}
	return all
}

// image returns where m takes p, exactly.
func image(m geom.Affine, p geom.Vec) (q [3]*big.Rat) {
	for r, row := range m {
		q[r] = rat(row[3])
		for k := range 3 {
			q[r].Add(q[r], new(big.Rat).Mul(rat(row[k]), rat(p[k])))
		}
	}
	return q
}

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// within reports lo ≤ x ≤ hi for bounds that may be infinite.
func within(x *big.Rat, lo, hi float32) bool {
	below := math.IsInf(float64(lo), -1) || !math.IsInf(float64(lo), 1) && x.Cmp(rat(float64(lo))) >= 0
	above := math.IsInf(float64(hi), 1) || !math.IsInf(float64(hi), -1) && x.Cmp(rat(float64(hi))) <= 0
	return below && above
}

// randomBox returns a box whose bounds are float32s, some sides of which are empty,
// and points of it: its corners and some others.
func randomBox(rng *rand.Rand) (boxtree.Box, []geom.Vec) {
	size := math.Pow(10, float64(rng.IntN(10)-6))
	b := boxAt(signed(rng, 1), point(rng, size))
	k := rng.IntN(4)
	if k < 3 {
		b.Min[k] = float64(rng.IntN(2))
		b.Max[k] = b.Min[k]
	}
	b = outward(b)
	var points []geom.Vec
	for corner := range 12 {
		p := b.Min
		for k := range p {
			switch {
			case corner >= 8:
				p[k] += rng.Float64() * (b.Max[k] - b.Min[k])
			case corner>>k&1 == 1:
				p[k] = b.Max[k]
			}
		}
		points = append(points, p)
	}
	return boxtree.Round(b), points
}

// TestApplyHoldsTheImage compares with rational arithmetic: the transformed box holds the
// image of every point, exact and by Affine.Apply, and is hardly larger.
func TestApplyHoldsTheImage(t *testing.T) {
	for _, m := range maps {
		t.Run(m.name, func(t *testing.T) {
			for seed := range uint64(longtest.Rounds(t, 100, 300)) {
				rng := meshgen.Rand(seed)
				transform := boxtree.Transform{Map: m.make(rng)}
				if rng.IntN(2) == 0 {
					transform.Margin = point(rng, 1e-3)
				}
				box, points := randomBox(rng)
				got := transform.ApplyRounded(box)
				exact := geom.EmptyBox()
				for _, p := range points {
					apply := transform.Map.Apply(p)
					exact = exact.Include(apply)
					for k, x := range image(transform.Map, p) {
						margin := rat(transform.Margin[k])
						if !within(new(big.Rat).Sub(x, margin), got[k], got[3+k]) || !within(new(big.Rat).Add(x, margin), got[k], got[3+k]) {
							t.Fatalf("seed %d: %v goes to %v, outside of %v", seed, p, x.FloatString(30), got)
						}
						if !(float64(got[k]) <= apply[k] && apply[k] <= float64(got[3+k])) {
							t.Fatalf("seed %d: Apply takes %v to %v, outside of %v", seed, p, apply, got)
						}
					}
				}
				if m.name == "beyond float64" {
					continue
				}
				grown := outward(geom.Box{Min: exact.Min.Sub(transform.Margin), Max: exact.Max.Add(transform.Margin)})
				for k := range 3 {
					slack := 0x1p-22*max(math.Abs(grown.Min[k]), math.Abs(grown.Max[k])) + 0x1p-45*sumAbs(transform.Map, box, k) + 1e-44
					if float64(got[k]) < grown.Min[k]-slack || float64(got[3+k]) > grown.Max[k]+slack {
						t.Fatalf("seed %d: %v is much larger than %v", seed, got, grown)
					}
				}
			}
		})
	}
}

// TestApplyWhereTermsCancel: images next to the origin, where no rounding to float32
// hides those of the map.
func TestApplyWhereTermsCancel(t *testing.T) {
	for seed := range uint64(2000) {
		rng := meshgen.Rand(seed)
		transform := boxtree.Transform{Map: maps[len(maps)-1].make(rng)}
		p := signed(rng, 1)
		for k := range p {
			p[k] = float64(float32(p[k]))
		}
		for k, x := range transform.Map.Apply(p) {
			transform.Map[k][3] -= x
		}
		apply := transform.Map.Apply(p)
		for k, x := range image(transform.Map, p) {
			for side := -1.0; side <= 1; side++ {
				// p alone, or the corner of a box that goes farthest to one side.
				q := p
				for c := range q {
					q[c] += math.Copysign(p[c], side*transform.Map[k][c]) * math.Abs(side)
				}
				got := transform.ApplyRounded(boxtree.Round(geom.EmptyBox().Include(p).Include(q)))
				if !within(x, got[k], got[3+k]) || !within(rat(apply[k]), got[k], got[3+k]) {
					t.Fatalf("seed %d: %v goes to %v, by Apply to %v, outside of %v", seed, p, x.FloatString(30), apply, got)
				}
			}
		}
	}
}

// sumAbs returns the sum of the absolute values of the terms of an axis of the map, since
// the terms themselves may cancel.
func sumAbs(m geom.Affine, b boxtree.Box, axis int) float64 {
	s := math.Abs(m[axis][3])
	for k := range 3 {
		s += math.Abs(m[axis][k]) * max(math.Abs(float64(b[k])), math.Abs(float64(b[3+k])))
	}
	return s
}

// TestApplyIsMonotone: the image of a part of a box lies in that of the box.
func TestApplyIsMonotone(t *testing.T) {
	for _, m := range maps {
		for seed := range uint64(300) {
			rng := meshgen.Rand(seed)
			transform := boxtree.Transform{Map: m.make(rng)}
			whole, points := randomBox(rng)
			p, q := points[8], points[9]
			part := boxtree.Round(geom.EmptyBox().Include(p).Include(q))
			for k := range 3 { // rounding must not leave the whole
				part[k], part[3+k] = max(part[k], whole[k]), min(part[3+k], whole[3+k])
			}
			got, all := transform.ApplyRounded(part), transform.ApplyRounded(whole)
			for k := range 3 {
				if got[k] < all[k] || got[3+k] > all[3+k] {
					t.Fatalf("%s, seed %d: %v goes to %v, outside of %v, where %v goes", m.name, seed, part, got, all, whole)
				}
			}
		}
	}
}

func TestApplyToSpecialBoxes(t *testing.T) {
	inf := float32(math.Inf(1))
	everything := boxtree.Box{-inf, -inf, -inf, inf, inf, inf}
	for _, m := range maps[1:] {
		transform := boxtree.Transform{Map: m.make(meshgen.Rand(1))}
		if got := transform.ApplyRounded(boxtree.EmptyBox); got == got { // NaN is not equal to itself
			t.Errorf("%s: an empty box goes to %v", m.name, got)
		}
		if got := transform.ApplyRounded(boxtree.Box{0, 0, -inf, 1, 1, inf}); got != everything {
			t.Errorf("%s: a box without end goes to %v", m.name, got)
		}
	}
	if got := boxtree.Identity().ApplyRounded(boxtree.Box{0, 0, -inf, 1, 1, inf}); got != (boxtree.Box{0, 0, -inf, 1, 1, inf}) {
		t.Errorf("identity: %v", got)
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		m := geom.Identity()
		m[1][2] = x
		if got := (boxtree.Transform{Map: m}).ApplyRounded(boxtree.Box{0, 0, 0, 1, 1, 1}); got != everything {
			t.Errorf("a map with %v: %v", x, got)
		}
		if got := (boxtree.Transform{Map: geom.Identity(), Margin: geom.Vec{x}}).ApplyRounded(boxtree.Box{0, 0, 0, 1, 1, 1}); got != everything {
			t.Errorf("a margin of %v: %v", x, got)
		}
	}
}

// TestBetween holds the margin against rational arithmetic for pairs of points whose
// places in the world are equal, and the unit for vectors.
func TestBetween(t *testing.T) {
	for _, m := range maps {
		if m.name == "beyond float64" || m.name == "flattened" || m.name == "vanishing" {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			widest := 0.0
			for seed := range uint64(300) {
				rng := meshgen.Rand(seed)
				a := m.make(rng)
				p := signed(rng, 1)
				far := a.Apply(p)
				widest = max(widest,
					checkMargin(t, seed, a, a, p, p),                        // two shells of one mesh
					checkMargin(t, seed, a, geom.Identity(), p, far),        // from the world into a
					checkMargin(t, seed, geom.Identity(), a, a.Apply(p), p)) // into the world
				checkUnit(t, seed, a, signed(rng, 1))
			}
			if t.Log("greatest share of the margin that was used:", widest); widest < 1e-3 && m.name != "identity" && m.name != "axes swapped" {
				t.Error("margins are far too wide, or this test does not see where points go")
			}
		})
	}
}

// checkMargin fails if the transform between a and b maps q farther from p than its
// margin, and returns the share of the margin that was needed.
func checkMargin(t *testing.T, seed uint64, a, b geom.Affine, p, q geom.Vec) (share float64) {
	t.Helper()
	if a.Apply(p) != b.Apply(q) {
		t.Fatalf("seed %d: %v and %v are not at one place", seed, p, q)
	}
	bounds := func(v geom.Vec) geom.Box { return geom.EmptyBox().Include(v).Include(geom.Vec{}) }
	c := boxtree.Between(bounds(p), bounds(q), a, b)
	for k, x := range image(c.Map, q) {
		off, _ := x.Sub(x, rat(p[k])).Float64()
		if math.Abs(off) > c.Margin[k] {
			t.Fatalf("seed %d: off by %v on axis %d, more than %v", seed, off, k, c.Margin[k])
		}
		share = max(share, math.Abs(off)/max(c.Margin[k], 1e-300))
	}
	return share
}

// TestBetweenFarAway has two worlds that are far from the origin and near each other:
// what counts is the rounding to the world. Places are equal but for a difference that
// is mapped back in rational arithmetic.
func TestBetweenFarAway(t *testing.T) {
	widest := 0.0
	for seed := range uint64(500) {
		rng := meshgen.Rand(seed)
		away, scale := signed(rng, 5000), geom.Vec{0.5 + rng.Float64(), 1, 3}
		turnA, turnB := turn(rng), turn(rng)
		a, b := shifted(turnA.Mul(scaled(scale)), away), shifted(turnB, away)
		p := signed(rng, 1e-3)
		far := a.Apply(p)
		backB := transposed(turnB)
		q := backB.Apply(far.Sub(away))
		bounds := func(v geom.Vec) geom.Box { return geom.EmptyBox().Include(v) }
		c := boxtree.Between(bounds(p), bounds(q), a, b)
		apart := far.Sub(b.Apply(q)) // exact, for two that are so close
		backA := transposed(turnA)
		back := backA.Apply(apart)
		for k, x := range image(c.Map, q) {
			off, _ := x.Sub(rat(p[k]), x).Float64()
			share := math.Abs(off-back[k]/scale[k]) / c.Margin[k]
			if widest = max(widest, share); share > 1 {
				t.Fatalf("seed %d: off by %v on axis %d, more than %v", seed, off, k, c.Margin[k])
			}
		}
	}
	if t.Log("greatest share of the margin that was used:", widest); widest < 0.01 {
		t.Error("margins are far too wide")
	}
}

// transposed returns the inverse of a turn.
func transposed(m geom.Affine) (inverse geom.Affine) {
	for r := range m {
		for c := range 3 {
			inverse[r][c] = m[c][r]
		}
	}
	return inverse
}

// checkUnit fails if the world map a takes d to a vector shorter than the unit says.
func checkUnit(t *testing.T, seed uint64, a geom.Affine, d geom.Vec) {
	t.Helper()
	unit := geom.Box{Max: geom.Vec{1, 1, 1}}
	c := boxtree.Between(unit, unit, a, geom.Identity())
	for k := range a {
		a[k][3] = 0
	}
	if got := a.Apply(d).Norm(); got < c.Unit*d.Norm()*(1-1e-14) {
		t.Fatalf("seed %d: a vector of length %v becomes one of %v, below %v", seed, d.Norm(), got, c.Unit*d.Norm())
	}
}

// TestUnitOfTurns: where the map is a turn and a scale the unit is that scale.
func TestUnitOfTurns(t *testing.T) {
	for seed := range uint64(100) {
		rng := meshgen.Rand(seed)
		scale := math.Pow(10, 12*rng.Float64()-6)
		a := shifted(product(turn(rng), geom.Scaling(scale)), signed(rng, 100))
		if c := boxtree.Between(geom.Box{}, geom.Box{}, a, geom.Identity()); !(math.Abs(c.Unit/scale-1) < 1e-9) {
			t.Fatalf("seed %d: unit %v of a scale of %v", seed, c.Unit, scale)
		}
		stretch := scaled(geom.Vec{0.25, 1, 8})
		for _, uneven := range []geom.Affine{product(turn(rng), stretch), stretch.Mul(turn(rng))} {
			if c := boxtree.Between(geom.Box{}, geom.Box{}, uneven, geom.Identity()); !(math.Abs(c.Unit/0.25-1) < 1e-9) {
				t.Fatalf("seed %d: unit %v of an uneven scale", seed, c.Unit)
			}
		}
	}
}

// TestBetweenWithoutInverse: with a map that has no inverse, no pair is missed.
func TestBetweenWithoutInverse(t *testing.T) {
	box := geom.Box{Max: geom.Vec{1, 1, 1}}
	for _, a := range []geom.Affine{{}, scaled(geom.Vec{1, 0, 1}), scaled(geom.Vec{1e200, 1e200, 1e200}), scaled(geom.Vec{1e-200, 1e-200, 1e-200}), scaled(geom.Vec{math.NaN(), 1, 1})} {
		c := boxtree.Between(box, box, a, geom.Identity())
		got := c.ApplyRounded(boxtree.Box{0, 0, 0, 1, 1, 1})
		for k := range 3 {
			if !math.IsInf(float64(got[k]), -1) || !math.IsInf(float64(got[3+k]), 1) || c.Unit != 0 {
				t.Errorf("%v: %v, mapped to %v", a, c, got)
			}
		}
	}
}
