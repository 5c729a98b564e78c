package convex_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// TestBoxesMeet compares the slabs of boxes with the distance that GJK finds: rotated, parallel and nearly so,
// flat, sheared and needles, many of them nearly touching.
func TestBoxesMeet(t *testing.T) {
	rng := rand.New(rand.NewPCG(pairSeed, 12))
	t.Logf("seed %d", pairSeed)
	var meeting, apart, unsure int
	for i := range rounds(t, 100_000) {
		a, b := boxesOf(rng)
		if away := convex.Distance(a, b); away.Distance > 1e-3 && rng.IntN(2) == 0 {
			way := away.Points[0].Sub(away.Points[1])
			b.Center = b.Center.Add(way.Scale(1 + math.Ldexp(rng.Float64()-0.5, -rng.IntN(60))))
		}
		want := convex.Distance(a, b).Distance == 0
		meet, sure := convex.BoxesMeet(a, b)
		switch {
		case !sure:
			unsure++
		case meet != want:
			t.Fatalf("%d: %+v and %+v meet: %v, by their distance %v", i, a, b, meet, want)
		case meet:
			meeting++
		default:
			apart++
		}
		if convex.Intersect(a, b) != want || convex.Intersect(b, a) != (convex.Distance(b, a).Distance == 0) {
			t.Fatalf("%d: %+v and %+v meet: %v", i, a, b, want)
		}
	}
	t.Logf("%d meet, %d apart, %d unsure", meeting, apart, unsure)
	if min(meeting, apart) < unsure { // most of those are flat
		t.Errorf("too many unsure")
	}
}

// TestParallelBoxesMeet: edges that are parallel leave nothing unsure.
func TestParallelBoxesMeet(t *testing.T) {
	rng := rand.New(rand.NewPCG(pairSeed, 13))
	for i := range rounds(t, 20_000) {
		a := boxOf(rng, geom.Vec{0.1 + rng.Float64(), 0.1 + rng.Float64(), 0.1 + rng.Float64()})
		b := a
		b.Center = gauss(rng)
		meet, sure := convex.BoxesMeet(a, b)
		if want := convex.Distance(a, b).Distance == 0; !sure || meet != want {
			t.Fatalf("%d: %+v and %+v meet: %v, %v; by their distance %v", i, a, b, meet, sure, want)
		}
	}
}

// boxesOf returns two boxes near each other.
func boxesOf(rng *rand.Rand) (a, b *geom.OBB) {
	length := func() float64 { return []float64{0, 1e-6, 0.5, 1, rng.Float64()}[rng.IntN(5)] }
	a, b = boxOf(rng, geom.Vec{length(), length(), length()}), boxOf(rng, geom.Vec{length(), length(), length()})
	switch rng.IntN(4) {
	case 0:
		b.Half = a.Half
	case 1:
		for k := range b.Half {
			b.Half[k] = a.Half[k].Add(gauss(rng).Scale(math.Ldexp(1, -rng.IntN(60))))
		}
	}
	b.Center = gauss(rng).Scale(rng.Float64() / 2)
	return a, b
}

// TestCylinderMeets compares the faces of a cylinder and a box with the distance, for pairs of
// which many nearly touch.
func TestCylinderMeets(t *testing.T) {
	rng := rand.New(rand.NewPCG(pairSeed, 16))
	t.Logf("seed %d", pairSeed)
	var meeting, apart, unsure int
	for i := range rounds(t, 100_000) {
		a, b := cylinderAndBox(rng)
		q := convex.Distance(a, b)
		want := q.Distance == 0
		meet, sure := convex.CylinderMeets(a, b)
		switch {
		case !sure:
			unsure++
		case q.Distance <= q.Error && q.Error > 1e-13: // GJK cannot decide
			continue
		case meet != want:
			t.Fatalf("%d: %+v and %+v meet: %v, by their distance %+v", i, a, b, meet, q)
		case meet:
			meeting++
		default:
			apart++
		}
		if sure && convex.Intersect(a, b) != meet {
			t.Fatalf("%d: %+v and %+v meet: %v", i, a, b, meet)
		}
	}
	t.Logf("%d meet, %d apart, %d unsure", meeting, apart, unsure)
	if meeting < unsure || apart*20 < unsure {
		t.Error("too many unsure")
	}
}

// TestGlance compares what is decided without GJK with the distance, which GJK finds: any
// pairs of sets, half of them moved along the line between their nearest points until they
// nearly touch.
func TestGlance(t *testing.T) {
	rng := rand.New(rand.NewPCG(pairSeed, 14))
	t.Logf("seed %d", pairSeed)
	var apart, meeting, unsure int
	for i := range rounds(t, 200_000) {
		c := coupleOf(rng)
		q := convex.Distance(c.a, c.b)
		if rng.IntN(2) == 0 {
			by := q.Points[0].Sub(q.Points[1]).Scale(1 - math.Ldexp(rng.Float64(), -rng.IntN(60)))
			c.b = convex.Placed{Set: c.b, World: moved(geom.Identity(), by)}
			q = convex.Distance(c.a, c.b)
		}
		isApart, meet := convex.Glance(c.a, c.b)
		switch {
		case isApart && (meet || q.Distance == 0), meet && q.Distance > q.Error:
			t.Fatalf("%d: %s: apart %v, meet %v, by their distance %+v", i, c.name, isApart, meet, q)
		case isApart:
			apart++
		case meet:
			meeting++
		default:
			unsure++
		}
		if convex.Intersect(c.a, c.b) != (q.Distance == 0) && q.Distance > max(q.Error, 1e-13*c.size) {
			t.Fatalf("%d: %s: Intersect is not as %+v", i, c.name, q)
		}
	}
	t.Logf("%d apart, %d meet, %d unsure", apart, meeting, unsure)
	if min(apart, meeting)*20 < unsure {
		t.Error("one of these is hardly tested")
	}
}
