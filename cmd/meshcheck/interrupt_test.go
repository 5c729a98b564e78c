//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/report/json"
)

// An interrupted run ends at once with a message, even while it waits for input that
// never comes. It exits with 128 plus the signal, and leaves earlier reports unchanged
// and nothing else.
func TestInterrupt(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			dir := t.TempDir()
			old := filepath.Join(dir, "r.json")
			if err := os.WriteFile(old, []byte("old"), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("meshcheck", "-o", old, "-o", filepath.Join(dir, "new.html"), "-")
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
			// The temporary files of both reports are created after signals are caught.
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
			if b, err := os.ReadFile(old); err != nil || string(b) != "old" {
				t.Errorf("the old report is now %q, %v", b, err)
			}
		})
	}
}

// terminateAfter starts a command with a standard input that stays open and empty, and
// terminates it when a line on one of its outputs is seen. It returns the lines that follow.
func terminateAfter(t *testing.T, cmd *exec.Cmd, output func() (io.ReadCloser, error), seen func(line string) bool) *bufio.Scanner {
	t.Helper()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stdin.Close() })
	out, err := output()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && !seen(lines.Text()) {
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	return lines
}

// Results before an interrupt are written, and reports say that the rest is missing. The
// text of a file is printed when the file is done.
func TestInterruptKeepsWhatIsDone(t *testing.T) {
	dir := t.TempDir()
	if err := copyModels(dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("meshcheck", "-o", "r.json", "-o", "r.xml", "-o", "r.html", "clean.stl", "cross.stl", "-", "touch.stl", "gone.stl")
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	lines := terminateAfter(t, cmd, cmd.StdoutPipe, func(line string) bool { return strings.HasPrefix(line, "cross.stl: FAIL") })
	last := ""
	for lines.Scan() {
		last = lines.Text()
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 143 {
		t.Errorf("ended with %v, want exit status 143", err)
	}
	if !strings.Contains(last, "interrupted before") || !strings.Contains(stderr.String(), "of 5 files were checked") {
		t.Errorf("the last lines are %q and %q", last, stderr.String())
	}
	text, err := os.ReadFile(filepath.Join(dir, "r.json"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := json.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	// The two after the stuck one may be done or not.
	if n := len(r.Files); !r.Interrupted || n < 2 || n > 4 || n+r.Unreached != 5 || r.Files[1].Path != "cross.stl" || r.Files[1].Result == nil {
		t.Errorf("%v files and %d unreached, interrupted: %v", n, r.Unreached, r.Interrupted)
	}
	for _, name := range []string{"r.xml", "r.html"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Contains(text, []byte("interrupted before")) {
			t.Errorf("%s does not say that the run was interrupted, %v", name, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".meshcheck*")); left != nil {
		t.Errorf("%q are left behind", left)
	}
}

// An interrupted run has not seen everything that fails, and does not rewrite the baseline.
func TestInterruptKeepsBaseline(t *testing.T) {
	dir := t.TempDir()
	if err := copyModels(dir); err != nil {
		t.Fatal(err)
	}
	const before = "# ours\n*.stl region 0123456789abcdef # of a file that is not reached\n"
	if err := os.WriteFile(filepath.Join(dir, ".meshcheck-baseline"), []byte(before), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("meshcheck", "baseline", "write", "cross.stl", "gone.stl", "-")
	cmd.Dir = dir
	lines := terminateAfter(t, cmd, cmd.StderrPipe, func(line string) bool { return strings.Contains(line, "gone.stl") })
	last := ""
	for lines.Scan() {
		last = lines.Text()
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 143 {
		t.Errorf("ended with %v, want exit status 143", err)
	}
	if want := "interrupted; 2 of 3 files were checked, and the baseline stays as it was"; !strings.Contains(last, want) {
		t.Errorf("the last line is %q, want %q", last, want)
	}
	if text, err := os.ReadFile(filepath.Join(dir, ".meshcheck-baseline")); err != nil || string(text) != before {
		t.Errorf("the baseline is now %q, %v", text, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".meshcheck-*.tmp")); left != nil {
		t.Errorf("%q are left behind", left)
	}
}

// A second interrupt ends a run that is still writing, and leaves the old report and no
// temporary file.
func TestSecondInterrupt(t *testing.T) {
	dir := t.TempDir()
	if err := copyModels(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "r.json"), []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.html"), 0o666); err != nil {
		t.Skip(err)
	}
	// Nobody reads the pipe, so the run waits there.
	cmd := exec.Command("meshcheck", "-o", "pipe.html", "-o", "r.json", "clean.stl")
	cmd.Dir = dir
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	bufio.NewScanner(stdout).Scan() // the file is done
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for i := 0; ; i++ {
		select {
		case err := <-ended:
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 130 || i < 2 {
				t.Errorf("ended with %v after %d signals, want exit status 130", err, i)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, ".meshcheck*")); left != nil {
				t.Errorf("%q are left behind", left)
			}
			if b, err := os.ReadFile(filepath.Join(dir, "r.json")); err != nil || string(b) != "old" {
				t.Errorf("the old report is now %q, %v", b, err)
			}
			return
		case <-time.After(300 * time.Millisecond):
			if i == 400 {
				_ = cmd.Process.Kill()
				t.Fatal("it does not end")
			}
			_ = cmd.Process.Signal(syscall.SIGINT)
		}
	}
}

// A pipe that nobody writes to times out, and the other files are checked.
func TestTimeoutOfAPipe(t *testing.T) {
	dir := t.TempDir()
	if err := copyModels(dir); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.stl"), 0o666); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command("meshcheck", "--timeout", "200ms", "-j", "1", "pipe.stl", "clean.stl")
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	want := "pipe.stl: NOT CHECKED  timed out after 200ms while loading\nclean.stl: PASS  4 triangles, no findings\n2 files: 1 passed, 1 not checked\n"
	if !errors.As(err, &exit) || exit.ExitCode() != 3 || string(out) != want {
		t.Errorf("%v, %q", err, out)
	}
}

// waitForFiles waits until a folder has n files.
func waitForFiles(t *testing.T, dir string, n int) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
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
