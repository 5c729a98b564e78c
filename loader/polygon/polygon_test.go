package polygon

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// cutPlainly is ear clipping as its definition says, step by step.
func cutPlainly(corners []geom.Vec) (out [][3]uint32) {
	var c Cutter
	left := make([]int, len(corners))
	for i := range left {
		left[i] = i
	}
	if c.project(corners) {
	search:
		for len(left) > 3 {
			n := len(left)
			for k := 1; k <= n; k++ {
				i := k % n
				ids := [3]int{left[(i+n-1)%n], left[i], left[(i+1)%n]}
				if !plainEar(c.points, left, ids) {
					continue
				}
				out = append(out, [3]uint32{uint32(ids[0]), uint32(ids[1]), uint32(ids[2])})
				left = slices.Delete(left, i, i+1)
				continue search
			}
			break
		}
	}
	for i := 2; i < len(left); i++ {
		out = append(out, [3]uint32{uint32(left[0]), uint32(left[i-1]), uint32(left[i])})
	}
	return out
}

func plainEar(p [][2]float64, left []int, t [3]int) bool {
	a, b, c := p[t[0]], p[t[1]], p[t[2]]
	if geom.Orient2D(a, b, c) <= 0 {
		return false
	}
	for _, j := range left {
		q := p[j]
		if q == a || q == b || q == c {
			continue
		}
		if geom.Orient2D(a, b, q) >= 0 && geom.Orient2D(b, c, q) >= 0 && geom.Orient2D(c, a, q) >= 0 {
			return false
		}
	}
	return true
}

func checkCut(t *testing.T, c *Cutter, corners []geom.Vec) {
	t.Helper()
	got, err := c.Cut(t.Context(), corners)
	if err != nil {
		t.Fatal(err)
	}
	if want := cutPlainly(corners); !slices.Equal(got, want) {
		t.Fatalf("%v: %v, want %v", corners, got, want)
	}
}

func TestCutTable(t *testing.T) {
	for name, c := range map[string]struct {
		corners []geom.Vec
		want    [][3]uint32
	}{
		"triangle":           {[]geom.Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, [][3]uint32{{0, 1, 2}}},
		"square":             {[]geom.Vec{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, [][3]uint32{{0, 1, 2}, {0, 2, 3}}},
		"arrow at its notch": {[]geom.Vec{{1, 1, 0}, {0, 0, 0}, {3, 1, 0}, {0, 2, 0}}, [][3]uint32{{0, 1, 2}, {0, 2, 3}}},
		// The first corner that can be cut off is the tip behind the notch.
		"arrow": {[]geom.Vec{{0, 0, 0}, {3, 1, 0}, {0, 2, 0}, {1, 1, 0}}, [][3]uint32{{1, 2, 3}, {0, 1, 3}}},
		// A straight corner is cut off with nothing.
		"straight corner": {[]geom.Vec{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, [][3]uint32{{1, 2, 3}, {0, 1, 3}, {0, 3, 4}}},
		"no area":         {[]geom.Vec{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, [][3]uint32{{0, 1, 2}, {0, 2, 3}}},
		"not finite":      {[]geom.Vec{{0, 0, 0}, {math.Inf(1), 0, 0}, {0, 1, 0}, {0.2, 0.2, 0}}, [][3]uint32{{0, 1, 2}, {0, 2, 3}}},
	} {
		var cutter Cutter
		got, err := cutter.Cut(t.Context(), c.corners)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
		checkCut(t, &cutter, c.corners)
	}
}

// TestCutRandom compares stars, combs and tangles, turned to every axis, with the definition.
func TestCutRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	var c Cutter
	for range 20_000 {
		n := 3 + r.IntN(12)
		if r.IntN(100) == 0 {
			n = 3 + r.IntN(100)
		}
		corners := make([]geom.Vec, n)
		shape, grid := r.IntN(3), float64(2+r.IntN(6))
		for i := range corners {
			x, y := math.Round(grid*r.Float64()), math.Round(grid*r.Float64())
			if shape > 0 {
				a, d := 2*math.Pi*float64(i)/float64(n), 1+r.Float64()
				if shape == 2 {
					d = 1 // convex
				}
				x, y = d*math.Cos(a), d*math.Sin(a)
			}
			corners[i] = geom.Vec{x, y, 0.1 * r.Float64()}
		}
		turn, back := r.IntN(3), r.IntN(2) == 0
		for i, p := range corners {
			corners[i] = geom.Vec{p[turn], p[(turn+1)%3], p[(turn+2)%3]}
		}
		if back {
			slices.Reverse(corners)
		}
		checkCut(t, &c, corners)
	}
}

// TestPentagram: all corners of a star that is drawn in one line turn its way, and it is not convex.
func TestPentagram(t *testing.T) {
	for first := range 5 {
		corners := make([]geom.Vec, 5)
		for i := range corners {
			a := 4 * math.Pi * float64(i+first) / 5
			corners[i] = geom.Vec{math.Cos(a), math.Sin(a), 0}
		}
		checkCut(t, &Cutter{}, corners)
	}
}

// spiral returns a band that is wound up, of which few corners can be cut off at any time.
func spiral(n int) []geom.Vec {
	corners := make([]geom.Vec, n)
	for i := range n {
		k, d := i, 0.0
		if i >= n/2 {
			k, d = n-1-i, 0.5
		}
		a := 0.3 * float64(k)
		corners[i] = geom.Vec{(a + d + 1) * math.Cos(a), (a + d + 1) * math.Sin(a), 0}
	}
	return corners
}

func TestSpiral(t *testing.T) { checkCut(t, &Cutter{}, spiral(300)) }

func TestCutCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := new(Cutter).Cut(ctx, spiral(1<<13)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func BenchmarkSpiral(b *testing.B) {
	corners := spiral(MaxCorners)
	for b.Loop() {
		if _, err := new(Cutter).Cut(b.Context(), corners); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkQuad(b *testing.B) {
	corners := []geom.Vec{{0, 0, 0.3}, {1, 0, 0.2}, {1, 1, 0.5}, {0.1, 1, 0}}
	var c Cutter
	for b.Loop() {
		if _, err := c.Cut(b.Context(), corners); err != nil {
			b.Fatal(err)
		}
	}
}

// TestRenumber: each part has its vertices in order of appearance.
func TestRenumber(t *testing.T) {
	parts := NewRenumberer(6)
	for _, part := range []struct{ indices, want, used []uint32 }{
		{[]uint32{4, 2, 5, 2, 4, 0}, []uint32{0, 1, 2, 1, 0, 3}, []uint32{4, 2, 5, 0}},
		{nil, nil, nil},
		{[]uint32{0, 2, 4}, []uint32{0, 1, 2}, []uint32{0, 2, 4}},
	} {
		if used := parts.Renumber(part.indices); !slices.Equal(used, part.used) || !slices.Equal(part.indices, part.want) {
			t.Errorf("%v of %v, want %v of %v", part.indices, used, part.want, part.used)
		}
	}
}
