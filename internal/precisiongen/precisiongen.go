// Package precisiongen generates meshes for tests of what rounding may excuse. The verdict on
// each mesh is known before rounding.
//
// A family makes an exact mesh, with lengths in steps of the storage to which it will be rounded.
// The mesh is turned and moved, and each coordinate is rounded to the storage, as an exporter
// does: float32 near or far from the origin, integers of 12, 14 or 16 bits, decimal text. Faults
// must fail regardless of rounding and tessellation. Clean scenes cross only because of rounding
// and must pass.
//
// The verdicts are those of the default policy, with the tolerance of the scene if it has one. The
// same family and seed give the same scene.
package precisiongen

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// Want is the verdict that a scene must get.
type Want uint8

const (
	// Passes is clean except for rounding.
	Passes Want = iota
	// Fails has a fault that must be found.
	Fails
	// FailsIfMet has two surfaces in one place. It must fail, unless after rounding no triangle of
	// one meets a triangle of the other; then any verdict is right.
	FailsIfMet
	// Either is a scene for which both verdicts are right. It must get the same verdict in any form.
	Either
)

// String returns the words of the verdict.
func (w Want) String() string {
	return [...]string{"passes", "fails", "fails if anything meets", "either"}[w]
}

// Accepts reports whether a verdict is right, and whether it counts as a test: fails is the
// verdict, and met reports whether any two triangles cross, cover or duplicate each other.
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
	// First is the number of triangles of the first of two surfaces, 0 if the scene is one surface.
	First int
	// Parts are the primitives of the mesh. Only mixed scenes have several.
	Parts []Part
	// NodeScale is the scale of the node that shows the mesh, if the format has nodes.
	NodeScale [3]float64
	Want      Want
	// Tolerance of the check, in the stored numbers.
	Tolerance float64
}

// Part is a primitive: coordinates that its storage can represent.
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
	mesh meshgen.Indexed
	// first is the number of faces of the first of two surfaces that have no vertex in common.
	first     int
	want      Want
	row       string // added to the name of the family
	tolerance float64
	// far: the scene needs the far triangle of withFarTriangle.
	far bool
	// fixed: the coordinates are numbers of the storage, or midway between two, and are not moved.
	fixed bool
}

// against returns a scene of two surfaces.
func against(first, second meshgen.Indexed, want Want) sketch {
	out := sketch{want: want}
	out.set(first, second)
	return out
}

// set sets the two surfaces.
func (k *sketch) set(first, second meshgen.Indexed) {
	k.mesh, k.first = meshgen.Join(first, second), len(first.Faces)
}

// family makes scenes of one kind.
type family struct {
	name     string
	storages []Storage
	// far: in half of the scenes a far triangle makes the mesh so large that the limits of the
	// resolution, which are fractions of its size, have no effect.
	far  bool
	make func(d draw, where Storage) sketch
}

// families in a fixed order.
var families = []family{
	{name: "through", storages: storages, far: true, make: through},
	{name: "along", storages: storages, far: true, make: along},
	{name: "overlap", storages: integers, far: true, make: overlap},
	{name: "integers", storages: wholes, make: integerBoxes},
	{name: "strips", storages: storages, far: true, make: strips},
	{name: "tolerance", storages: floats, make: tolerance},
	{name: "tjunction", storages: storages, make: tJunction},
	{name: "rest", storages: storages, make: rest},
	{name: "seam", storages: storages, make: seam},
	{name: "stand", storages: storages, make: stand},
	{name: "folded", storages: storages, far: true, make: folded},
	{name: "needles", storages: storages, far: true, make: needles},
	{name: "spirals", storages: storages, far: true, make: spirals},
	{name: "comb", storages: storages, far: true, make: comb},
	{name: "thin row", storages: storages, far: true, make: thinRow},
	{name: "plates", storages: storages, far: true, make: plates},
	{name: "loops", storages: storages, far: true, make: loops},
	{name: "joined", storages: storages, far: true, make: joined},
	{name: "angle", storages: storages, far: true, make: angle},
	{name: "cut", storages: storages, far: true, make: cut},
	{name: "small", storages: slices.Concat(floats, nearFloats), far: true, make: small},
	{name: "cones", storages: storages, far: true, make: cones},
	{name: "fences", storages: storages, far: true, make: fences},
	{name: "balls", storages: storages, far: true, make: balls},
	{name: "balls touching", storages: storages, far: true, make: ballsTouching},
	{name: "slab", storages: storages, far: true, make: slab},
	{name: "corrugated", storages: storages, far: true, make: corrugated},
	{name: "soup", storages: storages, make: soup},
	{name: "curved", storages: storages, make: curved},
	{name: "scan", storages: storages, make: scan},
	{name: "sunk", storages: floats, make: sunk},
	{name: "rib", storages: storages, make: rib},
	{name: "knife", storages: storages, make: knife},
	{name: "hinge", storages: storages, make: hinge},
	{name: "tiles", storages: storages, far: true, make: tiles},
	{name: "clean mix", storages: storages, make: cleanMix},
	{name: "double strips", storages: storages, far: true, make: doubleStrips},
	{name: "washboard", storages: storages, far: true, make: washboard},
	{name: "foot", storages: floats, make: foot},
	{name: "grid box", storages: storages, make: gridBox},
}

