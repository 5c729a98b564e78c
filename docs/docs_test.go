//go:build unix

package docs_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documents are the texts whose commands are run here, and the files in the folders of
// their names.
var documents = []string{"ci.md", "editors.md", "scale-out.md"}

// fenced is a block of a document: its indentation, its language and its text.
var fenced = regexp.MustCompile("(?ms)^( *)```([a-z]*)\n(.*?)^ *```$")

// shownFile is a link to a file, whose text follows as a block.
var shownFile = regexp.MustCompile("\\[`([^`\n]+)`\\]\\(([^)\n]+)\\)[^\n]*:\n\n```[a-z]*\n((?s:.*?))```\n")

// TestDocsShowFiles: what a document shows of a file is the file, and all files are shown.
func TestDocsShowFiles(t *testing.T) {
	shown := map[string]bool{}
	for _, doc := range documents {
		for _, m := range shownFile.FindAllStringSubmatch(readDoc(t, doc), -1) {
			if text := readDoc(t, m[2]); m[1] != m[2] || m[3] != text {
				t.Errorf("%s shows %s as\n%s\nand it is\n%s", doc, m[1], m[3], text)
			}
			shown[m[2]] = true
		}
	}
	for _, doc := range documents {
		folder := strings.TrimSuffix(doc, ".md")
		files, err := os.ReadDir(docPath(t, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if name := folder + "/" + f.Name(); !shown[name] {
				t.Errorf("no document shows docs/%s", name)
			}
		}
	}
}

// TestDocsCI runs the commands and the terminal sessions of docs/ci.md one after the other
// in one project.
func TestDocsCI(t *testing.T) {
	dir := project(t, "chair.glb", "clean/cube.stl")
	shell(t, dir, "git init -q && git add . && git -c user.name=a -c user.email=a@b.c commit -qm begin && git update-ref refs/remotes/origin/main HEAD")
	for name, value := range map[string]string{"DEPOT": dir, "P4PORT": "ssl:perforce:1666", "P4USER": "triggers", "LAST": "1", "CHANGE": "2"} {
		t.Setenv(name, value)
	}
	ran := 0
	for i, b := range blocks(t, "ci.md") {
		if i == 2 { // the first examples stand before the configuration, whose baseline is yet to be written
			writeFile(t, filepath.Join(dir, ".meshcheck.yaml"), readDoc(t, "ci/meshcheck.yaml"))
		}
		switch b.language {
		case "console":
			if got := replay(t, dir, b.text); got != b.text {
				t.Errorf("docs/ci.md shows\n%s\nand the program prints\n%s", b.text, got)
			}
		case "sh":
			shell(t, dir, b.text)
		default:
			continue
		}
		ran++
	}
	if ran < 6 {
		t.Errorf("only %d blocks were run", ran)
	}
}

// block is a piece of a document that shows no file.
type block struct{ language, text string }

func blocks(t *testing.T, doc string) (all []block) {
	t.Helper()
	text := shownFile.ReplaceAllString(readDoc(t, doc), "")
	for _, m := range fenced.FindAllStringSubmatch(text, -1) {
		var b strings.Builder
		for line := range strings.Lines(m[3]) {
			b.WriteString(strings.TrimPrefix(line, m[1]))
		}
		all = append(all, block{m[2], b.String()})
	}
	return all
}

// command returns the one block of commands of a document that has a certain text.
func command(t *testing.T, doc, has string) string {
	t.Helper()
	found := ""
	for _, b := range blocks(t, doc) {
		if b.language == "sh" && strings.Contains(b.text, has) {
			if found != "" {
				t.Fatalf("docs/%s has %s in two blocks", doc, has)
			}
			found = b.text
		}
	}
	if found == "" {
		t.Fatalf("docs/%s has no block with %s", doc, has)
	}
	return found
}

// project returns a folder with some of the fixtures in its folder assets, and with the
// files of docs.
func project(t *testing.T, fixtures ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range fixtures {
		place(t, name, filepath.Join(dir, "assets", filepath.Base(name)))
	}
	if err := os.Symlink(docPath(t, ""), filepath.Join(dir, "docs")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// place copies a fixture, a file or a folder.
func place(t *testing.T, fixture, path string) {
	t.Helper()
	from := filepath.Join("../fixtures", fixture)
	info, err := os.Stat(from)
	if err != nil {
		t.Fatal(err)
	}
	if info.IsDir() {
		err = os.CopyFS(path, os.DirFS(from))
	} else {
		writeFile(t, path, fixtureText(t, fixture))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func fixtureText(t *testing.T, fixture string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../fixtures", fixture))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func docPath(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func readDoc(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(docPath(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// shell runs commands that have to succeed and returns what they print.
func shell(t *testing.T, dir, commands string, env ...string) string {
	t.Helper()
	status, out := runIn(t, dir, env, "bash", "-eu", "-o", "pipefail", "-c", commands)
	if status != 0 {
		t.Fatalf("exit status %d from\n%s\nwhich prints\n%s", status, commands, out)
	}
	return out
}

// runIn runs a program in a folder, with the programs that stand in for others before all
// else, and returns its exit status and what it prints.
func runIn(t *testing.T, dir string, env []string, name string, args ...string) (status int, out string) {
	t.Helper()
	program(t)
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GITHUB_STEP_SUMMARY=", "LC_ALL=C")
	cmd.Env = append(cmd.Env, env...)
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

// shellWord returns a word for a shell.
func shellWord(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
