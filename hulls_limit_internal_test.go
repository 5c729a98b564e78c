package meshcheck

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// limited measures with limits.
func limited(t *testing.T, visuals []*object, bodies []cover, limits hullLimits) HullGroup {
	t.Helper()
	var g HullGroup
	c := covering{visuals: visuals, covers: bodies, workers: 1, limits: limits}
	if err := c.measure(context.Background(), &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// decided reports whether a distance and what it may be at most are on one side of a limit.
func decided(c *Coverage, limit float64) bool {
	return c.Greatest > limit || c.Greatest+c.Error <= limit
}

// spiked is a cube with a spike on its top, a triangle that is much smaller than the cube.
func spiked(height float64) meshgen.Indexed {
	cube := meshgen.Box(geom.Vec{-1, -1, -1}, geom.Vec{1, 1, 1})
	n := uint32(len(cube.Vertices))
	cube.Vertices = append(cube.Vertices, geom.Vec{0.3, 0.3, 1}, geom.Vec{0.31, 0.3, 1}, geom.Vec{0.3, 0.31, 1}, geom.Vec{0.303, 0.303, 1 + height})
	cube.Faces = append(cube.Faces, [3]uint32{n, n + 1, n + 3}, [3]uint32{n + 1, n + 2, n + 3}, [3]uint32{n + 2, n, n + 3})
	return cube
}

// TestLimitBelowTheGrain: a spike of a mesh, and one of a hull, that samples do not meet and
// that is smaller than the accuracy without a limit.
func TestLimitBelowTheGrain(t *testing.T) {
	cube := meshgen.Box(geom.Vec{-1, -1, -1}, geom.Vec{1, 1, 1})
	for _, height := range []float64{0x1p-20, 0x1p-17, 0x1p-12, 0x1p-11, 0x1p-10, 0x1p-9} { // that float32 can add to 1
		bodies := []cover{boxBody(geom.Vec{}, geom.Vec{1, 1, 1})}
		for _, share := range []float64{0.6, 0.99, 1.01, 1.5} {
			limit := height * share
			g := limited(t, visualsOf(t, spiked(height).Mesh("cube")), bodies, hullLimits{gap: limit})
			if !decided(g.Gap, limit) || (g.Gap.Greatest > limit) != (share < 1) {
				t.Errorf("a spike of %g: gap %g + %g, where %g is the limit", height, g.Gap.Greatest, g.Gap.Error, limit)
			}
			h, err := convex.HullOf(append(append([]geom.Vec{}, cube.Vertices...), geom.Vec{0.3, 0.3, 1 + height}))
			if err != nil {
				t.Fatal(err)
			}
			g = limited(t, visualsOf(t, cube.Mesh("cube")), []cover{bodyOf(h)}, hullLimits{excess: limit})
			if !decided(g.Excess, limit) || (g.Excess.Greatest > limit) != (share < 1) {
				t.Errorf("a peak of %g: excess %g + %g, where %g is the limit", height, g.Excess.Greatest, g.Excess.Error, limit)
			}
		}
	}
}

// TestLimitsAgainstSamples: of random bodies around a shape, what is decided about a limit
// agrees with points all over, and limits near the distance are decided.
func TestLimitsAgainstSamples(t *testing.T) {
	const seed = 62
	random := rand.New(rand.NewPCG(seed, 0))
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	for round := range rounds {
		shape := []meshgen.Indexed{meshgen.LShape(1, 0.5), meshgen.UChannel(1, 0.7), meshgen.Cone(20, geom.Vec{}, 1, 1.5)}[round%3]
		visuals := visualsOf(t, shape.Mesh("shape"))
		var bodies []cover
		for range 1 + random.IntN(3) {
			c := geom.Vec{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}.Scale(0.4)
			bodies = append(bodies, boxBody(c, geom.Vec{0.2 + random.Float64(), 0.2 + random.Float64(), 0.2 + random.Float64()}))
		}
		g := limited(t, visuals, bodies, hullLimits{})
		for _, share := range []float64{0.5, 0.9999, 1 - 1e-6, 1.0005, 1.1} {
			limits := hullLimits{gap: share * g.Gap.Greatest, excess: share * g.Excess.Greatest}
			with := limited(t, visuals, bodies, limits)
			for _, row := range []struct {
				what       string
				got, plain *Coverage
				limit      float64
			}{{"gap", with.Gap, g.Gap, limits.gap}, {"excess", with.Excess, g.Excess, limits.excess}} {
				if row.limit > 0 && !decided(row.got, row.limit) {
					t.Errorf("round %d: %s %v + %v is not decided, where %v is the limit", round, row.what, row.got.Greatest, row.got.Error, row.limit)
				}
				if row.got.Greatest > row.plain.Greatest+row.plain.Error+1e-9 || row.plain.Greatest > row.got.Greatest+row.got.Error+1e-9 {
					t.Errorf("round %d: %s %v + %v with the limit %v, and %v + %v without", round, row.what, row.got.Greatest, row.got.Error, row.limit, row.plain.Greatest, row.plain.Error)
				}
			}
			checkGap(t, round, random, visuals[0], bodies, with.Gap)
			checkExcess(t, round, random, visuals[0], bodies, with.Excess)
		}
	}
}

// TestWhatMayExceedFails: a distance that is within a limit only without its error is an
// error that says so.
func TestWhatMayExceedFails(t *testing.T) {
	none, _ := ProfileOf("none")
	for _, row := range []struct {
		limit, value float64
		says         string
	}{
		{0.0999, 0.1, "the mesh sticks out of its hulls by 0.1,"},
		{0.1, 0.15, "the mesh may stick out of its hulls by more than 0.1,"},
		{0.12, 0.15, "a distance of 0.1 was found, and the search cannot rule out one of up to 0.15"},
		{0.15, 0, ""},
		{0, 0, ""},
	} {
		g := &hullGroup{}
		c := &Coverage{Greatest: 0.1, Error: (&reach{found: 0.1}).errorOf(0.15)}
		g.distant(check.HullGap, c, [2]string{"the mesh sticks out of its hulls", "the mesh may stick out of its hulls"}, row.limit, 1, &none)
		if row.says == "" {
			if len(g.Findings) > 0 {
				t.Errorf("limit %v: %+v", row.limit, g.Findings)
			}
			continue
		}
		if len(g.Findings) != 1 || g.Findings[0].Severity != check.Error || g.Findings[0].Value != row.value || !strings.Contains(g.Findings[0].Reason, row.says) {
			t.Errorf("limit %v: %+v, want %v, %q", row.limit, g.Findings, row.value, row.says)
		}
	}
}

// TestErrorKeepsToTheLimit: the sum of a distance and its error is beyond a limit where the
// bound is, however it is rounded.
func TestErrorKeepsToTheLimit(t *testing.T) {
	random := rand.New(rand.NewPCG(63, 0))
	for range 100_000 {
		bound := math.Ldexp(random.Float64(), random.IntN(60)-30)
		for _, limit := range []float64{math.Nextafter(bound, 0), bound, 2 * bound} {
			r := &reach{found: bound * random.Float64(), limit: limit}
			e := r.errorOf(bound)
			if (r.found+e > limit) != (bound > limit) || math.Abs(r.found+e-bound) > 1e-15*bound {
				t.Fatalf("%v + %v stand for %v, where %v is the limit", r.found, e, bound, limit)
			}
		}
	}
	if e := (&reach{found: 2}).errorOf(1); e != 0 {
		t.Errorf("an error of %v", e)
	}
}

// countingTarget counts what is asked of a target.
type countingTarget struct {
	target
	asked atomic.Int64
}

func (c *countingTarget) distance(p geom.Vec, enough float64) float64 {
	c.asked.Add(1)
	return c.target.distance(p, enough)
}

func (c *countingTarget) majorant(t *geom.Triangle, m geom.Vec) [3]float64 {
	c.asked.Add(1)
	return c.target.majorant(t, m)
}

// TestCoverageAsksLittle: where surfaces lie on each other a bound closes at once: it takes
// some questions for each triangle, whatever the size of the mesh.
func TestCoverageAsksLittle(t *testing.T) {
	grid := func(n int) *mesh.Mesh {
		return meshgen.Subdivide(meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}), n).Mesh("cube")
	}
	ball := func(n int) *mesh.Mesh { return meshgen.Icosphere(n, geom.Vec{}, 1).Mesh("ball") }
	for _, row := range []struct {
		name      string
		few, many *mesh.Mesh
		most      int64
	}{
		{"a subdivided cube and its box", grid(2), grid(3), 3000},
		{"a ball and its hull", ball(1), ball(2), 3000},
	} {
		var asked [2]int64
		for k, m := range []*mesh.Mesh{row.few, row.many} {
			visuals := visualsOf(t, m)
			var corners []geom.Vec
			for i := range visuals[0].shape.count {
				c := visuals[0].triangle(uint32(i))
				corners = append(corners, c[:]...)
			}
			h, err := convex.HullOf(corners)
			if err != nil {
				t.Fatal(err)
			}
			c := covering{visuals: visuals, covers: []cover{bodyOf(h)}, workers: 1}
			gap, excess := c.reaches()
			for _, r := range []*reach{&gap, &excess} {
				counting := &countingTarget{target: r.target}
				r.target = counting
				found, err := r.coverage(t.Context(), 1)
				if err != nil || found.Greatest > 1e-12 || found.Error > 1e-6 || found.Percentile95 > 1e-12 {
					t.Errorf("%s: %+v, %v", row.name, found, err)
				}
				asked[k] += counting.asked.Load()
			}
		}
		t.Logf("%s: %d questions, and %d for four times as many triangles", row.name, asked[0], asked[1])
		if asked[0] > row.most || asked[1] > 5*asked[0] {
			t.Errorf("%s: %d questions, and %d for four times as many triangles", row.name, asked[0], asked[1])
		}
	}
}

