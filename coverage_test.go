package meshcheck_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// twoCubes is a mesh of two shells that are apart.
func twoCubes() *mesh.Mesh {
	return meshgen.Join(meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}), meshgen.Box(geom.Vec{4, 0, 0}, geom.Vec{5, 1, 1})).Mesh("cubes")
}

// shown returns a scene with one mesh that is shown at some places along x, by the scenes with the
// numbers that stand beside each.
func shown(m *mesh.Mesh, at ...[]int) *mesh.Scene {
	s := &mesh.Scene{Meshes: []*mesh.Mesh{m}, Default: -1}
	for i, scenes := range at {
		in := mesh.Instance{Path: fmt.Sprintf("/n%d", i), Name: fmt.Sprintf("n%d", i), World: geom.Identity(), Scenes: scenes}
		in.World[0][3] = float64(100 * i)
		s.Instances = append(s.Instances, in)
		for _, n := range scenes {
			s.Scenes = max(s.Scenes, n+1)
		}
	}
	return s
}

// What a result reports about its checks, about objects that were not compared, and about checks with
// nothing to check.
func TestCoverage(t *testing.T) {
	cubes := twoCubes()
	empty := &mesh.Mesh{Name: "points"}
	two, one := shown(cubes, []int{0}, []int{0}), shown(cubes, []int{0})
	apart := shown(cubes, []int{0}, []int{1})
	lone := &mesh.Scene{Meshes: []*mesh.Mesh{cubes}}
	hull := shown(meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}).Mesh("cube"), []int{0}, []int{0})
	hull.Instances[1] = mesh.Instance{Path: "/UCX_n0", Name: "UCX_n0", World: geom.Identity(), Scenes: []int{0}}
	for _, c := range []struct {
		name       string
		scene      *mesh.Scene
		o          check.Options
		checks     string
		uncompared int
		model      string
	}{
		{"two objects", two, check.Options{}, "self", 2, ""},
		{"two objects, uv", two, check.Options{Checks: check.UV}, "uv", 2, "warning nothing_to_compare: no mesh has a UV set"},
		{"two objects, parts", two, check.Options{Checks: check.Parts}, "parts", 0, ""},
		{"two objects, clearance", two, check.Options{Checks: check.Self | check.Clearance, Clearance: check.Length{Value: 1}}, "self,clearance", 0, ""},
		{"two objects, a clearance beside the default", two, check.Options{Clearance: check.Length{Value: 1}}, "self,clearance", 0, ""},
		{"two objects, a clearance beside named checks", two, check.Options{Checks: check.UV, Clearance: check.Length{Value: 1}}, "clearance,uv", 0, "warning nothing_to_compare: no mesh has a UV set"},
		{"a clearance does not keep hulls from being checked", hull, check.Options{Clearance: check.Length{Value: 1}}, "self,clearance,hulls", 0,
			"warning nothing_to_compare: 1 object"},
		{"one object", one, check.Options{}, "self", 0, ""},
		{"one object, parts", one, check.Options{Checks: check.Parts}, "parts", 0, "warning nothing_to_compare: 1 object; --parts-of shell compares its 2 shells"},
		{"one object, clearance", one, check.Options{Checks: check.Clearance, Clearance: check.Length{Value: 1}}, "clearance", 0,
			"warning nothing_to_compare: 1 object; --parts-of shell compares its 2 shells"},
		{"one object, parts and uv", one, check.Options{Checks: check.Parts | check.UV}, "parts,uv", 0,
			"warning nothing_to_compare: 1 object; --parts-of shell compares its 2 shells; no mesh has a UV set"},
		{"its shells", one, check.Options{Checks: check.Parts, PartsOf: check.ByShell}, "parts", 0, ""},
		{"its part", one, check.Options{Checks: check.Parts, PartsOf: check.ByPrimitive}, "parts", 0, "warning nothing_to_compare: 1 object"},
		{"each in a scene of its own", apart, check.Options{}, "self", 0, ""},
		{"each in a scene of its own, parts", apart, check.Options{Checks: check.Parts}, "parts", 0, "warning nothing_to_compare: 2 objects, each in another scene"},
		{"a lone mesh", lone, check.Options{}, "self", 0, ""},
		{"a hull is no object", hull, check.Options{}, "self,hulls", 0, ""},
		{"a hull is no object by other checks", hull, check.Options{Checks: check.Self}, "self", 0, ""},
		{"a hull that is not looked for", hull, check.Options{Checks: check.Self, Hulls: check.HullOptions{Names: []string{"none"}}}, "self", 2, ""},
		{"empty", shown(empty, []int{0}, []int{0}), check.Options{}, "self", 0, "warning empty: the model has no triangles"},
		{"empty, parts", shown(empty, []int{0}), check.Options{Checks: check.Parts}, "parts", 0, "warning empty: the model has no triangles"},
		{"nothing at all", &mesh.Scene{}, check.Options{}, "self", 0, "warning empty: the model has no triangles"},
		{"empty fails", &mesh.Scene{}, check.Options{Policy: check.Policy{check.Empty: {}}}, "self", 0, "error empty: the model has no triangles"},
		{"empty is off", &mesh.Scene{}, check.Options{Policy: check.Policy{check.Empty: {Severity: check.Off}}}, "self", 0, ""},
	} {
		for _, workers := range []int{1, 3} {
			c.o.Workers = workers
			r, err := meshcheck.Check(t.Context(), c.scene, c.o)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			var model []string
			for _, f := range r.Model() {
				model = append(model, f.Severity.String()+" "+f.Rule.String()+": "+f.Reason)
			}
			if got := strings.Join(model, "; "); r.Checks.String() != c.checks || r.Uncompared != c.uncompared || got != c.model {
				t.Errorf("%s: checks %s, %d not compared, %q; want %s, %d, %q", c.name, r.Checks, r.Uncompared, got, c.checks, c.uncompared, c.model)
			}
			failing := strings.Count(c.model, "error ")
			if r.Failing() != failing || (r.Status == check.Fail) != (failing > 0) {
				t.Errorf("%s: %d fail, and the status is %s", c.name, r.Failing(), r.Status)
			}
			issues := r.Issues(c.o)
			if n := len(issues); n != len(r.Model()) || n > 0 && (issues[0].Key() == "" || issues[0].Fingerprint == "" || issues[0].Reason != r.Model()[0].Reason) {
				t.Errorf("%s: the issues are %+v", c.name, issues)
			}
		}
	}
}
