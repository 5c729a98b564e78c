package poses

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// surface is how the triangles of a mesh hang together as they are stored, in all poses.
type surface struct {
	welded *world.Mesh
	fans   mesh.Fans
	shell  []uint32 // of each vertex
	parts  []check.PartInfo
	// nonfinite is the number of triangles that are not finite.
	nonfinite int
	// size is the diagonal of the box around the stored vertices.
	size float64
}

func newSurface(ctx context.Context, w *world.World, number, workers int) (*surface, error) {
	m, err := w.Mesh(ctx, number)
	if err != nil {
		return nil, err
	}
	s := &surface{welded: m, parts: world.Parts(w.Scene().Meshes[number]), size: geom.BoxOf(m.Vertices).Diagonal()}
	if s.shell, _, err = m.Shells(ctx, workers); err != nil {
		return nil, err
	}
	skip := make([]bool, len(m.Faces))
	for f := range skip {
		if skip[f] = !m.Finite(f); skip[f] {
			s.nonfinite++
		}
	}
	s.fans, err = m.Fans(ctx, workers, skip)
	return s, err
}

// shellOf returns the shell of a triangle, which must be finite.
func (s *surface) shellOf(triangle int) uint32 { return s.shell[s.welded.Faces[triangle][0]] }
