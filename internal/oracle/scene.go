package oracle

import (
	"math/big"

	"github.com/meshcheck/meshcheck/geom"
)

// Scene is objects, ready for questions about any two of them. It is not safe for
// concurrent use.
type Scene struct {
	bodies []*body
	scale  scale
}

// body is an object in integers, which are made when they are first needed.
type body struct {
	surface
	Object
	bounds geom.Box                          // of all finite triangles
	box    geom.Box                          // of those that take part in pairs
	inside func(crossings, winding int) bool // nil for an open surface
	inward bool                              // the windings of a closed surface face its inside, in a mirrored place reversed
	ready  bool
	stored []*face // of an object that is placed, whose Soup is empty
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

// volume returns the sign of the volume inside a closed surface by the windings of its
// triangles.
func (b *body) volume() int {
	sum := new(big.Int)
	for _, f := range b.faces {
		sum.Add(sum, f.plane.offset) // six times that of the tetrahedron to the origin
	}
	return sum.Sign()
}

// Closed reports whether object i has an inside; see Between.
func (s *Scene) Closed(i int) bool { return s.body(i).inside != nil }
