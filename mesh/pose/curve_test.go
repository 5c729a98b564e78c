package pose_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/mesh/pose"
)

func TestCurve(t *testing.T) {
	third := pose.Control{Time: 1. / 3}
	c := pose.Curve{
		Times: []float64{1, 2, 4, 5, 7}, Values: []float64{10, 20, 40, 0, 6},
		Segments: []pose.Segment{{}, {Kind: pose.Hold}, {Kind: pose.Next}, {Kind: pose.Bezier, Leave: third, Arrive: third}},
	}
	for x, want := range map[float64]float64{
		-1: 10, 1: 10, 1.25: 12.5, 2: 20, 3.9: 20, 4: 40, 4.1: 0, 5: 0, 6: 3, 5.5: 6 * (3*0.0625 - 2*0.015625), 7: 6, 9: 6,
	} {
		if got := c.At(x); math.Abs(got-want) > 1e-15 {
			t.Errorf("at %v: %v, want %v", x, got, want)
		}
	}
	for _, c := range []pose.Curve{{Default: 7}, {Times: []float64{3}, Values: []float64{7}, Default: 1}} {
		for _, x := range []float64{0, 3, 5} {
			if got := c.At(x); got != 7 {
				t.Errorf("%+v at %v: %v", c, x, got)
			}
		}
	}
}

// TestBezier: a curve has, at the time of a parameter, the value of this parameter, and a flat one is constant to the
// last bit.
func TestBezier(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 1))
	for range 2000 {
		p, q := rng.Float64(), rng.Float64()
		leave, arrive := 4*rng.Float64()-2, 4*rng.Float64()-2
		v, w := 100*rng.Float64(), 100*rng.Float64()
		c := pose.Curve{Times: []float64{0, 2}, Values: []float64{v, w}, Segments: []pose.Segment{{
			Kind: pose.Bezier, Leave: pose.Control{Time: p, Value: leave}, Arrive: pose.Control{Time: 1 - q, Value: arrive},
		}}}
		s := rng.Float64()
		r := 1 - s
		at := 3*s*r*r*p + 3*s*s*r*q + s*s*s
		want := r*r*r*v + 3*s*r*r*(v+leave) + 3*s*s*r*(w-arrive) + s*s*s*w
		// Where time hardly moves, the value does all the more.
		slope := math.Abs(3*p*r*r + 6*(q-p)*s*r + 3*(1-q)*s*s)
		if got := c.At(2 * at); slope > 1e-3 && math.Abs(got-want) > 1e-9 {
			t.Fatalf("%+v at %v: %v, want %v", c, 2*at, got, want)
		}
		c.Values[1] = v
		c.Segments[0].Leave.Value, c.Segments[0].Arrive.Value = 0, 0
		if got := c.At(2 * at); got != v {
			t.Fatalf("%+v at %v: %v", c, 2*at, got)
		}
	}
}

func TestInbetween(t *testing.T) {
	for _, c := range []struct {
		full []float64
		x    float64
		want []float64
	}{
		{[]float64{100}, 25, []float64{0.25}},
		{[]float64{100}, 150, []float64{1.5}},
		{[]float64{100}, -50, []float64{-0.5}},
		{[]float64{50, 100}, 25, []float64{0.5, 0}},
		{[]float64{50, 100}, 50, []float64{1, 0}},
		{[]float64{50, 100}, 75, []float64{0.5, 0.5}},
		{[]float64{50, 100}, 125, []float64{-0.5, 1.5}},
		{[]float64{50, 100}, -25, []float64{-0.5, 0}},
		{[]float64{-40, -20, 0, 50, 100}, 0, []float64{0, 0, 0, 0, 0}},
		{[]float64{-40, -20, 0, 50, 100}, 75, []float64{0, 0, 0, 0.5, 0.5}},
		{[]float64{-40, -20, 0, 50, 100}, -10, []float64{0, 0.5, 0, 0, 0}},
		{[]float64{-40, -20, 0, 50, 100}, -30, []float64{0.5, 0.5, 0, 0, 0}},
		{[]float64{-40, -20, 0, 50, 100}, -40, []float64{1, 0, 0, 0, 0}},
		{[]float64{-40, -20, 0, 50, 100}, -60, []float64{2, -1, 0, 0, 0}},
		{[]float64{-40, -20}, 10, []float64{0, -0.5}},
		{[]float64{0}, 10, []float64{0}},
	} {
		got := []float64{9, 9, 9, 9, 9}[:len(c.want)]
		pose.Inbetween(c.x, c.full, got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%v of %v: %v, want %v", c.x, c.full, got, c.want)
		}
	}
}
