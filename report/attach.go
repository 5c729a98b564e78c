package report

import (
	"context"
	"fmt"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Attach gives f, which has a Result, what the formats in sight need of its model:
// the scene s itself, an excerpt of it, both or nothing. The error is ctx's when it
// is cancelled, or says where the Result is not that of s, as when a file has changed
// since its report was written; f is as before then.
func (f *File) Attach(ctx context.Context, s *mesh.Scene, needs Needs, o ExcerptOptions) error {
	if !needs.models() {
		return nil
	}
	if err := sameModel(s, f.Result); err != nil {
		return err
	}
	if needs.Excerpt {
		excerpt, err := NewExcerpt(ctx, s, f.Result, o)
		if err != nil {
			return err
		}
		f.Excerpt = excerpt
	}
	if needs.Scene {
		f.Scene = s
	}
	return nil
}

// sameModel reports where the meshes of s or the corners of the findings are others
// than those of r.
func sameModel(s *mesh.Scene, r *meshcheck.Result) error {
	if err := matchResult(s, r); err != nil {
		return err
	}
	for i, world := range world.Transforms(s) {
		m := &r.Meshes[i]
		if len(m.Parts) != len(s.Meshes[i].Parts) {
			return fmt.Errorf("mesh %d: the result is of %d parts, the model has %d", i, len(m.Parts), len(s.Meshes[i].Parts))
		}
		for k := range m.Findings {
			for _, face := range []*check.Face{&m.Findings[k].A, m.Findings[k].B} {
				if face != nil && !inPlace(s.Meshes[i], world, face) {
					return fmt.Errorf("mesh %d: triangle %d is not where it was", i, face.Triangle)
				}
			}
		}
	}
	return samePairs(s, r)
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
