package geom_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestSite: a site has the distances of its triangle bit for bit, at every scale, for slivers,
// triangles without area and points that are corners.
func TestSite(t *testing.T) {
	r := meshgen.Rand(5)
	for n := range 200_000 {
		scale := math.Ldexp(1, []int{0, 0, 0, 30, -30, 250, -450, 500, -1060}[r.IntN(9)])
		point := func() geom.Vec {
			if r.IntN(2) == 0 {
				return geom.Vec{float64(r.IntN(4)), float64(r.IntN(4)), float64(r.IntN(4))}.Scale(scale)
			}
			return geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Scale(scale)
		}
		u := geom.Triangle{point(), point(), point()}
		switch r.IntN(6) {
		case 0:
			u[2] = u[0].Lerp(u[1], r.Float64())
		case 1:
			u[1] = u[0]
		}
		p := point()
		switch r.IntN(6) {
		case 0:
			p = u[r.IntN(3)]
		case 1:
			p = u[0].Lerp(u[1], r.Float64()).Lerp(u[2], r.Float64())
		}
		_, want := u.Nearest(p)
		var s geom.Site
		s.Set(&u)
		if got := s.Distance(p); got != want {
			t.Fatalf("%d: %v, want %v: %v from %v", n, got, want, p, u)
		}
	}
}

func BenchmarkSite(b *testing.B) {
	u := geom.Triangle{{0, 0, 0}, {1, 0.1, 0}, {0.3, 1, 0.2}}
	var s geom.Site
	s.Set(&u)
	for _, row := range []struct {
		name string
		at   geom.Vec
	}{{"above", geom.Vec{0.4, 0.4, 1}}, {"beside", geom.Vec{3, 2, 1}}} {
		b.Run("site "+row.name, func(b *testing.B) {
			for b.Loop() {
				s.Distance(row.at)
			}
		})
		b.Run("triangle "+row.name, func(b *testing.B) {
			for b.Loop() {
				u.Nearest(row.at)
			}
		})
	}
}
