package drawing

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
)

// hullFixtures are models with all kinds of hulls.
func hullFixtures() (paths []string) {
	for _, f := range fixtures.In("hulls") {
		if f.File != "no_hulls.glb" && f.Hulls.Names == nil && f.Hulls.Meshes == nil {
			paths = append(paths, f.Path)
		}
	}
	return append(paths, "gltf/omi_physics.gltf", "gltf/khr_physics.gltf", "gltf/khr_physics_meshes.gltf", "gltf/khr_physics_scaled.gltf")
}

// excerptOfHulls returns the excerpt of a scene with hulls, and its number of groups.
func excerptOfHulls(t *testing.T, s *mesh.Scene) (e *Excerpt, groups int) {
	t.Helper()
	r := scenetest.CheckedPairs(t, s, check.Options{})
	e, err := NewExcerpt(t.Context(), s, r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e, len(r.Hulls().Groups)
}

// Every group has a view.
func TestHullExcerpts(t *testing.T) {
	for _, path := range hullFixtures() {
		if e, groups := excerptOfHulls(t, scenetest.Fixture(t, path)); len(e.Hulls) != groups {
			t.Errorf("%s: %d views for %d groups", path, len(e.Hulls), groups)
		}
	}
}

// crates returns n boxes with hulls, the hull of each narrower than its box along x and
// taller along y.
func crates(n int) *mesh.Scene {
	s := &mesh.Scene{Unit: "m"}
	for k := range n {
		x := float64(10 * k)
		name := fmt.Sprint("Crate", k)
		s.Meshes = append(s.Meshes,
			meshgen.Box([3]float64{0, 0, 0}, [3]float64{4, 2, 2}).Mesh(name),
			meshgen.Box([3]float64{0, 0, 0}, [3]float64{3, 3, 2}).Mesh("UCX_"+name))
		for i, m := range s.Meshes[2*k:] {
			in := scenetest.At(2*k+i, "/"+m.Name, geom.Vec{x})
			in.Name = m.Name
			s.Instances = append(s.Instances, in)
		}
	}
	return s
}

// The distances of an excerpt are those between two boxes, computed as distances of points from a
// box.
func TestHullExcerptDistances(t *testing.T) {
	e, _ := excerptOfHulls(t, crates(1))
	x := e.Hulls[0]
	crate := geom.Box{Max: geom.Vec{4, 2, 2}}
	hull := geom.Box{Max: geom.Vec{3, 3, 2}}
	far := [2]int{}
	for _, tri := range x.Triangles {
		for _, v := range tri.Corners {
			of, scale, side := &hull, x.Gap, 0
			if x.Objects[tri.Object].Role == Hull {
				of, scale, side = &crate, x.Excess, 1
			}
			if want := of.Distance(x.Frame.World(x.Points[v])) / scale; math.Abs(float64(x.Far[v])-want) > 1e-6 {
				t.Fatalf("%v of object %d: %v, want %v", x.Points[v], tri.Object, x.Far[v], want)
			}
			if x.Far[v] == 1 {
				far[side]++
			}
		}
	}
	if x.Gap != 1 || x.Excess != 1 || far[0] < 9 || far[1] < 9 {
		t.Errorf("scales %v and %v; %v corners at their ends", x.Gap, x.Excess, far)
	}
	if len(x.Triangles) < 2000 {
		t.Errorf("%d triangles are too few for colours", len(x.Triangles))
	}
}

// Cutting surfaces keeps their area and connections, and respects the limit.
func TestCutFine(t *testing.T) {
	box := slices.Clone(meshgen.Box([3]float64{0, 0, 0}, [3]float64{8, 1, 3}).Soup())
	lean := geom.Affine{{1, 0.5, 0.25, 3}, {0, 1, -0.75, 1}, {0.125, 0, 2, 0}}
	var leaning []geom.Triangle // a rotated box
	for _, t := range box {
		leaning = append(leaning, lean.ApplyTriangle(t))
	}
	for _, room := range []int{0, 100, 5000} {
		cut := cutFine([][]geom.Triangle{slices.Clone(box), slices.Clone(leaning)}, 0.25, room)
		for i, whole := range [][]geom.Triangle{box, leaning} {
			if a, b := areaOf(cut[i]), areaOf(whole); math.Abs(a-b) > 1e-9*b {
				t.Errorf("room for %d: an area of %v, was %v", room, a, b)
			}
			for e, n := range edgeUses(cut[i]) {
				if n != 2 {
					t.Fatalf("room for %d: %d triangles at the edge %v", room, n, e)
				}
			}
		}
		n := len(cut[0]) + len(cut[1])
		if n > max(room, len(box)+len(leaning)) || room == 5000 && n < 3000 {
			t.Errorf("room for %d: %d triangles", room, n)
		}
	}
}

func areaOf(triangles []geom.Triangle) (sum float64) {
	for _, t := range triangles {
		sum += t.Area()
	}
	return sum
}

func edgeUses(triangles []geom.Triangle) map[[2]geom.Vec]int {
	uses := map[[2]geom.Vec]int{}
	for _, t := range triangles {
		for k := range t {
			e := [2]geom.Vec{t[k], t[(k+1)%3]}
			if slices.Compare(e[0][:], e[1][:]) > 0 {
				e[0], e[1] = e[1], e[0]
			}
			uses[e]++
		}
	}
	return uses
}

// Any number of workers makes the same excerpts.
func TestHullExcerptWorkers(t *testing.T) {
	s := scenetest.Fixture(t, "hulls/implicit_balls.gltf")
	r := scenetest.CheckedPairs(t, s, check.Options{})
	for _, o := range []Options{{}, {Triangles: 900}} {
		var want []*View
		for _, o.Workers = range []int{1, 2, 7} {
			e, err := NewExcerpt(t.Context(), s, r, o)
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = e.Hulls
			}
			if len(want) == 0 || !reflect.DeepEqual(e.Hulls, want) {
				t.Errorf("%+v: %d excerpts, other than those of one worker", o, len(e.Hulls))
			}
		}
	}
}

