package parts_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenegen"
	"github.com/meshcheck/meshcheck/mesh"
)

// onlyPair checks a scene of two objects; nil for no finding.
func onlyPair(t testing.TB, s *mesh.Scene) *check.Pair {
	t.Helper()
	r := checkedPairs(t, s, check.Options{Workers: 1})
	if len(r.Pairs()) == 0 {
		return nil
	}
	return &r.Pairs()[0]
}

// verdictOf returns the rule of a pair, "" for no finding, and the inner object.
func verdictOf(p *check.Pair) (verdict string, inner int) {
	if p == nil {
		return "", 0
	}
	return p.Rule.Word(), p.Inner
}

// familyTally counts scenes that went wrong, shows the first few of them and keeps these
// scenes among the artifacts of the test.
type familyTally struct {
	t          *testing.T
	wrong, all int
	answers    map[string]int
}

func (c *familyTally) miss(s *scenegen.Scene, why string) {
	const shown = 3
	if c.wrong++; c.wrong > shown {
		return
	}
	name := strings.ReplaceAll(fmt.Sprintf("%s_%s_%d.gltf", s.Family, s.Placement, s.Seed), " ", "-")
	if err := os.WriteFile(filepath.Join(c.t.ArtifactDir(), name), s.GLTF(), 0o644); err != nil {
		c.t.Error(err)
	}
	c.t.Errorf("seed %d: %s", s.Seed, why)
}

// TestPartsFamilies compares verdicts with the truth about scenes as they are before any
// number is rounded: families of pairs of bodies and surfaces, in every placement.
//
// Run one family, or one placement of it, by -run 'TestPartsFamilies/beams/turned'. With
// MESHCHECK_LONG=100 there are hundreds of scenes of each; -artifacts keeps the first
// wrong ones as files.
func TestPartsFamilies(t *testing.T) {
	n := uint64(longtest.Rounds(t, 1, 4))
	for _, family := range scenegen.Families() {
		t.Run(family, func(t *testing.T) {
			for _, placement := range scenegen.Placements() {
				t.Run(placement, func(t *testing.T) {
					t.Parallel()
					c := familyTally{t: t, answers: map[string]int{}}
					for seed := range n {
						c.verdict(seed, family, placement)
					}
					t.Logf("%d of %d wrong: %v", c.wrong, c.all, c.answers)
				})
			}
		})
	}
}

// verdict checks one scene.
func (c *familyTally) verdict(seed uint64, family, placement string) {
	s := scenegen.Make(family, placement, seed)
	p := onlyPair(c.t, loadedScene(c.t, s.GLTF()))
	got, inner := verdictOf(p)
	c.all++
	c.answers[s.Want.Class.String()+": "+got]++
	if s.Want.Accepts(got, inner) {
		return
	}
	why := fmt.Sprintf("%q, want %v (radius %.3g, rounding %.3g)", got, s.Want, s.Want.Radius, s.Rounding)
	if p != nil {
		why += fmt.Sprintf("; inner %d, %.3g deep by %q, its rounding %.3g", p.Inner, p.Depth, p.DepthOf, p.Rounding)
	}
	c.miss(&s, why)
}

// TestPartsDepthOfConvexBodies: the depth of two convex bodies in each other is the length
// of the shortest translation that separates them.
func TestPartsDepthOfConvexBodies(t *testing.T) {
	n := uint64(longtest.Rounds(t, 1, 4))
	for _, family := range scenegen.Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			c := familyTally{t: t}
			for _, placement := range scenegen.Placements() {
				for seed := range n {
					s := scenegen.Make(family, placement, seed)
					if s.Want.Class == scenegen.InEachOther && s.Want.Depth > 0 {
						c.depth(&s)
					}
				}
			}
			t.Logf("%d of %d wrong", c.wrong, c.all)
		})
	}
}

// depth checks the depth of one scene, where the verdict is right.
func (c *familyTally) depth(s *scenegen.Scene) {
	p := onlyPair(c.t, loadedScene(c.t, s.GLTF()))
	got, inner := verdictOf(p)
	if !s.Want.Accepts(got, inner) {
		return
	}
	c.all++
	if allowed := s.Rounding + 1e-9*s.Want.Depth; math.Abs(p.Depth-s.Want.Depth) > allowed {
		c.miss(s, fmt.Sprintf("%s: %v deep by %q, want %v", s.Placement, p.Depth, p.DepthOf, s.Want.Depth))
	}
}
