package parts

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// crowd returns a scene of a few meshes at a few places, many times over, in any order; two of
// the meshes are equal, some places differ by rounding, and one flattens.
func crowd(r *rand.Rand, n int) *mesh.Scene {
	cube, ball := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}), meshgen.Icosphere(1, geom.Vec{0.5, 0.5, 0.5}, 0.25)
	s := &mesh.Scene{Meshes: []*mesh.Mesh{cube.Mesh("cube"), ball.Mesh("ball"), cube.Mesh("again")}}
	at := func(x, y, z float64) geom.Affine { return geom.Affine{{1, 0, 0, x}, {0, 1, 0, y}, {0, 0, 1, z}} }
	places := []geom.Affine{at(0, 0, 0), at(0, 0, 0x1p-40), at(0.5, 0.25, 0.125), at(1, 0, 0), at(7, 0, 0), {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0.5}}}
	names := []string{"belt", "sword", "cloak", "hand"}
	sets := [][]int{nil, {0}, {1}, {0, 2}, {1, 2}}
	if r.IntN(2) == 0 {
		s.Scenes, s.Default = 3, -1+r.IntN(2)
	}
	for i := range n {
		name := fmt.Sprint(names[r.IntN(len(names))], i)
		s.Instances = append(s.Instances, mesh.Instance{
			Path: "/" + name, Name: name, Mesh: r.IntN(3), World: places[r.IntN(len(places))],
			Scenes: sets[r.IntN(len(sets))], LowerLevel: r.IntN(9) == 0, Hidden: r.IntN(9) == 0,
		})
	}
	return s
}

// examinations returns what Check finds, with groups as they are or with a group for each object,
// and how many pairs were examined.
func examinations(t *testing.T, s *mesh.Scene, o options, single bool) (summary *check.PairResult, pairs []check.Pair, examined int64) {
	t.Helper()
	c, err := newChecker(t.Context(), world.New(s, 1), o)
	if err != nil {
		t.Fatal(err)
	}
	if single {
		c.groups = nil
		for i := range c.objects {
			g := &group{members: []uint32{uint32(i)}}
			g.classify(c.objects)
			c.groups = append(c.groups, g)
		}
	}
	c.summary.Clearance = o.Clearance
	for _, begin := range []func(context.Context) (*pass, error){c.pass, c.clearancePass} {
		p, err := begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		one := p.examine
		p.examine = func(ctx context.Context, p indexPair, workers int) (outcome, bool) {
			atomic.AddInt64(&examined, 1)
			return one(ctx, p, workers)
		}
		if err := p.run(t.Context(), func(float64) {}); err != nil {
			t.Fatal(err)
		}
	}
	pairs, err = c.results(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c.summary, pairs, examined
}

// TestGroups: the results for objects at one place are the same as when all pairs are
// examined, whatever is listed and allowed, and whichever scenes there are.
func TestGroups(t *testing.T) {
	rules := []string{"sword*:belt*", "cloak*:*", "*1*:*2*", "hand*:hand*", "nobody:*"}
	totals, listed, allowed := check.Totals{}, 0, 0
	for seed := range uint64(longtest.Rounds(t, 40, 60)) {
		r := rand.New(rand.NewPCG(seed, 5))
		s := crowd(r, 2+r.IntN(40))
		o := options{
			Settings: check.Settings{Workers: 1 + r.IntN(3), ListTouches: r.IntN(2) == 0, MaxFindings: []int{0, 1, 7, 100, 10_000}[r.IntN(5)]},
			Checks:   check.Between, Clearance: 0.25, Allow: rules[:r.IntN(len(rules)+1)],
		}
		if r.IntN(3) == 0 {
			o.Allow = slices.Clone(o.Allow)
			r.Shuffle(len(o.Allow), func(i, j int) { o.Allow[i], o.Allow[j] = o.Allow[j], o.Allow[i] })
		}
		got, pairs, few := examinations(t, s, o, false)
		want, all, many := examinations(t, s, o, true)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: %+v\nwant %+v", seed, got, want)
		}
		if len(pairs) != len(all) {
			t.Fatalf("seed %d: %d pairs, want %d", seed, len(pairs), len(all))
		}
		for i := range pairs {
			if !reflect.DeepEqual(pairs[i], all[i]) {
				t.Fatalf("seed %d, pair %d: %+v\nwant %+v", seed, i, pairs[i], all[i])
			}
		}
		if few > many {
			t.Errorf("seed %d: %d pairs were examined instead of %d", seed, few, many)
		}
		totals.Add(&got.Counts)
		listed, allowed = listed+len(pairs), allowed+got.Allowed
	}
	t.Log(totals, listed, allowed)
	if totals.Of(check.PartsCrossing) == 0 || totals.Of(check.DuplicateInstance) == 0 || totals.Of(check.TooNear) == 0 || totals.Of(check.Contained) == 0 || totals.Of(check.PartsTouch) == 0 || listed == 0 || allowed == 0 {
		t.Error("a rule has no pairs")
	}
}

// TestGroupsGrow: the number of pairs that are examined does not depend on how many objects are
// at each place, while the number that is counted grows with its square.
func TestGroupsGrow(t *testing.T) {
	at := []geom.Affine{geom.Identity(), {{1, 0, 0, 0.5}, {0, 1, 0, 0.25}, {0, 0, 1, 0.125}}}
	grown := func(n int) (crossing int, examined int64) {
		cube := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
		s := &mesh.Scene{Meshes: []*mesh.Mesh{cube.Mesh("a"), cube.Mesh("b")}}
		for i := range 2 * n {
			s.Instances = append(s.Instances, mesh.Instance{Path: fmt.Sprint("/", i), Mesh: i / 2 % 2, World: at[i%2]})
		}
		o := options{Settings: check.Settings{MaxFindings: 10, Workers: 2}, Clearance: 0.5, Allow: []string{"*1:*2"}}
		sum, pairs, examined := examinations(t, s, o, false)
		if d := sum.Counts.Of(check.DuplicateInstance) + sum.Counts.Of(check.PartsCrossing) + sum.Counts.Of(check.TooNear) + sum.Allowed; d != 2*n*(2*n-1) || len(pairs) != 10 || !sum.Truncated {
			t.Errorf("%d objects: %d pairs counted, %d listed, truncated: %v", 2*n, d, len(pairs), sum.Truncated)
		}
		return sum.Counts.Of(check.PartsCrossing), examined
	}
	few, examined := grown(1000)
	many, again := grown(30_000)
	if examined != 8 || again != examined {
		t.Errorf("%d and %d pairs were examined", examined, again)
	}
	if few == 0 || many < 800*few {
		t.Errorf("%d and %d pairs cross", few, many)
	}
}
