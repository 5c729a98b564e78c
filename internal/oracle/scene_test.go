package oracle_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/mesh"
)

// box is a box from one corner to the other.
func box(x ...float64) meshgen.Indexed {
	return meshgen.Box(geom.Vec{x[0], x[1], x[2]}, geom.Vec{x[3], x[4], x[5]})
}

// opened returns m without its last face.
func opened(m meshgen.Indexed) meshgen.Indexed {
	m.Faces = m.Faces[:len(m.Faces)-1]
	return m
}

// turned returns m with the winding of some faces, or all, reversed.
func turned(m meshgen.Indexed, faces ...int) meshgen.Indexed {
	m.Faces = slices.Clone(m.Faces)
	for i := range m.Faces {
		if f := &m.Faces[i]; len(faces) == 0 || slices.Contains(faces, i) {
			f[1], f[2] = f[2], f[1]
		}
	}
	return m
}

// sheet is two triangles over a unit square at height z.
func sheet(z float64) meshgen.Indexed {
	return meshgen.Grid(1, 1, func(_, _ float64) float64 { return z })
}

var (
	cube   = box(0, 0, 0, 4, 4, 4)
	hollow = meshgen.Join(cube, turned(box(1, 1, 1, 3, 3, 3)))
)

var meetings = []struct {
	why      string
	a, b     meshgen.Indexed
	want     string // the verdict, the inner object, and the counts of pairs by kind
	distance float64
	depth    float64
}{
	{"far apart", cube, box(7, 0, 4, 9, 2, 6), "apart", 3, 0},
	{"nearest at two edges", cube, box(7, 0, 8, 9, 2, 9), "apart", 5, 0},
	{"nearest at two vertices", cube, box(5, 6, 6, 9, 7, 9), "apart", 3, 0},
	{"boxes overlap, shapes do not", meshgen.LShape(3, 1), box(1.5, 1.25, 0, 3, 3, 1), "apart", 0.25, 0},
	{"a corner inside", cube, box(3, 3, 3, 6, 6, 6), "crossing, 6 crossing, 12 touch", 0, 1},
	{"a bar right through", cube, box(1, 1, -2, 3, 3, 6), "crossing, 16 crossing, 8 touch", 0, 0},
	{"one on the other", cube, box(1, 1, 4, 3, 2, 6), "touch, 3 overlap, 14 touch", 0, 0},
	{"equal faces back to back", cube, box(0, 0, 4, 4, 4, 8), "touch, 2 duplicate", 0, 0},
	{"a common edge", cube, box(4, 4, 0, 8, 8, 4), "touch", 0, 0},
	{"a common vertex", cube, box(4, 4, 4, 8, 8, 8), "touch", 0, 0},
	{"a vertex on a face", cube, meshgen.Tetrahedron(geom.Vec{2, 1, 4}, geom.Vec{2, 1, 6}, geom.Vec{3, 1, 6}, geom.Vec{2, 2, 6}), "touch, 3 touch", 0, 0},
	{"aligned boxes in each other", cube, box(3, 0, 0, 7, 4, 4), "overlap, 12 overlap, 40 touch", 0, 0},
	{"a box flush inside", cube, box(1, 1, 2, 3, 3, 4), "overlap, 2 overlap, 16 touch", 0, 1},
	{"a box inside", cube, box(1, 1, 1, 2, 3, 3), "contained 1", 1, 1},
	{"a box around", box(1, 1, 1, 2, 3, 3), cube, "contained 0", 1, 1},
	{"a vertex of what is inside touches", cube, meshgen.Tetrahedron(geom.Vec{2, 1, 4}, geom.Vec{2, 1, 2}, geom.Vec{3, 1, 2}, geom.Vec{2, 2, 2}), "contained 1, 3 touch", 0, 2},
	{"an open sheet inside", box(-1, -1, -1, 2, 2, 2), sheet(0.5), "contained 1", 1, 1},
	{"in the hollow of a shell", hollow, box(1.5, 1.5, 1.5, 2, 2, 2), "apart", 0.5, 0},
	{"fills the hollow", hollow, box(1, 1, 1, 3, 3, 3), "touch, 12 duplicate", 0, 0},
	{"in the wall of a shell", hollow, box(0.25, 0.25, 0.25, 0.5, 0.5, 0.5), "contained 1", 0.25, 0.5},
	{"inside a surface with a hole", opened(cube), box(1, 1, 1, 2, 3, 3), "undecided 1", 1, 0},
	{"holds a surface with a hole", opened(box(1, 1, 1, 2, 3, 3)), cube, "contained 0", 1, 1},
	{"beside a surface with a hole", opened(cube), box(5, 1, 1, 6, 2, 2), "apart", 1, 0},
	{"flat surfaces have no inside", box(0, 0, 0, 4, 4, 0), sheet(0), "overlap, 4 overlap, 4 touch", 0, 0},
	{"inside a surface that is inside out", turned(cube), box(1, 1, 1, 2, 3, 3), "contained 1", 1, 1},
	{"inside a surface with one face turned over", turned(cube, 5), box(1, 1, 1, 2, 3, 3), "contained 1", 1, 1},
	{"inside two surfaces of one object", meshgen.Join(cube, box(-1, -1, -1, 5, 5, 5)), box(1, 1, 1, 2, 3, 3), "contained 1", 1, 1},
	{"back to back with one that is inside out", cube, turned(box(0, 0, 4, 4, 4, 8)), "touch, 2 duplicate", 0, 0},
	{"flush inside one that is inside out", turned(cube), box(1, 1, 2, 3, 3, 4), "overlap, 2 overlap, 16 touch", 0, 1},
	{"one shell inside, one outside", cube, meshgen.Join(box(1, 1, 1, 2, 3, 3), box(6, 1, 1, 7, 2, 2)), "contained 1", 1, 1},
	{"touching, with another shell outside", cube, meshgen.Join(box(4, 1, 1, 6, 2, 2), box(7, 1, 1, 8, 2, 2)), "touch, 2 overlap, 16 touch", 0, 0},
	{"touches a surface with a hole from inside", opened(cube), meshgen.Tetrahedron(geom.Vec{2, 1, 4}, geom.Vec{2, 1, 2}, geom.Vec{3, 1, 2}, geom.Vec{2, 2, 2}), "touch, 3 touch", 0, 0},
	{"in the plane of a surface without a volume", box(0, 0, 0, 4, 4, 0), box(9, 9, 0, 12, 12, 0), "apart", math.Sqrt(50), 0},
	{"the same again", cube, cube, "duplicate_instance, 12 duplicate", 0, 0},
	{"the same twice over", cube, meshgen.Join(cube, cube), "duplicate_instance, 24 duplicate", 0, 0},
	{"the same turned over", cube, turned(cube), "duplicate_instance, 12 duplicate", 0, 0},
	{"the same but for a face", cube, opened(cube), "overlap, 11 duplicate", 0, 0},
	{"in each other through common edges", meshgen.Bipyramid(3, -1), meshgen.Bipyramid(1, -3), "crossing", 0, 2 / math.Sqrt(19)},
	{"in each other, with a common edge that is none of the rim's", meshgen.Bipyramid(3, -1), meshgen.Bipyramid(2, -0.5), "contained 1", 0, 0.5 / math.Sqrt(3)},
	{"empty", cube, meshgen.Indexed{}, "apart", math.Inf(1), 0},
}

