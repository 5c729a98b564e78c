package scenetest

import (
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// Builder builds a scene.
type Builder struct{ mesh.Scene }

// Show adds a mesh at places, with the paths /0, /1 and so on in the order of the scene.
func (b *Builder) Show(m meshgen.Indexed, places ...geom.Affine) *Builder {
	b.Meshes = append(b.Meshes, m.Mesh(fmt.Sprint("mesh ", len(b.Meshes))))
	for _, p := range places {
		b.Instances = append(b.Instances, mesh.Instance{Path: fmt.Sprint("/", len(b.Instances)), Mesh: len(b.Meshes) - 1, World: p})
	}
	return b
}

// Named adds a mesh at a place, both with a name.
func (b *Builder) Named(name string, m meshgen.Indexed, at geom.Affine) *Builder {
	b.Meshes = append(b.Meshes, m.Mesh(name))
	b.Instances = append(b.Instances, mesh.Instance{Path: "/" + name, Name: name, Mesh: len(b.Meshes) - 1, World: at})
	return b
}

// Moved returns the translation by (x, y, z).
func Moved(x, y, z float64) geom.Affine { return geom.Affine{{1, 0, 0, x}, {0, 1, 0, y}, {0, 0, 1, z}} }

// Scaled returns the map that scales along the axes, and moves by x.
func Scaled(s geom.Vec, x float64) geom.Affine {
	return geom.Affine{{s[0], 0, 0, x}, {0, s[1], 0, 0}, {0, 0, s[2], 0}}
}

// Turned returns the rotation about an axis by an angle.
func Turned(axis geom.Vec, angle float64) geom.Affine {
	n := axis.Scale(1 / axis.Norm())
	s, c := math.Sin(angle), math.Cos(angle)
	var m geom.Affine
	for r := range 3 {
		for k := range 3 {
			m[r][k] = n[r] * n[k] * (1 - c)
			if r == k {
				m[r][k] += c
			}
		}
		m[r][(r+1)%3] -= n[(r+2)%3] * s
		m[r][(r+2)%3] += n[(r+1)%3] * s
	}
	return m
}

// Flipped returns m with all windings reversed.
func Flipped(m meshgen.Indexed) meshgen.Indexed {
	faces := make([][3]uint32, len(m.Faces))
	for i, f := range m.Faces {
		faces[i] = [3]uint32{f[0], f[2], f[1]}
	}
	return meshgen.Indexed{Vertices: m.Vertices, Faces: faces}
}

// Opened returns m without its last triangle.
func Opened(m meshgen.Indexed) meshgen.Indexed {
	return meshgen.Indexed{Vertices: m.Vertices, Faces: m.Faces[:len(m.Faces)-1]}
}

// Box returns the box between two corners.
func Box(x0, y0, z0, x1, y1, z1 float64) meshgen.Indexed {
	return meshgen.Box(geom.Vec{x0, y0, z0}, geom.Vec{x1, y1, z1})
}

// Cube is the unit cube in the first octant.
var Cube = Box(0, 0, 0, 1, 1, 1)

// Sheet returns an open square in the plane z = 0.
func Sheet(size float64) meshgen.Indexed {
	return meshgen.Indexed{
		Vertices: []geom.Vec{{0, 0, 0}, {size, 0, 0}, {size, size, 0}, {0, size, 0}},
		Faces:    [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
}

// Product returns the map that applies the last of some maps first.
func Product(maps ...geom.Affine) geom.Affine {
	all := maps[0]
	for _, m := range maps[1:] {
		all = all.Mul(m)
	}
	return all
}
