//go:build unix

package docs_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/meshcheck/meshcheck/loader"
)

// TestDocsGitHub runs what the workflow of the docs asks of the action.
func TestDocsGitHub(t *testing.T) {
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				ID   string
				If   string
				With map[string]string
			}
		}
	}
	decode(t, docPath(t, "ci/github.yml"), &workflow)
	a := readAction(t)
	dir := project(t, "chair.glb")
	place(t, "clean/split_cube.glb", filepath.Join(dir, "characters/hero/cube.glb"))
	writeFile(t, filepath.Join(dir, ".meshcheck.yaml"), readDoc(t, "ci/meshcheck.yaml"))
	shell(t, dir, "meshcheck baseline write -q --reason test assets")
	for _, s := range workflow.Jobs["meshcheck"].Steps {
		for _, value := range append([]string{s.If}, values(s.With)...) {
			for _, m := range regexp.MustCompile(`steps\.(\w+)\.outputs\.(\w+)`).FindAllStringSubmatch(value, -1) {
				if _, ok := a.Outputs[m[2]]; !ok || m[1] != "meshcheck" {
					t.Errorf("%s uses %s, which there is not", s.Uses, m[0])
				}
			}
		}
		if s.ID != "meshcheck" {
			continue
		}
		if !strings.HasPrefix(s.Uses, "meshcheck/meshcheck@") {
			t.Errorf("the action is %s", s.Uses)
		}
		if status, out, _ := a.check(t, dir, s.With); status != 0 || !strings.Contains(out, "2 files: 2 passed; 2 accepted by the baseline") {
			t.Errorf("exit status %d:\n%s", status, out)
		}
	}
}

func values(m map[string]string) (all []string) {
	for _, v := range m {
		all = append(all, v)
	}
	return all
}

// TestDocsGitLab runs the script of the job, and finds the artifacts that it names.
func TestDocsGitLab(t *testing.T) {
	var pipeline struct {
		Meshcheck struct {
			Script    []string
			Artifacts struct {
				Paths   []string
				Reports map[string]string
			}
		}
	}
	decode(t, docPath(t, "ci/gitlab.yml"), &pipeline)
	job := pipeline.Meshcheck
	install, isInstall := strings.CutPrefix(job.Script[0], "go install ")
	if !isInstall {
		t.Fatalf("it begins with %s", job.Script[0])
	}
	inModule(t, install)
	dir := project(t, "chair.glb")
	status, out := runIn(t, dir, nil, "sh", "-e", "-c", strings.Join(job.Script[1:], "\n"))
	if status != 1 || !strings.Contains(out, "assets/chair.glb: FAIL") {
		t.Errorf("exit status %d:\n%s", status, out)
	}
	for _, name := range append(job.Artifacts.Paths, values(job.Artifacts.Reports)...) {
		hasFile(t, dir, name)
	}
	if len(job.Artifacts.Reports) != 2 || job.Artifacts.Reports["codequality"] == "" || job.Artifacts.Reports["junit"] == "" {
		t.Errorf("the reports are %v", job.Artifacts.Reports)
	}
}

// inModule fails unless a path with a version, as "go install" takes it, is a command here.
func inModule(t *testing.T, versioned string) {
	t.Helper()
	text, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	module := strings.TrimSpace(strings.TrimPrefix(strings.Split(string(text), "\n")[0], "module "))
	pkg, version, _ := strings.Cut(versioned, "@")
	folder, inside := strings.CutPrefix(pkg, module+"/")
	if _, err := os.Stat(path.Join("..", folder, "main.go")); !inside || version == "" || err != nil {
		t.Errorf("%s is no command of %s", versioned, module)
	}
}

// TestDocsJenkins runs the command of the pipeline, and finds the files that it archives.
func TestDocsJenkins(t *testing.T) {
	text := readDoc(t, "ci/Jenkinsfile")
	script := regexp.MustCompile(`script: '([^']+)'`).FindStringSubmatch(text)
	if script == nil {
		t.Fatal("it runs nothing")
	}
	dir := project(t, "chair.glb")
	if status, out := runIn(t, dir, nil, "sh", "-c", script[1]); status != 1 {
		t.Errorf("exit status %d:\n%s", status, out)
	}
	kept := regexp.MustCompile(`(?:testResults|artifacts): '([^']+)'`).FindAllStringSubmatch(text, -1)
	if len(kept) != 2 {
		t.Errorf("%d kinds of file are kept", len(kept))
	}
	for _, m := range kept {
		hasFile(t, dir, m[1])
	}
}

