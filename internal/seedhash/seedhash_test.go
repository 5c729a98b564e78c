package seedhash_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/internal/seedhash"
)

// patterns are points as models have them.
var patterns = map[string]func(i int) [3]float32{
	"grid":       func(i int) [3]float32 { return [3]float32{float32(i % 32), float32(i / 32 % 32), float32(i / 1024)} },
	"plane":      func(i int) [3]float32 { return [3]float32{float32(i % 128), 0, float32(i / 128)} },
	"x axis":     func(i int) [3]float32 { return [3]float32{float32(i) / 7, 0, 0} },
	"y axis":     func(i int) [3]float32 { return [3]float32{0, float32(i), 0} },
	"z axis":     func(i int) [3]float32 { return [3]float32{1, 2, float32(i) / 1024} },
	"low bits":   func(i int) [3]float32 { return [3]float32{math.Float32frombits(1<<29 + uint32(i)), 1, 1} },
	"upper bits": func(i int) [3]float32 { return [3]float32{1, 1, math.Float32frombits(uint32(i) << 17)} },
}

// TestHash: in a table that is half full, searches for points of a pattern take as many steps as for
// random numbers, by the lower bits of the hash as by the upper ones, whatever the seed is.
func TestHash(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const bits, n = 15, 1 << 14
	for name, point := range patterns {
		for _, wide := range []bool{false, true} {
			for range 50 {
				seed := seedhash.New(rng.Uint64)
				for _, shift := range []int{0, 32 - bits} {
					taken, steps := make([]bool, 1<<bits), 0
					for i := range n {
						var x [3]uint64
						for k, c := range point(i) {
							if x[k] = uint64(math.Float32bits(c)); wide {
								x[k] = math.Float64bits(float64(c))
							}
						}
						slot := seed.Hash(x[0], x[1], x[2]) >> shift & (1<<bits - 1)
						for ; taken[slot]; slot = (slot + 1) & (1<<bits - 1) {
							steps++
						}
						taken[slot] = true
					}
					// Half a step each is expected.
					if steps > n {
						t.Errorf("%s, as float64: %v, seed %v, shifted by %d: %d steps for %d points", name, wide, seed, shift, steps, n)
					}
				}
			}
		}
	}
}

func TestOfProcess(t *testing.T) {
	if s := seedhash.OfProcess(); s != seedhash.OfProcess() || s == (seedhash.Seed{}) || s == seedhash.New(rand.Uint64) {
		t.Errorf("seed %v", s)
	}
}
