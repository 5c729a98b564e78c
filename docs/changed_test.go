//go:build unix

package docs_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDocsChangedGit: of a branch, the models that it changes are checked, and no others.
func TestDocsChangedGit(t *testing.T) {
	changed := command(t, "ci.md", "git diff --relative")
	dir := t.TempDir()
	for name, fixture := range map[string]string{
		"assets/old bad.glb": "chair.glb", "assets/gone.glb": "chair.glb", "assets/here.stl": "clean/cube.stl", "assets/moved.glb": "chair.glb", "readme.txt": "README.md",
	} {
		place(t, fixture, filepath.Join(dir, name))
	}
	const commit = "git add -A && git -c user.name=a -c user.email=a@b.c commit -qm change"
	shell(t, dir, "git init -q && "+commit+" && git update-ref refs/remotes/origin/main HEAD")
	for _, step := range []struct {
		name, change string
		status       int
		says         string
	}{
		{"nothing", "true", 0, "no file to check"},
		{"no model", "echo a >>readme.txt; git rm -q assets/gone.glb", 0, "none of the named files is a model"},
		{"a good model", "cp assets/here.stl $'assets/a b\\n(1).stl'", 0, "1 file: 1 passed"},
		{"a moved one that changed", "mkdir new; git mv assets/moved.glb new/m.glb; cp assets/here.stl new/m.stl", 1, "new/m.glb: FAIL 2 places"},
		{"two bad ones", "cp new/m.glb assets/b.glb", 1, "4 files: 2 passed, 2 failed"},
	} {
		shell(t, dir, step.change+"; "+commit+" --allow-empty")
		status, out := runIn(t, dir, nil, "bash", "-c", changed)
		if status != step.status || !strings.Contains(out, step.says) || strings.Contains(out, "old bad") {
			t.Errorf("%s: exit status %d, prints\n%s", step.name, status, out)
		}
	}
	if status, out := runIn(t, filepath.Join(dir, "new"), nil, "bash", "-c", changed); status != 1 || !strings.Contains(out, "2 files: 1 passed, 1 failed") {
		t.Errorf("in a folder: exit status %d, prints\n%s", status, out)
	}
	shell(t, dir, "git update-ref -d refs/remotes/origin/main")
	if status, out := runIn(t, dir, nil, "bash", "-c", changed); status == 0 {
		t.Errorf("without the other branch: exit status %d, prints\n%s", status, out)
	}
}

// TestDocsChangedPerforce: of a range of changelists, the models in the workspace are checked.
func TestDocsChangedPerforce(t *testing.T) {
	depot, dir := t.TempDir(), t.TempDir()
	place(t, "chair.glb", filepath.Join(dir, "assets/chair@v2.glb"))
	place(t, "clean/cube.stl", filepath.Join(dir, "assets/cube.stl"))
	place(t, "chair.glb", filepath.Join(dir, "assets/other.glb"))
	writeFile(t, filepath.Join(depot, "8,9"), "//depot/project/assets/cube.stl\n//depot/project/readme.txt\n")
	writeFile(t, filepath.Join(depot, "10,12"), "//depot/project/assets/cube.stl\n//depot/project/assets/chair%40v2.glb\n")
	for _, c := range []struct {
		last, change string
		status       int
		says         string
	}{
		{"7", "9", 0, "1 file: 1 passed"},
		{"9", "12", 1, "assets/chair@v2.glb: FAIL"},
		{"12", "13", 0, "no file to check"},
	} {
		env := []string{"DEPOT=" + depot, "P4PORT=ssl:perforce:1666", "P4USER=triggers", "LAST=" + c.last, "CHANGE=" + c.change}
		status, out := runIn(t, dir, env, "bash", "-c", command(t, "ci.md", "p4 -x -"))
		if status != c.status || !strings.Contains(out, c.says) || strings.Contains(out, "other.glb") {
			t.Errorf("%s to %s: exit status %d, prints\n%s", c.last, c.change, status, out)
		}
	}
}
