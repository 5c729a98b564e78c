package posegen_test

import (
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/posegen"
)

// TestFixtures: the pairs of triangles that a slow check finds in each sample are in the places of the fixtures.
func TestFixtures(t *testing.T) {
	for _, f := range posegen.Fixtures() {
		t.Run(f.Name, func(t *testing.T) {
			s := load(t, f.Model)
			n := newNaive(t, s)
			if len(s.Rig.Clips) != len(f.Answers) {
				t.Fatalf("%d clips, want %d", len(s.Rig.Clips), len(f.Answers))
			}
			for clip, want := range f.Answers {
				n.compare(t, clip, &want)
			}
			for target, want := range f.Alone {
				found := n.target(t, target)
				if (len(found.pairs) > 0) != want.Contact()[0] {
					t.Errorf("target %d: %d pairs", target, len(found.pairs))
				}
			}
		})
	}
}

// TestFixturesMoved: wherever a fixture is as a whole, and however it is turned, its answers are the same. Flat contact
// is exact at rest, and only within rounding where it has been turned.
func TestFixturesMoved(t *testing.T) {
	turn := posegen.Turn(0, 40).Times(posegen.Turn(2, 70))
	for _, f := range posegen.Fixtures() {
		t.Run(f.Name, func(t *testing.T) {
			n := newNaive(t, load(t, f.Moved(geom.Vec{1, -2, 0.5}, turn)))
			for clip, want := range f.Answers {
				n.compare(t, clip, &want)
			}
		})
	}
}

// compare compares the samples of a clip with an answer.
func (n *naive) compare(t *testing.T, clip int, want *posegen.Answer) {
	times, ok := n.scene.Rig.Clips[clip].Samples(30, 1000)
	if !ok || len(times) != want.Samples {
		t.Fatalf("%d samples, want %d", len(times), want.Samples)
	}
	contact := want.Contact()
	depths := make([]float64, len(times))
	for k, x := range times {
		found := n.sample(t, clip, x)
		if slices.Contains(want.Flat, k) != found.flat {
			t.Errorf("sample %d: flattened %v", k, found.flat)
		}
		if !want.Slides && (len(found.pairs) > 0) != contact[k] {
			t.Errorf("sample %d, %v s: %d new pairs, contact %v", k, x, len(found.pairs), contact[k])
		}
		depths[k] = slices.Max(append(found.depths, 0))
	}
	for _, p := range want.Places {
		worst := p.First
		for k := p.First; k <= p.Last; k++ {
			if depths[k] > depths[worst] {
				worst = k
			}
		}
		t.Logf("%s %d to %d, worst %d: %v", p.Rule, p.First, p.Last, worst, depths[worst])
		if p.Depth > 0 && (worst != p.Worst || math.Abs(depths[worst]-p.Depth) > 1e-3*p.Depth) {
			t.Errorf("deepest in sample %d, %v; want %+v", worst, depths[worst], p)
		}
	}
}

// TestAnswers: the places of answers are within their samples.
func TestAnswers(t *testing.T) {
	for _, f := range posegen.Fixtures() {
		for _, a := range f.Answers {
			for _, p := range a.Places {
				if p.First > p.Last || p.Last >= a.Samples || p.Depth > 0 && (p.Worst < p.First || p.Worst > p.Last) {
					t.Errorf("%s: %+v", f.Name, p)
				}
			}
		}
	}
}
