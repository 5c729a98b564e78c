package collect_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
)

// finding is an entry with its extent, as a worker would find it.
type finding struct {
	entry  collect.Entry
	extent collect.Extent
}

// strip returns a finding of triangles i and i+1 of a strip, which share two vertices.
func strip(i uint32, rule check.Rule, depth float64) finding {
	return finding{
		collect.Entry{I: i, J: i + 1, Rule: rule, Depth: depth},
		collect.Extent{
			Vertices: [2][3]uint32{{i, i + 1, i + 2}, {i + 1, i + 2, i + 3}},
			Parts:    [2]int{int(i % 3), 0},
			Box:      geom.PointBox(geom.Vec{float64(i), 0, 0}),
			Length:   0.1 * float64(i),
		},
	}
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
		c := collect.New(workers, most, false, 50)
		c.SetDiagonal(100)
		shuffled := slices.Clone(all)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		for _, f := range shuffled {
			c.Shard(rng.IntN(workers)).AddPair(f.entry, f.extent)
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
	regions, number := c.Regions()
	text := fmt.Sprintln(counts, listed, dropped)
	for _, e := range listed {
		text += fmt.Sprint(number(e.I), " ")
	}
	for _, r := range regions {
		text += fmt.Sprintln(r.Counts, r.Box, r.Depth, r.Parts, r.Area(), r.Length())
	}
	return text
}

// TestRegions: findings that share a vertex are of one region, and the worst comes first.
func TestRegions(t *testing.T) {
	c := collect.New(1, 10, false, 100)
	c.SetDiagonal(100)
	for _, f := range []finding{strip(0, 0, 1), strip(2, 0, 2), strip(10, 0, 5), strip(20, 1, 9)} {
		c.Shard(0).AddPair(f.entry, f.extent)
	}
	failing := strip(30, 1, 0)
	failing.entry.Fails = true
	c.Shard(0).AddPair(failing.entry, failing.extent)
	regions, number := c.Regions()
	if len(regions) != 4 {
		t.Fatalf("%d regions, want 4", len(regions))
	}
	for _, row := range []struct {
		vertex uint32
		want   int
	}{{30, 0}, {10, 1}, {0, 2}, {2, 2}, {20, 3}} {
		if got := number(row.vertex); got != row.want {
			t.Errorf("vertex %d is in region %d, want %d", row.vertex, got, row.want)
		}
	}
	if r := regions[2]; r.Depth != 2 || r.Counts.ByRule[0] != 2 || !slices.Equal(r.Parts, []int{0, 2}) {
		t.Errorf("%+v", r)
	}
}

// TestCap: rules share the cap, and the counts include findings that are not listed.
func TestCap(t *testing.T) {
	c := collect.New(1, 4, true, 100)
	for i := range uint32(50) {
		f := strip(i, 0, float64(i))
		c.Shard(0).AddPair(f.entry, f.extent)
	}
	c.Shard(0).AddTouch(collect.Entry{I: 7, J: 9, Rule: check.Touch})
	c.Shard(0).AddSingle(collect.Entry{I: 3, Rule: 3})
	counts, listed, dropped := c.Total()
	if counts.ByRule != [check.TriangleRules]int{0: 50, 3: 1, check.TriangleRules - 1: 1} || counts != c.Counts() {
		t.Errorf("counted %v", counts)
	}
	var got []string
	for _, e := range listed {
		got = append(got, fmt.Sprint(int(e.Rule), ":", e.I))
	}
	if want := []string{"0:49", "0:48", "3:3", "5:7"}; !slices.Equal(got, want) || !dropped {
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
