package parts_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenegen"
	"github.com/meshcheck/meshcheck/mesh"
)

// removal turns, scales and moves a whole scene, and determines how the matrices of its instances
// are composed.
type removal struct {
	scale float64
	world geom.Affine
	// parent, a rotation, stands above all instances: their places are the product of
	// theirs below it and of the rest.
	parent geom.Affine
	// stored rounds all places to float32 numbers, as matrices of nodes are.
	stored bool
}

func newRemoval(rng *rand.Rand) removal {
	vec := func() geom.Vec { return geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()} }
	r := removal{scale: 1, parent: here, stored: rng.IntN(3) == 0}
	if rng.IntN(2) == 0 {
		r.scale = math.Pow(10, float64(rng.IntN(7)-3))
	}
	r.world = turned(vec(), 6*rng.Float64())
	if rng.IntN(3) == 0 { // by a quarter of a turn, with the numbers of a file
		var axis geom.Vec
		axis[rng.IntN(3)] = 1
		r.world = turned(axis, 2*math.Atan2(float64(float32(math.Sqrt(0.5))), 0.7071068))
	}
	far := vec()
	far = far.Scale(math.Pow(10, float64(rng.IntN(5))) / far.Norm())
	for k := range 3 {
		r.world[k][3] = far[k]
	}
	r.world = r.world.Mul(scaled(geom.Vec{r.scale, r.scale, r.scale}, 0))
	if rng.IntN(2) == 0 {
		r.parent = turned(vec(), 6*rng.Float64())
	}
	return r
}

// of returns the scene after the removal.
func (r *removal) of(s *mesh.Scene) *mesh.Scene {
	out := *s
	out.Instances = nil
	back := here
	for i := range 3 {
		for k := range 3 {
			back[i][k] = r.parent[k][i]
		}
	}
	below := back.Mul(r.world)
	for _, in := range s.Instances {
		whole := r.parent.Mul(below)
		in.World, in.Rounding = whole.Mul(in.World), roundingBelow(&whole, &in)
		if r.stored {
			for i := range in.World {
				for k, x := range in.World[i] {
					in.World[i][k] = float64(float32(x))
				}
			}
		}
		for i, row := range in.World {
			for k, x := range row {
				in.Rounding[i][k] += geom.HalfUlp32(x)
			}
		}
		out.Instances = append(out.Instances, in)
	}
	return &out
}

// roundingBelow bounds what the entries of an instance's matrix are off by after another,
// exact one.
func roundingBelow(outer *geom.Affine, in *mesh.Instance) *geom.Affine {
	off := new(geom.Affine)
	for i := range off {
		for k := range off[i] {
			for j := range 3 {
				off[i][k] += math.Abs(outer[i][j]) * in.Rounding[j][k]
			}
		}
	}
	return off
}

// String says what r does.
func (r *removal) String() string {
	return fmt.Sprintf("scaled by %g, by %.6g, below %.6g, stored %v", r.scale, r.world, r.parent, r.stored)
}

// coarseness bounds how far float32 numbers may have moved points of a scene against each
// other: a few units in the last place of the greatest coordinate on the way to the world.
func coarseness(s *mesh.Scene) float64 {
	var most float64
	for _, in := range s.Instances {
		box := worldBox(s, &in)
		for k := range 3 {
			most = max(most, math.Abs(box.Min[k]), math.Abs(box.Max[k]), math.Abs(in.World[k][3]))
		}
	}
	return most * 0x1p-21
}

// worldBox returns the box of an instance.
func worldBox(s *mesh.Scene, in *mesh.Instance) geom.Box {
	box := geom.EmptyBox()
	m := s.Meshes[in.Mesh]
	for k := range m.Parts {
		for i := range m.Parts[k].Positions.Len() {
			v := m.Parts[k].Positions.At(i)
			if m.Scale != 0 {
				v = v.Scale(m.Scale)
			}
			if v.Finite() {
				box = box.Include(in.World.Apply(v))
			}
		}
	}
	return box
}

// classOf returns the class of a pair, without what may depend on rounding or on the axes.
func classOf(p *check.Pair) string {
	switch kind, inner := verdictOf(p); kind {
	case "crossing", "overlap":
		return "in each other"
	case "contained":
		return fmt.Sprint(kind, " ", inner)
	case "duplicate_instance":
		return kind
	}
	return "contact at most"
}

