package parts_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
)

// between lists the findings between two soups of world triangles, by brute force. Triangles
// have the numbers that they have in their own soup. Facing is by windings, reversed if only
// one of the worlds is mirrored.
//
// That a surface passes through a triangle along one of its edges is a matter of that
// surface alone: each triangle of one soup is tried with the whole of the other. ok is
// false where a triangle has an edge in common with the other soup, which an oracle that
// knows one soup only cannot tell apart.
func between(a, b []geom.Triangle, turned bool) (out scenetest.Findings, ok bool) {
	out = scenetest.Findings{}
	for _, p := range oracle.Check(append(append([]geom.Triangle{}, a...), b...)).Pairs {
		if p.I >= len(a) || p.J < len(a) {
			continue
		}
		v := scenetest.Finding{Kind: p.Kind, Facing: p.Facing}
		if p.ThroughEdge {
			v.Kind = oracle.Touch // until it is clear whose edge it is
		}
		if turned && v.Facing != "" {
			v.Facing = map[string]string{oracle.Same: oracle.Opposite, oracle.Opposite: oracle.Same}[v.Facing]
		}
		out[[2]int{p.I, p.J - len(a)}] = v
	}
	through := func(i, j int) {
		out[[2]int{i, j}] = scenetest.Finding{Kind: oracle.Crossing, Through: true}
	}
	for j, u := range b {
		if sharesEdge(u, a) {
			return nil, false
		}
		for _, p := range oracle.Check(append(append([]geom.Triangle{}, a...), u)).Pairs {
			if p.J == len(a) && p.ThroughEdge {
				through(p.I, j)
			}
		}
	}
	for i, u := range a {
		for _, p := range oracle.Check(append(append([]geom.Triangle{}, b...), u)).Pairs {
			if p.J == len(b) && p.ThroughEdge {
				through(i, p.I)
			}
		}
	}
	return out, true
}

// sharesEdge reports whether t has two corners in common with a triangle of the soup.
func sharesEdge(t geom.Triangle, soup []geom.Triangle) bool {
	for _, u := range soup {
		n := 0
		for _, p := range t {
			if p == u[0] || p == u[1] || p == u[2] {
				n++
			}
		}
		if n >= 2 {
			return true
		}
	}
	return false
}

// randomWorld returns a map into the world: on the grid, or of any kind.
func randomWorld(rng *rand.Rand, snapped bool) geom.Affine {
	m := moved(float64(rng.IntN(3)-1), float64(rng.IntN(3)-1), float64(rng.IntN(3)-1))
	if snapped {
		for k := range 3 {
			if rng.IntN(3) == 0 {
				m[k][k] = -1
			}
		}
		if rng.IntN(3) == 0 { // shear
			m[0][1] = 1
		}
		return m
	}
	m = m.Mul(turned(geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}, 6*rng.Float64()))
	shear := geom.Affine{{1, rng.Float64(), 0, 0}, {0, math.Ldexp(1, rng.IntN(3)-1), 0, 0}, {0, rng.Float64(), 1 - 2*float64(rng.IntN(2)), 0}}
	return m.Mul(shear)
}

