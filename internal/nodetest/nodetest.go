// Package nodetest runs Node programs whose results tests compare with.
package nodetest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Command returns the command that runs a script of a folder with arguments. The script needs a
// module, which "npm ci" in the folder installs. Without it the test is skipped, or fails if
// MESHCHECK_NODE is set.
func Command(t testing.TB, folder, module, script string, args ...string) *exec.Cmd {
	t.Helper()
	node, err := exec.LookPath("node")
	if err == nil {
		_, err = os.Stat(filepath.Join(folder, "node_modules", module))
	}
	if err != nil {
		if os.Getenv("MESHCHECK_NODE") != "" {
			t.Fatal(err)
		}
		t.Skipf("%s is not installed (npm ci in %s of the tested package): %v", module, folder, err)
	}
	return exec.CommandContext(t.Context(), node, append([]string{filepath.Join(folder, script)}, args...)...)
}

// Answers runs the script of Command with two arguments, the path of a JSON file with cases and
// that of a file to write, and returns what the script wrote.
func Answers(t testing.TB, folder, module, script string, cases []byte) []byte {
	t.Helper()
	files := t.TempDir()
	input, output := filepath.Join(files, "cases.json"), filepath.Join(files, "answers.json")
	command := Command(t, folder, module, script, input, output)
	if err := os.WriteFile(input, cases, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	answers, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}
