package collect_test

import (
	"context"
	"fmt"
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

// finding is an entry with its extent, as a worker would find it.
type finding struct {
	entry  collect.Entry
	extent collect.Extent
}

// strip returns a finding of triangles i and i+1 of a strip, which ends on the edges of the first
// triangle that are between it and its neighbours.
func strip(i uint32, rule check.Rule, depth float64) finding {
	x := collect.Extent{
		Vertices: [2][3]uint32{{i, i + 1, i + 2}, {100, 101, 102}},
		Faces:    [2]uint32{i, 200},
		Parts:    [2]int{int(i % 3), 0},
		Box:      geom.PointBox(geom.Vec{float64(i), 0, 0}),
		Depth:    depth,
		Length:   0.1 * float64(i),
	}
	x.AddEnds([2]tritri.FeaturePair{{T: tritri.Edge(0), U: tritri.Interior}, {T: tritri.Edge(1), U: tritri.Interior}})
	return finding{collect.Entry{I: i, J: 200, Rule: rule, Depth: depth}, x}
}

// TestOrderOfEntries: what a collector holds does not depend on which worker enters what,
// nor in which order.
func TestOrderOfEntries(t *testing.T) {
	var all []finding
	for i := range uint32(40) {
		if i%10 < 6 { // four strips with nothing in between
			all = append(all, strip(i, check.Rule(i%2), float64(i*7%13)))
		}
	}
	const workers, most = 3, 9
	var want string
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		c := collect.New(workers, most, false)
		c.SetDiagonal(100)
		shuffled := slices.Clone(all)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		for _, f := range shuffled {
			c.Shard(rng.IntN(workers)).AddPair(&f.entry, &f.extent)
		}
		got := describe(c)
		if seed == 0 {
			want = got
		} else if got != want {
			t.Fatalf("order %d gives\n%s\nnot\n%s", seed, got, want)
		}
	}
}

// describe writes down all that a collector tells.
func describe(c *collect.Collector) string {
	counts, listed, dropped := c.Total()
	regions, number, err := c.Regions(context.Background())
	text := fmt.Sprintln(counts, len(listed), dropped, err)
	for _, e := range listed {
		text += fmt.Sprint(e.I, " in ", number(e), " ")
	}
	for _, r := range regions {
		text += fmt.Sprintln(r.Counts, r.Box, r.Depth, r.Parts, r.Shells, r.Area, r.Length)
	}
	return text
}

// TestRegions: findings with an end in common are of one contact, contacts near each other of
// one region, and those of other shells of another one. The worst region comes first.
func TestRegions(t *testing.T) {
	c := collect.New(1, 10, false)
	c.SetDiagonal(100)
	// Triangles 0 and 1 have an edge in common, and so do 10 and 11; 15 has none with 11 and lies
	// next to it, and so does 13, which is of another shell.
	apart, far, failing := strip(13, 0, 9), strip(20, 1, 9), strip(30, 1, 0)
	apart.extent.Shells[0] = 7
	failing.entry.Fails = true
	next := strip(15, 0, 3)
	next.extent.Box = geom.PointBox(geom.Vec{12, 0, 0})
	for _, f := range []finding{strip(0, 0, 1), strip(1, 0, 2), strip(10, 0, 5), strip(11, 0, 4), next, apart, far, failing} {
		c.Shard(0).AddPair(&f.entry, &f.extent)
	}
	regions, number, err := c.Regions(t.Context())
	if err != nil || len(regions) != 6 {
		t.Fatalf("%d regions, want 6; %v", len(regions), err)
	}
	_, listed, _ := c.Total()
	want := map[uint32]int{30: 0, 13: 1, 10: 2, 11: 2, 15: 3, 0: 4, 1: 4, 20: 5}
	for _, e := range listed {
		if got := number(e); got != want[e.I] {
			t.Errorf("triangle %d is in region %d, want %d", e.I, got, want[e.I])
		}
	}
	if r := regions[4]; r.Depth != 2 || r.Counts.ByRule[0] != 2 || !slices.Equal(r.Parts, []int{0, 1}) || !slices.Equal(r.Shells, []int{0}) || r.Box.Max[0] != 1 {
		t.Errorf("%+v", r)
	}
	if r := regions[5]; r.Depth != 9 {
		t.Errorf("the depth of an overlap is %v", r.Depth)
	}
	if r := regions[1]; r.Region.Counts.ByRule[0] != 1 || !slices.Equal(r.Shells, []int{0, 7}) {
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
		c := collect.New(1, 10, false)
		c.SetDiagonal(100)
		for k, start := range row.starts {
			f := strip(uint32(5*k), 0, 1)
			f.extent.Box = geom.Box{Min: geom.Vec{start, 0, 0}, Max: geom.Vec{start + 1, 0, 0}}
			c.Shard(0).AddPair(&f.entry, &f.extent)
		}
		if regions, _, err := c.Regions(t.Context()); err != nil || len(regions) != row.want {
			t.Errorf("contacts at %v are %d regions, want %d; %v", row.starts, len(regions), row.want, err)
		}
	}
}

