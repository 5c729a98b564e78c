package drawing

import (
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Match reports where meshes or objects, or triangles that are named in r, are not where s has
// them, as when the file has changed since the check.
func Match(s *mesh.Scene, r *check.Result) error {
	if err := matchNumbers(s, r); err != nil {
		return err
	}
	for i, world := range world.Transforms(s) {
		m := &meshesOf(r)[i]
		if len(m.Parts) != len(s.Meshes[i].Parts) {
			return fmt.Errorf("mesh %d: the result has %d parts, the model has %d", i, len(m.Parts), len(s.Meshes[i].Parts))
		}
		for k := range m.Findings {
			for _, face := range m.Findings[k].Faces() {
				if face != nil && !inPlace(s.Meshes[i], world, face) {
					return fmt.Errorf("mesh %d: triangle %d has moved", i, face.Triangle)
				}
			}
		}
	}
	for i := range pairsOf(r) {
		p := &pairsOf(r)[i]
		for k, o := range []*check.Object{&p.A, &p.B} {
			at, err := locate(s, o)
			if err != nil {
				return fmt.Errorf("pair %d: %w", i, err)
			}
			if slices.ContainsFunc(facesOf(p, k), func(f *check.Face) bool { return !inPlace(s.Meshes[o.Mesh], at.world, f) }) {
				return fmt.Errorf("pair %d: its triangles have moved", i)
			}
		}
	}
	return nil
}

// matchNumbers reports where r names by number what s does not have.
func matchNumbers(s *mesh.Scene, r *check.Result) error {
	meshes := meshesOf(r)
	if len(s.Meshes) != len(meshes) {
		return fmt.Errorf("the result has %d meshes, the model has %d", len(meshes), len(s.Meshes))
	}
	for i, m := range s.Meshes {
		n, found := m.Triangles(), &meshes[i]
		if found.Triangles != n {
			return fmt.Errorf("mesh %d: the result has %d triangles, the model has %d", i, found.Triangles, n)
		}
		for k := range found.Findings {
			f := &found.Findings[k]
			foreign := func(face *check.Face) bool { return face != nil && !among(face.Triangle, n) }
			if slices.ContainsFunc(f.Faces(), foreign) || f.Region >= len(found.Regions) {
				return fmt.Errorf("mesh %d: finding %d names triangles that the model does not have", i, k)
			}
		}
	}
	for i := range pairsOf(r) {
		p := &pairsOf(r)[i]
		for k, o := range []*check.Object{&p.A, &p.B} {
			if !among(o.Mesh, len(s.Meshes)) || o.Part >= len(meshes[o.Mesh].Parts) {
				return fmt.Errorf("pair %d: the model does not have one of the objects", i)
			}
			n := s.Meshes[o.Mesh].Triangles()
			foreign := func(face *check.Face) bool { return face == nil || !among(face.Triangle, n) }
			region := func(f check.Finding) bool { return f.Region >= len(p.Regions) }
			if slices.ContainsFunc(facesOf(p, k), foreign) || slices.ContainsFunc(p.Findings, region) {
				return fmt.Errorf("pair %d: the model does not have all of its triangles", i)
			}
		}
	}
	return nil
}

func among(t, n int) bool { return 0 <= t && t < n }

// facesOf returns the triangles of one object of a pair whose places are known.
func facesOf(p *check.Pair, k int) (faces []*check.Face) {
	for i := range p.Findings {
		faces = append(faces, []*check.Face{&p.Findings[i].A, p.Findings[i].B}[k])
	}
	if p.Nearest != nil {
		faces = append(faces, &p.Nearest.Faces[k])
	}
	return faces
}

// inPlace reports whether a face of a result is that triangle of m. Corners that are
// not finite have lost their values on the way through JSON.
func inPlace(m *mesh.Mesh, world geom.Affine, f *check.Face) bool {
	part, in := m.Locate(f.Triangle)
	if part != f.Part || in != f.InPart {
		return false
	}
	now := world.ApplyTriangle(m.Parts[part].Triangle(in))
	for k, p := range now {
		if p != f.Corners[k] && p.Finite() && f.Corners[k].Finite() {
			return false
		}
	}
	return true
}
