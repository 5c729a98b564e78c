package scenegen

import (
	"bytes"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestFamiliesAreTrue compares the answers of families with exact arithmetic on all
// triangles, in the frame.
func TestFamiliesAreTrue(t *testing.T) {
	for number, f := range families {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			classes := map[Class]int{}
			for seed := range uint64(longtest.Rounds(t, 2, 30)) {
				p := f.make(rand.New(rand.NewPCG(seed, uint64(number))))
				classes[p.class]++
				if m, s := p.meeting(); !p.agrees(&m, s) {
					t.Errorf("seed %d: %v, inner %d, radius %v; exactly: %s, inner %d", seed, p.class, p.inner, p.radius, m.Verdict, m.Inner)
				}
				if known := p.class == InEachOther || p.class == Contained; known != (p.radius > 0) {
					t.Errorf("seed %d: %v with the radius %v", seed, p.class, p.radius)
				}
			}
			t.Log(classes)
		})
	}
}

// meeting returns the answer of exact arithmetic on all triangles. For open surfaces it uses
// the plain meshes: if both have edges along their common line, no triangle of one passes
// through a triangle of the other.
func (p *pair) meeting() (oracle.Meeting, *oracle.Scene) {
	var placed, plain []oracle.Placed
	for k := range p.bodies {
		b := &p.bodies[k]
		placed = append(placed, oracle.Placed{Soup: b.shown.Soup(), Place: b.place()})
		plain = append(plain, b.plainly())
	}
	s := oracle.NewPlacedScene(placed)
	if !p.equal() && (!s.Closed(0) || !s.Closed(1)) {
		s = oracle.NewPlacedScene(plain)
	}
	return s.Between(0, 1), s
}

// agrees reports whether the answer of a pair is that of all its triangles.
func (p *pair) agrees(m *oracle.Meeting, s *oracle.Scene) bool {
	open := !s.Closed(0) || !s.Closed(1)
	area := m.Pairs.Count(oracle.Overlap)+m.Pairs.Count(oracle.Duplicate) > 0
	switch m.Verdict {
	case oracle.Crossing, oracle.Overlap:
		return p.class == InEachOther
	case oracle.Contained:
		return p.class == Contained && p.inner == m.Inner || p.class == Either
	case oracle.DuplicateInstance:
		return p.class == Duplicate || p.class == InEachOther && !p.equal()
	case oracle.Touch:
		// Open surfaces that cover each other, whichever way they face, are in more than
		// contact.
		return p.class == TouchOrNothing && !(open && area) || p.class == InEachOther && open && area
	}
	return p.class == TouchOrNothing
}

// TestPlacementsKeepTheTruth checks that a placement, before rounding, does not change how two
// objects meet.
func TestPlacementsKeepTheTruth(t *testing.T) {
	verdict := func(s *Scene) string {
		m := oracle.NewPlacedScene(s.Placed()).Between(0, 1)
		if m.Verdict == oracle.Undecided { // a matter of boxes along the axes
			return oracle.Apart
		}
		return m.Verdict
	}
	for _, family := range Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(longtest.Rounds(t, 1, 2)) {
				frame := Make(family, "none", seed)
				want := verdict(&frame)
				for k, placement := range Placements()[1:] {
					if !longtest.On(t) && k%3 != int(seed+uint64(len(family)))%3 {
						continue
					}
					s := Make(family, placement, seed)
					if got := verdict(&s); got != want {
						t.Errorf("%s, seed %d: %s, want %s", placement, seed, got, want)
					}
				}
			}
		})
	}
}

