package parts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/mesh"
)

// pairsOf checks the objects of a scene and returns what was found by both paths.
func pairsOf(t *testing.T, s *mesh.Scene) map[string]check.Pair {
	t.Helper()
	found := map[string]check.Pair{}
	for _, p := range checkedPairs(t, s, check.Options{Workers: 2, Hulls: noHulls}).Pairs() {
		found[p.A.Path+" "+p.B.Path] = p
	}
	return found
}

// noHulls makes objects of collision hulls.
var noHulls = check.HullOptions{Names: []string{check.NoHullNames}}

// TestScenesHaveTheirAnswers compares the check of parts with the answers beside the scenes:
// rules, counts, depths, and no other pairs.
func TestScenesHaveTheirAnswers(t *testing.T) {
	for _, f := range fixtures.All() {
		if f.Pairs == nil {
			continue
		}
		t.Run(f.Path, func(t *testing.T) {
			found := pairsOf(t, openFixture(t, f.Path))
			for _, want := range f.Pairs {
				name := want.A + " " + want.B
				p, ok := found[name]
				delete(found, name)
				if ok != (want.Verdict != "apart") || ok && (p.Rule.Word() != want.Verdict || p.WithinRounding != want.WithinRounding) {
					t.Errorf("%s: %v, within rounding %v; want %+v", name, p.Rule, p.WithinRounding, want)
					continue
				}
				if got := countsOf(p.Counts); got != want.Counts {
					t.Errorf("%s: %+v, want %+v", name, got, want.Counts)
				}
				if want.Inner != "" && []string{p.A.Path, p.B.Path}[p.Inner] != want.Inner {
					t.Errorf("%s: object %d is inside, want %s", name, p.Inner, want.Inner)
				}
				slack := 1e-12 * want.Depth
				if p.Depth+p.DepthError < want.Depth-slack || p.Depth > want.Depth+slack+p.DepthError || p.DepthOf.String() != want.DepthOf {
					t.Errorf("%s: depth %v and at most %v more by %q, want %v by %q", name, p.Depth, p.DepthError, p.DepthOf, want.Depth, want.DepthOf)
				}
			}
			for name := range found {
				t.Errorf("%s: no answer", name)
			}
		})
	}
}

// TestCorpusPartsHaveTheirAnswers does the same for real files, whose answers are those
// before rounding is allowed for.
func TestCorpusPartsHaveTheirAnswers(t *testing.T) {
	for _, f := range statedPairs(t) {
		t.Run(f.File, func(t *testing.T) {
			found := pairsOf(t, f.open(t).Scene)
			for _, line := range f.Pairs {
				name, want, _ := strings.Cut(line, ": ")
				p, ok := found[name]
				delete(found, name)
				switch got := describeResult(&p); {
				case !ok && strings.HasPrefix(want, "undecided"):
					// Its oriented box is smaller than its box, and the other is outside of it.
				case p.Rule == check.DuplicateInstance && strings.HasPrefix(want, "duplicate_instance"):
				case p.WithinRounding && strings.HasSuffix(want, strings.TrimPrefix(got, "touch")):
				case p.Rule == check.PartsOverlap && strings.HasSuffix(got, strings.TrimPrefix(want, "crossing")):
					// Surfaces lie along each other within the rounding.
				case got != want:
					t.Errorf("%s: %s, want %s", name, got, want)
				}
			}
			for name, p := range found {
				// Those may be near each other, within the rounding, and no more than that.
				if near := p.WithinRounding || p.Rule == check.PartsOverlap; !near || p.Counts != (check.Counts{}) {
					t.Errorf("%s: %s, want nothing", name, describeResult(&p))
				}
			}
		})
	}
}

// describeResult writes a pair as the answers for real files do.
func describeResult(p *check.Pair) string {
	s := p.Rule.Word()
	if p.Rule == check.Contained || p.Rule == check.PartsUndecided {
		s += fmt.Sprintf(" (%s)", []string{p.A.Path, p.B.Path}[p.Inner])
	}
	for _, k := range []check.Rule{check.Crossing, check.Overlap, check.Duplicate, check.Touch} {
		if n := p.Counts.Of(k); n > 0 {
			s += fmt.Sprintf(", %d %v", n, k)
		}
	}
	return s
}
