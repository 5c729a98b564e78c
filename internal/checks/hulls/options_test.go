package hulls_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/pollctx"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestHullsAreOnByThemselves: where there are hulls and no check is named.
func TestHullsAreOnByThemselves(t *testing.T) {
	with := new(sceneBuilder).Named("Crate", cube, geom.Identity()).Named("UCX_Crate_00", cube, geom.Identity())
	without := new(sceneBuilder).Named("Crate", cube, geom.Identity())
	if r := checked(t, &with.Scene, check.Options{}); r.Hulls() == nil || len(r.Hulls().Groups) != 1 || r.Status != check.Pass {
		t.Errorf("hulls are not checked by themselves: %+v", r)
	}
	if r := checked(t, &with.Scene, check.Options{Checks: check.Self}); r.Hulls() != nil {
		t.Error("hulls are checked where only the self check is asked for")
	}
	if r := checked(t, &without.Scene, check.Options{}); r.Hulls() != nil {
		t.Error("hulls are checked where there are none")
	}
	r := checked(t, &without.Scene, check.Options{Checks: check.Hulls})
	if r.Hulls() == nil || len(r.Hulls().Groups) > 0 || len(r.Hulls().Warnings) > 0 || r.Status != check.Pass {
		t.Errorf("no hulls where they were asked for: %+v", r.Hulls())
	}
}

// TestVerdictOnHulls: errors fail, warnings do not, and what is not checked is no pass.
func TestVerdictOnHulls(t *testing.T) {
	for _, row := range []struct {
		hull meshgen.Indexed
		at   geom.Affine
		name string
		want check.Status
	}{
		{cube, geom.Identity(), "UCX_Crate", check.Pass},
		{cube, geom.Identity(), "UCX_Lost", check.Fail},
		{cube, geom.Identity(), "UCX_Crate_x", check.Pass},
		{cube, geom.Affine{{1, 0, 0, 0}, {0, 1, 0, 0}}, "UCX_Crate", check.NotChecked},
	} {
		w := new(sceneBuilder).Named("Crate", cube, geom.Identity()).Named(row.name, row.hull, row.at)
		if r := checked(t, &w.Scene, check.Options{}); r.Status != row.want {
			t.Errorf("%s: %s, want %s: %+v", row.name, r.Status, row.want, r.Hulls())
		}
	}
}

// TestHullsAreNoObjects: a hull is meant to be in its mesh, whether hulls are checked or not, and
// one made of what is seen stays an object.
func TestHullsAreNoObjects(t *testing.T) {
	w := new(sceneBuilder).Named("Crate", cube, geom.Identity()).Named("UCX_Crate_00", cube, moved(0.25, 0, 0)).Named("Lid-convcol", cube, moved(4, 0, 0))
	for _, checks := range []check.Set{check.Parts, check.Parts | check.Hulls, check.Self | check.Between} {
		r := checked(t, &w.Scene, check.Options{Checks: checks, Clearance: check.Length{Value: 0.1}})
		if r.Between().Objects != 2 || r.Between().Hulls != 1 || len(r.Pairs()) != 0 {
			t.Errorf("%v: %+v", checks, r.Between())
		}
	}
	r := checked(t, &w.Scene, check.Options{Checks: check.Parts, Hulls: check.HullOptions{Names: []string{check.NoHullNames}}})
	if r.Between().Objects != 3 || r.Between().Hulls != 0 || len(r.Pairs()) != 1 {
		t.Errorf("with finding hulls switched off: %+v", r.Between())
	}
}

// TestHullsOfShellsAndParts: options say what of a mesh is a hull.
func TestHullsOfShellsAndParts(t *testing.T) {
	two := meshgen.Join(cube, cube.Map(geom.Vec{0.75, 0, 0}.Add), cube.Map(geom.Vec{5, 0, 0}.Add))
	w := new(sceneBuilder).Named("Crate", cube, geom.Identity()).Named("UCX_Crate", two, geom.Identity())
	r := checked(t, &w.Scene, check.Options{Checks: check.Hulls, PartsOf: check.ByShell})
	g := r.Hulls().Groups[0]
	if len(g.Visuals) != 1 || len(g.Hulls) != 3 || g.Hulls[2].Object.Shell != 2 || g.Hulls[2].Volume != 1 {
		t.Errorf("%+v", g)
	}
	var rules []string
	for _, f := range g.Findings {
		if f.Rule != check.HullGap && f.Rule != check.HullExcess {
			rules = append(rules, fmt.Sprint(f.Rule, " ", f.Hull, " ", f.Other, " ", f.Value))
		}
	}
	if want := []string{"hulls_overlap 0 1 0.25"}; !reflect.DeepEqual(rules, want) {
		t.Errorf("%q, want %q", rules, want)
	}
}