// TestDocsPreCommit: the hook is what pre-commit takes, picks the models, and runs with the
// arguments of the docs.
func TestDocsPreCommit(t *testing.T) {
	var hooks []struct {
		ID, Entry, Language, Files string
		RequireSerial              bool `yaml:"require_serial"`
	}
	decode(t, "../.pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 1 || hooks[0].Language != "golang" || !hooks[0].RequireSerial {
		t.Fatalf("the hooks are %+v", hooks)
	}
	hook := hooks[0]
	files := regexp.MustCompile(hook.Files)
	for name, want := range map[string]bool{
		"a.glb": true, "a b/c.gltf": true, "A.STL": true, "a.obj": true, "a.ply": true, "a.off": true, "a.3mf": true, "a.stl.txt": false, "glb": false, "a.bin": false, "a.FBX": true, "a.usdz": true, "a.blend1": false,
	} {
		if files.MatchString(name) != want {
			t.Errorf("%s is taken: %v", name, !want)
		}
	}
	if want := `(?i)\.(` + strings.Join(endings(loader.Endings(), loader.ForeignEndings()), "|") + `)$`; hook.Files != want {
		t.Errorf("it takes %s, want %s", hook.Files, want)
	}
	var config struct {
		Repos []struct {
			Repo, Rev string
			Hooks     []struct {
				ID   string
				Args []string
			}
		}
	}
	decode(t, docPath(t, "ci/pre-commit.yaml"), &config)
	used := config.Repos[0].Hooks[0]
	if used.ID != hook.ID {
		t.Errorf("the docs use %s, and the hook is %s", used.ID, hook.ID)
	}
	dir := project(t, "chair.glb")
	args := append(used.Args, "assets/chair.glb")
	entry := strings.Fields(hook.Entry)
	args = append(entry[1:], args...)
	if status, out := runIn(t, dir, nil, entry[0], args...); status != 1 || !strings.Contains(out, "FAIL") {
		t.Errorf("exit status %d:\n%s", status, out)
	}
	if status, out := runIn(t, dir, nil, entry[0], append(args[:len(args)-1], "a.ma", "b/c.BLEND")...); status != 0 || !strings.Contains(out, "2 models were not looked at: 1 .blend, 1 .ma") {
		t.Errorf("of models that are not read, exit status %d:\n%s", status, out)
	}
	writeFile(t, filepath.Join(dir, ".meshcheck.yaml"), readDoc(t, "ci/meshcheck.yaml"))
	shell(t, dir, "meshcheck baseline write -q --reason test assets")
	if status, out := runIn(t, dir, nil, entry[0], args...); status != 0 {
		t.Errorf("exit status %d:\n%s", status, out)
	}
}

// endings returns endings without their dots.
func endings(lists ...[]string) (all []string) {
	for _, ending := range slices.Concat(lists...) {
		all = append(all, strings.TrimPrefix(ending, "."))
	}
	return all
}

// TestDocsEndings: the hook and the trigger of the docs know all endings of models, as the page of
// formats does.
func TestDocsEndings(t *testing.T) {
	read, unread := strings.Join(endings(loader.Endings()), " "), strings.Join(endings(loader.ForeignEndings()), " ")
	hook := strings.Join(strings.Fields(readDoc(t, "ci/pre-commit.sh")), " ")
	if !strings.Contains(hook, "models=("+read+") others=( "+unread+" )") {
		t.Errorf("pre-commit.sh has other endings than %s and %s", read, unread)
	}
	trigger := strings.ReplaceAll(readDoc(t, "ci/p4-trigger.sh"), "\\\n", "")
	if want := "models='" + strings.ReplaceAll(read, " ", "|") + "'\nothers=\"" + strings.ReplaceAll(unread, " ", "|") + "\"\n"; !strings.Contains(trigger, want) {
		t.Errorf("p4-trigger.sh has other endings than\n%s", want)
	}
	page := strings.Join(strings.Fields(readDoc(t, "formats.md")), " ")
	for _, list := range [][]string{loader.Endings(), loader.ForeignEndings()} {
		if want := "`" + strings.Join(list, "`, `") + "`"; !strings.Contains(page, want) {
			t.Errorf("formats.md does not have the list %s", want)
		}
	}
}

// A stage of USD, and the layer in a folder beside its own that it shows.
const (
	layer = `#usda 1.0
(defaultPrim = "Cube"
 metersPerUnit = 1)
def Mesh "Cube" {
    int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]
    int[] faceVertexIndices = [0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
    uniform token subdivisionScheme = "none"
}
`
	stage = `#usda 1.0
(metersPerUnit = 1)
def "Box" (references = @../shared/cube.usda@) {
}
`
)

