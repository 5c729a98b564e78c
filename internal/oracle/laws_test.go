package oracle_test

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

// eachSoup runs a law over a few soups of every kind.
func eachSoup(t *testing.T, law func(t *testing.T, seed uint64, soup []geom.Triangle)) {
	for _, m := range meshgen.Makers() {
		t.Run(m.Name, func(t *testing.T) {
			for seed := range uint64(6) {
				law(t, seed, m.Make(meshgen.Rand(seed), 14))
			}
		})
	}
}

func TestOrderDoesNotMatter(t *testing.T) {
	eachSoup(t, func(t *testing.T, seed uint64, soup []geom.Triangle) {
		permuted, from := meshgen.PermuteTriangles(meshgen.Rand(seed+100), soup)
		permuted = meshgen.PermuteCorners(meshgen.Rand(seed), permuted)
		got := oracle.Check(permuted)
		for i := range got.Pairs {
			p := &got.Pairs[i]
			a, b := from[p.I], from[p.J]
			p.I, p.J = min(a, b), max(a, b)
		}
		slices.SortFunc(got.Pairs, func(p, q oracle.Pair) int { return (p.I-q.I)*len(soup) + p.J - q.J })
		want := oracle.Check(soup)
		if !samePairs(got.Pairs, want.Pairs) {
			t.Errorf("seed %d: the answer depends on the order of triangles or corners", seed)
		}
		if len(got.Degenerate) != len(want.Degenerate) || len(got.Nonfinite) != len(want.Nonfinite) {
			t.Errorf("seed %d: so do the degenerate or non-finite ones", seed)
		}
	})
}

func TestWindingOnlyTurnsFacing(t *testing.T) {
	eachSoup(t, func(t *testing.T, seed uint64, soup []geom.Triangle) {
		want := oracle.Check(soup).Pairs
		if got := oracle.Check(meshgen.FlipWinding(soup)).Pairs; !samePairs(got, want) {
			t.Errorf("seed %d: flipping all windings changes the answer", seed)
		}
		half := slices.Clone(soup)
		for i := range half {
			if i%2 == 0 {
				half[i][1], half[i][2] = half[i][2], half[i][1]
			}
		}
		got := oracle.Check(half).Pairs
		for i := range got {
			if p := &got[i]; p.Facing != "" && p.I%2 != p.J%2 {
				p.Facing = map[string]string{oracle.Same: oracle.Opposite, oracle.Opposite: oracle.Same}[p.Facing]
			}
		}
		if !samePairs(got, want) {
			t.Errorf("seed %d: flipping half the windings does more than turn the facing", seed)
		}
	})
}

// TestBoundedByTheBoxes checks measures against what they cannot exceed.
func TestBoundedByTheBoxes(t *testing.T) {
	eachSoup(t, func(t *testing.T, seed uint64, soup []geom.Triangle) {
		for _, p := range oracle.Check(soup).Pairs {
			a, b := soup[p.I], soup[p.J]
			// The plain area of tiny triangles underflows, the exact one does not.
			if limit := min(a.Area(), b.Area()); limit > 1e-100 && p.Area > limit*(1+1e-9) {
				t.Errorf("seed %d: pair %d %d shares area %v of %v", seed, p.I, p.J, p.Area, limit)
			}
			for _, v := range p.Segment {
				if p.Kind == oracle.Crossing && !(a.Box().Include(v) == a.Box() && b.Box().Include(v) == b.Box()) {
					t.Errorf("seed %d: crossing %d %d ends at %v outside a box", seed, p.I, p.J, v)
				}
			}
		}
	})
}

// TestEveryKindOccurs checks that the laws above are not vacuous.
func TestEveryKindOccurs(t *testing.T) {
	counts := map[string]int{}
	eachSoup(t, func(_ *testing.T, _ uint64, soup []geom.Triangle) {
		truth := oracle.Check(soup)
		counts["nonfinite"] += len(truth.Nonfinite)
		counts["degenerate"] += len(truth.Degenerate)
		counts["through"] += truth.ThroughEdge()
		for _, p := range truth.Pairs {
			counts[p.Kind+p.Facing]++
		}
	})
	for _, what := range []string{
		"nonfinite", "degenerate", "through", "crossing", "touch",
		"overlapsame", "overlapopposite", "duplicatesame", "duplicateopposite",
	} {
		if counts[what] == 0 {
			t.Errorf("no %s in all soups", what)
		}
	}
}

func TestClosedSolidsAreClean(t *testing.T) {
	for name, m := range map[string]meshgen.Indexed{
		"box":    meshgen.Box(geom.Vec{}, geom.Vec{1, 2, 3}),
		"ring":   meshgen.Ring(9, geom.Vec{}, 1, 2, 1),
		"U":      meshgen.UChannel(4, 1),
		"torus":  meshgen.Torus(7, 5, 2, 0.5),
		"sphere": meshgen.Sphere(10, 8, geom.Vec{}),
	} {
		if got := show(oracle.Check(m.Soup())); got != nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// samePairs compares all but the last bit of areas.
func samePairs(got, want []oracle.Pair) bool {
	return slices.EqualFunc(got, want, func(p, q oracle.Pair) bool {
		same := max(p.Area, q.Area)-min(p.Area, q.Area) <= 1e-12*max(p.Area, q.Area)
		p.Area, q.Area = 0, 0
		return same && p == q
	})
}
