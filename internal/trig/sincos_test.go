package trig_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/trig"
)

// twin computes in binary floating point what Sincos computes with integers: it halves the angle until the
// series is short, and doubles it again.
func twin(x float64) (sin, cos float64) {
	const precision, halvings = 3000, 1100
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(v) }
	y := num(x)
	y.SetMantExp(y, -halvings)
	// 1 - cos(y) is kept, which loses no digits.
	square := num(0).Mul(y, y)
	versine, term := num(0), num(1)
	for n := 1.0; n < 40; n += 2 {
		term.Mul(term, square).Quo(term, num(n*(n+1)))
		if int(n)%4 == 1 {
			versine.Add(versine, term)
		} else {
			versine.Sub(versine, term)
		}
	}
	s, term := num(0), num(0).Set(y)
	for n := 2.0; n < 40; n += 2 {
		if int(n)%4 == 2 {
			s.Add(s, term)
		} else {
			s.Sub(s, term)
		}
		term.Mul(term, square).Quo(term, num(n*(n+1)))
	}
	for range halvings {
		// sin 2y = 2 sin y cos y, 1 - cos 2y = 2 sin² y.
		c := num(0).Sub(num(1), versine)
		versine.Mul(s, s)
		versine.Add(versine, versine)
		s.Mul(s, c)
		s.Add(s, s)
	}
	sin, _ = s.Float64()
	cos, _ = num(0).Sub(num(1), versine).Float64()
	return sin, cos
}

func TestSincos(t *testing.T) {
	numbers := []float64{
		0, 0.1, 0.5, 1, math.Pi / 2, math.Pi, -math.Pi, 3 * math.Pi / 2, 2 * math.Pi, 0x1p-27, math.Nextafter(0x1p-27, 0), 1e-300,
		// The number that is nearest to a multiple of π/2, by its size.
		6381956970095103 * 0x1p797, math.MaxFloat64, 1e22,
	}
	differ := 0
	rng := rand.New(rand.NewPCG(1, 1))
	for range longtest.Rounds(t, 20, 200) {
		numbers = append(numbers, 7*rng.NormFloat64(), math.Ldexp(rng.NormFloat64(), rng.IntN(1000)-40), math.Round(rng.NormFloat64()*360)*math.Pi/180)
	}
	for _, x := range numbers {
		for _, x := range []float64{x, -x} {
			s, c := trig.Sincos(x)
			wantS, wantC := twin(x)
			if s != wantS || c != wantC {
				t.Errorf("%v: sine %v, cosine %v; want %v, %v", x, s, c, wantS, wantC)
			}
			if p, q := math.Sincos(x); p != s || q != c {
				differ++
			}
		}
	}
	t.Logf("math.Sincos differs for %d of %d numbers", differ, 2*len(numbers))
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if s, c := trig.Sincos(x); s == s || c == c {
			t.Errorf("%v: sine %v, cosine %v", x, s, c)
		}
	}
}

func BenchmarkSincos(b *testing.B) {
	for b.Loop() {
		trig.Sincos(0.5)
	}
}
