//go:build unix

package docs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
)

// TestDocsPerforce runs the trigger of the docs against a p4 that has a depot of files.
func TestDocsPerforce(t *testing.T) {
	longtest.Skip(t, "the trigger runs in long runs")
	depot := t.TempDir()
	for _, name := range []string{"side_file.gltf", "side_file.bin", "side_file_below.gltf", "buffers/below.bin"} {
		place(t, "gltf/"+name, filepath.Join(depot, "head/depot/project/box", name))
	}
	writeFile(t, filepath.Join(depot, "head/depot/project/Tree.GLTF"),
		strings.ReplaceAll(fixtureText(t, "gltf/side_file.gltf"), "side_file.bin", "tree/deep/er/leaf.bin"))
	place(t, "gltf/percent_encoded.gltf", filepath.Join(depot, "head/depot/project/odd/escaped.gltf"))
	place(t, "gltf/a box #1.bin", filepath.Join(depot, "head/depot/project/odd/a box %231.bin"))
	writeFile(t, filepath.Join(depot, "head/depot/project/shared/cube.usda"), layer)
	writeFile(t, filepath.Join(depot, "23/depot/project/sets/shot.usda"), stage)
	open := func(change string, lines ...string) {
		text := strings.Join(append(lines, ""), "\n")
		writeFile(t, filepath.Join(depot, change, "opened"), text)
	}
	for _, row := range []struct {
		name   string
		files  map[string]string // of the changelist, and the fixture that each is; or none
		opened []string
		status int
		says   string
	}{
		{"1", map[string]string{"//depot/project/assets/cube.stl": "clean/cube.stl"}, []string{"add //depot/project/assets/cube.stl"}, 0, "assets/cube.stl: PASS"},
		{"2", map[string]string{"//depot/project/assets/a b/chair%40v2.GLB": "chair.glb"}, []string{"edit //depot/project/assets/a b/chair%40v2.GLB"}, 1,
			"assets/a b/chair@v2.GLB: FAIL"},
		{"3", map[string]string{"//depot/project/readme.txt": "README.md"}, []string{"add //depot/project/readme.txt", "delete //depot/project/assets/gone.glb",
			"move/delete //depot/project/assets/moved.glb"}, 0, ""},
		{"4", map[string]string{"//depot/project/assets/bad.glb": "README.md"}, []string{"add //depot/project/assets/bad.glb"}, 1,
			"assets/bad.glb: NOT CHECKED"},
		// Buffers that are not in the changelist are those of the depot.
		{"5", map[string]string{"//depot/project/box/side_file.gltf": "gltf/side_file.gltf"}, []string{"edit //depot/project/box/side_file.gltf"}, 1,
			"box/side_file.gltf: FAIL  13 triangles"},
		{"6", map[string]string{"//depot/project/box/side_file_below.gltf": "gltf/side_file_below.gltf"}, []string{"edit //depot/project/box/side_file_below.gltf"}, 1,
			"box/side_file_below.gltf: FAIL  13 triangles"},
		// A buffer counts for the file beside it, which is not in the changelist.
		{"7", map[string]string{"//depot/project/box/side_file.bin": "gltf/side_file.bin"}, []string{"edit //depot/project/box/side_file.bin"}, 1,
			"box/side_file.gltf: FAIL  13 triangles"},
		{"8", map[string]string{"//depot/project/box/side_file.bin": "clean/expected.json"}, []string{"edit //depot/project/box/side_file.bin"}, 1,
			"box/side_file.gltf: NOT CHECKED"},
		// One in a folder below counts for the file above it, whatever the letter case.
		{"9", map[string]string{"//depot/project/box/buffers/below.bin": "clean/expected.json"}, []string{"edit //depot/project/box/buffers/below.bin"}, 1,
			"box/side_file_below.gltf: NOT CHECKED"},
		{"10", map[string]string{"//depot/project/tree/deep/er/leaf.bin": "clean/expected.json"}, []string{"edit //depot/project/tree/deep/er/leaf.bin"}, 1,
			"Tree.GLTF: NOT CHECKED"},
		// So does one that is deleted, unless the file goes with it or needs it no more.
		{"11", nil, []string{"delete //depot/project/box/side_file.bin"}, 1, "box/side_file.gltf: NOT CHECKED"},
		{"12", nil, []string{"move/delete //depot/project/box/buffers/below.bin"}, 1, "box/side_file_below.gltf: NOT CHECKED"},
		{"13", nil, []string{"delete //depot/project/box/side_file.bin", "delete //depot/project/box/side_file.gltf"}, 0, ""},
		{"14", map[string]string{"//depot/project/box/side_file.gltf": "gltf/data_uri.gltf"},
			[]string{"delete //depot/project/box/side_file.bin", "edit //depot/project/box/side_file.gltf"}, 1, "box/side_file.gltf: FAIL  13 triangles"},
		{"15", nil, []string{"delete //depot/project/odd/a box %231.bin"}, 1, "odd/escaped.gltf: NOT CHECKED"},
		{"16", map[string]string{"//depot/project/box/other.bin": "clean/expected.json"}, []string{"add //depot/project/box/other.bin"}, 0, ""},
		{"17", nil, nil, 0, ""},
		{"18", map[string]string{"//depot/project/box/binary.GLB": "gltf/side_file_of_glb.glb"}, []string{"add //depot/project/box/binary.GLB"}, 1,
			"box/binary.GLB: FAIL  13 triangles"},
		// Models of all formats count.
		{"19", map[string]string{"//depot/project/a.3mf": "clean/cube.stl", "//depot/project/a.obj": "clean/cube.stl", "//depot/project/a.off": "clean/cube.stl",
			"//depot/project/a.ply": "clean/cube.stl"}, []string{"add //depot/project/a.3mf", "add //depot/project/a.obj", "add //depot/project/a.off", "add //depot/project/a.ply"}, 0,
			"a.3mf: PASS  12 triangles, no findings\na.obj: PASS  12 triangles, no findings\na.off: PASS  12 triangles, no findings\na.ply: PASS  12 triangles, no findings\n"},
		{"22", map[string]string{"//depot/project/art/hull.FBX": "../loader/fbx/testdata/scene.fbx"}, []string{"add //depot/project/art/hull.FBX"}, 0,
			"art/hull.FBX: PASS  14 triangles"},
		// A stage has its layers, wherever in the project they are.
		{"23", nil, []string{"add //depot/project/sets/shot.usda"}, 0,
			"sets/shot.usda: PASS  12 triangles"},
		// Models of other formats are counted, and not even fetched.
		{"20", nil, []string{"add //depot/project/art/a.ma", "edit //depot/project/art/b%40.Blend", "delete //depot/project/c.ma"}, 0,
			"2 models were not looked at: 1 .blend, 1 .ma\n"},
		{"21", map[string]string{"//depot/project/a.stl": "clean/cube.stl"}, []string{"add //depot/project/a.stl", "add //depot/project/a.ma"}, 0,
			"a.stl: PASS  12 triangles, no findings\n1 model was not looked at: 1 .ma\n"},
	} {
		open(row.name, row.opened...)
		for file, fixture := range row.files {
			place(t, fixture, filepath.Join(depot, row.name, file))
		}
		status, out := trigger(t, depot, row.name)
		if status != row.status || !strings.Contains("\n"+out, "\n"+row.says) || row.says == "" && out != "" {
			t.Errorf("changelist %s: exit status %d, prints\n%s", row.name, status, out)
		}
		if rejected := "changelist " + row.name + " is not submitted"; strings.Contains(out, rejected) != (status == 1) {
			t.Errorf("changelist %s: exit status %d, prints\n%s", row.name, status, out)
		}
	}
	// The rules are those of the project, and of the changelist where it changes them.
	rules := filepath.Join(depot, "head/depot/project/.meshcheck.yaml")
	writeFile(t, rules, "overrides: [{files: assets/**, fail-on: [none]}]")
	if status, out := trigger(t, depot, "2"); status != 0 || !strings.Contains(out, "PASS") {
		t.Errorf("with rules: exit status %d, prints\n%s", status, out)
	}
	open("2", "edit //depot/project/assets/a b/chair%40v2.GLB", "edit //depot/project/.meshcheck.yaml")
	writeFile(t, filepath.Join(depot, "2/depot/project/.meshcheck.yaml"), "fail-on: [overlap]")
	if status, out := trigger(t, depot, "2"); status != 1 {
		t.Errorf("with new rules: exit status %d, prints\n%s", status, out)
	}
	if status, out := trigger(t, depot, "99"); status == 0 || !strings.Contains(out, "no such changelist") {
		t.Errorf("without an answer from the server: exit status %d, prints\n%s", status, out)
	}
}

