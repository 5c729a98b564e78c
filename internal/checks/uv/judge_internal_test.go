package uv

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
)

// TestReasons checks the texts of findings.
func TestReasons(t *testing.T) {
	stacked := check.UVSheet{SheetResult: check.SheetResult{Stacked: 2}}
	inStacks := check.UVSheet{SheetResult: check.SheetResult{
		Stacked: 4, Overlap: 6, Wide: check.UVBeyond{Overlap: 6, OutsideStacks: 2, IslandPairs: 5}, IslandPairs: check.IslandPairs{Stacks: 4},
	}}
	unique := inStacks
	unique.Unique = true
	for _, row := range []struct {
		sheet *check.UVSheet
		rule  check.Rule
		want  string
	}{
		{&stacked, check.UVStacked, "2 triangles have the UV corners of another triangle"},
		{&inStacks, check.UVStacked, "4 triangles have the UV corners of another triangle; 4 pairs of islands lie on one another"},
		{&inStacks, check.UVOverlap, "2 triangles share area with other islands, in 1 pair of islands"},
		{&unique, check.UVOverlap, "6 triangles share area with other islands, in 5 pairs of islands"},
	} {
		got := ""
		for _, f := range findingsOf(row.sheet, 1, (&check.Settings{}).CriteriaOrDefault()) {
			if f.Rule == row.rule && got == "" {
				got = f.Reason
			}
		}
		if got != row.want {
			t.Errorf("got %q, want %q", got, row.want)
		}
	}
}

// TestApart: a distance below the limit does not look like the limit, nor like contact.
func TestApart(t *testing.T) {
	for _, row := range []struct {
		least, limit float64
		want         string
	}{
		{0, 4, "touch"},
		{1e-15, 4, "are less than 0.001 texels apart, which bleeds even at full size"},
		{0.25, 4, "are 0.25 texels apart, which bleeds even at full size"},
		{0.9999, 4, "are just under 1 texel apart, which bleeds even at full size"},
		{1, 4, "are 1 texel apart, which bleeds from mip level 1 on"},
		{3.9999, 4, "are just under 4 texels apart, which bleeds from mip level 2 on"},
	} {
		if got := closest(&check.IslandPadding{Least: row.least, Limit: row.limit}); got != row.want {
			t.Errorf("%v of %v: got %q, want %q", row.least, row.limit, got, row.want)
		}
	}
}
