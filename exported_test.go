package meshcheck_test

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestExported checks that one scene has the same results in every format that Blender exports it
// to: the same pairs of objects with the same rules and depths, the same faults of the same hulls.
func TestExported(t *testing.T) {
	want := exported(t, "scene.glb")
	if len(want) < 5 {
		t.Fatalf("only %d results of the GLB: %v", len(want), want)
	}
	for _, name := range []string{"scene.fbx", "scene.usdc", "scene.usda"} {
		if got := exported(t, name); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nthe GLB:\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// exported returns the results of a file of fixtures/exported, a line each, with the names of
// objects in place of their paths, and sizes of three digits in metres.
func exported(t *testing.T, name string) (lines []string) {
	t.Helper()
	m, err := loader.Open(t.Context(), filepath.Join("fixtures", "exported", name), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := check.Options{Checks: check.Self | check.Parts | check.Hulls}
	r, err := meshcheck.Check(t.Context(), m.Scene, o)
	if err != nil {
		t.Fatal(err)
	}
	metres := mesh.UnitMetres(m.Scene.Unit)
	for _, is := range r.Issues(o) {
		if is.Rule == check.PartsTouch {
			continue // where matrices round, it is listed as one within rounding
		}
		var names []string
		for _, subject := range is.Subjects {
			names = append(names, objectName(subject.Path))
		}
		slices.Sort(names)
		size := ""
		if is.Value > 0 && is.Rule.Size() == check.OfDepth {
			size = fmt.Sprintf(" %.3g m", is.Value*metres)
		}
		lines = append(lines, fmt.Sprintf("%v %d %s%s", is.Rule, is.Count, strings.Join(names, ", "), size))
	}
	slices.Sort(lines)
	return lines
}

// objectName returns the name of the object in Blender at a path. USD has another node for its mesh.
func objectName(at string) string {
	if above := path.Base(path.Dir(at)); strings.HasPrefix(path.Base(at), "hull_") || strings.HasPrefix(above, "crate_") || above == path.Base(at) {
		return above
	}
	return path.Base(at)
}