// decode loads a scene as a file.
func decode(t *testing.T, s *Scene) *mesh.Scene {
	t.Helper()
	loaded, _, err := loader.Decode(t.Context(), s.GLTF(), nil, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// TestStoredScenes checks that a file has the scene's meshes without change, and its positions
// within Rounding.
func TestStoredScenes(t *testing.T) {
	worst := new(big.Rat)
	for _, family := range Families() {
		for _, placement := range Placements() {
			for seed := range uint64(longtest.Rounds(t, 1, 4)) {
				s := Make(family, placement, seed)
				loaded := decode(t, &s)
				if len(loaded.Instances) != 2 || len(loaded.Warnings) > 0 {
					t.Fatalf("%s, %s, seed %d: %d instances, %q", family, placement, seed, len(loaded.Instances), loaded.Warnings)
				}
				var moved big.Rat
				for k, o := range s.Objects {
					in := loaded.Instances[k]
					if in.Path != s.Path(o.Node) {
						t.Errorf("path %q, want %q", in.Path, s.Path(o.Node))
					}
					for i, u := range o.Mesh.Soup() {
						if got := loaded.Meshes[in.Mesh].Parts[0].Triangle(i); got != u {
							t.Fatalf("%s, %s, seed %d: triangle %d of object %d is %v, want %v", family, placement, seed, i, k, got, u)
						}
					}
					moved.Add(&moved, displacement(&s, k, &in))
				}
				share := new(big.Rat).SetFloat64(s.Rounding)
				if share.Quo(&moved, share); share.Cmp(worst) > 0 {
					worst = share
				}
				if share.Cmp(big.NewRat(1, 1)) > 0 {
					t.Errorf("%s, %s, seed %d: rounding moves corners by %s of %v", family, placement, seed, share.FloatString(3), s.Rounding)
				}
			}
		}
	}
	t.Log("rounding reaches", worst.FloatString(3), "of its bound")
	if worst.Cmp(big.NewRat(1, 20)) < 0 {
		t.Error("the bound on rounding is far too coarse")
	}
}

// displacement returns the greatest distance by which a file moves a corner of object k, except
// far ones.
func displacement(s *Scene, k int, in *mesh.Instance) *big.Rat {
	var file oracle.Map
	for r, row := range in.World {
		for c, x := range row {
			file[r][c] = new(big.Rat).SetFloat64(x)
		}
	}
	exact, most := s.world(s.Objects[k].Node), new(big.Rat)
	for _, v := range s.Objects[k].Mesh.Vertices {
		if v.Norm() > 100 {
			continue
		}
		p, q := exact.Apply(oracle.PointOf(v)), file.Apply(oracle.PointOf(v))
		sum := new(big.Rat)
		for r := range p {
			d := new(big.Rat).Sub(p[r], q[r])
			sum.Add(sum, d.Mul(d, d))
		}
		if sum.Cmp(most) > 0 {
			most = sum
		}
	}
	// The root has far more digits than needed.
	root := new(big.Float).SetPrec(200).SetRat(most)
	out, _ := root.Sqrt(root).Rat(nil)
	if out == nil {
		return new(big.Rat)
	}
	return out
}

// TestSameSeedSameScene checks that names and seed determine a scene.
func TestSameSeedSameScene(t *testing.T) {
	for _, family := range Families() {
		different := false
		for _, placement := range Placements()[4:6] {
			a, b, other := Make(family, placement, 7), Make(family, placement, 7), Make(family, placement, 8)
			if !bytes.Equal(a.GLTF(), b.GLTF()) || a.Want != b.Want {
				t.Errorf("%s, %s: a different scene", family, placement)
			}
			different = different || !bytes.Equal(a.GLTF(), other.GLTF())
		}
		if !different {
			t.Errorf("%s: the seed changes nothing", family)
		}
	}
}

// TestGridBoxesByCoordinates compares the answers for axis-aligned boxes with their corners.
func TestGridBoxesByCoordinates(t *testing.T) {
	for seed := range uint64(longtest.Rounds(t, 100, 200)) {
		p := gridBoxes(rand.New(rand.NewPCG(seed, 0)))
		var low, high [2][3]float64
		for i, b := range p.bodies {
			at := b.at.Float64()
			for k := range 3 {
				low[i][k], high[i][k] = at[k]+b.plain.Vertices[0][k], at[k]+b.plain.Vertices[7][k]
			}
		}
		width, inside := 4.0, [2]bool{true, true}
		for k := range 3 {
			width = min(width, min(high[0][k], high[1][k])-max(low[0][k], low[1][k]))
			for i := range inside {
				inside[i] = inside[i] && low[i][k] > low[1-i][k] && high[i][k] < high[1-i][k]
			}
		}
		want := InEachOther
		switch {
		case width <= 0:
			want = TouchOrNothing
		case inside[0] || inside[1]:
			want = Contained
		case p.equal():
			want = Duplicate
		}
		if p.class != want || want == Contained && !inside[p.inner] {
			t.Errorf("seed %d: %v, inner %d, want %v", seed, p.class, p.inner, want)
		}
		if want == InEachOther && math.Abs(p.radius-width/2) > 0.2*width {
			t.Errorf("seed %d: radius %v, want %v", seed, p.radius, width/2)
		}
	}
}
