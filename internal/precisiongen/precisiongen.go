// Package precisiongen makes meshes for tests of what rounding may and may not excuse, with a
// verdict that is known before any number is rounded.
//
// A family makes a mesh in exact terms, with lengths in steps of the storage that it will be
// rounded to. The mesh is turned and moved, and each coordinate is rounded to the storage, as an
// exporter does: float32 near or far from the origin, integers of 12, 14 or 16 bits, decimal text.
// Faults of a family must fail however they are rounded and however finely they are cut; clean
// scenes cross by rounding alone and must pass.
//
// The verdicts are those of the default policy, with the tolerance of the scene if it has one. The
// same family and seed give the same scene.
package precisiongen

import (
	"math/rand/v2"
	"strings"

	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// Want is the verdict that a scene must get.
type Want uint8

const (
	// Passes is clean but for rounding.
	Passes Want = iota
	// Fails has a fault that cannot hide.
	Fails
	// FailsIfMet has two surfaces in one place: it must fail unless rounding left no triangle of one
	// in a triangle of the other, in which case nothing is claimed.
	FailsIfMet
	// Either is a scene for which both verdicts are right. It must get the same one in any form.
	Either
)

// String returns the words of the verdict.
func (w Want) String() string {
	return [...]string{"passes", "fails", "fails if anything meets", "either"}[w]
}

// Accepts reports whether a verdict is right, and whether it says anything: fails is the verdict,
// and met whether any pair of triangles was found to cross, cover or duplicate each other.
func (w Want) Accepts(fails, met bool) (right, counts bool) {
	switch w {
	case Passes:
		return !fails, true
	case Fails:
		return fails, true
	case FailsIfMet:
		return fails || !met, fails || met
	}
	return true, true
}

// Scene is a mesh as it is stored, with the verdict that it must get.
type Scene struct {
	Family string
	Seed   uint64
	// Row names the scenes of the family that are counted together, such as "along far".
	Row string
	// Parts are the primitives of the mesh. All but mixed scenes have one.
	Parts []Part
	// NodeScale is the scale of the node that shows the mesh where the format has nodes.
	NodeScale [3]float64
	Want      Want
	// Tolerance of the check, in the stored numbers.
	Tolerance float64
}

// Part is a primitive: coordinates that its storage can hold.
type Part struct {
	Storage Storage
	Mesh    meshgen.Indexed
}

// Triangles returns the number of triangles of all parts.
func (s *Scene) Triangles() (n int) {
	for _, p := range s.Parts {
		n += len(p.Mesh.Faces)
	}
	return n
}

// sketch is a scene before it is rounded. Lengths are in steps.
type sketch struct {
	mesh      meshgen.Indexed
	want      Want
	row       string // added to the name of the family
	tolerance float64
}

// family makes scenes of one kind.
type family struct {
	name     string
	storages []Storage
	// far: in half of the scenes a far triangle makes the mesh so large that the limits of the
	// resolution, which are shares of its size, say nothing.
	far bool
	// fixed scenes lie on the numbers of their storage and are not moved.
	fixed bool
	make  func(d draw, where Storage) sketch
}

// families in a fixed order.
var families = []family{
	{name: "through", storages: storages, far: true, make: through},
	{name: "along", storages: storages, far: true, make: along},
	{name: "overlap", storages: integers, far: true, fixed: true, make: overlap},
	{name: "integers", storages: wholes, fixed: true, make: integerBoxes},
	{name: "strips", storages: storages, far: true, make: strips},
	{name: "tolerance", storages: floats, make: tolerance},
	{name: "tjunction", storages: storages, make: tJunction},
	{name: "rest", storages: storages, make: rest},
	{name: "seam", storages: storages, make: seam},
	{name: "stand", storages: storages, make: stand},
}

// Families returns the names of all families in a fixed order.
func Families() []string {
	names := make([]string, len(families))
	for i := range families {
		names[i] = families[i].name
	}
	return names
}

// Make returns a scene of a family. It panics for a name that is none.
func Make(name string, seed uint64) Scene {
	for number := range families {
		if f := &families[number]; f.name == name {
			d := draw{rand.New(rand.NewPCG(seed, uint64(number)))}
			for {
				if s, ok := f.scene(d); ok {
					s.Seed = seed
					return s
				}
			}
		}
	}
	panic("precisiongen: no family " + name)
}

// scene makes one attempt. It fails if the scene is larger than its storage.
func (f *family) scene(d draw) (Scene, bool) {
	where := pick(d, f.storages...)
	k := f.make(d, where)
	row := f.name + k.row
	if !f.fixed {
		k.mesh = placed(d, k.mesh)
	}
	if f.far && d.chance(0.5) {
		k.mesh, row = withFarTriangle(d, k.mesh, where), row+" far"
	}
	vertices, ok := where.round(k.mesh.Vertices, f.fixed)
	if !ok {
		return Scene{}, false
	}
	return Scene{
		Family: f.name, Row: row, Want: k.want, Tolerance: k.tolerance * where.Step(),
		Parts:     []Part{{where, meshgen.Indexed{Vertices: vertices, Faces: k.mesh.Faces}}},
		NodeScale: where.nodeScale(),
	}, true
}

// Storages names the storages of the parts.
func (s *Scene) Storages() string {
	names := make([]string, len(s.Parts))
	for i, p := range s.Parts {
		names[i] = p.Storage.String()
	}
	return strings.Join(names, " and ")
}
