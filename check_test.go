package meshcheck_test

import (
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

func TestImpossibleOptions(t *testing.T) {
	for _, o := range []check.Options{
		{Workers: -1},
		{Tolerance: check.Tolerance{Value: -1}},
		{Tolerance: check.Tolerance{Value: -5e-324, Relative: true}},
		{Tolerance: check.Tolerance{Value: math.NaN()}},
		{Tolerance: check.Tolerance{Value: math.Inf(1), Relative: true}},
	} {
		r, err := meshcheck.Check(t.Context(), &mesh.Scene{}, o)
		if err == nil || r != nil {
			t.Errorf("%+v: no error", o)
			continue
		}
		if s := err.Error(); s != strings.ToLower(s) && !strings.Contains(s, "NaN") && !strings.Contains(s, "Inf") || strings.HasSuffix(s, ".") {
			t.Errorf("not the style of errors here: %q", s)
		}
	}
}

func TestNothingToCheck(t *testing.T) {
	empty := &mesh.Mesh{Name: "empty", Scale: 1}
	hollow := &mesh.Mesh{Name: "hollow", Scale: 1, Parts: []mesh.Part{{Name: "a"}, {Positions: mesh.Tight([]float32{1, 2, 3})}}}
	for _, s := range []*mesh.Scene{
		{},
		sceneOf(empty),
		sceneOf(hollow, empty),
		{Meshes: []*mesh.Mesh{hollow}, Instances: []mesh.Instance{{Path: "/a", World: geom.Identity()}}},
	} {
		r := checked(t, s, check.Options{ListTouches: true, Tolerance: check.Tolerance{Value: 0.1, Relative: true}})
		if r.Status != check.Pass || r.Counts != (check.Counts{}) {
			t.Errorf("%+v", r)
		}
		for i, m := range r.Meshes {
			if m.Index != i || m.Name != s.Meshes[i].Name || m.Triangles+m.Vertices+m.Shells != 0 || m.Truncated || m.Regions != nil || m.Findings != nil {
				t.Errorf("%+v", m)
			}
			if len(m.Parts) != len(s.Meshes[i].Parts) {
				t.Errorf("parts %+v", m.Parts)
			}
		}
	}
}

// TestConcurrentChecks checks one scene several times at once.
func TestConcurrentChecks(t *testing.T) {
	soup := meshgen.Snapped(meshgen.Rand(1), 120, 60, 5)
	s := sceneOf(meshgen.Mesh("a", soup), meshgen.Mesh("b", soup[:60]))
	o := check.Options{ListTouches: true, Workers: 3, Progress: func(int64, int64) {}}
	want := checked(t, s, o)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if got := checked(t, s, o); !reflect.DeepEqual(got, want) {
				t.Error("a check beside others gives another result")
			}
		})
	}
	wg.Wait()
}
