package polygon

import (
	"context"
	"fmt"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Faces are faces that have been cut.
type Faces struct {
	// Triangles are the vertices of the triangles, three for each.
	Triangles []uint32
	// Faces has, for each triangle, the number of its face among those that were added. It is nil
	// as long as all faces are triangles.
	Faces []uint32
	// Count is the number of faces that were added, Short the number of those with fewer than three
	// corners.
	Count, Short int
}

// MeshCutter cuts the faces of a mesh.
type MeshCutter struct {
	positions *mesh.Positions
	cutter    Cutter
	corners   []geom.Vec
}

// NewMeshCutter returns a cutter of faces with vertices at the given positions.
func NewMeshCutter(positions *mesh.Positions) *MeshCutter { return &MeshCutter{positions: positions} }

// Add adds a face to f. A face of fewer than three corners has no triangles. The error is that of
// ctx.
func (m *MeshCutter) Add(ctx context.Context, f *Faces, corners []uint32) error {
	return m.AddAs(ctx, f, corners, corners)
}

// AddAs is Add with another number for each corner, which its triangles have in place of the
// vertex.
func (m *MeshCutter) AddAs(ctx context.Context, f *Faces, corners, numbers []uint32) error {
	face := uint32(f.Count)
	f.Count++
	if len(corners) == 3 {
		f.Triangles = append(f.Triangles, numbers[0], numbers[1], numbers[2])
		if f.Faces != nil {
			f.Faces = append(f.Faces, face)
		}
		return nil
	}
	if f.Faces == nil {
		f.Faces = make([]uint32, face, cap(f.Triangles)/3)
		for i := range f.Faces {
			f.Faces[i] = uint32(i)
		}
	}
	if len(corners) < 3 {
		f.Short++
		return nil
	}
	m.corners = m.corners[:0]
	for _, v := range corners {
		m.corners = append(m.corners, m.positions.At(int(v)))
	}
	triangles, err := m.cutter.Cut(ctx, m.corners)
	if err != nil {
		return err
	}
	for _, t := range triangles {
		f.Triangles = append(f.Triangles, numbers[t[0]], numbers[t[1]], numbers[t[2]])
		f.Faces = append(f.Faces, face)
	}
	return nil
}

// Scene returns a scene of one mesh, which has one part, or none if there are no triangles.
func (f *Faces) Scene(positions mesh.Positions) *mesh.Scene {
	m := &mesh.Mesh{Scale: 1}
	if len(f.Triangles) > 0 {
		m.Parts = []mesh.Part{{Positions: positions, Indices: mesh.Indices{U32: f.Triangles}, Faces: f.Faces, MaterialIndex: -1}}
	}
	s := &mesh.Scene{Meshes: []*mesh.Mesh{m}}
	if f.Short > 0 {
		s.Warnings = append(s.Warnings, ShortFaces(f.Short))
	}
	return s
}

// ShortFaces returns the warning about n faces of fewer than three corners.
func ShortFaces(n int) string {
	if n == 1 {
		return "1 face has fewer than 3 corners and is left out"
	}
	return fmt.Sprintf("%d faces have fewer than 3 corners and are left out", n)
}