// TestPercentileOfSamples: over many bodies of few triangles the rank of what is said to be the 95th
// percentile is off by as much as is documented.
func TestPercentileOfSamples(t *testing.T) {
	const seed = 64
	random := rand.New(rand.NewPCG(seed, 0))
	cube := meshgen.Box(geom.Vec{-1, -1, -1}, geom.Vec{1, 1, 1})
	rounds, points := 40, 40_000
	if testing.Short() {
		rounds = 10
	}
	squares := 0.0
	for range rounds {
		vector := func(scale float64) geom.Vec {
			return geom.Vec{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}.Scale(scale)
		}
		visuals := visualsOf(t, cube.Map(func(p geom.Vec) geom.Vec { return geom.Vec{p[0] + p[1]/2, 2 * p[1], p[2] / 2} }).Mesh("box"))
		bodies := []cover{bodyOf(convex.Capsule{A: vector(1), B: vector(1), Radius: 0.1})}
		g := limited(t, visuals, bodies, hullLimits{})
		var surface []geom.Triangle
		for i := range visuals[0].shape.count {
			surface = append(surface, visuals[0].triangle(uint32(i)))
		}
		within := 0
		for range points {
			if beyondBodies(bodies, anyPoint(random, anyTriangle(random, surface))) <= g.Gap.Percentile95 {
				within++
			}
		}
		off := float64(within)/float64(points) - 0.95
		squares += off * off / float64(rounds)
	}
	// The comparison itself is off by 0.11 %.
	t.Logf("off by %.3g in the mean", math.Sqrt(squares))
	if math.Sqrt(squares) > 0.003 {
		t.Errorf("the rank is off by %.3g in the mean", math.Sqrt(squares))
	}
}
