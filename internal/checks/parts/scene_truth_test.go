package parts_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/mesh"
)

// meeting is the truth about two objects of a scene.
type meeting struct {
	a, b string
	oracle.Meeting
	scene *oracle.Scene
	i, j  int
}

// meetingsOf returns the truth about all pairs of objects of a scene, and the paths of
// the instances that are none.
func meetingsOf(s *mesh.Scene) (all []meeting, singular []string) {
	objects, singular := oracle.Objects(s)
	truth := oracle.NewScene(objects)
	for i, a := range objects {
		for j := i + 1; j < len(objects); j++ {
			all = append(all, meeting{a.Path, objects[j].Path, truth.Between(i, j), truth, i, j})
		}
	}
	return all, singular
}

// countsOfPairs are the numbers of pairs of triangles in the words of the answers.
func countsOfPairs(p oracle.Pairs) fixtures.Counts {
	return fixtures.Counts{
		Crossing: p.Count(oracle.Crossing), Overlap: p.Count(oracle.Overlap),
		Duplicate: p.Count(oracle.Duplicate), Touch: p.Count(oracle.Touch), ThroughEdge: p.ThroughEdge(),
	}
}

// answer is what a fixture should say of the pair: the verdict as it is before rounding
// is allowed for.
func (m *meeting) answer() fixtures.Pair {
	p := fixtures.Pair{A: m.a, B: m.b, Verdict: m.Verdict, Counts: countsOfPairs(m.Pairs), Distance: m.scene.Distance(m.i, m.j)}
	switch m.Verdict {
	case oracle.Contained, oracle.Undecided:
		p.Inner = []string{m.a, m.b}[m.Inner]
	}
	switch m.Verdict {
	case oracle.Crossing, oracle.Overlap, oracle.Contained:
		p.Depth, p.DepthOf = m.scene.Penetration(m.i, m.j)
	}
	return p
}

// slowScenes are those whose depths take the oracle about a second.
var slowScenes = []string{"scenes/cube_in_sphere_in_cone.glb", "scenes/mirrored_overlap.glb", "scenes/sheet_in_box.glb"}

// TestSceneAnswersAreTrue loads every scene that has answers about pairs of objects and
// compares these with all pairs of triangles of the instances as they were loaded.
func TestSceneAnswersAreTrue(t *testing.T) {
	n := 0
	for _, f := range fixtures.All() {
		if f.Pairs == nil {
			continue
		}
		n++
		t.Run(f.Path, func(t *testing.T) {
			t.Parallel()
			if slices.Contains(slowScenes, f.Path) {
				longtest.Skip(t, "the oracle takes long to measure its depths")
			}
			all, singular := meetingsOf(openFixture(t, f.Path))
			if !slices.Equal(singular, f.Singular) {
				t.Errorf("singular %q, want %q", singular, f.Singular)
			}
			var got, want []string
			for _, m := range all {
				if f.ApartUnlisted && m.Verdict == oracle.Apart {
					continue
				}
				p := m.answer()
				if k := len(got); k < len(f.Pairs) && f.Pairs[k].WithinRounding { // a touch has no depth
					p.Depth, p.DepthOf = 0, ""
				}
				got = append(got, fmt.Sprintf("%+v", p))
			}
			for _, p := range f.Pairs {
				if p.WithinRounding {
					p.WithinRounding, p.Verdict = false, oracle.Crossing
				}
				want = append(want, fmt.Sprintf("%+v", p))
			}
			if !slices.Equal(got, want) {
				t.Errorf("got\n%q, want\n%q", got, want)
			}
		})
	}
	if n < 20 {
		t.Errorf("only %d scenes have answers", n)
	}
}
