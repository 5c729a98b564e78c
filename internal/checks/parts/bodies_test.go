package parts_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/parts"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenegen"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// placeables returns the objects of a scene.
func placeables(t testing.TB, s *mesh.Scene) (all []*world.Placeable) {
	t.Helper()
	g := world.New(s, 1).Gatherer(check.ByMesh)
	for i := range s.Instances {
		p, err := g.Placeables(t.Context(), i, &s.Instances[i])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p...)
	}
	return all
}

// bodiesOf returns the bodies of a scene, not placed.
func bodiesOf(t testing.TB, s *mesh.Scene) *parts.Bodies {
	return parts.NewBodies(placeables(t, s), check.Settings{})
}

// compareWithCheck places the bodies where the instances of a scene are, and compares the answers with those of the
// check. It returns the number of pairs that meet.
func compareWithCheck(t *testing.T, b *parts.Bodies, s *mesh.Scene) (met int) {
	t.Helper()
	r := checkedPairs(t, s, check.Options{Workers: 1})
	var problems []string
	for k := range s.Instances {
		in := &s.Instances[k]
		problem, err := b.Place(t.Context(), k, in.World, in.Rounding)
		if err != nil {
			t.Fatal(err)
		}
		if problem != "" {
			problems = append(problems, in.Path+": "+problem)
		}
	}
	var want []string
	for _, p := range r.Between().NotChecked {
		want = append(want, p.Object.Path+": "+p.Reason)
	}
	if slices.Sort(want); !slices.Equal(problems, want) {
		t.Errorf("problems %q, want %q", problems, want)
	}
	known := map[[2]string]check.Pair{}
	for _, p := range r.Pairs() {
		known[[2]string{p.A.Path, p.B.Path}] = p
	}
	err := b.Near(t.Context(), func(i, j int) {
		m, err := b.Examine(t.Context(), i, j)
		if err != nil {
			t.Fatal(err)
		}
		paths := [2]string{s.Instances[i].Path, s.Instances[j].Path}
		p, ok := known[paths]
		if delete(known, paths); !ok && m.Through {
			t.Errorf("%s go through each other, but do not meet", paths)
		}
		if ok {
			met++
			compareMeeting(t, m, &p)
		}
	})
	if err != nil || len(known) > 0 {
		t.Errorf("%v: %d pairs are not near", err, len(known))
	}
	return met
}

// compareMeeting compares a meeting with what the check reports of the pair.
func compareMeeting(t *testing.T, m *parts.Meeting, want *check.Pair) {
	t.Helper()
	n := want.Counts.ByRule
	if want.Rule != check.DuplicateInstance && len(m.Triangles) != n[check.Crossing]+n[check.Overlap]+n[check.Duplicate] {
		t.Errorf("%d pairs of triangles, the counts are %v", len(m.Triangles), want.Counts)
	}
	deep := want.Depth+want.DepthError > want.Rounding || slices.ContainsFunc(m.Triangles, func(p parts.TrianglePair) bool {
		return p.Rule == check.Crossing && !p.Through && p.Depth > p.Rounding
	})
	if through := len(m.Triangles) > 0 && deep && (want.Rule == check.PartsCrossing || want.Rule == check.PartsOverlap); m.Through != through {
		t.Errorf("go through each other: %v, want %v of %+v", m.Through, through, *want)
	}
	for _, f := range want.Findings {
		if f.Rule == check.Touch {
			continue
		}
		at := slices.IndexFunc(m.Triangles, func(p parts.TrianglePair) bool { return int(p.I) == f.A.Triangle && int(p.J) == f.B.Triangle })
		if at < 0 {
			t.Errorf("triangles %d and %d are missing", f.A.Triangle, f.B.Triangle)
		} else if p := m.Triangles[at]; p.Rule != f.Rule || p.Depth != f.Depth || p.Through != f.ThroughEdge {
			t.Errorf("%+v, want %+v", p, f)
		}
	}
}

