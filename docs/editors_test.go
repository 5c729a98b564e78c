//go:build unix

package docs_test

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// editorTask is a task of Visual Studio Code.
type editorTask struct {
	Command string
	Args    []string
	Matcher struct {
		Pattern struct {
			Regexp        string
			File, Message int
		}
		Background *struct{ BeginsPattern, EndsPattern string }
	} `json:"problemMatcher"`
}

// TestDocsEditors runs the tasks of the docs, and reads what they print as the editor does.
func TestDocsEditors(t *testing.T) {
	var all struct{ Tasks []editorTask }
	if err := json.Unmarshal([]byte(readDoc(t, "editors/tasks.json")), &all); err != nil || len(all.Tasks) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	dir := project(t, "chair.glb", "clean/cube.stl", "faults/binary_truncated.stl")
	status, out := runIn(t, dir, nil, all.Tasks[0].Command, all.Tasks[0].Args...)
	if found := all.Tasks[0].problems(out); status != 3 || strings.Join(found, " ") != "assets/binary_truncated.stl assets/chair.glb" {
		t.Errorf("exit status %d, problems of %q in\n%s", status, found, out)
	}
	hasFile(t, dir, "meshcheck.sarif")

	watch := all.Tasks[1]
	cmd := exec.Command(program(t), watch.Args...)
	cmd.Dir = dir
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	}()
	lines := bufio.NewScanner(stdout)
	if found := watch.check(t, lines); len(found) != 2 {
		t.Errorf("the first check has problems of %q", found)
	}
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "watching;") {
	}
	writeFile(t, filepath.Join(dir, "assets/binary_truncated.stl"), fixtureText(t, "clean/cube.stl"))
	if found := watch.check(t, lines); len(found) != 1 || found[0] != "assets/chair.glb" {
		t.Errorf("the second check has problems of %q", found)
	}
}

// problems returns the files of the problems in an output, and fails the pattern if one has no message.
func (task *editorTask) problems(out string) (files []string) {
	pattern := regexp.MustCompile(task.Matcher.Pattern.Regexp)
	for line := range strings.Lines(out) {
		if m := pattern.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil && m[task.Matcher.Pattern.Message] != "" {
			files = append(files, m[task.Matcher.Pattern.File])
		}
	}
	return files
}

// check reads the lines of one check, and returns the files with problems.
func (task *editorTask) check(t *testing.T, lines *bufio.Scanner) []string {
	t.Helper()
	begins, ends := regexp.MustCompile(task.Matcher.Background.BeginsPattern), regexp.MustCompile(task.Matcher.Background.EndsPattern)
	if !lines.Scan() || !begins.MatchString(lines.Text()) {
		t.Fatalf("a check begins with %q", lines.Text())
	}
	var between strings.Builder
	for lines.Scan() {
		if ends.MatchString(lines.Text()) {
			return task.problems(between.String())
		}
		between.WriteString(lines.Text() + "\n")
	}
	t.Fatalf("a check does not end:\n%s", between.String())
	return nil
}