// describe writes a meeting as the rows do.
func describe(m *oracle.Meeting) string {
	s := m.Verdict
	if s == oracle.Contained || s == oracle.Undecided {
		s += fmt.Sprint(" ", m.Inner)
	}
	for _, kind := range []string{oracle.Crossing, oracle.Overlap, oracle.Duplicate, oracle.Touch} {
		if n := m.Pairs.Count(kind); n > 0 {
			s += fmt.Sprintf(", %d %s", n, kind)
		}
	}
	return s
}

func pairOf(a, b meshgen.Indexed) *oracle.Scene {
	return oracle.NewScene([]oracle.Object{{Path: "/a", Soup: a.Soup()}, {Path: "/b", Soup: b.Soup()}})
}

func TestMeetings(t *testing.T) {
	for _, row := range meetings {
		t.Run(row.why, func(t *testing.T) {
			s := pairOf(row.a, row.b)
			m := s.Between(0, 1)
			if got := describe(&m); got != row.want {
				t.Errorf("%s, want %s", got, row.want)
			}
			if got := s.Distance(0, 1); got != row.distance {
				t.Errorf("distance %v, want %v", got, row.distance)
			}
			if got := s.Depth(0, 1); math.Abs(got-row.depth) > 1e-15 {
				t.Errorf("depth %v, want %v", got, row.depth)
			}
			if m.Contact != (row.distance == 0) {
				t.Errorf("contact %v at the distance %v", m.Contact, row.distance)
			}
		})
	}
}

