// Package scenegen generates test scenes of two objects. How the two meet before rounding is
// known.
//
// A family puts two meshes next to, through or inside each other in their own frame, at
// rational positions, so that the answer is known by construction or by exact arithmetic. A
// placement puts the frame into the world by one or more nodes, whose rotations come from
// integer quaternions and whose scales and translations are rational. A file stores these as
// float32 numbers, as any exporter does; Scene.Rounding bounds the resulting displacement.
//
// The same family, placement and seed give the same scene. The contents of the frame do not
// depend on the placement.
package scenegen

import (
	"math/rand/v2"
	"reflect"

	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

// Scene is two objects in the world.
type Scene struct {
	Family, Placement string
	Seed              uint64
	// Nodes are in an order with parents first.
	Nodes []Node
	// Objects are the two, A shown before B.
	Objects [2]Object
	// Shared: both objects show the same mesh.
	Shared bool
	// Want is the expected answer.
	Want Want
	// Rounding bounds how far the stored numbers move a point of one object with respect
	// to the other, where the two meet. It is generous, but by no more than a small factor.
	Rounding float64
}

// Object is a mesh at a node.
type Object struct {
	Name string
	Mesh meshgen.Indexed
	// Node is an index into Scene.Nodes.
	Node int
}

// Families are the names of all families in a fixed order.
func Families() []string {
	names := make([]string, len(families))
	for i, f := range families {
		names[i] = f.name
	}
	return names
}

// families make pairs of bodies in their frame.
var families = []struct {
	name string
	make func(rng *rand.Rand) pair
}{
	{"grid boxes", gridBoxes},
	{"beams", beams},
	{"prisms", prisms},
	{"rectilinear solids", rectilinear},
	{"other tessellation", otherTessellation},
	{"same place", samePlace},
	{"flush inside", flushInside},
	{"flush neighbours", flushNeighbours},
	{"small gaps", smallGaps},
	{"shallow", shallow},
	{"nested", nested},
	{"convex", convexBodies},
	{"far vertex", farVertex},
	{"tiles", tiles},
	{"sheets crossing", sheetsCrossing},
	{"sheets grazing", sheetsGrazing},
	{"sheets and boxes", sheetsAndBoxes},
}

// Make returns a scene of a family, in a placement of Placements. It panics for unknown
// names.
func Make(family, placement string, seed uint64) Scene {
	for number, f := range families {
		if f.name != family {
			continue
		}
		p := f.make(rand.New(rand.NewPCG(seed, uint64(number))))
		s := Scene{Family: family, Placement: placement, Seed: seed}
		for k := range s.Objects {
			s.Objects[k] = Object{Name: string(rune('a' + k)), Mesh: p.bodies[k].shown}
		}
		s.Shared = seed%2 == 0 && reflect.DeepEqual(p.bodies[0].shown, p.bodies[1].shown)
		least := s.place(&p, rand.New(rand.NewPCG(seed, 1<<32|uint64(number))))
		s.Want = p.want(least, s.Rounding)
		return s
	}
	panic("scenegen: no family " + family)
}

// Placed returns the objects at their exact positions, before rounding.
func (s *Scene) Placed() []oracle.Placed {
	var out []oracle.Placed
	for _, o := range s.Objects {
		out = append(out, oracle.Placed{Path: s.Path(o.Node), Soup: o.Mesh.Soup(), Place: s.world(o.Node)})
	}
	return out
}

// Path returns the path of a node, "/p0/a".
func (s *Scene) Path(node int) string {
	n := &s.Nodes[node]
	if n.Parent < 0 {
		return "/" + n.Name
	}
	return s.Path(n.Parent) + "/" + n.Name
}

// world returns the unrounded map of a node into the world.
func (s *Scene) world(node int) oracle.Map {
	n := &s.Nodes[node]
	if n.Parent < 0 {
		return n.exact()
	}
	return s.world(n.Parent).Mul(n.exact())
}
