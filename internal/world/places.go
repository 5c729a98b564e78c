package world

import (
	"cmp"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Place is where a mesh is shown: the paths of its instances, the map from its stored
// coordinates to the world that it is reported in, and the instance whose world that is.
type Place struct {
	Paths    []string
	World    geom.Affine
	Measured int // an index into Paths; -1 if all instances flatten the mesh, 0 if there are none
}

// sameStretch is the share of the greatest stretch above which an instance counts as showing
// its mesh as large as any other. The tolerance is far more than the rounding of a rotated
// matrix, and far less than any intended difference in size.
const sameStretch = 1 - 0x1p-40

// PlacesOf chooses for each mesh the world of the instance that shows it largest, the
// first of several, among those that neither flatten it nor move it out of the range of float64,
// and the mesh's own units if there is none. So the order of the nodes only decides between
// instances of equal size.
func PlacesOf(s *mesh.Scene) []Place {
	places, stretches := make([]Place, len(s.Meshes)), make([]float64, len(s.Instances))
	largest := make([]float64, len(s.Meshes))
	for k, in := range s.Instances {
		p := &places[in.Mesh]
		p.Paths, p.Measured = append(p.Paths, mesh.ShortName(in.Path)), -1
		if measurable(in.World) {
			stretches[k] = in.World.SpectralNorm()
			largest[in.Mesh] = max(largest[in.Mesh], stretches[k])
		}
	}
	for i, m := range s.Meshes {
		places[i].World = geom.Scaling(cmp.Or(m.Scale, 1))
	}
	before := make([]int, len(s.Meshes)) // instances of the mesh
	for k, in := range s.Instances {
		if p := &places[in.Mesh]; p.Measured < 0 && stretches[k] > 0 && stretches[k] >= sameStretch*largest[in.Mesh] {
			p.Measured, p.World = before[in.Mesh], in.World.ScaleInput(cmp.Or(s.Meshes[in.Mesh].Scale, 1))
		}
		before[in.Mesh]++
	}
	return places
}

// Transforms returns for each mesh of s the map from its stored coordinates to the world of
// the places in reports; check.Mesh.Measured says whose world that is.
func Transforms(s *mesh.Scene) []geom.Affine {
	worlds := make([]geom.Affine, len(s.Meshes))
	for i, p := range PlacesOf(s) {
		worlds[i] = p.World
	}
	return worlds
}

// measurable reports whether lengths and areas of float32 meshes stay finite and
// above zero in the world of m.
func measurable(m geom.Affine) bool {
	const huge = 1e60
	for _, row := range m {
		for _, x := range row {
			if !(math.Abs(x) < huge) {
				return false
			}
		}
	}
	return !m.Singular()
}

// Parts describes the parts of m.
func Parts(m *mesh.Mesh) []check.PartInfo {
	out := make([]check.PartInfo, len(m.Parts))
	first := 0
	for k := range m.Parts {
		p := &m.Parts[k]
		name := mesh.ShortName(cmp.Or(p.Name, p.Material, fmt.Sprintf("part %d", p.Index)))
		out[k] = check.PartInfo{Name: name, First: first, Triangles: p.Triangles()}
		first += p.Triangles()
	}
	return out
}

// maxTriangles is the greatest number of triangles that one mesh may have: all
// vertices and three tags for each triangle are numbered in 32 bits.
const maxTriangles = 1 << 28

// checkSize fails for a mesh that is too large.
func checkSize(m *mesh.Mesh) error {
	if n := m.Triangles(); n > maxTriangles || m.Points() > mesh.MaxPoints {
		return fmt.Errorf("%d triangles of %d vertices are more than can be checked at once", n, m.Points())
	}
	return nil
}
