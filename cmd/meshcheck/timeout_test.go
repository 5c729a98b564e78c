package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// The time of a file does not go by while it waits for threads.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDeadline(t.Context(), time.Minute)
		defer d.end()
		d.run("loading")
		time.Sleep(40 * time.Second)
		d.pause()
		time.Sleep(time.Hour)
		d.run("checking")
		time.Sleep(19 * time.Second)
		if err := d.ctx.Err(); err != nil {
			t.Fatalf("%v after 59 seconds of work", err)
		}
		time.Sleep(2 * time.Second)
		if p := d.problem("x", d.ctx.Err()); p.Kind != "timeout" || p.Message != "timed out after 1m0s while checking" {
			t.Errorf("%v after 61 seconds of work: %+v", d.ctx.Err(), p)
		}
		if p := d.problem("x", errors.New("torn")); p.Kind != "io" || p.Message != "torn" {
			t.Errorf("an error of its own became %+v", p)
		}
	})
}

func TestDeadlineOfNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		d := newDeadline(ctx, 0)
		defer d.end()
		d.run("loading")
		time.Sleep(1000 * time.Hour)
		if d.ctx.Err() != nil {
			t.Error("a time that is not limited has run out")
		}
		cancel()
		if p := d.problem("x", d.ctx.Err()); p.Kind == "timeout" {
			t.Errorf("an interrupt is taken for %+v", p)
		}
	})
}

// A file that takes forever, thousands of large triangles in one place, is given up,
// and the others are checked.
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
	begin := time.Now()
	out, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 || !strings.HasPrefix(string(out), "bomb.stl: NOT CHECKED  timed out after 1s while comparing the triangles of mesh 0") || !strings.Contains(string(out), "\ncross.stl: FAIL") {
		t.Errorf("%v, %q after %v", err, out, time.Since(begin))
	}
}
