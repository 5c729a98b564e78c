// Package web_test tests the site that web/build makes: in Node, and in a browser where MESHCHECK_BROWSER
// requires one.
package web_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// folder has what the tests build.
var folder string

func TestMain(m *testing.M) {
	code := func() int {
		var err error
		if folder, err = os.MkdirTemp("", "meshcheck-web-"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(folder)
		defer func() { closeBrowser() }()
		return m.Run()
	}()
	os.Exit(code)
}

// testVersion is that of the program on the site and beside it.
const testVersion = "1.0.0-test"

// site builds the site and returns its folder.
var site = sync.OnceValues(func() (string, error) {
	out := filepath.Join(folder, "site")
	return out, command("./build", out, testVersion)
})

// program builds the program for this machine and returns its path.
var program = sync.OnceValues(func() (string, error) {
	out := filepath.Join(folder, "meshcheck")
	return out, command("go", "build", "-trimpath", "-ldflags", "-s -w -X main.version="+testVersion, "-o", out, "../cmd/meshcheck")
})

func command(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}

// built returns what is built, or ends the test.
func built(t *testing.T, build func() (string, error)) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// corpus returns the path of a file of the corpus, or skips the test.
func corpus(t *testing.T, name string) string {
	t.Helper()
	root := os.Getenv("MESHCHECK_CORPUS")
	if root == "" {
		t.Skip("MESHCHECK_CORPUS is not set")
	}
	path, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// fixture returns the path of a file of the fixtures.
func fixture(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "fixtures", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// native runs the program of this machine in a folder. It returns the exit status, what it printed and the
// reports by the ends of their names.
func native(t *testing.T, in string, args []string, endings ...string) (status int, out, err string, reports map[string][]byte) {
	t.Helper()
	reports = map[string][]byte{}
	to := t.TempDir()
	var all []string
	for _, ending := range endings {
		all = append(all, "-o", filepath.Join(to, "report."+ending))
	}
	cmd := exec.Command(built(t, program), append(all, args...)...)
	cmd.Dir = in
	var said, erred strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &erred
	if failed := cmd.Run(); failed != nil && cmd.ProcessState == nil {
		t.Fatal(failed)
	}
	for _, ending := range endings {
		if text, failed := os.ReadFile(filepath.Join(to, "report."+ending)); failed == nil {
			reports[ending] = text
		}
	}
	return cmd.ProcessState.ExitCode(), said.String(), erred.String(), reports
}
