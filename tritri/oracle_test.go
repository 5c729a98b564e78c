package tritri_test

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/tritri"
)

// soupsOfEach is the number of soups drawn from each maker, of 14 triangles and
// therefore up to 91 pairs each.
func soupsOfEach(t *testing.T) uint64 {
	t.Helper()
	return uint64(longtest.Rounds(t, 15, 50))
}

var kindNames = map[tritri.Kind]string{
	tritri.Touch: oracle.Touch, tritri.Crossing: oracle.Crossing,
	tritri.Overlap: oracle.Overlap, tritri.Duplicate: oracle.Duplicate,
}

// answer is how two triangles alone meet, in the oracle's terms. A crossing
// along an edge is a touch here, whose edge Relate names.
type answer struct{ kind, facing string }

func answerOf(r tritri.Relation) answer {
	a := answer{kind: kindNames[r.Kind]}
	if r.Kind == tritri.Overlap || r.Kind == tritri.Duplicate {
		a.facing = oracle.Opposite
		if r.SameFacing {
			a.facing = oracle.Same
		}
	}
	return a
}

func cornerInCommon(t, u *geom.Triangle) bool {
	return slices.ContainsFunc(t[:], func(p geom.Vec) bool { return slices.Contains(u[:], p) })
}

func TestRelateEqualsOracle(t *testing.T) {
	for _, m := range meshgen.Makers() {
		t.Run(m.Name, func(t *testing.T) {
			kinds := map[string]int{}
			for seed := range soupsOfEach(t) {
				soup := m.Make(meshgen.Rand(seed), 14)
				truth := oracle.Check(soup)
				want := map[[2]int]answer{}
				for _, p := range truth.Pairs {
					if p.ThroughEdge {
						p.Kind = oracle.Touch
					}
					want[[2]int{p.I, p.J}] = answer{p.Kind, p.Facing}
					kinds[p.Kind]++
				}
				whole := wholeOnes(len(soup), truth)
				for x, i := range whole {
					for _, j := range whole[x+1:] {
						met := tritri.Relate(&soup[i], &soup[j])
						r := met.Relation
						if common := cornerInCommon(&soup[i], &soup[j]); met.Disjoint() != (r.Kind == tritri.Apart && !common) {
							t.Fatalf("seed %d: %v and %v: %+v, disjoint: %v", seed, soup[i], soup[j], r, met.Disjoint())
						}
						if got := answerOf(r); got != want[[2]int{i, j}] {
							t.Fatalf("seed %d: %v and %v: got %+v, want %+v", seed, soup[i], soup[j], r, want[[2]int{i, j}])
						}
						if back := tritri.Relate(&soup[j], &soup[i]).Relation; back != exchanged(r) {
							t.Fatalf("seed %d: %v and %v: %+v, and %+v the other way round", seed, soup[i], soup[j], r, back)
						}
					}
				}
			}
			t.Log(kinds)
		})
	}
}

// wholeOnes returns the triangles that are finite and have an area.
func wholeOnes(n int, truth oracle.Truth) (whole []int) {
	broken := map[int]bool{}
	for _, i := range truth.Nonfinite {
		broken[i] = true
	}
	for _, i := range truth.Degenerate {
		broken[i] = true
	}
	for i := range n {
		if !broken[i] {
			whole = append(whole, i)
		}
	}
	return whole
}

// TestThroughEqualsOracle completes the surface behind each edge of two touching
// triangles in turn, with the triangle's image in the middle of the edge: it stands
// on the other side of every plane through the edge. The oracle then sees a crossing
// exactly where Relate names the edge.
func TestThroughEqualsOracle(t *testing.T) {
	named := 0
	for seed := range 4 * soupsOfEach(t) {
		soup := meshgen.Snapped(meshgen.Rand(seed), 10, 10, 3)
		truth := oracle.Check(soup)
		for _, p := range truth.Pairs {
			tt, uu := soup[p.I], soup[p.J]
			r := tritri.Relate(&tt, &uu).Relation
			if r.Kind != tritri.Touch {
				if r.Through != tritri.NoEdge {
					t.Fatalf("seed %d: %v and %v: %+v names an edge", seed, tt, uu, r)
				}
				continue
			}
			if r.Through != tritri.NoEdge {
				named++
			}
			for k := range 3 {
				if got, want := passesThrough(tt, uu, behind(tt, k)), r.Through == tritri.EdgeOfT && r.Edge == k; got != want {
					t.Fatalf("seed %d: %v and %v: %+v, but edge %d of the first: %v", seed, tt, uu, r, k, got)
				}
				if got, want := passesThrough(tt, uu, behind(uu, k)), r.Through == tritri.EdgeOfU && r.Edge == k; got != want {
					t.Fatalf("seed %d: %v and %v: %+v, but edge %d of the second: %v", seed, tt, uu, r, k, got)
				}
			}
		}
	}
	if named < 20 {
		t.Errorf("only %d edges were named", named)
	}
}

// behind returns t's image in the middle of its edge k. The coordinates of
// grid-snapped soups make the sums exact.
func behind(t geom.Triangle, k int) geom.Triangle {
	p, q := t[k], t[(k+1)%3]
	return geom.Triangle{q, p, p.Add(q).Sub(t[(k+2)%3])}
}

func passesThrough(t, u, other geom.Triangle) bool {
	for _, p := range oracle.Check([]geom.Triangle{t, u, other}).Pairs {
		if p.I == 0 && p.J == 1 {
			return p.ThroughEdge
		}
	}
	return false
}
