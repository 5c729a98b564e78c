//go:build unix

package docs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
)

// action is what action.yml says.
type action struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Using string
		Steps []struct {
			ID, Name, Shell, Run string
			Env                  map[string]string
		}
	}
}

func readAction(t *testing.T) action {
	t.Helper()
	var a action
	decode(t, "../action.yml", &a)
	return a
}

// check runs the step "check" as GitHub would, in a folder and with some of the inputs, and
// returns the exit status, what is printed and the outputs.
func (a action) check(t *testing.T, dir string, with map[string]string) (status int, out string, outputs map[string]string) {
	t.Helper()
	temp := t.TempDir()
	if err := os.Mkdir(filepath.Join(temp, "meshcheck-bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(program(t), filepath.Join(temp, "meshcheck-bin/meshcheck")); err != nil {
		t.Fatal(err)
	}
	set := filepath.Join(temp, "outputs")
	env := []string{"RUNNER_TEMP=" + temp, "GITHUB_OUTPUT=" + set, "GITHUB_STEP_SUMMARY=" + filepath.Join(temp, "summary.md")}
	for _, s := range a.Runs.Steps {
		if s.ID != "check" {
			continue
		}
		for name, value := range s.Env {
			input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
			given, ok := with[input]
			if !ok {
				given = a.Inputs[input].Default
			}
			env = append(env, name+"="+given)
		}
		status, out = runIn(t, dir, env, "bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", s.Run)
	}
	text, err := os.ReadFile(set)
	if err != nil {
		t.Fatalf("no outputs: %v\n%s", err, out)
	}
	return status, out, parseOutputs(t, string(text))
}

// parseOutputs reads name=value, and name<<mark, lines, mark.
func parseOutputs(t *testing.T, text string) map[string]string {
	t.Helper()
	outputs := map[string]string{}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		if name, value, ok := strings.Cut(lines[i], "="); ok {
			outputs[name] = value
			continue
		}
		name, mark, ok := strings.Cut(lines[i], "<<")
		if !ok {
			t.Fatalf("the outputs are %q", text)
		}
		var value []string
		for i++; i < len(lines) && lines[i] != mark; i++ {
			value = append(value, lines[i])
		}
		outputs[name] = strings.Join(value, "\n")
	}
	return outputs
}

// TestActionCheck: the exit status passes through, and the outputs are the reports that are
// there.
func TestActionCheck(t *testing.T) {
	a := readAction(t)
	dir := project(t, "chair.glb", "clean/cube.stl")
	status, out, outputs := a.check(t, dir, nil)
	if status != 1 || outputs["status"] != "1" || outputs["sarif"] != "meshcheck.sarif" || outputs["page"] != "meshcheck.html" ||
		!strings.Contains(out, "::error ") {
		t.Errorf("exit status %d, %v:\n%s", status, outputs, out)
	}
	hasFile(t, dir, "meshcheck.sarif")
	hasFile(t, dir, "meshcheck.html")
	// Files of other programs are checked as well.
	place(t, "../loader/fbx/testdata/scene.fbx", filepath.Join(dir, "art", "scene.fbx"))
	status, out, _ = a.check(t, dir, map[string]string{"paths": "art", "sarif": "", "page": "", "format": "text"})
	if status != 0 || !strings.Contains(out, "scene.fbx: PASS  14 triangles") {
		t.Errorf("FBX: exit status %d:\n%s", status, out)
	}
	// Nothing is left of the run before where there is nothing to say.
	status, out, outputs = a.check(t, dir, map[string]string{"args": "--no-such-option"})
	if status != 2 || outputs["status"] != "2" || outputs["sarif"] != "" || outputs["page"] != "" {
		t.Errorf("exit status %d, %v:\n%s", status, outputs, out)
	}
	status, out, outputs = a.check(t, dir, map[string]string{
		"paths": "assets/cube.stl\r\n", "sarif": "", "page": "", "format": "text", "args": "--quiet\n\n--max-findings\n3\n",
	})
	if status != 0 || out != "" || len(outputs) != 1 {
		t.Errorf("exit status %d, %v:\n%s", status, outputs, out)
	}
}

// TestActionInjection: what is given is never read as code, and paths never as options.
func TestActionInjection(t *testing.T) {
	a := readAction(t)
	for _, s := range a.Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("step %s puts an expression into code", s.Name)
		}
		for name, value := range s.Env {
			if !strings.HasPrefix(value, "${{ inputs.") {
				t.Errorf("%s is %s", name, value)
			}
		}
	}
	dir := project(t, "clean/cube.stl")
	evil := []string{"$(touch pwned)", "`touch pwned`", `"; touch pwned; "`, "'; touch pwned; '", "a & touch pwned", "--output=pwned.json"}
	for k, input := range []string{"paths", "args", "format", "sarif", "page"} {
		for i, value := range evil {
			if i != k && !longtest.On(t) {
				continue
			}
			if input != "paths" && input != "format" && strings.HasPrefix(value, "--") {
				continue // a fair option, and the name of a file
			}
			if status, out, outputs := a.check(t, dir, map[string]string{input: value}); status == 0 {
				t.Errorf("%s %q passes, with %v:\n%s", input, value, outputs, out)
			}
		}
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "pwned*")); found != nil {
		t.Errorf("%q was written", found)
	}
}

// TestActionBuild runs the step that builds the program.
func TestActionBuild(t *testing.T) {
	longtest.Skip(t, "builds the program")
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	for _, s := range readAction(t).Runs.Steps {
		if s.Name == "Build meshcheck" {
			shell(t, t.TempDir(), s.Run, "RUNNER_TEMP="+temp, "GITHUB_ACTION_PATH="+root)
		}
	}
	if out := shell(t, temp, "meshcheck-bin/meshcheck --version"); !strings.HasPrefix(out, "meshcheck ") {
		t.Errorf("it prints %q", out)
	}
}
