package exactsum

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestExact adds numbers of very different sizes in several orders and groupings, and compares with
// arbitrary precision.
func TestExact(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 4))
		spread := 1 + rng.IntN(2000)
		numbers := make([]float64, 1+rng.IntN(200))
		times := make([]int, len(numbers))
		want := new(big.Float).SetPrec(3000)
		for k := range numbers {
			numbers[k], times[k] = math.Ldexp(rng.Float64(), 900-rng.IntN(spread)), rng.IntN(4)
			if rng.IntN(30) == 0 {
				times[k] = math.MaxInt64 - rng.IntN(9)
			}
			x := new(big.Float).SetPrec(3000).SetFloat64(numbers[k])
			want.Add(want, x.Mul(x, new(big.Float).SetInt64(int64(times[k]))))
		}
		exact, _ := want.Float64()
		for range 3 {
			rng.Shuffle(len(numbers), func(i, j int) {
				numbers[i], numbers[j], times[i], times[j] = numbers[j], numbers[i], times[j], times[i]
			})
			var groups [3]Exact
			for k, x := range numbers {
				groups[rng.IntN(3)].AddTimes(x, times[k])
			}
			var sum Exact
			for _, g := range groups {
				sum.Merge(g)
			}
			if got := sum.Value(); got != exact {
				t.Fatalf("seed %d: %v, want %v", seed, got, exact)
			}
			var twice, by Exact
			twice.Merge(sum)
			twice.Merge(sum)
			by.MergeTimes(sum, 2)
			if by.Value() != twice.Value() || by.Value() != 2*exact {
				t.Fatalf("seed %d: twice %v is %v and %v", seed, exact, by.Value(), twice.Value())
			}
		}
	}
	var s Exact
	s.AddTimes(-1, 1)
	s.AddTimes(math.NaN(), 1)
	s.AddTimes(1, -1)
	if s.Value() != 0 {
		t.Errorf("nothing is %v", s.Value())
	}
	s.AddTimes(5e-324, 3)
	if s.Value() != 15e-324 {
		t.Errorf("got %v", s.Value())
	}
	s.AddTimes(math.Inf(1), 3)
	if !math.IsInf(s.Value(), 1) {
		t.Errorf("got %v", s.Value())
	}
}
