package collect_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/internal/tripacket"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/tritri"
)

// triangles are a strip of triangles, each of which has two vertices in common with the next, and others that
// meet it.
type triangles struct {
	sides func(k int, i uint32) (shell uint32, part int) // nil for one shell, and parts by number
}

func (t triangles) Side(k int, i uint32) collect.Side {
	s := collect.Side{Triangle: i}
	if t.sides != nil {
		s.Shell, s.Part = t.sides(k, i)
	} else if k == 0 {
		s.Part = int(i % 3)
	}
	return s
}

func (t triangles) Corners(k int, i uint32) collect.Corners {
	if k == 1 {
		return collect.Corners{Vertices: [3]uint32{100, 101, 102}, Face: i}
	}
	return collect.Corners{Vertices: [3]uint32{i, i + 1, i + 2}, Face: i}
}

// strip returns a finding of triangles i and i+1 of a strip, which ends on the edges of the first
// triangle that are between it and its neighbours.
func strip(i uint32, rule check.Rule, depth float64) *collect.Finding {
	f := &collect.Finding{
		I: i, J: 200, Rule: rule, Triangles: [2]uint32{i, 200},
		Box:    geom.PointBox(geom.Vec{float64(i), 0, 0}),
		Depth:  depth,
		Length: 0.1 * float64(i),
	}
	f.AddEnds([2]tritri.FeaturePair{{T: tritri.Edge(0), U: tritri.Interior}, {T: tritri.Edge(1), U: tritri.Interior}})
	return f
}

// collector returns a collector for lengths up to a diagonal, by whose criteria nothing fails.
func collector(workers, most int, diagonal float64) *collect.Collector {
	var criteria check.Criteria
	for k := range criteria {
		criteria[k].Severity = check.Warning
	}
	c := collect.New(&check.Settings{Workers: workers, MaxFindings: most, Criteria: &criteria})
	c.SetDiagonal(diagonal)
	c.SetTriangles(triangles{})
	return c
}

