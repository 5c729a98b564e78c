package json

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// file returns the file, if it has the members of its status and no others, and its pieces
// fit together.
func (w *wireFile) file() (*report.File, error) {
	f := &report.File{
		Path: w.Path, SHA256: string(w.SHA256), Format: string(w.Format), Against: w.Against, Problem: w.Error, Options: w.Options,
		Warnings: orNil(w.Warnings), Baseline: w.Baseline,
	}
	if err := w.members(); err != nil {
		return f, err
	}
	if w.Meshes != nil {
		f.Unit = string(*w.Unit)
		f.Result = &check.Result{Status: w.Status, Meshes: orNil(w.Meshes)}
		if w.Objects != nil {
			w.Objects.Pairs = orNil(w.Between)
			f.Result.Put(w.Objects)
		}
		if w.Hulls != nil {
			f.Result.Put(w.Hulls)
		}
		if err := w.cover(f.Result); err != nil {
			return f, err
		}
		if w.UV != nil {
			f.Result.Put(w.UV.result())
			if err := w.UV.sameMeshes(f.Result.Meshes); err != nil {
				return f, inner{"uv", err}
			}
		}
		if err := checkScene(f.Result); err != nil {
			return f, err
		}
		if err := addCounts(f.Result, w.Counts.counts()); err != nil {
			return f, err
		}
		putSelf(f.Result, nil) // checkPolicy knows the policy
	}
	return f, checkBaseline(f, w.Status)
}

// members sees to it that a file has all members of its status.
func (w *wireFile) members() error {
	checked := w.Meshes != nil
	switch {
	case (w.Objects != nil) != (w.Between != nil) || w.Between != nil && !checked:
		return errors.New("the fields \"objects\" and \"between\" must both be present, together with \"meshes\", or both be missing")
	case w.Hulls != nil && !checked:
		return errors.New("the field \"hulls\" needs the field \"meshes\"")
	case w.UV != nil && !checked:
		return errors.New("the field \"uv\" needs the field \"meshes\"")
	case !checked && (w.Checks != nil || w.Apart > 0 || w.Model != nil):
		return errors.New("the fields \"checks\", \"not_compared\" and \"model\" need the field \"meshes\"")
	case !checked && w.Status != check.NotChecked:
		return fmt.Errorf("a file with the status %q cannot have meshes", w.Status)
	case (w.Unit != nil) != checked || w.Counts.IsZero() == checked:
		return errors.New("the fields \"unit\", \"counts\" and \"meshes\" must all be present or all be missing")
	case checked && (w.Error != nil || w.SHA256 == "" || w.Format == ""):
		return errors.New("a file with meshes needs a hash and a format, and cannot have an error")
	}
	return nil
}

// addCounts sets the counts of a result to the sums over its meshes, which are said to be
// counts.
func addCounts(r *check.Result, counts check.Counts) error {
	for i := range r.Meshes {
		m := &r.Meshes[i]
		if m.Index != i {
			return fmt.Errorf("mesh %d has the index %d", i, m.Index)
		}
		if err := add(&r.Counts, m.Counts); err != nil {
			return err
		}
	}
	if r.Counts.ByRule != counts.ByRule || r.Counts.Failed != counts.Failed {
		return errors.New("the counts are not the sums over the meshes")
	}
	return nil
}

// checkMesh sees to it that the pieces of a mesh fit together.
func checkMesh(m *check.Mesh) error {
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

func checkFindings(m *check.Mesh) error {
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
		last := -1
		for _, face := range f.Faces() {
			if face == nil {
				continue
			}
			if !hasFace(m, face) {
				return fmt.Errorf("finding %d: triangle %d of the mesh is not number %d of part %d",
					i, face.Triangle, face.InPart, face.Part)
			}
			if face.Triangle <= last {
				return fmt.Errorf("finding %d: triangle %d does not come before %d", i, last, face.Triangle)
			}
			last = face.Triangle
		}
		if f.AtEdge > 0 && f.AtEdge < 2+len(f.Others) {
			return fmt.Errorf("finding %d: more triangles than the %d at the edge", i, f.AtEdge)
		}
	}
	if m.Counts.ThroughEdge > m.Counts.OfKind(check.Crossing) {
		return errors.New("more crossings through an edge than crossings")
	}
	return nil
}

func hasFace(m *check.Mesh, f *check.Face) bool {
	if f.Part >= len(m.Parts) {
		return false
	}
	p := m.Parts[f.Part]
	return f.InPart < p.Triangles && f.Triangle == p.First+f.InPart
}
