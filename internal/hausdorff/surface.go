package hausdorff

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
)

// meshSurface is the surface of meshes, by the leaves of their trees. Each mesh is a body.
type meshSurface struct {
	meshes []*Mesh
	first  []int // leaf of each mesh, and at the end the number of all
}

func newMeshSurface(meshes []*Mesh) *meshSurface {
	s := &meshSurface{meshes: meshes, first: []int{0}}
	for k, m := range meshes {
		s.first = append(s.first, s.first[k]+m.Shape.Tree.Leaves())
	}
	return s
}

func (s *meshSurface) leaves() int { return s.first[len(s.meshes)] }

func (s *meshSurface) leaf(i int, out []geom.Triangle) ([]geom.Triangle, int) {
	k := 0
	for s.first[k+1] <= i {
		k++
	}
	for _, f := range s.meshes[k].Shape.Tree.Leaf(i - s.first[k]) {
		out = append(out, s.meshes[k].Triangle(f))
	}
	return out, k
}

// bodySurface is the surfaces of all bodies.
type bodySurface struct {
	pieces [][]geom.Triangle
	owners []int
}

// newBodySurface returns the surfaces of all bodies.
func newBodySurface(bodies []Body) *bodySurface {
	s := &bodySurface{}
	for k := range bodies {
		surface := bodies[k].surface
		if m := bodies[k].Mesh; m != nil {
			all := newMeshSurface([]*Mesh{m})
			for i := range all.leaves() {
				surface, _ = all.leaf(i, surface)
			}
		}
		for len(surface) > 0 {
			n := min(len(surface), boxtree.Width)
			s.pieces, s.owners = append(s.pieces, surface[:n]), append(s.owners, k)
			surface = surface[n:]
		}
	}
	return s
}

func (s *bodySurface) leaves() int { return len(s.pieces) }

func (s *bodySurface) leaf(i int, _ []geom.Triangle) ([]geom.Triangle, int) {
	return s.pieces[i], s.owners[i]
}
