package hullname

import (
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

func TestRepair(t *testing.T) {
	for name, want := range map[string]string{
		"Bench_01":                      "Bench_01",
		"Bench_01.001":                  "Bench_01",
		"Bench.001_01":                  "Bench_01",
		"Bench.001":                     "Bench",
		"Bench.01":                      "Bench.01",
		"Bench.001.002":                 "Bench",
		"Bench_01_ncl1_1":               "Bench_01",
		"Bench_ncl1_2_01":               "Bench_01",
		"Bench__01":                     "Bench_01",
		" Bench_01 ":                    "Bench_01",
		"Bench_01FBXASC046001":          "Bench_01",
		"TischFBXASC032groFBXASC":       "Tisch groFBXASC",
		"FBXASC4":                       "FBXASC4",
		"FBXASC999":                     "FBXASC999",
		"_ncl1_1":                       "",
		".001":                          "",
		"":                              "",
		strings.Repeat("a.001", 1<<18):  strings.Repeat("a.001", 1<<18),
		"a" + strings.Repeat(".001", 9): "a",
	} {
		if got := repair(name); got != want {
			t.Errorf("%.40q is repaired to %.40q, want %.40q", name, got, want)
		}
	}
}

// sceneOf returns a scene of triangles at paths.
func sceneOf(paths ...string) *mesh.Scene {
	s := &mesh.Scene{Meshes: []*mesh.Mesh{{Parts: []mesh.Part{{Positions: mesh.Tight([]float32{0, 0, 0, 1, 0, 0, 0, 1, 0})}}}}}
	for _, path := range paths {
		s.Instances = append(s.Instances, mesh.Instance{Path: path, Name: lastName(path), World: geom.Identity()})
	}
	return s
}

// found returns the hulls of a scene.
func found(t *testing.T, s *mesh.Scene, o *check.HullOptions) *Search {
	t.Helper()
	h, err := Find(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// reasons returns why a hull is ignored, each with "?" in front if it is doubtful.
func reasons(f *Hull) (all []string) {
	for _, r := range f.Orphan {
		all = append(all, map[bool]string{true: "? "}[r.Doubtful]+r.Text)
	}
	return all
}

// TestUnrealNames compares which meshes hulls are matched with, and what is said of their names.
// What Unreal makes of each is worked out by hand from the sources of its two importers.
func TestUnrealNames(t *testing.T) {
	for _, row := range []struct {
		why, mesh, hull, rest string // rest are further paths
		body, says            string
	}{
		{"as documented", "/Bench", "/UCX_Bench_01", "", "Bench", ""},
		{"as old importers have it", "/Bench", "/MCDCX_Bench_01", "", "Bench", ""},
		{"in a namespace", "/set:Bench", "/set:UCX_Bench_01", "", "set:Bench", ""},
		{"in another namespace", "/Bench", "/set:UCX_Bench_01", "", "Bench", ""},
		{"of its own namespace first", "/b:Bench", "/a:UCX_Bench_01", "/a:Bench", "a:Bench", ""},
		{"Blender's copy of a mesh and of its hull", "/Bench.001", "/UCX_Bench.001_01", "", "Bench.001", ""},
		{"Blender's copy of a numbered hull", "/Bench", "/UCX_Bench_01.001", "", "Bench",
			`? rename it to "UCX_Bench_01": Unreal from 5.5 on reads its name as "UCX_Bench_01_001", does not find its mesh, and shows the hull as a mesh`},
		{"with the number taken", "/Bench", "/UCX_Bench_01.001", "/UCX_Bench_01 /UCX_Bench_02", "Bench", `rename it to "UCX_Bench_03": `},
		{"Blender's copy of a hull without a number", "/Bench", "/UCX_Bench.001", "", "Bench",
			`? rename it to "UCX_Bench_01": by this name Unreal before 5.5 does not find its mesh, and drops the hull`},
		{"Blender's number before Unreal's", "/Bench", "/UCX_Bench.001_02", "", "Bench",
			`rename it to "UCX_Bench_02": by this name Unreal does not find its mesh, and drops the hull or shows it as a mesh`},
		{"a clash of names", "/Bench", "/UCX_Bench_01_ncl1_1", "", "Bench", `rename it to "UCX_Bench_01"`},
		{"two underscores", "/Bench", "/UCX_Bench__01", "", "Bench", `rename it to "UCX_Bench_01"`},
		{"Maya's code of a point in the number", "/Bench", "/UCX_Bench_01FBXASC046001", "", "Bench", ""},
		{"Maya's code in the name", "/Bench.001", "/UCX_BenchFBXASC046001_01", "", "Bench.001", `by this name Unreal does not find`},
		{"a space behind the number", "/Bench", "/UCX_Bench_01 ", "", "Bench", `? rename it to "UCX_Bench_01": Unreal from 5.5 on reads its name as "UCX_Bench_01_"`},
		{"a space behind the name", "/Bench", "/UCX_Bench ", "", "Bench", `? rename it to "UCX_Bench_01": by this name Unreal before 5.5`},
		{"small letters", "/Bench", "/ucx_Bench_01", "", "Bench", `rename it to "UCX_Bench_01": its name begins with "ucx_" instead of "UCX_": the prefix must be in capitals`},
		{"small letters of a copy", "/Bench", "/ucx_Bench_01.001", "", "Bench", `rename it to "UCX_Bench_01"`},
		{"the mark behind the name", "/Bench", "/Bench_UCX_01", "", "Bench", `rename it to "UCX_Bench_01": "UCX_" must be at the beginning of its name, or Unreal drops the hull or shows it as a mesh`},
		{"Blender's instance of a collection", "/i/i|Bench|Dupli|", "/i/i|UCX_Bench_01|Dupli|1", "/j/j|Bench|Dupli| /j/j|UCX_Bench_01|Dupli|1", "i|Bench|Dupli|",
			`rename it to "UCX_Bench_01" and its mesh to "Bench": "UCX_" must be at the beginning of its name, or Unreal drops the hull or shows it as a mesh; Blender names instances`},
		{"the instance of the same number", "/i|Bench|Dupli|1", "/i|UCX_Bench_01|Dupli|2", "/i|Bench|Dupli|2", "i|Bench|Dupli|2", `rename it to "UCX_Bench_01" and its mesh to "Bench"`},
		{"small letters of an instance", "/i|Bench|Dupli|", "/i|ucx_Bench_01|Dupli|1", "", "i|Bench|Dupli|", `its name begins with "ucx_" instead of "UCX_"`},
		{"small letters before a bar", "/a|b", "/ucx_a|b", "", "a|b", `its name begins with "ucx_" instead of "UCX_"`},
		{"behind the name of a group", "/Bench", "/Group|UCX_Bench_01", "", "Bench", `rename it to "UCX_Bench_01": "UCX_" must be at the beginning`},
		{"a space in front", "/Bench", "/ UCX_Bench_03", "", "Bench", `rename it to "UCX_Bench_03": "UCX_" must be at the beginning`},
		{"a copy whose point became an underscore", "/Bench", "/UCX_Bench_01_001", "", "Bench", `rename it to "UCX_Bench_01": by this name Unreal does not find its mesh`},
		{"a mesh of such a name", "/Bench_01", "/UCX_Bench_01_001", "/Bench", "Bench_01", ""},
		{"a number that is none", "/Bench", "/UCX_Bench_1a", "", "Bench", `? "1a" at the end of its name is not a number`},
		{"a copy rather than a wrong number", "/Bench", "/UCX_Bench_Seat.001", "/Bench_Seat", "Bench_Seat", `by this name Unreal before 5.5`},
		{"the name of a node without a mesh", "/Bench/Bench_LOD0", "/UCX_Bench_01", "/Bench/Bench_Back", "Bench",
			`rename it to "UCX_Bench_LOD0_01": no mesh is named "Bench"; the node "/Bench" has no mesh, and Unreal looks only at names of meshes`},
		{"the name of two nodes without a mesh", "/a/Bench/x", "/UCX_Bench_01", "/b/Bench/y", "Bench", `no mesh is named "Bench"`},
		{"a node without a mesh has the hull's name", "/Bench", "/UCX_Bench_01/Cube", "", "Bench",
			`rename it to "UCX_Bench_01": its parent node "/UCX_Bench_01" has the name of a hull, but no mesh, and Unreal shows the mesh below it`},
		{"elsewhere", "/a/Bench", "/b/UCX_Bench_01", "", "Bench", `? its parent node "/b" is not above its mesh`},
	} {
		t.Run(row.why, func(t *testing.T) {
			h := found(t, sceneOf(append([]string{row.mesh, row.hull}, strings.Fields(row.rest)...)...), &check.HullOptions{})
			if len(h.Hulls) == 0 || h.Instances[h.Hulls[0].Instance].Path != row.hull {
				t.Fatal("no hull was found")
			}
			f := &h.Hulls[0]
			got := reasons(f)
			if f.Body.Name != row.body || len(f.Body.Visuals) == 0 != strings.Contains(row.why, "two nodes") {
				t.Errorf("it is a hull of %q: %v", f.Body.Name, f.Body.Visuals)
			}
			if len(got) == 0 != (row.says == "") || len(got) > 0 && !strings.Contains(strings.Join(got, "\n"), row.says) {
				t.Errorf("%q is said of it, want %q", got, row.says)
			}
		})
	}
}

// TestCopiesInUSD: Blender's exporter of USD writes underscores for the points of copies.
func TestCopiesInUSD(t *testing.T) {
	s := sceneOf("/root/Bench/Cube", "/root/UCX_Bench_01_001/Cube_001")
	for i, name := range []string{"Bench", "UCX_Bench_01_001"} {
		s.Instances[i].Name, s.Instances[i].Node = name, "/root/"+name
	}
	h := found(t, s, &check.HullOptions{})
	want := `[? rename it to "UCX_Bench_01": "_001" at the end of its name is the number of a copy, and Unreal takes it for the hull of another mesh]`
	if got := fmt.Sprint(reasons(&h.Hulls[0])); h.Hulls[0].Body.Name != "Bench" || got != want {
		t.Errorf("a hull of %s: %s", h.Hulls[0].Body.Name, got)
	}
}

// TestSuggestedNames: no two hulls should get the same name.
func TestSuggestedNames(t *testing.T) {
	h := found(t, sceneOf("/Bench", "/UCX_Bench_01", "/UCX_Bench_02", "/Bench_UCX", "/ UCX_Bench_03"), &check.HullOptions{})
	if first, second := reasons(&h.Hulls[2]), reasons(&h.Hulls[3]); !strings.HasPrefix(first[0], `rename it to "UCX_Bench_03"`) || !strings.HasPrefix(second[0], `rename it to "UCX_Bench_04"`) {
		t.Errorf("%q, %q", first, second)
	}
}

// TestNoUnrealNames: names that only look like those of hulls.
func TestNoUnrealNames(t *testing.T) {
	for _, paths := range [][]string{
		{"/Crate", "/ucx_Bench_01"},
		{"/Crate", "/Bench_UCX"},
		{"/Crate", "/UCX_Bench/Cube"},        // of no mesh
		{"/UCX_Bench/Bench"},                 // of the mesh below it
		{"/UCX_Bench/Bench", "/Crate"},       //
		{"/Crate", "/ucx_Crate/Cube"},        // not even in capitals
		{"/Bench", "/x/UCX_Bench/Pile/Cube"}, // not directly below
	} {
		if h := found(t, sceneOf(paths...), &check.HullOptions{}); len(h.Hulls) > 0 {
			t.Errorf("%q: %+v", paths, h.Hulls)
		}
	}
}

// TestHullsAmongLevels: what is below a group of levels of detail is no hull to Unreal.
func TestHullsAmongLevels(t *testing.T) {
	s := sceneOf("/Bench/Bench_LOD0", "/Bench/Bench_LOD1", "/Bench/UCX_Bench_LOD0_01")
	s.Instances[1].LowerLevel, s.Instances[2].LowerLevel = true, true
	for _, profile := range []string{"none", "unreal"} {
		p, _ := check.HullProfileOf(profile)
		h := found(t, s, &check.HullOptions{Profile: &p})
		want := "it is below a group of levels of detail: Unreal shows it as a level"
		if profile == "none" {
			want = "? " + want
		}
		if got := fmt.Sprint(reasons(&h.Hulls[0])); len(h.Hulls) != 1 || got != "["+want+"]" {
			t.Errorf("%s: %s", profile, got)
		}
	}
}

// TestManyNames: names that need a search each must not cost the square of their number.
func TestManyNames(t *testing.T) {
	var paths []string
	for i := range 20_000 {
		paths = append(paths, fmt.Sprintf("/UCX_A/%d", i), fmt.Sprintf("/ucx_B.001_%d", i), fmt.Sprintf("/g%d/c", i), fmt.Sprintf("/UCX_g%d", i))
	}
	if h := found(t, sceneOf(paths...), &check.HullOptions{}); len(h.Hulls) != 20_000 {
		t.Errorf("%d hulls", len(h.Hulls))
	}
}
