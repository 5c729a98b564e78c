package json

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/self"
)

// checkMesh sees to it that the pieces of a mesh fit together.
func checkMesh(m *self.Result) error {
	if m.Measured > 0 && m.Measured >= len(m.Instances) {
		return fmt.Errorf("instance %d of %d is out of range", m.Measured, len(m.Instances))
	}
	first := 0
	for i, p := range m.Parts {
		if p.First != first || p.Triangles > m.Triangles-first {
			return fmt.Errorf("part %d does not start at the end of the part before it, or is longer than the mesh", i)
		}
		first += p.Triangles
	}
	if first != m.Triangles {
		return fmt.Errorf("the parts have %d triangles, but the mesh has %d", first, m.Triangles)
	}
	if len(m.Regions) > m.RegionCount || len(m.Regions) < m.RegionCount && !m.Truncated {
		return fmt.Errorf("%d of %d regions are listed", len(m.Regions), m.RegionCount)
	}
	for i, r := range m.Regions {
		if err := cmp.Or(checkNumbers("part", r.Parts, len(m.Parts)), checkNumbers("shell", r.Shells, m.Shells)); err != nil {
			return fmt.Errorf("region %d: %w", i, err)
		}
		if len(r.Shells) > 2 {
			return fmt.Errorf("region %d has %d shells", i, len(r.Shells))
		}
	}
	return checkFindings(m)
}

// checkNumbers sees to it that numbers are below n and ascend.
func checkNumbers(what string, numbers []int, n int) error {
	for k, p := range numbers {
		if p >= n || k > 0 && p <= numbers[k-1] {
			return fmt.Errorf("%s %d of %d is out of range or out of order", what, p, n)
		}
	}
	return nil
}

func checkFindings(m *self.Result) error {
	var listed check.Counts
	for i := range m.Findings {
		f := &m.Findings[i]
		listed.ByRule[f.Rule]++
		if listed.Of(f.Rule) > m.Counts.Of(f.Rule) {
			return fmt.Errorf("finding %d: more findings of the kind %s than are counted", i, f.Rule)
		}
		if f.Region >= len(m.Regions) {
			return fmt.Errorf("finding %d: region %d is not one of the %d listed", i, f.Region, len(m.Regions))
		}
		for _, face := range []*check.Face{&f.A, f.B} {
			if face != nil && !hasFace(m, face) {
				return fmt.Errorf("finding %d: triangle %d of the mesh is not number %d of part %d",
					i, face.Triangle, face.InPart, face.Part)
			}
		}
		if f.B != nil && f.B.Triangle <= f.A.Triangle {
			return fmt.Errorf("finding %d: triangle %d does not come before %d", i, f.A.Triangle, f.B.Triangle)
		}
	}
	if m.Counts.ThroughEdge > m.Counts.OfKind(check.Crossing) {
		return errors.New("more crossings through an edge than crossings")
	}
	return nil
}

func hasFace(m *self.Result, f *check.Face) bool {
	if f.Part >= len(m.Parts) {
		return false
	}
	p := m.Parts[f.Part]
	return f.InPart < p.Triangles && f.Triangle == p.First+f.InPart
}