// TestHullsThatCannotBeChecked are named with a reason, and nothing panics.
func TestHullsThatCannotBeChecked(t *testing.T) {
	nan := func(m meshgen.Indexed, vertices ...int) meshgen.Indexed {
		m.Vertices = append([]geom.Vec{}, m.Vertices...)
		for _, v := range vertices {
			m.Vertices[v][1] = math.NaN()
		}
		return m
	}
	far := geom.Identity()
	far[0][3] = 1e80
	huge := moved(0, 0, 0)
	huge[0][0] = 1e70
	for _, row := range []struct {
		why, reason string
		m           meshgen.Indexed
		at          geom.Affine
	}{
		{"no triangles", "no triangle with an area", meshgen.Indexed{}, geom.Identity()},
		{"a degenerate one", "no triangle with an area", meshgen.Indexed{Vertices: []geom.Vec{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, Faces: [][3]uint32{{0, 1, 2}, {0, 0, 0}}}, geom.Identity()},
		{"nothing finite", "not finite", nan(cube, 0, 1, 2, 3, 4, 5, 6, 7), geom.Identity()},
		{"a zero matrix", "flattens", cube, geom.Affine{}},
		{"a matrix of NaN", "out of reach", cube, geom.Affine{{math.NaN(), 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}},
		{"infinitely far", "out of reach", cube, geom.Affine{{1, 0, 0, math.Inf(1)}, {0, 1, 0, 0}, {0, 0, 1, 0}}},
		{"too far", "out of reach", cube, far},
		{"too large", "out of reach", cube, huge},
	} {
		for _, prefix := range []string{"UCX_", "UBX_", "USP_", "UCP_"} {
			w := new(sceneBuilder).Named("Crate", cube, geom.Identity()).Named(prefix+"Crate", row.m, row.at)
			r := checked(t, &w.Scene, check.Options{Checks: check.Hulls})
			n := r.Hulls().NotChecked
			if len(n) != 1 || n[0].Object.Name != prefix+"Crate" || !strings.Contains(n[0].Reason, row.reason) || r.Status != check.NotChecked || len(r.Hulls().Groups) != 0 {
				t.Errorf("%s: not checked %v of %d groups, want %q", row.why, n, len(r.Hulls().Groups), row.reason)
			}
		}
	}
	w := new(sceneBuilder).Named("Crate", cube, geom.Identity()).Named("UCX_Crate", nan(cube, 0), geom.Identity())
	r := checked(t, &w.Scene, check.Options{Checks: check.Hulls})
	if r.Hulls().Counts[check.HullNotClosed][check.Error] != 1 {
		t.Errorf("one corner that is not finite: %+v", r.Hulls())
	}
}

// TestHullShapesThatCannotBeChecked does so for shapes given by numbers.
func TestHullShapesThatCannotBeChecked(t *testing.T) {
	for shape := mesh.ShapeBox; shape <= mesh.ShapeCylinder; shape++ {
		for _, m := range []geom.Affine{{}, {{math.NaN(), 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, {{1e300, 0, 0, 0}, {0, 1e300, 0, 0}, {0, 0, 1, 0}}} {
			w := new(sceneBuilder).Named("Crate", cube, geom.Identity())
			w.Colliders = []mesh.Collider{{Path: "/Crate", Name: "Crate", Extension: "X", Shape: shape, Size: geom.Vec{1, 1, 1}, Radius: [2]float64{1, 0.5}, Height: 1, Mesh: -1, World: m}}
			if r := checked(t, &w.Scene, check.Options{}); r.Status != check.NotChecked || len(r.Hulls().NotChecked) != 1 {
				t.Errorf("%s in %v: %s %+v", shape, m, r.Status, r.Hulls())
			}
		}
	}
}

// TestVolumesOfShapes compares them with those of polyhedra whose corners are on them.
func TestVolumesOfShapes(t *testing.T) {
	for _, c := range []struct {
		shape  mesh.ColliderShape
		radius [2]float64
		height float64
		want   float64
	}{
		{mesh.ShapeBox, [2]float64{}, 0, 6},
		{mesh.ShapeSphere, [2]float64{2, 2}, 0, 32 * math.Pi / 3},
		{mesh.ShapeCapsule, [2]float64{1, 1}, 3, 3*math.Pi + 4*math.Pi/3},
		{mesh.ShapeCapsule, [2]float64{2, 0.5}, 1, 32 * math.Pi / 3},
		// Of two balls: integrals over y of the section, by hand for a sine of 1/2 and balls of
		// radius 2 and 1: 9π, a frustum of radii √3 and √3/2 and a height of 3/2, and 5π/24.
		{mesh.ShapeCapsule, [2]float64{2, 1}, 2, 9*math.Pi + math.Pi*1.5*(3+1.5+0.75)/3 + 5*math.Pi/24},
		{mesh.ShapeCylinder, [2]float64{1, 1}, 3, 3 * math.Pi},
		{mesh.ShapeCylinder, [2]float64{1, 0}, 3, math.Pi},
	} {
		w := new(sceneBuilder).Named("Crate", cube, geom.Identity())
		w.Colliders = []mesh.Collider{{Path: "/Crate", Name: "Crate", Extension: "X", Shape: c.shape, Size: geom.Vec{1, 2, 3}, Radius: c.radius, Height: c.height, Mesh: -1,
			World: geom.Affine{{0, 2, 0, 1}, {2, 0, 0, 0}, {0, 0, 2, 0}}}}
		h := checked(t, &w.Scene, check.Options{}).Hulls().Groups[0].Hulls[0]
		if math.Abs(h.Volume-8*c.want) > 1e-12*h.Volume {
			t.Errorf("%s %v %v: volume %v, want %v", c.shape, c.radius, c.height, h.Volume, 8*c.want)
		}
	}
}

// TestOptionsOfHulls: what means nothing is refused before the long work.
func TestOptionsOfHulls(t *testing.T) {
	scene := &new(sceneBuilder).Named("UCX_Crate", cube, geom.Identity()).Scene
	for _, row := range []struct {
		why   string
		hulls check.HullOptions
		says  string
	}{
		{"a pattern that is none", check.HullOptions{Names: []string{"[a"}}, "not a valid pattern"},
		{"a material", check.HullOptions{Names: []string{"material=iron"}}, "paths of nodes"},
		{"a mesh that is not there", check.HullOptions{Meshes: []int{1}}, "the model has 1 mesh"},
		{"a mesh before the first", check.HullOptions{Meshes: []int{-1}}, "the model has 1 mesh"},
		{"a gap that is none", check.HullOptions{Gap: check.Length{Value: math.NaN()}}, "not a finite length"},
		{"an excess below 0", check.HullOptions{Excess: check.Length{Value: -1}}, "not a finite length"},
		{"a profile with a limit below 0", check.HullOptions{Profile: &check.HullProfile{Name: "own", Vertices: -1}}, "own"},
		{"a profile with a share that is none", check.HullOptions{Profile: &check.HullProfile{Name: "own", Fit: math.Inf(1)}}, "own"},
		{"a rule that is none", check.HullOptions{Profile: &check.HullProfile{Name: "own", Severities: map[check.Rule]check.Severity{99: 0}}}, "own"},
	} {
		_, err := meshcheck.Check(t.Context(), scene, check.Options{Hulls: row.hulls})
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %q", row.why, err, row.says)
		}
	}
	_, err := meshcheck.Check(t.Context(), scene, check.Options{Hulls: check.HullOptions{Gap: check.Length{Value: 1, Unit: "mm"}}})
	if !errors.Is(err, check.ErrNoUnit) {
		t.Errorf("a gap in mm where the scene has no unit: %v", err)
	}
	r := checked(t, &new(sceneBuilder).Named("UCX_Crate", cube, geom.Identity()).Scene, check.Options{Hulls: check.HullOptions{Names: []string{"no*"}}})
	if len(r.Hulls().Warnings) != 1 || !strings.Contains(r.Hulls().Warnings[0], "no*") {
		t.Errorf("a pattern that matches nothing: %q", r.Hulls().Warnings)
	}
}

// TestProfiles: each has a name of its own, says where its limits come from, and is the
// caller's to change.
func TestProfiles(t *testing.T) {
	for _, p := range check.HullProfiles() {
		again, ok := check.HullProfileOf(p.Name)
		if !ok || !reflect.DeepEqual(again, p) || p.Source == "" || p.Validate() != nil {
			t.Errorf("profile %+v", p)
		}
		if p.Severities != nil {
			p.Severities[check.HullOrphan] = check.Info
			if again, _ := check.HullProfileOf(p.Name); again.Severity(check.HullOrphan) != check.Error {
				t.Errorf("a caller's change of profile %s is everybody's", p.Name)
			}
		}
	}
	if _, ok := check.HullProfileOf("quake"); ok {
		t.Error("there is a profile quake")
	}
	own := check.HullProfile{Name: "own", Vertices: 7, Fit: 1, Severities: map[check.Rule]check.Severity{check.HullVertexBudget: check.Info}}
	w := new(sceneBuilder).Named("Crate", cube, geom.Identity()).Named("UCX_Crate", cube, geom.Identity())
	r := checked(t, &w.Scene, check.Options{Hulls: check.HullOptions{Profile: &own}})
	if r.Status != check.Pass || r.Hulls().Profile != "own" || r.Hulls().Counts[check.HullVertexBudget][check.Info] != 1 {
		t.Errorf("a profile of one's own: %+v", r.Hulls())
	}
}

// TestManyHulls: many hulls in each other give the same result for any number of workers,
// and a cancelled check does little more.
func TestManyHulls(t *testing.T) {
	w := new(sceneBuilder).Named("Crate", cube, geom.Identity())
	ball := meshgen.Icosphere(longtest.Size(t, 1, 2), geom.Vec{}, 1)
	for k := range longtest.Size(t, 40, 60) {
		at := turned(geom.Vec{1, 2, 3}, float64(k))
		at[0][3], at[1][3] = float64(k%8), float64(k/8)
		w.Named(fmt.Sprintf("UCX_Crate_%02d", k), ball, at)
	}
	o := check.Options{Checks: check.Hulls, Workers: 1}
	one := checked(t, &w.Scene, o)
	if n := one.Hulls().Counts[check.HullsOverlap][check.Warning]; n < 100 {
		t.Errorf("only %d overlaps", n)
	}
	numbers := []int{2, 5}
	if !longtest.On(t) {
		numbers = numbers[1:]
	}
	var whole *pollctx.Context
	for _, workers := range numbers {
		o.Workers, whole = workers, pollctx.CancelAt(t.Context(), 0)
		if many, err := meshcheck.Check(whole, &w.Scene, o); err != nil || !reflect.DeepEqual(one.Hulls(), many.Hulls()) {
			t.Errorf("%d workers find something else: %v", workers, err)
		}
	}
	ctx := pollctx.CancelAt(t.Context(), whole.Polls()/4)
	if _, err := meshcheck.Check(ctx, &w.Scene, o); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled check returns %v", err)
	}
	if after := ctx.PollsAfter(); after > 200 {
		t.Errorf("%d of %d polls after it was cancelled", after, whole.Polls())
	}
}

// TestHullsOfOtherUnit: hulls a thousand times as large as their mesh are in another unit.
func TestHullsOfOtherUnit(t *testing.T) {
	cube := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	large := cube.Map(func(p geom.Vec) geom.Vec { return p.Scale(1000) })
	for name, hull := range map[string]meshgen.Indexed{"of one unit": cube, "in millimetres": large} {
		w := new(sceneBuilder).Named("chair", cube, geom.Identity()).Named("UCX_chair_00", hull, geom.Identity())
		r := checked(t, &w.Scene, check.Options{})
		if warned := len(r.Hulls().Warnings) > 0; warned != (name == "in millimetres") {
			t.Errorf("%s: %q", name, r.Hulls().Warnings)
		}
	}
}

// TestMeshOfNothingWithHulls: the mesh of a hull must have triangles to be compared with.
func TestMeshOfNothingWithHulls(t *testing.T) {
	cube := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	line := meshgen.Indexed{Vertices: []geom.Vec{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, Faces: [][3]uint32{{0, 1, 2}}}
	w := new(sceneBuilder).Named("chair", line, geom.Identity()).Named("UCX_chair_00", cube, geom.Identity())
	if r := checked(t, &w.Scene, check.Options{}); r.Status != check.NotChecked || len(r.Hulls().NotChecked) != 1 {
		t.Errorf("%v: %+v", r.Status, r.Hulls().NotChecked)
	}
}
