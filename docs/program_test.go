//go:build unix

// Package docs_test runs what README.md, action.yml, the Dockerfile and the documents of
// this folder tell people to run. What starts schedulers or dozens of processes, or builds
// the program with other options, waits for MESHCHECK_LONG (see internal/longtest).
package docs_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// programs is the folder of the program. It is in the PATH, behind that of the programs that
// stand in for others.
var programs string

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	var err error
	if programs, err = os.MkdirTemp("", "meshcheck-docs-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(programs)
	standins, err := filepath.Abs("testdata/standins")
	if err == nil {
		err = os.Setenv("PATH", strings.Join([]string{standins, programs, os.Getenv("PATH")}, string(os.PathListSeparator)))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// build builds the program. It looks at all files of the tree, so that the go command does
// not take the outcome of these tests from its cache when the program is another one.
var build = sync.OnceValue(func() error {
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != ".." {
			return fs.SkipDir
		}
		if err == nil && d.Type().IsRegular() {
			_, err = os.Stat(path)
		}
		return err
	})
	if err != nil {
		return err
	}
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(programs, "meshcheck"), "../cmd/meshcheck").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
})

// program returns the path of the program.
func program(t *testing.T) string {
	t.Helper()
	if err := build(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(programs, "meshcheck")
}