// Excerpts stay within their bounds for any number of groups.
func TestHullExcerptBounds(t *testing.T) {
	s := crates(60)
	r := scenetest.CheckedPairs(t, s, check.Options{})
	if len(r.Hulls().Groups) != 60 {
		t.Fatalf("%d groups", len(r.Hulls().Groups))
	}
	for _, o := range []Options{{}, {Bytes: 100_000}, {Triangles: 5000}} {
		e, err := NewExcerpt(t.Context(), s, r, o)
		if err != nil {
			t.Fatal(err)
		}
		triangles := 0
		for _, x := range e.Hulls {
			triangles += x.Embedded + x.StandIns
		}
		o = o.withDefaults()
		t.Logf("%d views of %d triangles and %d bytes", len(e.Hulls), triangles, e.Size())
		if triangles > o.Triangles || e.Size() > o.Bytes || len(e.Hulls) == 0 || len(e.Hulls) > hullViews {
			t.Errorf("%d views of %d triangles and %d bytes, beyond %+v", len(e.Hulls), triangles, e.Size(), o)
		}
	}
}

// A large visual is decimated, and its hull stays apart from it.
func TestHullExcerptLarge(t *testing.T) {
	s := &mesh.Scene{Meshes: []*mesh.Mesh{
		meshgen.Sphere(240, 121, geom.Vec{}).Mesh("Ball"), meshgen.Box([3]float64{-1, -1, -1}, [3]float64{1, 1, 1}).Mesh("UBX_Ball"),
	}}
	for i, m := range s.Meshes {
		in := scenetest.At(i, "/"+m.Name, geom.Vec{})
		in.Name = m.Name
		s.Instances = append(s.Instances, in)
	}
	r := scenetest.CheckedPairs(t, s, check.Options{Checks: check.Hulls})
	e, err := NewExcerpt(t.Context(), s, r, Options{Triangles: 4000})
	if err != nil {
		t.Fatal(err)
	}
	x := e.Hulls[0]
	owner := map[uint32]int32{} // by vertex, plus one
	for _, tri := range x.Triangles {
		for _, c := range tri.Corners {
			if owner[c] != 0 && owner[c] != tri.Object+1 {
				t.Fatal("a vertex belongs to the mesh and to its hull")
			}
			owner[c] = tri.Object + 1
		}
	}
	if x.StandIns < 1000 || x.Embedded+x.StandIns > 4000 {
		t.Errorf("%d stand-ins, %d embedded", x.StandIns, x.Embedded)
	}
}
