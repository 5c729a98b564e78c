package drawing

import (
	"fmt"
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
)

// sceneOf returns the scene of an excerpt.
func sceneOf(t *testing.T, s *mesh.Scene, r *check.Result, o Options) *View {
	t.Helper()
	e, err := NewExcerpt(t.Context(), s, r, o)
	if err != nil {
		t.Fatal(err)
	}
	return e.Scene
}

// at returns a point of an object where a placement shows it, in the world.
func (p *Placement) at(x *View, q Single) geom.Vec {
	local := p.At.Vec()
	for k := range p.Axes {
		local = local.Add(p.Axes[k].Vec().Scale(float64(q[k])))
	}
	return x.Frame.Origin.Add(local.Scale(x.Frame.Scale))
}

// A scene that fits shows every triangle of every instance where that is, as exactly as float32 allows.
func TestSceneShowsInstancesInPlace(t *testing.T) {
	scaled := (&scenetest.Builder{}).Show(scenetest.Cube, scenetest.Moved(0, 0, 0), scenetest.Moved(3, 1, 0)).Scene
	scaled.Meshes[0].Scale = 1.0 / 127
	scenes := map[string]*mesh.Scene{
		"turned": &(&scenetest.Builder{}).
			Show(scenetest.Cube, scenetest.Moved(5, 0, 0), scenetest.Product(scenetest.Turned(geom.Vec{1, 2, 3}, 0.7), scenetest.Moved(1e3, 0, 0)), scenetest.Scaled(geom.Vec{-2, 1, 1}, 9)).
			Show(scenetest.Box(0, 0, 0, 2, 3, 4), scenetest.Moved(0, 30, 0), scenetest.Scaled(geom.Vec{1, 1, 0}, -9)).Scene,
		"far away": &(&scenetest.Builder{}).Show(scenetest.Cube, scenetest.Moved(1e7, 1e7, 0), scenetest.Moved(1e7+3, 1e7, 1)).Scene,
		"mesh far from its origin": &(&scenetest.Builder{}).
			Show(scenetest.Box(1e6, 0, 0, 1e6+1, 1, 1), scenetest.Moved(-1e6, 0, 0), scenetest.Product(scenetest.Turned(geom.Vec{0, 0, 1}, 1), scenetest.Moved(-1e6, 5, 0))).Scene,
		"tiny":       &(&scenetest.Builder{}).Show(scenetest.Cube, scenetest.Scaled(geom.Vec{1e-30, 1e-30, 1e-30}, 0), scenetest.Scaled(geom.Vec{1e-30, 1e-30, 1e-30}, 4e-30)).Scene,
		"normalized": &scaled,
		"town":       scenetest.Fixture(t, "scenes/town.glb"),
		"gpu":        scenetest.Fixture(t, "scenes/gpu_row.glb"),
	}
	for name, s := range scenes {
		for _, checks := range []check.Set{check.Self, check.Parts} {
			x := sceneOf(t, s, scenetest.CheckedPairs(t, s, check.Options{Checks: checks}), Options{})
			if x == nil || len(x.Placed) != len(s.Instances) || x.Missing != 0 || x.Omitted != 0 {
				t.Fatalf("%s: %+v", name, x)
			}
			checkPlaces(t, name, s, x)
		}
	}
}

