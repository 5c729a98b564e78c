package drawing

import (
	"errors"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Match returns an error if meshes, objects or triangles named in r are not at the same place in s,
// as when the file has changed since the check.
func Match(s *mesh.Scene, r *check.Result) error {
	meshes := meshesOf(r)
	if len(s.Meshes) != len(meshes) {
		return fmt.Errorf("the result has %d meshes, the model has %d", len(meshes), len(s.Meshes))
	}
	for i, world := range world.Transforms(s) {
		if err := matchMesh(s.Meshes[i], world, &meshes[i]); err != nil {
			return fmt.Errorf("mesh %d: %w", i, err)
		}
	}
	for i := range pairsOf(r) {
		if err := matchPair(s, meshes, &pairsOf(r)[i]); err != nil {
			return fmt.Errorf("pair %d: %w", i, err)
		}
	}
	return nil
}

func matchMesh(m *mesh.Mesh, world geom.Affine, r *check.Mesh) error {
	if n := m.Triangles(); r.Triangles != n {
		return fmt.Errorf("the result has %d triangles, the model has %d", r.Triangles, n)
	}
	if len(r.Parts) != len(m.Parts) {
		return fmt.Errorf("the result has %d parts, the model has %d", len(r.Parts), len(m.Parts))
	}
	for k := range r.Findings {
		f := &r.Findings[k]
		if f.Region >= len(r.Regions) {
			return fmt.Errorf("finding %d refers to a region that does not exist", k)
		}
		for _, face := range f.Faces() {
			if face != nil {
				if err := matchFace(m, world, face); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func matchPair(s *mesh.Scene, meshes []check.Mesh, p *check.Pair) error {
	if slices.ContainsFunc(p.Findings, func(f check.Finding) bool { return f.Region >= len(p.Regions) || f.B == nil }) {
		return errors.New("its findings are incomplete")
	}
	for k, o := range []*check.Object{&p.A, &p.B} {
		if o.Mesh < 0 || o.Mesh >= len(s.Meshes) || o.Part >= len(meshes[o.Mesh].Parts) {
			return errors.New("the model lacks one of the objects")
		}
		at, err := locate(s, o)
		if err != nil {
			return err
		}
		for _, face := range facesOf(p, k) {
			if err := matchFace(s.Meshes[o.Mesh], at.world, face); err != nil {
				return err
			}
		}
	}
	return nil
}

// facesOf returns the triangles of one object of a pair whose corners are known.
func facesOf(p *check.Pair, k int) (faces []*check.Face) {
	for i := range p.Findings {
		faces = append(faces, []*check.Face{&p.Findings[i].A, p.Findings[i].B}[k])
	}
	if p.Nearest != nil {
		faces = append(faces, &p.Nearest.Faces[k])
	}
	return faces
}

// matchFace returns an error if a face of a result is not that triangle of m. Corners that are not
// finite have lost their values in JSON.
func matchFace(m *mesh.Mesh, world geom.Affine, f *check.Face) error {
	if f.Triangle < 0 || f.Triangle >= m.Triangles() {
		return fmt.Errorf("the model has no triangle %d", f.Triangle)
	}
	part, in := m.Locate(f.Triangle)
	now := world.ApplyTriangle(m.Parts[part].Triangle(in))
	same := part == f.Part && in == f.InPart
	for k, p := range now {
		same = same && (p == f.Corners[k] || !p.Finite() || !f.Corners[k].Finite())
	}
	if !same {
		return fmt.Errorf("triangle %d has moved", f.Triangle)
	}
	return nil
}