// TestMeetingsTurned checks each row with its objects in the other order, their triangles
// shuffled, on other axes and at other scales and places.
func TestMeetingsTurned(t *testing.T) {
	for _, row := range meetings {
		for seed := range uint64(longtest.Rounds(t, 1, 4)) {
			rng := meshgen.Rand(seed)
			axes := [3]int(rng.Perm(3))
			sign := func() float64 { return float64(2*rng.IntN(2) - 1) }
			signs, scale := [3]float64{sign(), sign(), sign()}, math.Ldexp(1, rng.IntN(20)-10)
			change := func(soup []geom.Triangle) []geom.Triangle {
				soup, _ = meshgen.PermuteTriangles(rng, meshgen.PermuteCorners(rng, soup))
				return meshgen.Translate(meshgen.SwapAxes(meshgen.Scale(soup, scale), axes, signs), geom.Vec{32 * scale, 0, 0})
			}
			a, b := row.a.Soup(), row.b.Soup()
			odd := (axes[1]-axes[0]+3)%3 != 1
			mirrored := odd != (signs[0]*signs[1]*signs[2] < 0)
			s := oracle.NewScene([]oracle.Object{{Soup: change(b), Mirrored: mirrored}, {Soup: change(a), Mirrored: mirrored}})
			m, want := s.Between(0, 1), pairOf(row.a, row.b).Between(0, 1)
			want.Inner = 1 - want.Inner
			if got, want := describe(&m), describe(&want); got != want {
				t.Errorf("%s, seed %d: %s, want %s", row.why, seed, got, want)
			}
			if got := s.Distance(0, 1); got != row.distance*scale {
				t.Errorf("%s, seed %d: distance %v, want %v", row.why, seed, got, row.distance*scale)
			}
			if got := s.Depth(0, 1); math.Abs(got-row.depth*scale) > 1e-15*scale {
				t.Errorf("%s, seed %d: depth %v, want %v", row.why, seed, got, row.depth*scale)
			}
		}
	}
}

// TestMirroredFacing checks that facing reverses a mirrored object's windings.
func TestMirroredFacing(t *testing.T) {
	for _, row := range []struct {
		mirrored [2]bool
		want     string
	}{
		{[2]bool{false, false}, oracle.Same},
		{[2]bool{true, false}, oracle.Opposite},
		{[2]bool{false, true}, oracle.Opposite},
		{[2]bool{true, true}, oracle.Same},
	} {
		// The third triangle of one keeps them from being the same.
		a := oracle.Object{Soup: append(sheet(0).Soup(), tri(9, 9, 0, 10, 9, 0, 9, 10, 0)), Mirrored: row.mirrored[0]}
		b := oracle.Object{Soup: sheet(0).Soup(), Mirrored: row.mirrored[1]}
		m := oracle.NewScene([]oracle.Object{a, b}).Between(0, 1)
		for _, p := range m.Pairs {
			if p.Facing != row.want {
				t.Errorf("mirrored %v: %s, want %s", row.mirrored, p.Facing, row.want)
			}
		}
		if got := describe(&m); got != "overlap, 2 duplicate" {
			t.Errorf("mirrored %v: %s", row.mirrored, got)
		}
	}
}

// TestPairsBetweenAreThoseOfTheSoup checks that the pairs between two random soups are
// those that Check finds in both together, except for the through-an-edge rule, which
// considers one object at a time.
func TestPairsBetweenAreThoseOfTheSoup(t *testing.T) {
	eachSoup(t, func(t *testing.T, seed uint64, soup []geom.Triangle) {
		half := len(soup) / 2
		s := oracle.NewScene([]oracle.Object{{Soup: soup[:half]}, {Soup: soup[half:]}})
		m := s.Between(0, 1)
		want := slices.DeleteFunc(oracle.Check(soup).Pairs, func(p oracle.Pair) bool { return p.I >= half || p.J < half })
		if len(m.Pairs) != len(want) {
			t.Fatalf("seed %d: %d pairs, want %d", seed, len(m.Pairs), len(want))
		}
		for k, got := range m.Pairs {
			got.J += half
			if got.ThroughEdge != want[k].ThroughEdge {
				got.ThroughEdge, got.Kind, got.Segment = want[k].ThroughEdge, want[k].Kind, want[k].Segment
			}
			if got != want[k] {
				t.Errorf("seed %d: %+v, want %+v", seed, got, want[k])
			}
		}
	})
}