// TestFirstTriangles: triangles of two meshes may both be the first.
func TestFirstTriangles(t *testing.T) {
	c := collect.New(1, 10, false)
	c.SetDiagonal(100)
	for j := range uint32(3) {
		f := strip(0, 0, 3-float64(j))
		f.entry.J = j
		c.Shard(0).AddPair(&f.entry, &f.extent)
	}
	regions, _, err := c.Regions(t.Context())
	if err != nil || len(regions) != 1 || regions[0].Counts.ByRule[0] != 3 || regions[0].Depth != 3 {
		t.Errorf("%d regions, the first %+v; %v", len(regions), regions[0], err)
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
		c := collect.New(n, 9, false)
		c.SetDiagonal(1e9)
		for k, i := range shuffled {
			if i%10 < 6 {
				f := strip(uint32(i), check.Rule(i%2), float64(i))
				f.extent.Shells[0] = uint32(i / 10 % 2)
				f.extent.Box = geom.PointBox(geom.Vec{float64(i + i/10*100), 0, 0})
				f.entry.Fails = i%10 == 3
				c.Shard(k%n).AddPair(&f.entry, &f.extent)
			}
		}
		if regions, _, _ := c.Regions(t.Context()); len(regions) != strips || regions[0].Counts.ByRule[0]+regions[0].Counts.ByRule[1] != 6 {
			t.Fatalf("%d workers: %d regions, the first %+v", n, len(regions), regions[0])
		}
		if got := describe(c); want == "" {
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
		c := collect.New(workers, 9, false)
		c.SetDiagonal(1e9)
		for i := range uint32(n) {
			f := strip(i, 0, float64(i))
			f.extent.Shells[0] = i % 4
			f.extent.Parts[0] = int(i % 16)
			c.Shard(int(i)%workers).AddPair(&f.entry, &f.extent)
		}
		if regions, _, _ := c.Regions(t.Context()); len(regions) != 4 || !slices.Equal(regions[0].Parts, []int{0, 4, 8, 12}) {
			t.Fatalf("%d regions, the first %+v", len(regions), regions[0])
		}
		if got := describe(c); want == "" {
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
		c := collect.New(workers, 9, false)
		c.SetDiagonal(1e9)
		for i := range uint32(n) {
			f := strip(i, 0, float64(i))
			f.extent.Shells = [2]uint32{i % 20_000, 30_000}
			c.Shard(int(i)%workers).AddPair(&f.entry, &f.extent)
		}
		regions, number, err := c.Regions(t.Context())
		if err != nil || len(regions) != 1 || regions[0].Counts.ByRule[0] != n || regions[0].Depth != n-1 || regions[0].Shells != nil {
			t.Fatalf("%d regions, %v", len(regions), err)
		}
		if _, listed, _ := c.Total(); number(listed[0]) != 0 {
			t.Errorf("the worst finding is in region %d", number(listed[0]))
		}
	}
}

// TestCap: rules share the cap, and the counts include findings that are not listed.
func TestCap(t *testing.T) {
	c := collect.New(1, 4, true)
	for i := range uint32(50) {
		f := strip(i, 0, float64(i))
		c.Shard(0).AddPair(&f.entry, &f.extent)
	}
	c.Shard(0).AddTouch(collect.Entry{I: 7, J: 9, Rule: check.Touch})
	c.Shard(0).AddSingle(collect.Entry{I: 3, Rule: check.Nonfinite})
	counts, listed, dropped := c.Total()
	if counts.ByRule != [check.TriangleRules]int{check.Crossing: 50, check.Nonfinite: 1, check.Touch: 1} || counts != c.Counts() {
		t.Errorf("counted %v", counts)
	}
	var got []string
	for _, e := range listed {
		got = append(got, fmt.Sprint(e.Rule, ":", e.I))
	}
	if want := []string{"crossing:49", "crossing:48", "nonfinite:3", "touch:7"}; !slices.Equal(got, want) || !dropped {
		t.Errorf("listed %v, want %v; dropped %v", got, want, dropped)
	}
	if listed[2].J != collect.NoTriangle {
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
	for k := range collectors {
		collectors[k] = collect.New(1, most, false)
		collectors[k].SetDiagonal(100)
		for i := range uint32(n) {
			f := strip(1000+i%10, 0, float64(i%7))
			collectors[k].Shard(0).AddPair(&f.entry, &f.extent)
		}
		if collectors[k].Shard(0).NeedsPlaces() {
			t.Fatal("not enough findings to be added up by shells")
		}
	}
	for range 1000 {
		var us [tripacket.Width]collect.Side
		var m tripacket.Crossings
		t, lanes := collect.Side{Triangle: 100 + r.Uint32N(100), Shell: r.Uint32N(3), Part: r.IntN(4)}, uint16(r.Uint32())
		for lane := range us {
			us[lane] = collect.Side{Triangle: 200*r.Uint32N(2) + r.Uint32N(100), Shell: r.Uint32N(3), Part: r.IntN(4)}
			for k := range m.Min {
				m.Min[k][lane], m.Max[k][lane] = r.NormFloat64(), 50*r.Float64()
			}
			m.Length[lane], m.Depth[lane] = 10*r.Float64(), float64(r.IntN(9))
			if lanes>>lane&1 == 0 {
				continue
			}
			u := &us[lane]
			e := collect.Entry{I: min(t.Triangle, u.Triangle), J: max(t.Triangle, u.Triangle), Rule: check.Crossing, Depth: m.Depth[lane]}
			e.Fails = collect.Fails(&e, &criteria, m.Length[lane])
			collectors[0].Shard(0).AddPair(&e, &collect.Extent{
				Shells: [2]uint32{t.Shell, u.Shell}, Parts: [2]int{t.Part, u.Part}, Box: m.Box(lane), Depth: e.Depth, Length: m.Length[lane],
			})
		}
		collectors[1].Shard(0).AddCrossings(&t, &us, lanes, &m, &criteria)
	}
	if got, want := describe(collectors[1]), describe(collectors[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
