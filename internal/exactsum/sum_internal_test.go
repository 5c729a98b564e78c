package exactsum

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestSum adds the same numbers in several orders and groupings and compares
// with arbitrary precision.
func TestSum(t *testing.T) {
	for _, unit := range []int{-1000, -100, 0, 1, 53, 300, 900} {
		rng := rand.New(rand.NewPCG(1, uint64(unit)))
		numbers := make([]float64, 1000)
		want := new(big.Float).SetPrec(2000)
		for k := range numbers {
			// All bits of numbers above 2^(unit-75) are kept.
			numbers[k] = math.Ldexp(rng.Float64(), unit-rng.IntN(74))
			if math.Abs(numbers[k]) < math.Ldexp(1, unit-75) {
				numbers[k] = 0
			}
			want.Add(want, new(big.Float).SetFloat64(numbers[k]))
		}
		first := Sum{unit: unit}
		for _, x := range numbers {
			first.AddTimes(x, 1)
		}
		if exact, _ := want.Float64(); math.Abs(first.Value()-exact) > 1e-15*exact {
			t.Errorf("unit %d: %v, want %v", unit, first.Value(), exact)
		}
		for range 5 {
			rng.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
			groups := [3]Sum{{unit: unit}, {unit: unit}, {unit: unit}}
			for _, x := range numbers {
				groups[rng.IntN(3)].AddTimes(x, 1)
			}
			sum := Sum{unit: unit}
			for _, g := range groups {
				sum.Merge(g)
			}
			if sum != first {
				t.Errorf("unit %d: another order gives %v, not %v", unit, sum.Value(), first.Value())
			}
		}
	}
}

// TestSumOfOne: the sum of one number is that number.
func TestSumOfOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 10_000 {
		unit := rng.IntN(1500) - 700
		x := math.Ldexp(1+rng.Float64(), unit-1-rng.IntN(74))
		s := Sum{unit: unit}
		s.AddTimes(x, 1)
		if s.Value() != x {
			t.Fatalf("unit %d: %v became %v", unit, x, s.Value())
		}
	}
	// The least and the greatest that fit, and what is too small to be kept.
	for _, row := range []struct {
		unit    int
		x, want float64
	}{
		{0, 0, 0}, {0, math.Nextafter(1, 0), math.Nextafter(1, 0)},
		{0, 0x1p-75, 0x1p-75}, {0, 0x1p-128, 0x1p-128}, {0, 0x1p-129, 0}, {0, 5e-324, 0}, {0, 0x1.8p-128, 0x1p-128},
		{-1000, 5e-324, 5e-324},
	} {
		s := Sum{unit: row.unit}
		s.AddTimes(row.x, 1)
		if s.Value() != row.want {
			t.Errorf("unit %d: %v became %v, want %v", row.unit, row.x, s.Value(), row.want)
		}
	}
}

// TestSumCarries adds until the sum is far above the unit.
func TestSumCarries(t *testing.T) {
	s := Sum{}
	most := math.Nextafter(1, 0)
	for range 20 {
		s.AddTimes(most, 1)
	}
	for range 40 {
		s.Merge(s)
	}
	if want := 20 * math.Ldexp(most, 40); s.Value() != want {
		t.Errorf("%v, want %v", s.Value(), want)
	}
}