// TestDistanceOfTriangles compares distances with those of many points of each triangle.
func TestDistanceOfTriangles(t *testing.T) {
	const n = 14
	points := func(u geom.Triangle) (out []geom.Vec) {
		for i := range n + 1 {
			for j := range n + 1 - i {
				p := u[0].Lerp(u[1], float64(i)/n)
				out = append(out, p.Add(u[2].Sub(u[0]).Scale(float64(j)/n)))
			}
		}
		return out
	}
	apart := 0
	for seed := range uint64(600) {
		rng := meshgen.Rand(seed)
		soup := meshgen.Snapped(rng, 2, 6, 5)
		soup[1] = meshgen.Translate(soup[1:], geom.Vec{float64(rng.IntN(7)), float64(rng.IntN(4)), 0})[0]
		if soup[0].Area() == 0 || soup[1].Area() == 0 {
			continue
		}
		got := oracle.NewScene([]oracle.Object{{Soup: soup[:1]}, {Soup: soup[1:]}}).Distance(0, 1)
		sampled, step := math.Inf(1), 0.0
		for _, p := range points(soup[0]) {
			for _, q := range points(soup[1]) {
				sampled = min(sampled, p.Sub(q).Norm())
			}
		}
		for _, u := range soup {
			step += max(u[1].Sub(u[0]).Norm(), u[2].Sub(u[1]).Norm(), u[0].Sub(u[2]).Norm()) / n
		}
		if got > sampled+1e-12 || got < sampled-step {
			t.Errorf("seed %d: distance %v, and %v between points %v apart: %v", seed, got, sampled, step, soup)
		}
		if got > 0 {
			apart++
		}
	}
	if apart < 100 {
		t.Errorf("only %d of the pairs were apart", apart)
	}
}

// TestContainmentByCoordinates checks containment of a small tetrahedron in a channel
// against its coordinates.
func TestContainmentByCoordinates(t *testing.T) {
	channel := meshgen.UChannel(4, 4) // walls x < 1, x > 3 and y < 1 of the cube of side 4
	counts := map[string]int{}
	for x := range 12 {
		for y := range 12 {
			p := geom.Vec{float64(x)/2 - 1, float64(y)/2 - 1, 1}
			q := p.Add(geom.Vec{0.375, 0.375, 0.375})
			tip := meshgen.Tetrahedron(p, q, p.Add(geom.Vec{0.375, 0, 0}), p.Add(geom.Vec{0, 0.375, 0}))
			want := "apart"
			if inside := func(lo, hi geom.Vec) bool {
				return p[0] >= lo[0] && p[1] >= lo[1] && q[0] <= hi[0] && q[1] <= hi[1]
			}; inside(geom.Vec{0, 0}, geom.Vec{1, 4}) || inside(geom.Vec{3, 0}, geom.Vec{4, 4}) || inside(geom.Vec{0, 0}, geom.Vec{4, 1}) {
				want = "contained"
			}
			m := pairOf(channel, tip).Between(0, 1)
			got := m.Verdict
			if got == oracle.Touch {
				got = oracle.Apart // flush with a wall
			}
			if got != want {
				t.Errorf("at %v: %s, want %s", p, got, want)
			}
			counts[got]++
		}
	}
	if counts["contained"] < 20 || counts["apart"] < 50 {
		t.Errorf("the places show little: %v", counts)
	}
}

// TestObjects checks that placements include the mesh's scale, and that flattened instances
// are not objects.
func TestObjects(t *testing.T) {
	turn := geom.Affine{{0, -0.1, 0, 5}, {0.3, 0, 0, 6}, {0, 0, 0.7, 7}}
	mirror, flat := turn, turn
	mirror[2][2], flat[2][2] = -0.7, 0
	s := &mesh.Scene{Meshes: []*mesh.Mesh{cube.Mesh("cube")}}
	s.Meshes[0].Scale = 1.0 / 127
	for path, world := range map[string]geom.Affine{"/turn": turn, "/mirror": mirror, "/flat": flat} {
		s.Instances = []mesh.Instance{{Path: path, World: world}}
		objects, singular := oracle.Objects(s)
		if path == "/flat" {
			if len(objects) != 0 || !slices.Equal(singular, []string{path}) {
				t.Errorf("%d objects, singular %q", len(objects), singular)
			}
			continue
		}
		o := objects[0]
		if o.Path != path || o.Mirrored != (path == "/mirror") || len(singular) != 0 {
			t.Errorf("%s: %q, mirrored %v, singular %q", path, o.Path, o.Mirrored, singular)
		}
		shrunk := world.ScaleInput(1.0 / 127)
		for i, u := range cube.Soup() {
			if want := shrunk.ApplyTriangle(u); o.Soup[i] != want {
				t.Fatalf("%s: triangle %d is %v, want %v", path, i, o.Soup[i], want)
			}
		}
	}
}
