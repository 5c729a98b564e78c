package oracle

import (
	"cmp"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Object is a mesh at a place: triangles in world coordinates.
type Object struct {
	// Path of the node that shows it.
	Path string
	Soup []geom.Triangle
	// Mirrored says that the place turns windings over: its determinant is negative.
	Mirrored bool
	// Slivers are the triangles that are degenerate in the mesh and so in no pair, even
	// if rounding has given them a width in the world. Those that are degenerate in the
	// world need not be named.
	Slivers map[int]bool
}

// Objects returns the instances of a scene as they stand in the world, each corner
// by geom.Affine.Apply and the mesh's scale multiplied into the matrix, and the
// paths of those whose matrix is singular, which are no objects.
func Objects(s *mesh.Scene) (objects []Object, singular []string) {
	for _, in := range s.Instances {
		m := s.Meshes[in.Mesh]
		world := in.World.ScaleInput(cmp.Or(m.Scale, 1))
		det := determinant(&world)
		if det == 0 {
			singular = append(singular, in.Path)
			continue
		}
		o := Object{Path: in.Path, Mirrored: det < 0, Slivers: map[int]bool{}}
		for k := range m.Parts {
			for i := range m.Parts[k].Triangles() {
				t := m.Parts[k].Triangle(i)
				if degenerate(t) {
					o.Slivers[len(o.Soup)] = true
				}
				o.Soup = append(o.Soup, world.ApplyTriangle(t))
			}
		}
		objects = append(objects, o)
	}
	return objects, singular
}

// degenerate reports whether t is finite and has collinear corners.
func degenerate(t geom.Triangle) bool {
	s := newScale([]geom.Triangle{t})
	return t.Finite() && s.face(0, t).normal.zero()
}

// determinant returns the sign of the determinant of m's linear part.
func determinant(m *geom.Affine) int {
	var soup [1]geom.Triangle
	for k, row := range m {
		soup[0][k] = geom.Vec(row[:3])
	}
	s := newScale(soup[:])
	return s.integer(soup[0][0]).dot(s.integer(soup[0][1]).cross(s.integer(soup[0][2]))).Sign()
}
