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
	"time"
)

// An interrupted run ends at once, even while it waits for input that never
// comes, says so, exits with 128 plus the signal, and leaves the reports of the
// run before as they were and nothing else.
func TestInterrupt(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			dir := t.TempDir()
			report := filepath.Join(dir, "r.json")
			if err := os.WriteFile(report, []byte("old"), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("meshcheck", "-o", report, "-o", filepath.Join(dir, "new.html"), "-")
			stdin, err := cmd.StdinPipe() // stays open and empty
			if err != nil {
				t.Fatal(err)
			}
			defer stdin.Close()
			var stderr strings.Builder
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// The places of both reports are claimed after the signals are caught.
			waitForFiles(t, dir, 3)
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			var exit *exec.ExitError
			if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 128+int(sig) {
				t.Errorf("ended with %v, want exit status %d", err, 128+int(sig))
			}
			if want := "meshcheck: error: interrupted"; !strings.HasPrefix(stderr.String(), want) {
				t.Errorf("standard error is %q, want %q", stderr.String(), want)
			}
			waitForFiles(t, dir, 1)
			if b, err := os.ReadFile(report); err != nil || string(b) != "old" {
				t.Errorf("the old report is now %q, %v", b, err)
			}
		})
	}
}

// waitForFiles waits until a folder has n files.
func waitForFiles(t *testing.T, dir string, n int) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) == n {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d files in the folder, want %d: %v", len(entries), n, entries)
		}
	}
}