// pairsByName returns what was found, by the paths of both.
func pairsByName(t *testing.T, s *mesh.Scene) map[string]*check.Pair {
	t.Helper()
	found := map[string]*check.Pair{}
	r := checkedPairs(t, s, check.Options{Workers: 1})
	for k, p := range r.Pairs() {
		found[p.A.Path+" "+p.B.Path] = &r.Pairs()[k]
	}
	return found
}

// TestFixturesAnywhere: the relation of two objects does not depend on how their
// scene is turned, scaled and moved, or on which node carries the matrix, unless they are
// in each other by so little that rounding matters.
func TestFixturesAnywhere(t *testing.T) {
	each := uint64(longtest.Rounds(t, 3, 5))
	for _, f := range fixtures.In("scenes") {
		if len(f.Pairs) == 0 || len(f.Singular) > 0 {
			continue
		}
		t.Run(f.Path, func(t *testing.T) {
			t.Parallel()
			s := openFixture(t, f.Path)
			before := pairsByName(t, s)
			size := geom.EmptyBox()
			for _, in := range s.Instances {
				size = size.Union(worldBox(s, &in))
			}
			for seed := range each {
				r := newRemoval(meshgen.Rand(seed))
				removed := r.of(s)
				after, coarse := pairsByName(t, removed), coarseness(removed)/r.scale
				for _, pair := range f.Pairs {
					name := pair.A + " " + pair.B
					p, q := before[name], after[name]
					if got, want := classOf(q), classOf(p); got != want && telling(p, q, coarse, size.Diagonal()) {
						t.Errorf("%s, seed %d: %s, and %s before; %s", name, seed, got, want, &r)
					}
				}
			}
		})
	}
}

// telling reports whether rounding, in the unit of a scene before its removal, is too fine
// to explain that a pair got another answer.
func telling(before, after *check.Pair, coarse, size float64) bool {
	deepest := 0.0
	for _, p := range []*check.Pair{before, after} {
		if p != nil && classOf(p) != "contact at most" {
			deepest = size / 64 // where no depth is known
			if p.Depth > 0 && p == before {
				deepest = p.Depth
			}
		}
	}
	return deepest > 64*coarse
}

// withinReach reports whether the objects of a scene are apart, but nearer to each other
// than a distance, within which open surfaces count as lying in one another.
func withinReach(t *testing.T, s *mesh.Scene, distance float64) bool {
	t.Helper()
	r, err := meshcheck.Check(t.Context(), s, check.Options{Checks: check.Clearance, Clearance: check.Length{Value: distance}})
	if err != nil {
		t.Fatal(err)
	}
	return len(r.Pairs()) > 0 && r.Pairs()[0].Nearest != nil && r.Pairs()[0].Nearest.Distance > 0
}

// TestFamiliesAnywhere is the same for scenes made at random, of which is known how far
// their objects are in each other.
func TestFamiliesAnywhere(t *testing.T) {
	each := uint64(longtest.Rounds(t, 3, 5))
	for number, family := range scenegen.Families() {
		if family == "far vertex" { // coarse by that vertex
			continue
		}
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			c := familyTally{t: t}
			for seed := range each {
				rng := rand.New(rand.NewPCG(seed, uint64(number)))
				placements := scenegen.Placements()
				s := scenegen.Make(family, placements[rng.IntN(len(placements))], seed)
				loaded := loadedScene(t, s.GLTF())
				r := newRemoval(rng)
				removed := r.of(loaded)
				coarse := coarseness(removed) / r.scale
				if s.Want.Class == scenegen.Either || s.Want.Radius > 0 && s.Want.Radius < 16*coarse {
					continue
				}
				// Doubles are told from neighbours only where rounding is a small part of them.
				if s.Want.Class == scenegen.Duplicate && worldBox(loaded, &loaded.Instances[0]).Diagonal() < 1024*coarse {
					continue
				}
				c.all++
				got, want := classOf(onlyPair(t, removed)), classOf(onlyPair(t, loaded))
				if got != want && !(want == "contact at most" && withinReach(t, loaded, 16*coarse)) {
					c.miss(&s, fmt.Sprintf("%s: %s, and %s before; %s", s.Placement, got, want, &r))
				}
			}
			t.Logf("%d of %d wrong", c.wrong, c.all)
		})
	}
}
