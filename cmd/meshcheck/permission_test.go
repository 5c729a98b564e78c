//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// nobody is an unprivileged user.
const nobody = 65534

// TestNoPermission tests an unreadable model, a folder that cannot be entered and one that
// cannot be written. A privileged user runs it as nobody.
func TestNoPermission(t *testing.T) {
	dir, err := os.MkdirTemp("", "meshcheck-permission-") // TempDir's may be closed to others
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	self, err := exec.LookPath("meshcheck")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "meshcheck") // its name says what the test binary is to do
	place := func(name, from string, mode os.FileMode) {
		data, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o600)
		}
		if err == nil {
			err = os.Chmod(filepath.Join(dir, name), mode)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	place("meshcheck", self, 0o755)
	place("closed.stl", "testdata/models/clean.stl", 0)
	place("open.stl", "testdata/models/clean.stl", 0o644)
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	place("folder/m.stl", "testdata/models/clean.stl", 0o644)
	for name, mode := range map[string]os.FileMode{"folder": 0, ".": 0o555} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(dir, 0o755)
	run := func(args ...string) (status int, output string) {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		if os.Getuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return exit.ExitCode(), string(out)
		} else if err != nil {
			t.Skip("the program cannot be run by another user here:", err)
		}
		return 0, string(out)
	}
	if status, out := run("open.stl"); status != statusPass {
		t.Fatalf("status %d: %s", status, out)
	}
	for _, c := range []struct {
		args   string
		status int
		says   []string
	}{
		{"closed.stl open.stl", statusNotChecked, []string{"closed.stl: NOT CHECKED  permission denied", "open.stl: PASS"}},
		{"folder/m.stl open.stl", statusNotChecked, []string{"folder/m.stl: NOT CHECKED  permission denied", "open.stl: PASS"}},
		{"folder open.stl", statusNotChecked, []string{"folder: NOT CHECKED  permission denied", "open.stl: PASS"}},
		{"--files-from closed.stl open.stl", statusUsage, []string{"error: --files-from closed.stl: permission denied"}},
		{"--baseline closed.stl open.stl", statusUsage, []string{"error: closed.stl: permission denied"}},
		{"baseline write open.stl", statusUsage, []string{"error: .meshcheck-baseline: permission denied"}},
		{"view closed.stl", statusNotChecked, []string{"error: closed.stl: permission denied"}},
		{"-o r.json open.stl", statusUsage, []string{"error: -o r.json: permission denied"}},
		{"-o folder/r.json open.stl", statusUsage, []string{"error: -o folder/r.json: permission denied"}},
	} {
		status, out := run(strings.Fields(c.args)...)
		if status != c.status {
			t.Errorf("%s: status %d, want %d: %s", c.args, status, c.status, out)
		}
		for _, says := range c.says {
			if !strings.Contains(out, says) {
				t.Errorf("%s says %q, want %q", c.args, out, says)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "r.json")); err == nil {
		t.Error("a report in a folder that may not be written to")
	}
}
