//go:build unix

package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSessions runs the terminal sessions of the README and of pages beside it and compares
// what they print, so that they show what the program does.
func TestSessions(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("jq, which the sessions use, is not installed")
	}
	for _, page := range []string{"../README.md", "baseline.md", "reports.md", "runs.md"} {
		t.Run(filepath.Base(page), func(t *testing.T) {
			dir := t.TempDir() // sessions may write reports
			if err := os.Symlink(docPath(t, "../fixtures"), filepath.Join(dir, "fixtures")); err != nil {
				t.Fatal(err)
			}
			sessions := 0
			for _, b := range blocks(t, page) {
				if b.language != "console" {
					continue
				}
				sessions++
				if got := replay(t, dir, b.text); got != b.text {
					t.Errorf("the page shows\n%s\nand the program prints\n%s", b.text, got)
				}
			}
			if sessions == 0 {
				t.Error("the page has no terminal session")
			}
		})
	}
}

// link is a link to a file of the repository.
var link = regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)]*)?\)`)

// TestLinks: no page links to a file that does not exist, and the index has all pages.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	recipes, err := filepath.Glob("../integrations/*/README.md")
	if err != nil {
		t.Fatal(err)
	}
	index := readDoc(t, "README.md")
	for _, page := range slices.Concat(pages, recipes, []string{"../README.md"}) {
		for _, m := range link.FindAllStringSubmatch(readDoc(t, page), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", page, m[1], err)
			}
		}
		if filepath.Base(page) != "README.md" && !strings.Contains(index, "]("+page+")") {
			t.Errorf("the index has no %s", page)
		}
	}
}

// replay runs the commands of a session, which are the lines that begin with
// "$ ", in one shell and returns the session as it should read.
func replay(t *testing.T, dir, session string) string {
	t.Helper()
	const mark = "\x01"
	var commands []string
	script := "export LC_ALL=C\n"
	for line := range strings.Lines(session) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			commands = append(commands, line)
			// The mark between two commands must not disturb $?.
			script += command + "status=$?; printf '\\001'; (exit $status)\n"
		}
	}
	program(t)
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput() // the exit status is that of the last command
	outputs := strings.Split(string(out), mark)
	if len(outputs) != len(commands)+1 {
		t.Fatalf("%d commands gave %d outputs:\n%s", len(commands), len(outputs)-1, out)
	}
	var b strings.Builder
	for i, command := range commands {
		b.WriteString(command + outputs[i])
	}
	return b.String()
}