func checkPlaces(t *testing.T, name string, s *mesh.Scene, x *View) {
	t.Helper()
	size := geom.Box(x.Box).Diagonal()
	for k := range x.Placed {
		p := &x.Placed[k]
		in := &s.Instances[p.Instance]
		m := s.Meshes[in.Mesh]
		if x.Objects[p.Object].Mesh != in.Mesh {
			t.Errorf("%s: instance %d shows mesh %d", name, p.Instance, x.Objects[p.Object].Mesh)
		}
		world := in.World
		if m.Scale != 0 {
			world = world.ScaleInput(m.Scale)
		}
		n := 0
		for _, tri := range x.Triangles {
			if int(tri.Object) != p.Object {
				continue
			}
			n++
			part, within := m.Locate(int(tri.Face))
			want := world.ApplyTriangle(m.Parts[part].Triangle(within))
			for i, c := range tri.Corners {
				if got := p.at(x, x.Points[c]); got.Sub(want[i]).Norm() > 4e-7*size {
					t.Fatalf("%s: instance %d has a corner at %v, want %v", name, p.Instance, got, want[i])
				}
			}
		}
		if n != m.Triangles() {
			t.Errorf("%s: instance %d shows %d triangles of %d", name, p.Instance, n, m.Triangles())
		}
	}
}

// Instances of one mesh are stored once, and a single mesh at one place is no scene.
func TestSceneStoresMeshesOnce(t *testing.T) {
	s := scenetest.Fixture(t, "scenes/town.glb")
	x := sceneOf(t, s, scenetest.CheckedScene(t, s), Options{})
	if len(x.Objects) != len(s.Meshes) || len(x.Placed) != len(s.Instances) || len(s.Instances) <= len(s.Meshes) {
		t.Errorf("%d objects at %d places", len(x.Objects), len(x.Placed))
	}
	one := scenetest.SceneOf(scenetest.Cube.Mesh(""))
	if x := sceneOf(t, one, scenetest.CheckedScene(t, one), Options{}); x != nil {
		t.Errorf("a cube has a scene of %d triangles", len(x.Triangles))
	}
}

// What is not visible together is not in the scene: collision hulls, lower levels of detail, and
// scenes other than the default one.
func TestSceneLeavesOut(t *testing.T) {
	s := (&scenetest.Builder{}).Show(scenetest.Cube, scenetest.Moved(0, 0, 0), scenetest.Moved(2, 0, 0), scenetest.Moved(4, 0, 0), scenetest.Moved(6, 0, 0), scenetest.Moved(8, 0, 0)).Scene
	for k := range s.Instances {
		s.Instances[k].Scenes = []int{k % 2}
	}
	s.Instances[4].LowerLevel = true
	for _, c := range []struct {
		scenes, def int
		want        []int
	}{{2, 0, []int{0, 2}}, {2, 1, []int{1, 3}}, {2, -1, []int{0, 2}}, {0, 0, []int{0, 1, 2, 3}}} {
		s.Scenes, s.Default = c.scenes, c.def
		x := sceneOf(t, &s, scenetest.CheckedScene(t, &s), Options{})
		var got []int
		for _, p := range x.Placed {
			got = append(got, p.Instance)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("scene %d of %d: instances %v, want %v", c.def, c.scenes, got, c.want)
		}
	}
	crate := crates(3)
	r := scenetest.CheckedPairs(t, crate, check.Options{})
	hulls := map[int]bool{}
	for _, g := range r.Hulls().Groups {
		for _, h := range g.Hulls {
			hulls[h.Object.Instance] = true
		}
	}
	x := sceneOf(t, crate, r, Options{})
	for _, p := range x.Placed {
		if hulls[p.Instance] {
			t.Errorf("instance %d is a hull", p.Instance)
		}
	}
	if len(hulls) == 0 || len(x.Placed) == 0 {
		t.Errorf("%d hulls, %d places", len(hulls), len(x.Placed))
	}
}

