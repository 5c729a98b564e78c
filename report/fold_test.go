package report_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// placed returns a mesh with n regions, with depths from depth down to depth / n. Each has two
// crossings, an area of 0.5 and a box of its own.
func placed(index, n int, depth float64, parts ...int) check.Mesh {
	m := check.Mesh{Index: index, Counts: reporttest.Counts(2 * n), RegionCount: n}
	for k := range n {
		at := geom.Vec{float64(k), float64(index), 0}
		m.Regions = append(m.Regions, check.Region{
			Counts: reporttest.Counts(2), Depth: depth * float64(n-k) / float64(n), Area: 0.5, Length: 0.25, Parts: parts,
			Box: geom.Box{Min: at, Max: at.Add(geom.Vec{1, 1, 1})},
		})
	}
	return m
}

// entriesOf returns the entries for some meshes, and each as text: its mesh and its name.
func entriesOf(meshes ...check.Mesh) (entries []report.RegionEntry, words []string) {
	f := reporttest.Checked("a.glb", "glb", meshes...)
	entries = report.RegionEntries(&f)
	for _, e := range entries {
		name := fmt.Sprint("region ", e.Regions[0].Region().Number)
		if e.Folded() {
			name = e.Name(strconv.Itoa)
		}
		words = append(words, fmt.Sprintf("mesh %d: %s", e.Mesh().Index, name))
	}
	return entries, words
}

// Up to fifty regions of the same parts are separate entries; more are one entry.
func TestRegionEntriesFold(t *testing.T) {
	if entries, words := entriesOf(placed(0, 50, 1, 0, 1)); len(entries) != 50 || words[0] != "mesh 0: region 1" || words[49] != "mesh 0: region 50" {
		t.Errorf("50 regions are %q", words)
	}
	entries, words := entriesOf(placed(0, 51, 1, 0, 1))
	if !slices.Equal(words, []string{"mesh 0: 51 regions"}) {
		t.Fatalf("51 regions are %q", words)
	}
	e := entries[0]
	if len(e.Regions) != 51 || len(e.Worst()) != 3 || e.Worst()[2].Region().Number != 3 {
		t.Errorf("%d regions, of which %d are named", len(e.Regions), len(e.Worst()))
	}
	total := e.Total()
	want := check.Region{Number: 1, Counts: reporttest.Counts(102), Depth: 1, CrossingDepth: 1, Area: 25.5, Length: 12.75, Parts: []int{0, 1},
		Box: geom.Box{Max: geom.Vec{51, 1, 1}}}
	if fmt.Sprint(total) != fmt.Sprint(want) {
		t.Errorf("in total %v, want %v", total, want)
	}
	if size := e.Size("m"); size != "up to 1 m deep, 26 m² shared" {
		t.Errorf("the size is %q", size)
	}
}

// Regions of different meshes or parts are separate entries, ordered by the worst region of each,
// and none is lost.
func TestRegionEntriesOfSeveralSubjects(t *testing.T) {
	seat := placed(0, 60, 1, 0, 1)
	other := placed(0, 2, 0.995, 0, 2)
	for k := range other.Regions {
		other.Regions[k].Depth = 0.995
	}
	seat.Regions = append(seat.Regions, other.Regions...)
	seat.RegionCount = 62
	entries, words := entriesOf(seat, placed(1, 51, 2, 0, 1))
	// 26 of mesh 1 are deeper than 1, three of mesh 0 are above 0.99, and two of it below 2 / 51.
	want := []string{"mesh 1: 51 regions", "mesh 0: 60 regions",
		"mesh 0: region 28", "mesh 0: region 29"}
	if !slices.Equal(words, want) {
		t.Fatalf("the entries are %q, want %q", words, want)
	}
	numbers := map[int]bool{}
	for _, e := range entries {
		for k, p := range e.Regions {
			numbers[p.Region().Number] = true
			if k > 0 && p.Region().Number < e.Regions[k-1].Region().Number {
				t.Errorf("region %d stands behind a worse one", p.Region().Number)
			}
		}
	}
	if len(numbers) != 113 {
		t.Errorf("%d of 113 regions are in entries", len(numbers))
	}
	if none := report.RegionEntries(&report.File{Result: &check.Result{}}); len(none) != 0 {
		t.Errorf("%d entries of nothing", len(none))
	}
}

// Regions that a baseline accepts come after all others, in a folded entry as well.
func TestAcceptedRegionsLast(t *testing.T) {
	for _, n := range []int{3, 60} {
		f := reporttest.Checked("a.glb", "glb", placed(0, n, 1, 0))
		f.Baseline = &report.Judged{Judgements: map[check.Ref]report.Judgement{
			{List: check.Regions, Index: 0}:     {State: report.BaselineAccepted},
			{List: check.Regions, Index: n - 1}: {State: report.BaselineWorse},
		}}
		var numbers []int
		entries := report.RegionEntries(&f)
		for _, e := range entries {
			for _, p := range e.Regions {
				numbers = append(numbers, p.Region().Number)
			}
		}
		if len(numbers) != n || numbers[0] != 2 || numbers[n-1] != 1 {
			t.Errorf("the regions are in the order %v", numbers)
		}
		if e := entries[0]; e.Folded() && e.Name(strconv.Itoa) != "60 regions" {
			t.Errorf("the entry is %s", e.Name(strconv.Itoa))
		}
	}
}

// Pairs that a baseline accepts or a rule allows come after all others.
func TestAcceptedPairsLast(t *testing.T) {
	f := report.File{Result: &check.Result{Sections: []check.Found{&check.PairResult{Pairs: []check.Pair{{Severity: check.Error}, {Severity: check.Error, Allowed: "a ↔ b"}, {}, {}}}}}}
	f.Baseline = &report.Judged{Judgements: map[check.Ref]report.Judgement{{List: check.Pairs, Index: 0}: {State: report.BaselineAccepted}}}
	if got := report.WorstPairs(&f); !slices.Equal(got, []int{2, 3, 0, 1}) {
		t.Errorf("the order is %v", got)
	}
}

// A folded entry counts the accepted regions.
func TestRegionEntriesAccepted(t *testing.T) {
	f := reporttest.Checked("a.glb", "glb", placed(0, 60, 1, 0))
	e := report.RegionEntries(&f)[0]
	if n := e.Accepted(&f); n != 0 {
		t.Errorf("%d regions are accepted without a baseline", n)
	}
	f.Baseline = &report.Judged{Judgements: map[check.Ref]report.Judgement{
		{List: check.Regions, Index: 4}: {State: report.BaselineAccepted},
		{List: check.Regions, Index: 5}: {State: report.BaselineNew},
	}}
	if n := e.Accepted(&f); n != 1 {
		t.Errorf("%d regions are accepted, not 1", n)
	}
}
