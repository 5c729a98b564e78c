package precision_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/precisiongen"
)

// storedSoup returns the triangles of a scene in one kind of units, and the step in these. ok is false for
// parts in units of their own.
func storedSoup(s *precisiongen.Scene) (soup []geom.Triangle, step float64, ok bool) {
	for i := range s.Parts {
		p := &s.Parts[i]
		if len(s.Parts) > 1 && p.Storage.Kind == precisiongen.Normalized {
			return nil, 0, false
		}
		soup = append(soup, p.Mesh.Soup()...)
		step = p.Storage.Step()
	}
	return soup, step, true
}

// meetings returns the findings of a soup that cross, cover or duplicate, in float64.
func meetings(t *testing.T, soup []geom.Triangle) (found []check.Finding) {
	t.Helper()
	r := checked(t, sceneOf(doubles(soup)), check.Options{Workers: 1, MaxFindings: 1 << 30})
	for _, f := range r.Meshes[0].Findings {
		if f.B != nil && f.Rule.Kind() != check.Touch {
			found = append(found, f)
		}
	}
	return found
}

// TestPrecisionCleanScenes: no two triangles of a scene that must pass are deeper in each other than
// rounding can have put them: half a step on each axis and for each of the two.
func TestPrecisionCleanScenes(t *testing.T) {
	n := uint64(longtest.Rounds(t, 2, 6))
	for _, family := range precisiongen.Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			most, scenes := 0.0, 0
			for seed := range n {
				s := precisiongen.Make(family, seed)
				soup, step, ok := storedSoup(&s)
				if !ok || s.Want != precisiongen.Passes || s.Tolerance > 0 {
					continue
				}
				scenes++
				for _, f := range meetings(t, soup) {
					most = max(most, f.Depth/step)
					if f.Depth > 1.95*step || f.Rule.Kind() == check.Duplicate {
						t.Errorf("%s: triangles %d and %d, a %v, are %.3g steps in each other", nameOf(&s), f.A.Triangle, f.B.Triangle, f.Rule.Kind(), f.Depth/step)
					}
				}
			}
			if scenes > 0 {
				t.Logf("%d scenes, at most %.3g steps deep", scenes, most)
			}
		})
	}
}

// TestPrecisionFaultsStay: of a scene that must fail because two surfaces go through each other, they still
// do wherever one is moved by two steps, or by the tolerance.
func TestPrecisionFaultsStay(t *testing.T) {
	n := uint64(longtest.Rounds(t, 1, 4))
	for _, family := range precisiongen.Families() {
		switch family {
		case "along", "corrugated", "angle", "washboard", "foot": // these lie along each other
			continue
		case "strips", "double strips", "thin row": // rounding leaves gaps between pieces, into which a floor fits
			continue
		case "scaled node", "other numbers": // these are of other families
			continue
		}
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			for seed := range n {
				s := precisiongen.Make(family, seed)
				soup, step, ok := storedSoup(&s)
				if ok && s.First > 0 && (s.Want == precisiongen.Fails || s.Want == precisiongen.FailsIfMet && meets(t, soup, s.First)) {
					staysWhereMoved(t, &s, soup, max(2*step, s.Tolerance))
				}
			}
		})
	}
}

// staysWhereMoved moves the first surface along diagonals, edges and axes of a cube.
func staysWhereMoved(t *testing.T, s *precisiongen.Scene, soup []geom.Triangle, by float64) {
	each := 5
	if isLarge(t, s) {
		each = 15
	}
	for k := range 27 {
		if (k+int(s.Seed))%each != 0 || k == 13 {
			continue // another seed takes them
		}
		d := geom.Vec{float64(k%3 - 1), float64(k/3%3 - 1), float64(k/9 - 1)}
		if !meets(t, firstMoved(s, soup, d.Scale(by/d.Norm())), s.First) {
			t.Errorf("%s: nothing of the two surfaces meets when one is moved by %v along %v", nameOf(s), by, d)
			return
		}
	}
}

// firstMoved returns a scene with its first surface moved.
func firstMoved(s *precisiongen.Scene, soup []geom.Triangle, by geom.Vec) []geom.Triangle {
	moved := append([]geom.Triangle(nil), soup...)
	for i := range moved[:s.First] {
		for c := range moved[i] {
			moved[i][c] = moved[i][c].Add(by)
		}
	}
	return moved
}

// TestPrecisionCleanScenesPart: of a scene that must pass, two surfaces do not meet any more when one is moved by
// two steps somewhere.
func TestPrecisionCleanScenesPart(t *testing.T) {
	n := uint64(longtest.Rounds(t, 1, 5))
	for _, family := range precisiongen.Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			scenes := 0
			for seed := range n {
				s := precisiongen.Make(family, seed)
				soup, step, ok := storedSoup(&s)
				if !ok || s.First == 0 || s.Want != precisiongen.Passes || !meets(t, soup, s.First) {
					continue
				}
				scenes++
				if !partsSomewhere(t, &s, soup, max(2*step, s.Tolerance)) {
					t.Errorf("%s: no move of %v parts the surfaces", nameOf(&s), max(2*step, s.Tolerance))
				}
			}
			if scenes > 0 {
				t.Logf("%d scenes in which rounding makes the surfaces meet", scenes)
			}
		})
	}
}

// partsSomewhere reports whether moving the first surface by a length along one of many directions leaves nothing that
// meets. The directions are those of a spiral on the sphere.
func partsSomewhere(t *testing.T, s *precisiongen.Scene, soup []geom.Triangle, by float64) bool {
	const directions = 300
	for k := range directions {
		z := 1 - (2*float64(k)+1)/directions
		r := math.Sqrt(1 - z*z)
		sin, cos := math.Sincos(float64(k) * math.Pi * (3 - math.Sqrt(5)))
		if !meets(t, firstMoved(s, soup, geom.Vec{r * cos * by, r * sin * by, z * by}), s.First) {
			return true
		}
	}
	return false
}

// meets reports whether a triangle of the first surface and one of the second cross or cover each other.
func meets(t *testing.T, soup []geom.Triangle, first int) bool {
	for _, f := range meetings(t, soup) {
		if f.A.Triangle < first && f.B.Triangle >= first {
			return true
		}
	}
	return false
}

// TestPrecisionStepsAreGaps: the step of a scene is the distance between neighbouring numbers at each of its
// triangles, so that what is said of steps holds for resolutions.
func TestPrecisionStepsAreGaps(t *testing.T) {
	for _, family := range precisiongen.Families() {
		for seed := range uint64(longtest.Rounds(t, 2, 6)) {
			s := precisiongen.Make(family, seed)
			m := loadedScene(t, s.File(s.Formats()[0])).Meshes[0]
			for k := range m.Parts {
				where := s.Parts[k].Storage
				if len(s.Parts) > 1 && (k == 0 || where.Kind == precisiongen.Normalized) {
					continue // finer, and in another unit
				}
				for i := range m.Parts[k].Triangles() {
					largest := 0.0
					for _, p := range m.Parts[k].Triangle(i) {
						for _, x := range p {
							largest = max(largest, math.Abs(x))
						}
					}
					if gap := m.Parts[k].Positions.Resolution(largest, math.Inf(1)); math.Abs(gap-where.Step()) > 1e-9*gap {
						t.Fatalf("%s: the gap at %v is %v, and the step %v", nameOf(&s), largest, gap, where.Step())
					}
				}
			}
		}
	}
}