// TestDocsGitHook commits through the hook of the docs, which sees what is staged and nothing
// else of the working tree.
func TestDocsGitHook(t *testing.T) {
	for _, row := range []struct {
		name, commands string
		status         int
		says           string
	}{
		{"nothing", "echo a >a.txt; git add .", 0, ""},
		{"bad staged, good in the tree", "cp bad a.glb; git add .; cp good a.glb", 1, "a.glb: FAIL"},
		{"good staged, bad in the tree", "cp good a.glb; git add .; cp bad a.glb; cp bad b.glb", 0, "a.glb: PASS"},
		{"capitals", "mkdir 'a b'; cp bad 'a b/A.GLB'; git add .", 1, "a b/A.GLB: FAIL"},
		{"an OBJ", "cp bad a.obj; git add .", 1, "a.obj: FAIL"},
		{"a PLY", "cp bad a.ply; git add .", 1, "a.ply: FAIL"},
		{"an OFF", "cp bad a.off; git add .", 1, "a.off: FAIL"},
		{"a 3MF", "cp bad a.3mf; git add .", 1, "a.3mf: FAIL"},
		{"an FBX", "cp bad a.fbx; git add .", 1, "a.fbx: FAIL"},
		{"a Maya scene", "echo >a.MA; git add .", 0, "1 model was not looked at: 1 .ma"},
		{"a Maya scene beside a model", "echo >a.ma; cp good a.glb; git add .", 0, "a.glb: PASS"},
		{"deleted", "cp bad a.glb; git add .; git commit -qnm bad; git rm -q a.glb", 0, ""},
		{"deleted from the tree only", "cp bad a.glb; git add .; rm a.glb", 1, "a.glb: FAIL"},
		{"buffers of before", "mkdir -p c/buffers; cp below.bin c/buffers/below.BIN; git add .; git commit -qnm buffers; rm -r c/buffers; " +
			"sed s/below.bin/below.BIN/ below >c/c.gltf; git add c/c.gltf; git commit -qnm c; echo >>c/c.gltf; git add c/c.gltf", 1, "c/c.gltf: FAIL  13 triangles"},
		{"layers of before", "mkdir -p shared sets; cp layer shared/cube.usda; git add shared; git commit -qnm layers; rm -r shared; cp stage sets/shot.usda; git add sets", 0,
			"sets/shot.usda: PASS  12 triangles"},
		{"staged rules", "echo 'fail-on: [none]' >.meshcheck.yaml; cp bad a.glb; git add .; rm .meshcheck.yaml", 0, "a.glb: PASS"},
		{"rules of the tree", "cp bad a.glb; git add .; echo 'fail-on: [none]' >.meshcheck.yaml", 1, "a.glb: FAIL"},
		{"staged baseline", "cp bad a.glb; cp " + shellWord(docPath(t, "ci/meshcheck.yaml")) + " .meshcheck.yaml; " +
			"meshcheck baseline write -q --reason test a.glb; git add .; rm .meshcheck-baseline", 0, "a.glb: PASS"},
	} {
		dir, temp := t.TempDir(), t.TempDir()
		place(t, "chair.glb", filepath.Join(dir, "bad"))
		place(t, "clean/quad_mesh.glb", filepath.Join(dir, "good"))
		place(t, "gltf/side_file_below.gltf", filepath.Join(dir, "below"))
		place(t, "gltf/buffers/below.bin", filepath.Join(dir, "below.bin"))
		writeFile(t, filepath.Join(dir, "layer"), layer)
		writeFile(t, filepath.Join(dir, "stage"), stage)
		shell(t, dir, "git init -q; git config user.name a; git config user.email a@b.c; cp "+shellWord(docPath(t, "ci/pre-commit.sh"))+" .git/hooks/pre-commit")
		shell(t, dir, row.commands)
		status, out := runIn(t, dir, []string{"TMPDIR=" + temp}, "git", "commit", "-qm", "test")
		if (status != 0) != (row.status != 0) || !strings.Contains("\n"+out, "\n"+row.says) || row.says == "" && out != "" {
			t.Errorf("%s: exit status %d, prints\n%s", row.name, status, out)
		}
		if left, _ := filepath.Glob(filepath.Join(temp, "*")); left != nil {
			t.Errorf("%s: it leaves %q", row.name, left)
		}
	}
}

// decode reads a file of YAML into v.
func decode(t *testing.T, path string, v any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = yaml.Unmarshal(text, v)
	}
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", path, err))
	}
}

func hasFile(t *testing.T, dir, name string) {
	t.Helper()
	if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
		t.Errorf("%s was not written: %v", name, err)
	}
}
