package json

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Texts that are remembered are those that would be made again, also of numbers that take the place of
// others, and of those whose texts are too long to be remembered.
func TestNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	all := []float64{0, math.Copysign(0, -1), 1, -1, 1e-9, 1e300, -1.2345678901234567e-6, -123456789012345678901, math.MaxFloat64}
	for range 3 << numberBits {
		all = append(all, random.NormFloat64(), float64(float32(random.NormFloat64())), math.Float64frombits(random.Uint64N(math.Float64bits(math.Inf(1)))))
	}
	var n numbers
	for range 4 * len(all) {
		x := all[random.IntN(len(all))]
		for range 2 {
			want := string(appendNumber([]byte("x"), x))
			if got := string(n.append([]byte("x"), x)); got != want {
				t.Fatalf("%s instead of %s", got, want)
			}
			if got := string(forgetful.append([]byte("x"), x)); got != want {
				t.Fatalf("%s instead of %s without remembering", got, want)
			}
		}
	}
}
