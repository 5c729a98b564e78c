package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// A file that takes too long, thousands of large triangles in one place, times out, and the
// other files are checked.
func TestTimeoutOfABomb(t *testing.T) {
	dir := t.TempDir()
	if err := copyModels(dir); err != nil {
		t.Fatal(err)
	}
	var soup []geom.Triangle
	for i := range 60_000 { // 1.8 billion pairs
		x := float64(i) / 1e6
		soup = append(soup, geom.Triangle{{x, 0, 0}, {x, 100, 0}, {100, x, 1}})
	}
	var b bytes.Buffer
	if err := meshgen.WriteSTL(&b, soup); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bomb.stl"), b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("meshcheck", "--timeout", "1s", "bomb.stl", "cross.stl")
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 || !strings.HasPrefix(string(out), "bomb.stl: NOT CHECKED  timed out after 1s while ") || !strings.Contains(string(out), "\ncross.stl: FAIL") {
		t.Errorf("%v, %q", err, out)
	}
}
