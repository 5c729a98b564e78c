//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDocsPerforce runs the trigger of the docs against a p4 that has a depot of files.
func TestDocsPerforce(t *testing.T) {
	depot := t.TempDir()
	for _, name := range []string{"side_file.gltf", "side_file.bin", "side_file_below.gltf", "buffers/below.bin"} {
		place(t, "gltf/"+name, filepath.Join(depot, "head/depot/project/box", name))
	}
	open := func(change string, lines ...string) {
		writeFile(t, filepath.Join(depot, change, "opened"), strings.Join(lines, "\n")+"\n")
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

func trigger(t *testing.T, depot, change string) (status int, out string) {
	t.Helper()
	temp := t.TempDir()
	status, out = runIn(t, temp, []string{"DEPOT=" + depot, "TMPDIR=" + temp}, docPath(t, "ci/p4-trigger.sh"), change, "ssl:perforce:1666", "//depot/project")
	if left, _ := filepath.Glob(filepath.Join(temp, "*")); left != nil {
		t.Errorf("changelist %s leaves %q", change, left)
	}
	return status, out
}