// resultOf returns the result of a collector, with all regions.
func resultOf(t *testing.T, c *collect.Collector) *collect.Result {
	t.Helper()
	r, err := c.Result(t.Context(), math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestOrderOfEntries: what a collector holds does not depend on which worker enters what,
// nor in which order.
func TestOrderOfEntries(t *testing.T) {
	var all []*collect.Finding
	for i := range uint32(40) {
		if i%10 < 6 { // four strips with nothing in between
			all = append(all, strip(i, check.Rule(i%2), float64(i*7%13)))
		}
	}
	const workers, most = 3, 9
	var want string
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		c := collector(workers, most, 100)
		shuffled := slices.Clone(all)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		for _, f := range shuffled {
			c.Shard(rng.IntN(workers)).Add(f, nil)
		}
		got := describe(t, c)
		if seed == 0 {
			want = got
		} else if got != want {
			t.Fatalf("order %d gives\n%s\nnot\n%s", seed, got, want)
		}
	}
}

// describe writes down all that a collector tells.
func describe(t *testing.T, c *collect.Collector) string {
	t.Helper()
	r := resultOf(t, c)
	text := fmt.Sprintln(r.Counts, len(r.Listed), r.Truncated)
	for _, l := range r.Listed {
		text += fmt.Sprint(l.I, " in ", l.Region, " ")
	}
	for _, s := range r.Regions {
		text += fmt.Sprintln(s.Counts, s.Box, s.Depth, s.CrossingDepth, s.Width, s.Parts, s.Shells, s.Area, s.Length)
	}
	return text
}

// TestRegions: findings with an end in common are of one contact, contacts near each other of
// one region, and those of other shells of another one. Regions that fail come first, then the
// deepest.
func TestRegions(t *testing.T) {
	c := collector(1, 10, 100)
	// Triangles 0 and 1 have an edge in common, and so do 10 and 11; 15 has none with 11 and lies
	// next to it, and so does 13, which is of another shell.
	apart, far, failing := strip(13, 0, 9), strip(20, 1, 9), strip(30, 1, 0)
	c.SetTriangles(triangles{func(k int, i uint32) (shell uint32, part int) {
		if i == 13 {
			shell = 7
		}
		return shell, int(i % 3 * uint32(1-k))
	}})
	failing.Fails = true
	next := strip(15, 0, 3)
	next.Box = geom.PointBox(geom.Vec{12, 0, 0})
	for _, f := range []*collect.Finding{strip(0, 0, 1), strip(1, 0, 2), strip(10, 0, 5), strip(11, 0, 4), next, apart, far, failing} {
		c.Shard(0).Add(f, nil)
	}
	r := resultOf(t, c)
	regions := r.Regions
	if len(regions) != 6 {
		t.Fatalf("%d regions, want 6", len(regions))
	}
	want := map[uint32]int{30: 0, 13: 1, 20: 2, 10: 3, 11: 3, 15: 4, 0: 5, 1: 5}
	for _, l := range r.Listed {
		if l.Region != want[l.I] {
			t.Errorf("triangle %d is in region %d, want %d", l.I, l.Region, want[l.I])
		}
	}
	if r := regions[5]; r.Depth != 2 || r.CrossingDepth != 2 || r.Width != 0 || r.Counts.ByRule[0] != 2 || !slices.Equal(r.Parts, []int{0, 1}) || !slices.Equal(r.Shells, []int{0}) || r.Box.Max[0] != 1 {
		t.Errorf("%+v", r)
	}
	if r := regions[2]; r.Depth != 9 || r.Width != 9 || r.CrossingDepth != 0 {
		t.Errorf("an overlap: %+v", r)
	}
	if r := regions[1]; r.Counts.ByRule[0] != 1 || !slices.Equal(r.Shells, []int{0, 7}) {
		t.Errorf("%+v", r)
	}
}

// TestRegionsOfNearContacts: contacts are of one region if their boxes, each grown by half its
// diagonal, meet, or if a third one is between.
func TestRegionsOfNearContacts(t *testing.T) {
	for _, row := range []struct {
		starts []float64 // of contacts of length 1 along an axis
		want   int
	}{
		{[]float64{0, 1.5}, 1}, {[]float64{0, 2}, 1}, {[]float64{0, 2.125}, 2}, {[]float64{0, 4, 2}, 1}, {[]float64{0, 4, 8, 2}, 2},
	} {
		c := collector(1, 10, 100)
		for k, start := range row.starts {
			f := strip(uint32(5*k), 0, 1)
			f.Box = geom.Box{Min: geom.Vec{start, 0, 0}, Max: geom.Vec{start + 1, 0, 0}}
			c.Shard(0).Add(f, nil)
		}
		if n := resultOf(t, c).RegionCount; n != row.want {
			t.Errorf("contacts at %v are %d regions, want %d", row.starts, n, row.want)
		}
	}
}

// TestFirstTriangles: triangles of two meshes may both be the first.
func TestFirstTriangles(t *testing.T) {
	c := collector(1, 10, 100)
	for j := range uint32(3) {
		f := strip(0, 0, 3-float64(j))
		f.J = j
		c.Shard(0).Add(f, nil)
	}
	if regions := resultOf(t, c).Regions; len(regions) != 1 || regions[0].Counts.ByRule[0] != 3 || regions[0].Depth != 3 {
		t.Errorf("%d regions, the first %+v", len(regions), regions[0])
	}
}

// TestManyContacts: workers that divide many findings into regions together find those that one
// finds alone.
func TestManyContacts(t *testing.T) {
	const workers = 5
	strips := longtest.Size(t, 1500, 5000)
	shuffled := rand.New(rand.NewPCG(1, 1)).Perm(10 * strips)
	var want string
	for n := 1; n <= workers; n += 2 {
		c := collector(n, 9, 1e9)
		c.SetTriangles(triangles{func(k int, i uint32) (shell uint32, part int) {
			return i / 10 % 2 * uint32(1-k), int(i % 3 * uint32(1-k))
		}})
		for k, i := range shuffled {
			if i%10 < 6 {
				f := strip(uint32(i), check.Rule(i%2), float64(i))
				f.Box = geom.PointBox(geom.Vec{float64(i + i/10*100), 0, 0})
				f.Fails = i%10 == 3
				c.Shard(k%n).Add(f, nil)
			}
		}
		if regions := resultOf(t, c).Regions; len(regions) != strips || regions[0].Counts.ByRule[0]+regions[0].Counts.ByRule[1] != 6 {
			t.Fatalf("%d workers: %d regions, the first %+v", n, len(regions), regions[0])
		}
		if got := describe(t, c); want == "" {
			want = got
		} else if got != want {
			t.Errorf("%d workers do not give what one gives", n)
		}
	}
}

// TestTooManyForContacts: where there are more findings than are divided into contacts, two
// shells have one region, whichever worker found what.
func TestTooManyForContacts(t *testing.T) {
	const n = 1<<19 + 5
	var want string
	for _, workers := range []int{1, 3} {
		c := collector(workers, 9, 1e9)
		c.SetTriangles(triangles{func(k int, i uint32) (shell uint32, part int) {
			return i % 4 * uint32(1-k), int(i % 16 * uint32(1-k))
		}})
		for i := range uint32(n) {
			c.Shard(int(i)%workers).Add(strip(i, 0, float64(i)), nil)
		}
		if regions := resultOf(t, c).Regions; len(regions) != 4 || !slices.Equal(regions[0].Parts, []int{0, 4, 8, 12}) {
			t.Fatalf("%d regions, the first %+v", len(regions), regions[0])
		}
		if got := describe(t, c); want == "" {
			want = got
		} else if got != want {
			t.Errorf("%d workers give\n%s\nnot\n%s", workers, got, want)
		}
	}
}

// TestTooManyShells: where there are too many pairs of shells besides, all findings are one region.
func TestTooManyShells(t *testing.T) {
	const n = 1<<19 + 5
	for _, workers := range []int{1, 3} {
		c := collector(workers, 9, 1e9)
		c.SetTriangles(triangles{func(k int, i uint32) (shell uint32, part int) {
			return [...]uint32{i % 20_000, 30_000}[k], 0
		}})
		for i := range uint32(n) {
			c.Shard(int(i)%workers).Add(strip(i, 0, float64(i)), nil)
		}
		r := resultOf(t, c)
		if regions := r.Regions; len(regions) != 1 || regions[0].Counts.ByRule[0] != n || regions[0].Depth != n-1 || regions[0].Shells != nil {
			t.Fatalf("%d regions", len(regions))
		}
		if r.Listed[0].Region != 0 {
			t.Errorf("the worst finding is in region %d", r.Listed[0].Region)
		}
	}
}

// TestCap: rules share the cap, and the counts include findings that are not listed.
func TestCap(t *testing.T) {
	c := collect.New(&check.Settings{Workers: 1, MaxFindings: 4, ListTouches: true})
	c.SetTriangles(triangles{})
	for i := range uint32(50) {
		c.Shard(0).Add(strip(i, 0, float64(i)), nil)
	}
	c.Shard(0).AddTouch(7, 9, nil)
	c.Shard(0).AddSingle(check.Nonfinite, 3)
	r := resultOf(t, c)
	if counts := r.Counts; counts.ByRule != [check.TriangleRules]int{check.Crossing: 50, check.Nonfinite: 1, check.Touch: 1} || counts != c.Counts() {
		t.Errorf("counted %v", counts)
	}
	var got []string
	for _, l := range r.Listed {
		got = append(got, fmt.Sprint(l.Rule, ":", l.I))
	}
	if want := []string{"crossing:49", "crossing:48", "touch:7", "nonfinite:3"}; !slices.Equal(got, want) || !r.Truncated {
		t.Errorf("listed %v, want %v; truncated %v", got, want, r.Truncated)
	}
	if r.Listed[3].J != collect.NoTriangle {
		t.Error("a single triangle has a second one")
	}
}

// TestPairs counts and lists pairs of two lists that overlap.
func TestPairs(t *testing.T) {
	p := collect.NewPairs(t.Context(), []uint32{1, 4, 6}, []uint32{2, 4, 6})
	var members []uint32
	p.EachMember(func(i uint32) { members = append(members, i) })
	if p.Count() != 4 || p.First() != 1 || p.After(4) != 6 || !slices.Equal(members, []uint32{1, 4, 2, 4, 6}) {
		t.Errorf("%d pairs, first %d, after 4 %d, members %v", p.Count(), p.First(), p.After(4), members)
	}
}

// TestAddCrossings: crossings that are entered many at a time make the same sums as pairs, and
// the same list.
func TestAddCrossings(t *testing.T) {
	const n, most = 1<<19 + 1<<10, 20
	var criteria check.Criteria
	criteria[check.Crossing] = check.Criterion{Severity: check.Error, Within: check.Warning, Of: check.OfLength, Limit: 5}
	r := rand.New(rand.NewPCG(1, 2))
	var collectors [2]*collect.Collector
	side := func(i uint32) collect.Side { return collect.Side{Triangle: i, Shell: i / 7 % 3, Part: int(i % 4)} }
	for k := range collectors {
		collectors[k] = collect.New(&check.Settings{Workers: 1, MaxFindings: most, Criteria: &criteria})
		collectors[k].SetTriangles(triangles{func(_ int, i uint32) (shell uint32, part int) { return side(i).Shell, side(i).Part }})
		collectors[k].SetDiagonal(100)
		for i := range uint32(n) {
			f := strip(1000+i%10, 0, float64(i%7))
			collectors[k].Shard(0).Add(f, nil)
		}
		if collectors[k].Shard(0).NeedsPlaces() {
			t.Fatal("not enough findings to be added up by shells")
		}
	}
	for range 1000 {
		var sides [2][tripacket.Width]collect.Side
		var m tripacket.Crossings
		lanes := uint16(r.Uint32())
		for lane := range tripacket.Width {
			t, u := &sides[0][lane], &sides[1][lane]
			*t, *u = side(100+r.Uint32N(100)), side(200*r.Uint32N(2)+r.Uint32N(100))
			for k := range m.Min {
				m.Min[k][lane], m.Max[k][lane] = r.NormFloat64(), 50*r.Float64()
			}
			m.Length[lane], m.Depth[lane] = 10*r.Float64(), float64(r.IntN(9))
			if lanes>>lane&1 == 0 {
				continue
			}
			collectors[0].Shard(0).Add(&collect.Finding{
				I: min(t.Triangle, u.Triangle), J: max(t.Triangle, u.Triangle), Rule: check.Crossing,
				Triangles: [2]uint32{t.Triangle, u.Triangle},
				Box:       m.Box(lane), Depth: m.Depth[lane], Length: m.Length[lane],
			}, nil)
		}
		collectors[1].Shard(0).AddCrossings(&sides, lanes, &m)
	}
	if got, want := describe(t, collectors[1]), describe(t, collectors[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