// TestDocsPerforceFails: whatever p4 cannot do, the trigger rejects, though without an
// exit status; and it does so only then.
func TestDocsPerforceFails(t *testing.T) {
	depot := t.TempDir()
	place(t, "gltf/data_uri.gltf", filepath.Join(depot, "head/depot/project/box/alone.gltf"))
	place(t, "clean/cube.stl", filepath.Join(depot, "1/depot/project/box/cube.stl"))
	place(t, "gltf/binary.glb", filepath.Join(depot, "1/depot/project/box/binary.glb"))
	writeFile(t, filepath.Join(depot, "head/depot/project/.meshcheck.yaml"), "fail-on: [none]")
	writeFile(t, filepath.Join(depot, "1/opened"), "add //depot/project/box/cube.stl\nadd //depot/project/box/binary.glb\ndelete //depot/project/box/gone.bin\n")
	if status, out := trigger(t, depot, "1"); status != 0 {
		t.Fatalf("exit status %d, prints\n%s", status, out)
	}
	for k, command := range []string{
		"files //depot/project/...@=1", "files -e //depot/project/box/[*]#head", "files -e //depot/project/[*]#head",
		"files -e //depot/project/box/...#head", "files -e //depot/project/.meshcheck*#head",
		"print *.gltf#head", "print *.yaml#head", "print *.stl@=1",
	} {
		if k%3 != 0 && !longtest.On(t) {
			continue
		}
		for variable, says := range map[string]string{"P4_EXPIRES": "session has expired", "P4_DENIES": "access denied"} {
			if status, out := trigger(t, depot, "1", variable+"="+command); status == 0 || !strings.Contains(out, says) {
				t.Errorf("%s=%s: exit status %d, prints\n%s", variable, command, status, out)
			}
		}
	}
	if err := os.Remove(filepath.Join(depot, "1/depot/project/box/cube.stl")); err != nil {
		t.Fatal(err)
	}
	if status, out := trigger(t, depot, "1"); status == 0 || !strings.Contains(out, "p4 has no //depot/project/box/cube.stl@=1") {
		t.Errorf("without a file: exit status %d, prints\n%s", status, out)
	}
}

func trigger(t *testing.T, depot, change string, env ...string) (status int, out string) {
	t.Helper()
	temp := t.TempDir()
	env = append(env, "DEPOT="+depot, "TMPDIR="+temp)
	status, out = runIn(t, temp, env, docPath(t, "ci/p4-trigger.sh"), change, "ssl:perforce:1666", "//depot/project")
	if left, _ := filepath.Glob(filepath.Join(temp, "*")); left != nil {
		t.Errorf("changelist %s leaves %q", change, left)
	}
	return status, out
}
