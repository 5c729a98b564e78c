package convex_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
)

// rounding is the permitted error of certificates, relative to the size of a couple.
const rounding = 0x1p-44

func eachCouple(t *testing.T, law func(rng *rand.Rand, i int, c *couple)) {
	t.Helper()
	t.Logf("seed %d", pairSeed)
	rng := rand.New(rand.NewPCG(pairSeed, 0))
	for i := range longtest.Rounds(t, 5_000, 40_000) {
		c := coupleOf(rng)
		law(rng, i, &c)
		if t.Failed() {
			return
		}
	}
}

// TestDistanceOfCouples proves each distance by the plane across its direction, on which
// no answer of the walk relies, and by its points.
func TestDistanceOfCouples(t *testing.T) {
	var met, unconverged int
	eachCouple(t, func(rng *rand.Rand, i int, c *couple) {
		q := convex.Distance(c.a, c.b)
		slack := rounding * c.size
		if !q.Converged {
			unconverged++
			if c.polytope {
				t.Errorf("%d: %s: not converged: %+v", i, c.name, q)
			}
		}
		if convex.Intersect(c.a, c.b) != (q.Distance == 0) {
			t.Errorf("%d: %s: Intersect is not as %+v", i, c.name, q)
		}
		between := q.Points[1].Sub(q.Points[0])
		if d := math.Abs(between.Norm() - q.Distance); !(d <= slack) {
			t.Errorf("%d: %s: points are off by %g: %+v", i, c.name, d, q)
		}
		if d := max(outside(rng, c.a, q.Points[0]), outside(rng, c.b, q.Points[1])); !(d <= slack) {
			t.Errorf("%d: %s: a point is outside by %g: %+v", i, c.name, d, q)
		}
		if q.Distance == 0 {
			met++
			return
		}
		d := between.Unit()
		// Where the points are near, rounding tilts the plane between them.
		tilt := rounding * c.size * c.size / q.Distance
		if low := gap(c.a, c.b, d); !(low >= q.Distance-q.Error-slack-tilt) {
			t.Errorf("%d: %s: the plane proves %g of %+v, %g", i, c.name, low, q, tilt)
		}
	})
	if unconverged > 10 {
		t.Errorf("%d did not converge", unconverged)
	}
	t.Logf("%d met, %d not converged, reported", met, unconverged)
}

// TestPenetrationOfCouples proves each depth from above by the way out, and tries to
// disprove it from below by other ways.
func TestPenetrationOfCouples(t *testing.T) {
	var deep, unconverged int
	worst := 0.0
	eachCouple(t, func(rng *rand.Rand, i int, c *couple) {
		q := convex.Penetrate(c.a, c.b)
		slack := rounding * c.size
		apart := convex.Distance(c.a, c.b).Distance
		if apart > slack != (q.Depth == 0) && math.Abs(apart-q.Depth) > slack {
			t.Errorf("%d: %s: distance %g, depth %+v", i, c.name, apart, q)
		}
		if q.Depth == 0 {
			return
		}
		deep++
		if !q.Converged {
			unconverged++
			worst = max(worst, q.Error/q.Depth)
			if c.polytope {
				t.Errorf("%d: %s: not converged: %+v", i, c.name, q)
			}
		}
		if up := -gap(c.a, c.b, q.Direction); !(math.Abs(up-q.Depth) <= slack) {
			t.Errorf("%d: %s: the way out is %g long: %+v", i, c.name, up, q)
		}
		if d := q.Points[0].Sub(q.Points[1]).Sub(q.Direction.Scale(q.Depth)).Norm(); !(d <= slack) {
			t.Errorf("%d: %s: points are off by %g: %+v", i, c.name, d, q)
		}
		allowed := slack + q.Error
		if !c.polytope {
			allowed += 1e-4 * c.size // where a surface is curved, little depth is won by a long way aside
		}
		if d := max(outside(rng, c.a, q.Points[0]), outside(rng, c.b, q.Points[1])); !(d <= allowed) {
			t.Errorf("%d: %s: a point is outside by %g: %+v", i, c.name, d, q)
		}
		for _, d := range otherWays(rng, q.Direction) {
			if up := -gap(c.a, c.b, d); !(up >= q.Depth-q.Error-slack) {
				t.Errorf("%d: %s: a way out of %g for %+v", i, c.name, up, q)
			}
		}
	})
	if unconverged > deep/100 {
		t.Errorf("%d of %d did not converge", unconverged, deep)
	}
	t.Logf("%d deep, %d not converged, reported, at worst by %g of the depth", deep, unconverged, worst)
}

// otherWays returns directions anywhere and near d.
func otherWays(rng *rand.Rand, d geom.Vec) (ways []geom.Vec) {
	for range 6 {
		ways = append(ways, unit(rng))
		e := d.Add(unit(rng).Scale(math.Ldexp(1, -rng.IntN(20))))
		ways = append(ways, e.Unit())
	}
	return ways
}

// TestPortalDepthOfCouples: the portal's translation separates the sets, and is never shorter
// than Penetrate's, up to its error. It finds the sets apart if Distance does.
func TestPortalDepthOfCouples(t *testing.T) {
	var deep, same int
	eachCouple(t, func(_ *rand.Rand, i int, c *couple) {
		if i%5 != 0 {
			return
		}
		q, p := convex.PortalDepth(c.a, c.b), convex.Penetrate(c.a, c.b)
		slack := rounding * c.size
		if (q.Depth == 0) != (p.Depth == 0) && p.Depth > slack {
			t.Errorf("%d: %s: portal %+v, polytope %+v", i, c.name, q, p)
		}
		if apart := convex.Distance(c.a, c.b); apart.Distance > apart.Error+slack && q.Depth > slack {
			t.Errorf("%d: %s: portal %+v, distance %+v", i, c.name, q, apart)
		}
		if q.Depth == 0 {
			return
		}
		deep++
		if up := -gap(c.a, c.b, q.Direction); !(math.Abs(up-q.Depth) <= slack) {
			t.Errorf("%d: %s: the way out is %g long: %+v", i, c.name, up, q)
		}
		if q.Depth < p.Depth-p.Error-slack {
			t.Errorf("%d: %s: portal %+v, polytope %+v", i, c.name, q, p)
		}
		if q.Depth < p.Depth*(1+1e-6)+slack {
			same++
		}
	})
	t.Logf("%d deep, the shortest way found for %d", deep, same)
}