// TestPairsEqualOracle compares the check of small scenes with brute force over all pairs of
// triangles in world coordinates: every finding, and every count.
func TestPairsEqualOracle(t *testing.T) {
	each := longtest.Rounds(t, 6, 30)
	for _, family := range []struct {
		name    string
		snapped bool
		make    func(rng *rand.Rand) []geom.Triangle
	}{
		{"random", false, func(rng *rand.Rand) []geom.Triangle { return meshgen.Random(rng, 6, 0.75) }},
		{"snapped", true, func(rng *rand.Rand) []geom.Triangle { return meshgen.Snapped(rng, 6, 9, 3) }},
		{"snapped, turned", false, func(rng *rand.Rand) []geom.Triangle { return meshgen.Snapped(rng, 6, 9, 2) }},
		{"coplanar", true, func(rng *rand.Rand) []geom.Triangle { return meshgen.Coplanar(rng, 5) }},
		{"solids", true, func(rng *rand.Rand) []geom.Triangle {
			lo := geom.Vec{float64(rng.IntN(2)), float64(rng.IntN(2)), float64(rng.IntN(2))}
			return meshgen.Box(lo, lo.Add(geom.Vec{1 + float64(rng.IntN(2)), 1, 2})).Soup()
		}},
		{"sprinkled", true, func(rng *rand.Rand) []geom.Triangle { return meshgen.Sprinkle(rng, meshgen.Snapped(rng, 5, 9, 3)) }},
	} {
		t.Run(family.name, func(t *testing.T) {
			t.Parallel()
			kinds := map[scenetest.Finding]int{}
			compared := 0
			for seed := range uint64(each) {
				rng := meshgen.Rand(seed)
				s := &mesh.Scene{}
				var soups [3][]geom.Triangle
				var mirrored [3]bool
				for k := range soups {
					soup := family.make(rng)
					w := randomWorld(rng, family.snapped)
					s.Meshes = append(s.Meshes, meshgen.Mesh("", soup))
					s.Instances = append(s.Instances, mesh.Instance{Path: string(rune('a' + k)), Mesh: k, World: w})
					for _, u := range soup {
						if u.Degenerate() { // and so in no pair, even if rounding gives it some width
							u = geom.Triangle{u[0], u[0], u[0]}
						}
						soups[k] = append(soups[k], w.ApplyTriangle(u))
					}
					mirrored[k] = geom.Orient3D(geom.Vec{}, geom.Vec{w[0][0], w[1][0], w[2][0]}, geom.Vec{w[0][1], w[1][1], w[2][1]}, geom.Vec{w[0][2], w[1][2], w[2][2]}) < 0
				}
				r := checkedPairs(t, s, check.Options{Workers: 1 + int(seed%2)})
				found := map[string]check.Pair{}
				for _, p := range r.Pairs() {
					found[p.A.Path+p.B.Path] = p
				}
				for _, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
					a, b := pair[0], pair[1]
					want, ok := between(soups[a], soups[b], mirrored[a] != mirrored[b])
					p := found[s.Instances[a].Path+s.Instances[b].Path]
					if !ok || p.Rule == check.DuplicateInstance {
						continue
					}
					compared++
					for _, v := range want {
						kinds[v]++
					}
					if d := difference(foundBetween(&p, want), want); d != "" {
						t.Fatalf("seed %d, objects %d and %d, %v:\n%s", seed, a, b, p.Rule, d)
					}
				}
			}
			if compared < each {
				t.Errorf("only %d pairs could be compared", compared)
			}
			t.Log(compared, "pairs:", kinds)
		})
	}
}

// foundBetween lists the findings of a pair. If its list is cut, missing findings are taken
// from the wanted ones as far as the counts allow.
func foundBetween(p *check.Pair, want scenetest.Findings) scenetest.Findings {
	out := scenetest.Findings{}
	listed := map[string]int{}
	for _, f := range p.Findings {
		out[[2]int{f.A.Triangle, f.B.Triangle}] = scenetest.Finding{Kind: f.Rule.String(), Facing: f.Facing.String(), Through: f.ThroughEdge}
		listed[f.Rule.String()]++
	}
	for _, k := range check.Self.Rules() {
		missing := p.Counts.Of(k) - listed[k.String()]
		for at, v := range want {
			if _, known := out[at]; !known && v.Kind == k.String() && missing > 0 {
				out[at] = v
				missing--
			}
		}
	}
	return out
}

// TestInsideEqualsArithmetic: whether a small box lies inside a body is what plain
// comparisons say, also where it stands exactly in line with the body's corners and edges.
func TestInsideEqualsArithmetic(t *testing.T) {
	const size = 3
	// The body is an L of unit thickness; a probe of a sixteenth stands about a point of a
	// grid that has all corners of the L in it, or a quarter beside.
	body := meshgen.LShape(size, 2)
	bounds := geom.BoxOf(body.Vertices)
	in := func(p geom.Vec) bool {
		if p[2] <= bounds.Min[2] || p[2] >= bounds.Max[2] || p[0] <= 0 || p[1] <= 0 {
			return false
		}
		return p[0] < 1 && p[1] < size || p[1] < 1 && p[0] < size
	}
	n := 0
	for x := -0.75; x < size+1; x += 0.25 {
		for y := -0.75; y < size+1; y += 0.25 {
			for z := -0.75; z < 3; z += 0.25 {
				p := geom.Vec{x, y, z}
				var want bool
				all := true
				for corner := range 8 { // of the probe
					q := p
					for k := range q {
						q[k] += (float64(corner>>k&1) - 0.5) / 8
					}
					want = in(q)
					all = all && want == in(p.Add(geom.Vec{-0.0625, -0.0625, -0.0625}))
				}
				if !all {
					continue // on the surface
				}
				probe := meshgen.Box(geom.Vec{-0.0625, -0.0625, -0.0625}, geom.Vec{0.0625, 0.0625, 0.0625})
				s := new(sceneBuilder).Show(body, here).Show(probe, moved(x, y, z))
				r := checkedPairs(t, &s.Scene, check.Options{})
				if got := len(r.Pairs()) > 0 && r.Pairs()[0].Rule == check.Contained; got != want || !want && len(r.Pairs()) > 0 {
					t.Errorf("at %v: %s, want inside: %v", p, spoken(r), want)
				}
				if want {
					n++
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d probes were inside", n)
	}
}
