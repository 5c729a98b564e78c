package report

import (
	"testing"

	"github.com/meshcheck/meshcheck"
)

func TestPluralOfPairs(t *testing.T) {
	for thing, want := range map[string]string{
		"pair that is too near":            "2 pairs that are too near",
		"pair not checked for containment": "2 pairs not checked for containment",
		"crossing pair":                    "2 crossing pairs",
		"touch":                            "2 touches",
	} {
		if got := count(2, thing); got != want {
			t.Errorf("count(2, %q) = %q, want %q", thing, got, want)
		}
		if got := count(1, thing); got != "1 "+thing {
			t.Errorf("count(1, %q) = %q", thing, got)
		}
	}
}

func TestFlattenedCountsNodes(t *testing.T) {
	for n, want := range map[int]string{
		1: "1 object flattened by the matrix of its node, the first is mesh 0 shell 0",
		2: "2 objects flattened by the matrix of their nodes, the first is mesh 0 shell 0",
	} {
		r := &meshcheck.Result{Meshes: make([]meshcheck.MeshResult, 1), Between: &meshcheck.PairSummary{Singular: make([]meshcheck.Object, n)}}
		if got := flattened(r); len(got) != 1 || got[0] != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