// Collision hulls are not in the scene if they were not checked either, unless the options of the check
// say that nothing is a hull. Nor are those of a format without nodes.
func TestSceneLeavesOutUncheckedHulls(t *testing.T) {
	flat := &mesh.Scene{Meshes: []*mesh.Mesh{{Objects: []string{"UCX_Crate0", "Crate0", "Other"}}}}
	for k, name := range flat.Meshes[0].Objects {
		part := meshgen.Box([3]float64{float64(k), 0, 0}, [3]float64{float64(k) + 2, 1, 1}).Mesh(name).Parts[0]
		part.Object = k
		flat.Meshes[0].Parts = append(flat.Meshes[0].Parts, part)
	}
	for _, row := range []struct {
		reason  string
		s       *mesh.Scene
		hulls   *check.HullOptions
		objects []int // the numbers of triangles at places
	}{
		{"unknown options", crates(2), nil, []int{12, 12, 12, 12}},
		{"by name", crates(2), &check.HullOptions{}, []int{12, 12}},
		{"no hulls", crates(2), &check.HullOptions{Names: []string{check.NoHullNames}}, []int{12, 12, 12, 12}},
		{"without nodes", flat, &check.HullOptions{}, []int{12, 12}},
		{"without nodes and hulls", flat, nil, []int{36}},
	} {
		r := scenetest.CheckedPairs(t, row.s, check.Options{Checks: check.Parts})
		x := sceneOf(t, row.s, r, Options{Hulls: row.hulls})
		if x == nil && len(row.objects) > 0 {
			t.Errorf("%s: no scene", row.reason)
			continue
		}
		var got []int
		spans := x.spans()
		for _, p := range x.Placed {
			got = append(got, spans[p.Object+1]-spans[p.Object])
		}
		if !reflect.DeepEqual(got, row.objects) {
			t.Errorf("%s: %v triangles, want %v", row.reason, got, row.objects)
		}
	}
}

// Objects of one mesh in a format without nodes, and shells, stand in one scene.
func TestSceneOfPieces(t *testing.T) {
	s := scenetest.Fixture(t, "scenes/boxes_overlap.stl")
	r := scenetest.CheckedPairs(t, s, check.Options{Checks: check.Parts, PartsOf: check.ByShell})
	x := sceneOf(t, s, r, Options{})
	if x == nil || len(x.Placed) != 1 || x.Placed[0].Instance != -1 || len(x.Triangles) != s.Meshes[0].Triangles() {
		t.Errorf("%+v", x)
	}
}

// Places that cannot be drawn are left out, whatever their transforms are.
func TestSceneHostile(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	bad := []geom.Affine{
		scenetest.Moved(nan, 0, 0), scenetest.Moved(inf, 0, 0), scenetest.Moved(1e200, 0, 0), scenetest.Moved(1e39, 0, 0),
		scenetest.Scaled(geom.Vec{1e300, 1e300, 1e300}, 0), scenetest.Scaled(geom.Vec{}, 0), scenetest.Scaled(geom.Vec{nan, 1, 1}, 0), {},
	}
	s := (&scenetest.Builder{}).Show(scenetest.Cube, append(bad, scenetest.Moved(0, 0, 0), scenetest.Moved(5, 0, 0))...).Scene
	s.Meshes = append(s.Meshes, &mesh.Mesh{Name: "empty"})
	s.Instances = append(s.Instances, mesh.Instance{Path: "/empty", Mesh: 1, World: geom.Identity()})
	x := sceneOf(t, &s, scenetest.CheckedScene(t, &s), Options{})
	if len(x.Placed) != 2 || geom.Box(x.Box).Diagonal() > 10 {
		t.Errorf("%d places, box %v", len(x.Placed), x.Box)
	}
	s.Instances = s.Instances[:len(bad)]
	if x := sceneOf(t, &s, scenetest.CheckedScene(t, &s), Options{}); x != nil {
		t.Errorf("nothing can be drawn, but %d places are", len(x.Placed))
	}
	for _, none := range []*mesh.Scene{{}, {Scenes: 3, Default: -1, Meshes: s.Meshes}} {
		if x := sceneOf(t, none, scenetest.CheckedScene(t, none), Options{}); x != nil {
			t.Errorf("%d places of nothing", len(x.Placed))
		}
	}
}