// TestBodiesFamilies: what the bodies of a scene are to each other is what the check says, wherever they were before.
func TestBodiesFamilies(t *testing.T) {
	met, elsewhere := 0, 0
	for f, family := range scenegen.Families() {
		for p, placement := range scenegen.Placements() {
			if !longtest.On(t) && (f+p)%4 > 0 {
				continue
			}
			for seed := range longtest.Rounds(t, 1, 4) {
				made := scenegen.Make(family, placement, uint64(seed))
				s := loadedScene(t, made.GLTF())
				b := bodiesOf(t, s)
				for k := range s.Instances {
					if _, err := b.Place(t.Context(), k, moved(0.25, 0, 0), nil); err != nil {
						t.Fatal(err)
					}
				}
				if m, err := b.Examine(t.Context(), 0, 1); err != nil {
					t.Fatal(err)
				} else if m.Through {
					elsewhere++
				}
				met += compareWithCheck(t, b, s)
			}
		}
	}
	if t.Log(met, "pairs meet, elsewhere", elsewhere, "go through each other"); met < 30 {
		t.Error("too few")
	}
}

// movingScene is a scene of some solids, one of them open, for random places.
func movingScene() *mesh.Scene {
	w := &sceneBuilder{}
	w.Show(cube, here, here).Show(meshgen.Icosphere(2, geom.Vec{}, 1), here, here).Show(meshgen.LShape(2, 1), here)
	w.Show(sheet(2), here, here).Show(box(-2, -2, 0, 2, 2, 0.25), here)
	return &w.Scene
}

// randomPlace returns a random place, which is now and then one that flattens, mirrors, stretches or is not finite.
func randomPlace(rng *rand.Rand) geom.Affine {
	m := turned(geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}, 6*rng.Float64())
	switch rng.IntN(20) {
	case 0:
		m = m.Mul(scaled(geom.Vec{1, 0, 1}, 0))
	case 1:
		m = m.Mul(scaled(geom.Vec{1, 0x1p-60, 1}, 0))
	case 2:
		m[0][0] = math.NaN()
	case 3:
		m = m.Mul(scaled(geom.Vec{-1, 1, 2}, 0))
	case 4, 5, 6, 7:
		m = here
	}
	for r := range m {
		m[r][3] = float64(rng.IntN(13)-6) / 4
	}
	return m
}

// TestBodiesMove: the answers do not depend on earlier poses, and what could not be checked in one pose can be in
// the next.
func TestBodiesMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s := movingScene()
	b := bodiesOf(t, s)
	met, problems := 0, 0
	for range longtest.Rounds(t, 40, 400) {
		for k := range s.Instances {
			if rng.IntN(3) > 0 {
				s.Instances[k].World = randomPlace(rng)
			}
		}
		met += compareWithCheck(t, b, s)
		for k := range s.Instances {
			if problem, _ := b.Place(t.Context(), k, s.Instances[k].World, nil); strings.Contains(problem, "flattens") {
				problems++
			}
		}
	}
	if t.Log(met, "pairs met,", problems, "objects were flattened"); met < 100 || problems < 3 {
		t.Error("too few")
	}
}

// TestBodiesTolerance: contact that is no deeper than the tolerance is a touch, with its triangles.
func TestBodiesTolerance(t *testing.T) {
	s := &new(sceneBuilder).Show(cube, here, here).Scene
	b := parts.NewBodies(placeables(t, s), check.Settings{Tolerance: check.Tolerance{Value: 0.125}})
	for _, row := range []struct {
		x    float64
		want bool
	}{{0.75, true}, {0.9375, false}, {1, false}} {
		for k, x := range []float64{0, row.x} {
			if _, err := b.Place(t.Context(), k, moved(x, 0, 0), nil); err != nil {
				t.Fatal(err)
			}
		}
		m, err := b.Examine(t.Context(), 0, 1)
		if err != nil || m.Through != row.want {
			t.Errorf("%v: %v %v, want %v", row.x, err, m.Through, row.want)
		}
		if m.Box.Empty() != (len(m.Triangles) == 0) {
			t.Errorf("%v: the box %v of %d pairs", row.x, m.Box, len(m.Triangles))
		}
	}
}

