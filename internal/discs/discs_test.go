package discs_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/discs"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/plane"
)

// quad returns the triangles of a quadrangle that is turned and moved.
func quad(x, y, w, h, angle float64) [2]plane.Triangle {
	s, c := math.Sincos(angle)
	at := func(u, v float64) geom.Vec2 { return geom.Vec2{1000 + c*u - s*v, 2000 + s*u + c*v} }
	p, q, r, t := at(x, y), at(x+w, y), at(x+w, y+h), at(x, y+h)
	return [2]plane.Triangle{{p, q, r}, {p, r, t}}
}

// floor is a triangle that all others lie on.
var floor = plane.Triangle{{-1e5, -1e5}, {2e5, -1e5}, {-1e5, 2e5}}

// pieces returns what quadrangles share with the floor.
func pieces(step float64, quads ...[2]plane.Triangle) (out []discs.Piece) {
	for _, q := range quads {
		for k := range q {
			out = append(out, discs.Piece{T: &q[k], U: &floor, Step: step})
		}
	}
	return out
}

// TestFind: pieces side by side are wide together at any angle, pieces along a line are not.
func TestFind(t *testing.T) {
	for seed := range uint64(longtest.Rounds(t, 20, 80)) {
		rng := rand.New(rand.NewPCG(seed, 1))
		a := rng.Float64() * 2 * math.Pi
		var rows, along, cross [][2]plane.Triangle
		for k := range 6 {
			rows = append(rows, quad(-300*rng.Float64(), float64(k), 400+200*rng.Float64(), 1, a))
			along = append(along, quad(float64(k)*30, 0, 30, 1.4*rng.Float64(), a))
		}
		cross = append(cross, quad(-100, -0.7, 200, 1.4, a), quad(-100, -0.7, 200, 1.4, a+math.Pi*(0.2+0.6*rng.Float64())))
		for _, row := range []struct {
			name  string
			quads [][2]plane.Triangle
			want  bool
		}{
			{"rows side by side", rows, true}, {"two rows", rows[:2], false}, {"pieces along a line", along, false}, {"two lines that cross", cross, false},
		} {
			wide, err := discs.Find(t.Context(), 2, pieces(1, row.quads...))
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(wide, true) != row.want {
				t.Errorf("seed %d: %s: %v", seed, row.name, wide)
			}
		}
		// In coarser steps all of it is within precision.
		if wide, _ := discs.Find(t.Context(), 2, pieces(4, rows...)); slices.Contains(wide, true) {
			t.Errorf("seed %d: in steps of 4: %v", seed, wide)
		}
	}
}

// TestWide: a piece that holds a disc of more than four steps is wide, and one that holds none of more than two is
// not, by a search for the greatest disc.
func TestWide(t *testing.T) {
	wide, thin := 0, 0
	for seed := range uint64(longtest.Rounds(t, 2000, 4000)) {
		rng := rand.New(rand.NewPCG(seed, 2))
		random := func() (u plane.Triangle) {
			s := math.Exp(3 * rng.Float64())
			for k := range u {
				u[k] = geom.Vec2{s * rng.Float64(), rng.Float64() * 6}
			}
			if u.Winding() < 0 {
				u[1], u[2] = u[2], u[1]
			}
			return u
		}
		a, b := random(), random()
		if a.Winding() == 0 || b.Winding() == 0 || !plane.Overlap(&a, &b) {
			continue
		}
		p := discs.Piece{T: &a, U: &b, Step: 0.05 + rng.Float64()}
		got, r := p.Wide(plane.SharedArea(&a, &b)), greatestDisc(&a, &b)
		if r > 2*p.Step*1.01 && !got || r < p.Step*0.99 && got {
			t.Fatalf("seed %d: %v and %v hold a disc of radius %v, steps of %v: wide is %v", seed, a, b, r, p.Step, got)
		}
		if got {
			wide++
		} else {
			thin++
		}
	}
	if wide == 0 || thin == 0 {
		t.Errorf("%d pieces are wide, %d are not", wide, thin)
	}
}

// greatestDisc returns the radius of the greatest disc in two triangles, by a search that halves its steps: the
// distance to the nearest of six lines is concave.
func greatestDisc(a, b *plane.Triangle) float64 {
	radius := func(p geom.Vec2) float64 {
		least := math.Inf(1)
		for _, t := range []*plane.Triangle{a, b} {
			for k, q := range t {
				d := geom.Vec2{t[(k+1)%3][0] - q[0], t[(k+1)%3][1] - q[1]}
				least = min(least, (d[0]*(p[1]-q[1])-d[1]*(p[0]-q[0]))/math.Hypot(d[0], d[1]))
			}
		}
		return least
	}
	center, n := geom.Vec2{}, 0.0
	for _, p := range plane.SharedPolygon(nil, a, b) {
		center[0], center[1], n = center[0]+p[0], center[1]+p[1], n+1
	}
	center[0], center[1] = center[0]/n, center[1]/n
	for step := 8.0; step > 1e-4; {
		best, at := radius(center), center
		for k := range 32 {
			s, c := math.Sincos(float64(k) * math.Pi / 16)
			if q := (geom.Vec2{center[0] + step*c, center[1] + step*s}); radius(q) > best {
				best, at = radius(q), q
			}
		}
		if at == center {
			step /= 2
		}
		center = at
	}
	return radius(center)
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := discs.Find(ctx, 1, pieces(1, quad(0, 0, 9, 1, 0))); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
