package oracle

import (
	"cmp"
	"math/big"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Scene holds objects for queries about any two of them. It is not safe for concurrent
// use.
type Scene struct {
	bodies []*body
	scale  scale
}

// body is an object in integers, which are computed on first use.
type body struct {
	surface
	Object
	bounds geom.Box                          // of all finite triangles
	box    geom.Box                          // of those that take part in pairs
	inside func(crossings, winding int) bool // nil for an open surface
	inward bool                              // the windings of a closed surface face its inside, after reversal if mirrored
	ready  bool
	stored []*face // for a placed object, whose Soup is empty
}

// NewScene returns a scene of objects, whose triangles must not be changed afterwards.
func NewScene(objects []Object) *Scene {
	var all []geom.Triangle
	s := &Scene{}
	for _, o := range objects {
		all = append(all, o.Soup...)
		b := &body{Object: o, bounds: geom.EmptyBox(), box: geom.EmptyBox()}
		for _, t := range o.Soup {
			if t.Finite() {
				b.bounds = b.bounds.Union(t.Box())
			}
		}
		s.bodies = append(s.bodies, b)
	}
	s.scale = newScale(all)
	return s
}

// body returns body i with its integers.
func (s *Scene) body(i int) *body {
	b := s.bodies[i]
	if b.ready {
		return b
	}
	b.ready = true
	for k, t := range b.Soup {
		if t.Finite() {
			b.stored = append(b.stored, s.scale.face(k, t))
		}
	}
	var sides boundary
	for _, f := range b.stored {
		sides.add(f)
		if !f.normal.zero() && !b.Slivers[f.index] {
			b.add(f)
			b.box = b.box.Union(f.box)
		}
	}
	var oriented bool
	b.inside, oriented = sides.rule()
	if v := b.volume(); oriented && v != 0 {
		b.inward = (v < 0) != b.Mirrored
	}
	return b
}

// volume returns the sign of the volume that a closed surface encloses, by its windings.
func (b *body) volume() int {
	sum := new(big.Int)
	for _, f := range b.faces {
		sum.Add(sum, f.plane.offset) // six times the volume of the tetrahedron with the origin
	}
	return sum.Sign()
}

// Closed reports whether object i has an inside; see Between.
func (s *Scene) Closed(i int) bool { return s.body(i).inside != nil }

// Object is a placed mesh: triangles in world coordinates.
type Object struct {
	// Path of the node that shows it.
	Path string
	Soup []geom.Triangle
	// Mirrored: the placement has a negative determinant and reverses windings.
	Mirrored bool
	// Slivers are the triangles that are degenerate in the mesh. They are in no pair, even
	// if rounding has given them a width in the world. Triangles that are degenerate in the
	// world need not be listed.
	Slivers map[int]bool
}

// Objects returns the instances of a scene in world coordinates, computed by
// geom.Affine.Apply with the mesh's scale multiplied into the matrix. It also returns the
// paths of instances whose matrix is singular; these are not objects.
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