// TestThinBodies: closed bodies thinner than rounding go through each other if they cross by more.
func TestThinBodies(t *testing.T) {
	card := box(-1, -1, 0, 1, 1, 0x1p-40)
	s := &new(sceneBuilder).Show(card, here, turned(geom.Vec{1, 0, 0}, 1)).Scene
	b := bodiesOf(t, s)
	if met := compareWithCheck(t, b, s); met != 1 {
		t.Fatal("they do not meet")
	}
	if m, err := b.Examine(t.Context(), 0, 1); err != nil || !m.Through {
		t.Errorf("%v: they do not go through each other", err)
	}
}

// TestBodiesAllocate: placing bodies allocates nothing, nor does asking again.
func TestBodiesAllocate(t *testing.T) {
	b := bodiesOf(t, &new(sceneBuilder).Show(cube, here, here).Scene)
	x := 0.
	if n := testing.AllocsPerRun(20, func() {
		x += 0x1p-5
		for k := range 2 {
			if _, err := b.Place(t.Context(), k, moved(x*float64(k), 0, 0), nil); err != nil {
				t.Fatal(err)
			}
		}
	}); n > 0 {
		t.Errorf("%v allocations for a pose", n)
	}
	if n := testing.AllocsPerRun(20, func() {
		if _, err := b.Examine(t.Context(), 0, 1); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations for a pair that has not moved", n)
	}
}

// BenchmarkBodies examines two balls at distances that differ from call to call: far apart, with boxes that meet, in
// each other. The same by a check of the scene is for comparison.
func BenchmarkBodies(b *testing.B) {
	w := new(sceneBuilder).Show(meshgen.Icosphere(4, geom.Vec{}, 1), here, here)
	all := placeables(b, &w.Scene)
	for _, row := range []struct {
		name string
		x    float64
	}{{"far", 3}, {"near", 1.75}, {"meet", 1.25}} {
		step := func(k int) geom.Affine {
			y := 0.
			if row.name == "near" {
				y = 1.5
			}
			return moved(row.x+float64(k%16)*0x1p-10, y, 0)
		}
		b.Run(row.name, func(b *testing.B) {
			bodies := parts.NewBodies(all, check.Settings{})
			b.ReportAllocs()
			for k := 0; b.Loop(); k++ {
				for i, m := range []geom.Affine{here, step(k)} {
					if _, err := bodies.Place(b.Context(), i, m, nil); err != nil {
						b.Fatal(err)
					}
				}
				if err := bodies.Near(b.Context(), func(i, j int) { _, _ = bodies.Examine(b.Context(), i, j) }); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(row.name+"/by checks", func(b *testing.B) {
			b.ReportAllocs()
			for k := 0; b.Loop(); k++ {
				w.Instances[1].World = step(k)
				if _, err := meshcheck.Check(b.Context(), &w.Scene, check.Options{Checks: check.Parts, Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkManyBodies places a thousand balls, of which a half moves, and looks which are near each other: a few are.
func BenchmarkManyBodies(b *testing.B) {
	w := new(sceneBuilder).Show(meshgen.Icosphere(2, geom.Vec{}, 1), slices.Repeat([]geom.Affine{here}, 1000)...)
	bodies := parts.NewBodies(placeables(b, &w.Scene), check.Settings{})
	b.ReportAllocs()
	for k := 0; b.Loop(); k++ {
		for i := range 1000 {
			m := moved(2.1*float64(i%10), 2.1*float64(i/10%10), 2.1*float64(i/100))
			if i%2 == 0 {
				m[2][3] += float64(k%16) * 0x1p-8
			}
			if _, err := bodies.Place(b.Context(), i, m, nil); err != nil {
				b.Fatal(err)
			}
		}
		if err := bodies.Near(b.Context(), func(i, j int) { _, _ = bodies.Examine(b.Context(), i, j) }); err != nil {
			b.Fatal(err)
		}
	}
}