// A scene of very many nodes or meshes is bounded in triangles, places and bytes, and any number of
// workers makes the same.
func TestSceneBounds(t *testing.T) {
	n := longtest.Size(t, 20_000, 100_000)
	places := make([]geom.Affine, n)
	for k := range places {
		places[k] = scenetest.Moved(float64(k%300)*3, float64(k/300)*3, 0)
	}
	nodes := (&scenetest.Builder{}).Show(meshgen.Sphere(24, 13, geom.Vec{}), places...).Scene
	meshes := &scenetest.Builder{}
	for k := range 5000 {
		meshes.Show(meshgen.Sphere(8, 5, geom.Vec{}), places[k])
	}
	for name, s := range map[string]*mesh.Scene{"nodes": &nodes, "meshes": &meshes.Scene} {
		r := scenetest.CheckedScene(t, s)
		for _, o := range []Options{{}, {Triangles: 5000, Bytes: 200_000}, {Bytes: 9000}, {Triangles: 30}} {
			var want *View
			for _, o.Workers = range []int{1, 3} {
				from := time.Now()
				e, err := NewExcerpt(t.Context(), s, r, o)
				if err != nil {
					t.Fatal(err)
				}
				x, all := e.Scene, o.withDefaults()
				name := fmt.Sprintf("%s %+v", name, o)
				if e.Size() > all.Bytes {
					t.Errorf("%s: %d bytes", name, e.Size())
				}
				if x == nil {
					if o == (Options{Workers: o.Workers}) {
						t.Errorf("%s: no scene", name)
					}
					continue
				}
				per := make([]int, len(x.Objects))
				for _, tri := range x.Triangles {
					per[tri.Object]++
				}
				drawn := 0
				for _, p := range x.Placed {
					drawn += per[p.Object]
				}
				t.Logf("%s: %d objects of %d triangles at %d places, %d triangles drawn, %d bytes, %v", name, len(x.Objects), len(x.Triangles), len(x.Placed), drawn, x.Size(), time.Since(from))
				// Each shape may have the least number of triangles beyond the shares.
				if len(x.Triangles) > 2*all.Triangles*3/10 || drawn > 2*drawnPerStored*all.Triangles*3/10 || x.Size() > all.Bytes/5 {
					t.Errorf("%s: too much", name)
				}
				if want == nil {
					want = x
				} else if !reflect.DeepEqual(x, want) {
					t.Errorf("%s: another scene", name)
				}
			}
		}
	}
}

// Around a view is everything of the scene that the view does not show: whole instances, parts or
// shells.
func TestSceneAround(t *testing.T) {
	around := func(x, view *View) (n int) {
		x.Around(view, func(*Placement, *Triangle) { n++ })
		return n
	}
	town := scenetest.Fixture(t, "scenes/town.glb")
	e, err := NewExcerpt(t.Context(), town, scenetest.CheckedPairs(t, town, check.Options{Checks: check.Parts}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for _, in := range town.Instances {
		drawn += town.Meshes[in.Mesh].Triangles()
	}
	for _, x := range e.Pairs {
		if n := around(e.Scene, x); n != drawn-len(x.Triangles) {
			t.Errorf("pair %d of %d triangles: %d around it, of %d", x.Pair, len(x.Triangles), n, drawn)
		}
	}
	boxes := scenetest.Fixture(t, "scenes/cube_in_sphere_in_cone.stl")
	e, err = NewExcerpt(t.Context(), boxes, scenetest.CheckedPairs(t, boxes, check.Options{Checks: check.Parts, PartsOf: check.ByShell}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range e.Pairs {
		if n := around(e.Scene, x); n == 0 || n != boxes.Meshes[0].Triangles()-len(x.Triangles) {
			t.Errorf("shells of %d triangles: %d around them, of %d", len(x.Triangles), n, boxes.Meshes[0].Triangles())
		}
	}
	if n := around(e.Scene, &View{}); n != len(e.Scene.Triangles) {
		t.Errorf("%d triangles around nothing", n)
	}
}
