//go:build unix

package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme runs the terminal sessions of the README and compares what they
// print, so that the README shows what the program does.
func TestReadme(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("jq, which the README uses, is not installed")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir() // sessions may write reports
	if err := os.Symlink(filepath.Join(root, "fixtures"), filepath.Join(dir, "fixtures")); err != nil {
		t.Fatal(err)
	}
	sessions := strings.Split(string(text), "```console\n")[1:]
	if len(sessions) == 0 {
		t.Fatal("the README has no terminal session")
	}
	for _, s := range sessions {
		s, _, _ = strings.Cut(s, "```")
		if got := replay(t, dir, s); got != s {
			t.Errorf("the README shows\n%s\nand the program prints\n%s", s, got)
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
