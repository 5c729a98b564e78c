// Package meshgen generates meshes and triangle soups for tests, fixtures and
// benchmarks. It is deterministic: the same arguments and seed give the same
// coordinates. Every coordinate is exactly a float32, so that any file format
// stores a mesh without change.
package meshgen

import (
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Rand returns the generator that all tests use; print the seed when one fails.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// Indexed is a mesh with shared vertices. Solids have their faces wound
// counter-clockwise seen from outside.
type Indexed struct {
	Vertices []geom.Vec
	Faces    [][3]uint32
}

// Soup returns the triangles of m in the order of its faces.
func (m Indexed) Soup() []geom.Triangle {
	soup := make([]geom.Triangle, len(m.Faces))
	for i, f := range m.Faces {
		soup[i] = geom.Triangle{m.Vertices[f[0]], m.Vertices[f[1]], m.Vertices[f[2]]}
	}
	return soup
}

// Mesh returns m as a loader would: one part, float32 positions, uint32 indices.
func (m Indexed) Mesh(name string) *mesh.Mesh {
	xyz := make([]float32, 0, 3*len(m.Vertices))
	for _, v := range m.Vertices {
		xyz = append(xyz, float32(v[0]), float32(v[1]), float32(v[2]))
	}
	indices := make([]uint32, 0, 3*len(m.Faces))
	for _, f := range m.Faces {
		indices = append(indices, f[:]...)
	}
	part := mesh.Part{Positions: mesh.Tight(xyz), Indices: mesh.Indices{U32: indices}}
	return &mesh.Mesh{Name: name, Parts: []mesh.Part{part}, Scale: 1}
}

// Mesh returns the soup as a loader would read it from an STL: one part with a
// separate vertex for each corner.
func Mesh(name string, soup []geom.Triangle) *mesh.Mesh {
	xyz := make([]float32, 0, 9*len(soup))
	for _, t := range soup {
		for _, v := range t {
			xyz = append(xyz, float32(v[0]), float32(v[1]), float32(v[2]))
		}
	}
	return &mesh.Mesh{Name: name, Parts: []mesh.Part{{Positions: mesh.Tight(xyz)}}, Scale: 1}
}

// Join returns one mesh with the vertices and faces of all. It merges no vertices.
func Join(meshes ...Indexed) Indexed {
	var out Indexed
	for _, m := range meshes {
		base := uint32(len(out.Vertices))
		out.Vertices = append(out.Vertices, m.Vertices...)
		for _, f := range m.Faces {
			out.Faces = append(out.Faces, [3]uint32{base + f[0], base + f[1], base + f[2]})
		}
	}
	return out
}

// vec returns the point with each coordinate rounded to float32.
func vec(x, y, z float64) geom.Vec {
	return geom.Vec{float64(float32(x)), float64(float32(y)), float64(float32(z))}
}

// round returns v with each coordinate rounded to float32.
func round(v geom.Vec) geom.Vec { return vec(v[0], v[1], v[2]) }

// quad appends the two triangles of the quadrilateral a, b, c, d, split along a-c.
func (m *Indexed) quad(a, b, c, d int) {
	m.triangle(a, b, c)
	m.triangle(a, c, d)
}

func (m *Indexed) triangle(a, b, c int) {
	m.Faces = append(m.Faces, [3]uint32{uint32(a), uint32(b), uint32(c)})
}
