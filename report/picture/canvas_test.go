package picture

import (
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/report/palette"
)

func TestPaletteTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, steps := range []int{2, 6, 32} {
		p := newCanvas(2, 2)
		p.pixels = nil
		for range 5000 {
			p.pixels = append(p.pixels, pixel(rng.IntN(steps)<<10|rng.IntN(steps)<<5|rng.IntN(steps)))
		}
		colors := p.palette()
		counts := map[color.Color]int{}
		for _, c := range p.pixels {
			counts[c.rgba()]++
		}
		if len(colors) != min(len(counts), 256) {
			t.Fatalf("%d colours of %d", len(colors), len(counts))
		}
		last := math.MaxInt
		for _, c := range colors {
			n := counts[c]
			if n == 0 || n > last {
				t.Errorf("%v, found %d times, comes after one found %d times", c, n, last)
			}
			last = n
		}
		for _, c := range p.pixels {
			if got := colors.Convert(c.rgba()); got != colors[p.numbers[c]] {
				t.Errorf("%v becomes %v, not %v", c, colors[p.numbers[c]], got)
			}
		}
	}
}

// Means of samples and mixtures agree with floating-point numbers.
func TestInkTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	random := func() palette.RGB {
		return palette.RGB{uint8(rng.IntN(256)), uint8(rng.IntN(256)), uint8(rng.IntN(256))}
	}
	for range 2000 {
		var of [4]palette.RGB
		sum := ink(0)
		for k := range of {
			of[k] = random()
			sum += inkOf(of[k])
		}
		got, half := mean(sum).rgba(), inkOf(of[0]).mix(inkOf(of[1]), 0.5)
		for k, c := range []uint8{got.R, got.G, got.B} {
			exact := float64(int(of[0][k])+int(of[1][k])+int(of[2][k])+int(of[3][k])) / 4
			if want := min(8*math.Floor(exact/8+0.5), 248); float64(c) != want {
				t.Fatalf("the mean of %v is %v", of, got)
			}
			if c := half >> (20 - 10*k) & 0xff; float64(c) != math.Floor((float64(of[0][k])+float64(of[1][k]))/2+0.5) {
				t.Fatalf("%v and %v mix to %x", of[0], of[1], half)
			}
		}
	}
}