// firstVariant is the number that seeds the scenes of the first variant. It does not change when families are
// added, so that seeds keep their scenes.
const firstVariant = 31

// variants make scenes of families in other numbers.
var variants = []struct {
	name     string
	families []string
	storages []Storage
	store    func(d draw, k *sketch, where Storage) (parts []Part, scale [3]float64, ok bool)
}{
	{"other numbers", []string{"through", "along", "strips", "plates", "fences", "cones", "tjunction", "rest", "seam", "stand", "scan"}, others, storeAlone},
	{"scaled node", []string{"through", "along", "strips", "plates", "fences", "cones", "tjunction", "rest", "seam", "stand", "scan"}, scalable, storeScaled},
	{"mixed numbers", []string{"through", "cones", "rest", "stand"}, []Storage{{Kind: Integers, Size: 16}, {Kind: Normalized, Size: 16}}, storeMixed},
}

// Families returns the names of all families in a fixed order.
func Families() []string {
	var names []string
	for i := range families {
		names = append(names, families[i].name)
	}
	for i := range variants {
		names = append(names, variants[i].name)
	}
	return names
}

// attempts is how often a scene may be larger than its storage. One in three fits of the worst.
const attempts = 10_000

// Make returns a scene of a family. It panics for a name that is none.
func Make(name string, seed uint64) Scene {
	number := slices.Index(Families(), name)
	if number < 0 {
		panic("precisiongen: no family " + name)
	}
	stream := number
	if number >= len(families) {
		stream += firstVariant - len(families)
	}
	d := draw{rand.New(rand.NewPCG(seed, uint64(stream)))}
	for range attempts {
		if s, ok := attempt(d, number); ok {
			s.Family, s.Seed = name, seed
			return s
		}
	}
	panic("precisiongen: nothing fits the numbers of family " + name)
}

// attempt makes a scene of the family of a number. It fails if the scene is larger than its storage.
func attempt(d draw, number int) (Scene, bool) {
	if number < len(families) {
		f := &families[number]
		return f.scene(d, pick(d, f.storages...), "", storeAlone)
	}
	v := &variants[number-len(families)]
	base := pick(d, v.families...)
	for i := range families {
		if families[i].name == base {
			return families[i].scene(d, pick(d, v.storages...), v.name+", ", v.store)
		}
	}
	panic("precisiongen: no family " + base)
}

// scene is attempt for numbers of a kind.
func (f *family) scene(d draw, where Storage, prefix string, store func(draw, *sketch, Storage) ([]Part, [3]float64, bool)) (Scene, bool) {
	k := f.make(d, where)
	s := Scene{Row: prefix + f.name + k.row, Want: k.want, First: k.first, Tolerance: k.tolerance * where.Step()}
	if !k.fixed {
		k.mesh = placed(d, k.mesh)
	}
	switch {
	case k.far:
		k.mesh = withFarTriangle(d, k.mesh, where)
	case f.far && d.chance(0.5):
		k.mesh, s.Row = withFarTriangle(d, k.mesh, where), s.Row+" far"
	}
	ok := false
	s.Parts, s.NodeScale, ok = store(d, &k, where)
	return s, ok
}

// Storages names the storages of the parts.
func (s *Scene) Storages() string {
	names := make([]string, len(s.Parts))
	for i, p := range s.Parts {
		names[i] = p.Storage.String()
	}
	return strings.Join(names, " and ")
}
