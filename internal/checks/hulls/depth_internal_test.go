package hulls

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// TestDepthsAgainstAllFaces compares with the distances from all triangles of hulls, round,
// flat and with faces that are needles, at points all over and near the limit.
func TestDepthsAgainstAllFaces(t *testing.T) {
	const seed = 71
	random := rand.New(rand.NewPCG(seed, 0))
	for round := range 60 {
		flat := math.Ldexp(1, -random.IntN(12))
		points := make([]geom.Vec, 4+random.IntN(80))
		for i := range points {
			x := random.Float64()
			if points[i] = (geom.Vec{random.NormFloat64(), random.NormFloat64(), flat * random.NormFloat64()}); round%3 == 0 {
				points[i] = geom.Vec{x, x * x, x * x * x}
			}
		}
		h, err := convex.HullOf(context.Background(), points)
		if err != nil {
			t.Fatal(err)
		}
		place := geom.Affine{{1, 0.5, 0, 3}, {0, -2, 0, 1}, {0, 0.25, 1, 0}}
		surface := convex.Triangulate(convex.Placed{Set: h, World: place}, 1)
		limit := math.Ldexp(1, -random.IntN(20))
		d := newDepths(h, place, limit)
		for range 200 {
			p := place.Apply(h.Vertices[random.IntN(len(h.Vertices))])
			for range 3 {
				p = p.Lerp(place.Apply(h.Vertices[random.IntN(len(h.Vertices))]), random.Float64()*math.Ldexp(1, -random.IntN(20)))
			}
			least := math.Inf(1)
			for i := range surface {
				_, away := surface[i].Nearest(p)
				least = min(least, away)
			}
			if math.Abs(least-limit) < 1e-12 {
				continue
			}
			if deep := d.deeperThanLimit(p); deep != (least > limit) {
				t.Fatalf("seed %d round %d: deep is %v for a point %g below the surface, and %g is the limit", seed, round, deep, least, limit)
			}
		}
	}
}

// TestDepthsGrow: points near the surface of a hull whose faces all meet at two vertices
// take hardly more steps each where there are more of them.
func TestDepthsGrow(t *testing.T) {
	visits := func(n int) float64 {
		points := make([]geom.Vec, n)
		for i := range points {
			x := float64(i) / float64(n-1)
			points[i] = geom.Vec{x, x * x, x * x * x}
		}
		h, err := convex.HullOf(context.Background(), points)
		if err != nil {
			t.Fatal(err)
		}
		d := newDepths(h, geom.Identity(), 1e-7)
		for k := range points {
			if d.deeperThanLimit(points[k*7919%n]) { // in no order
				t.Fatalf("point %d is deep", k)
			}
		}
		return float64(d.visits) / float64(n)
	}
	few, many := visits(3000), visits(12_000)
	t.Logf("%.1f steps each of 3000, %.1f of 12000", few, many)
	if few > 300 || many > 1.5*few {
		t.Errorf("%.1f steps for each of 3000 points, %.1f of 12000", few, many)
	}
}
