//go:build unix

package main

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// watched is a running command watch in a folder of its own.
type watched struct {
	t      *testing.T
	dir    string
	cmd    *exec.Cmd
	lines  chan string // of standard output
	stderr strings.Builder
	page   string // the address
}

// startWatch starts the command and waits for the address of its page.
func startWatch(t *testing.T, prepare func(dir string), args ...string) *watched {
	t.Helper()
	w := &watched{t: t, dir: t.TempDir(), lines: make(chan string, 100)}
	prepare(w.dir)
	w.cmd = exec.Command("meshcheck", append([]string{"watch"}, args...)...)
	w.cmd.Dir, w.cmd.Stderr = w.dir, &w.stderr
	w.cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.cmd.Process.Kill() })
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			w.lines <- lines.Text()
		}
		close(w.lines)
	}()
	return w
}

// line fails unless the next line matches.
func (w *watched) line(pattern string) string {
	w.t.Helper()
	select {
	case line := <-w.lines:
		if !regexp.MustCompile(pattern).MatchString(line) {
			w.t.Fatalf("the line is %q, want %s; standard error: %s", line, pattern, w.stderr.String())
		}
		return line
	case <-time.After(time.Minute):
		w.t.Fatalf("no line, want %s", pattern)
	}
	return ""
}

// address reads the line with the address of the page.
func (w *watched) address() {
	w.t.Helper()
	w.page = regexp.MustCompile(`http://127\.0\.0\.1:\d+/\w{26,}/`).FindString(w.line(`^watching; the page is `))
}

// get returns the page.
func (w *watched) get() (int, string) {
	w.t.Helper()
	answer, err := http.Get(w.page)
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// end interrupts the command. It has to exit with a status and leave only the named files and no
// server.
func (w *watched) end(status int, files ...string) {
	w.t.Helper()
	if err := w.cmd.Process.Signal(os.Interrupt); err != nil {
		w.t.Fatal(err)
	}
	for range w.lines { // Wait closes the pipe
	}
	var exit *exec.ExitError
	if err := w.cmd.Wait(); err != nil && !errors.As(err, &exit) || w.cmd.ProcessState.ExitCode() != status {
		w.t.Errorf("ended with %v, want status %d; standard error: %s", err, status, w.stderr.String())
	}
	if w.page != "" {
		if _, err := http.Get(w.page); !errors.Is(err, syscall.ECONNREFUSED) {
			w.t.Errorf("the server still answers: %v", err)
		}
	}
	var left []string
	entries, _ := os.ReadDir(w.dir)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if strings.Join(left, " ") != strings.Join(files, " ") {
		w.t.Errorf("%q are left, want %q", left, files)
	}
	for _, v := range w.cmd.Env {
		if folder, ok := strings.CutPrefix(v, "TMPDIR="); ok {
			if entries, _ = os.ReadDir(folder); len(entries) > 0 && folder != os.TempDir() {
				w.t.Errorf("%s is left in the folder for temporary files", entries[0].Name())
			}
		}
	}
}

// testModel returns one of the models of testdata.
func testModel(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "models", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func put(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// Each save is one check, even one that is written in halves; new and deleted files are followed; the
// page and the reports are those of the last check.
func TestWatch(t *testing.T) {
	clean, cross := testModel(t, "clean.stl"), testModel(t, "cross.stl")
	w := startWatch(t, func(dir string) { put(t, filepath.Join(dir, "a.stl"), cross) }, "-o", "r.json", ".")
	w.line(`^\d\d:\d\d:\d\d a\.stl: FAIL 1 place: `)
	w.address()
	if status, page := w.get(); status != http.StatusOK || !strings.Contains(page, `data-check="1"`) {
		t.Errorf("status %d", status)
	}
	path := filepath.Join(w.dir, "a.stl")
	put(t, path, clean[:len(clean)/2])
	time.Sleep(100 * time.Millisecond)
	put(t, path, clean)
	w.line(`^\d\d:\d\d:\d\d a\.stl: PASS \(1 fixed\)$`)
	if _, page := w.get(); !strings.Contains(page, `data-check="2"`) || !strings.Contains(page, "1 fixed") {
		t.Error("the page is not that of the second check")
	}
	if text, err := os.ReadFile(filepath.Join(w.dir, "r.json")); err != nil || !strings.Contains(string(text), `"status": "pass"`) && !strings.Contains(string(text), `"status":"pass"`) {
		t.Errorf("the report is that of another check, %v", err)
	}
	if err := os.Mkdir(filepath.Join(w.dir, "new"), 0o777); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(w.dir, "new", "b.stl"), cross)
	w.line(`^\d\d:\d\d:\d\d FAIL 2 files: 1 passed, 1 failed \(1 new\)$`)
	if err := os.RemoveAll(filepath.Join(w.dir, "new")); err != nil {
		t.Fatal(err)
	}
	w.line(`^\d\d:\d\d:\d\d a\.stl: PASS \(1 file gone\)$`)
	w.end(0, "a.stl", "r.json")
	if w.stderr.Len() > 0 {
		t.Errorf("standard error is %q", w.stderr.String())
	}
}

// In short, a check prints when it begins and when it ends, for editors, and a line for each file that
// fails between.
func TestWatchShort(t *testing.T) {
	w := startWatch(t, func(dir string) {
		put(t, filepath.Join(dir, "a.stl"), testModel(t, "cross.stl"))
		put(t, filepath.Join(dir, "b.stl"), testModel(t, "clean.stl"))
	}, "--format", "short", ".")
	w.line(`^\d\d:\d\d:\d\d checking$`)
	w.line(`^a\.stl: FAIL 1 place: `)
	w.line(`^\d\d:\d\d:\d\d FAIL 2 files: 1 passed, 1 failed$`)
	w.address()
	put(t, filepath.Join(w.dir, "a.stl"), testModel(t, "clean.stl"))
	w.line(`^\d\d:\d\d:\d\d checking$`)
	w.line(`^\d\d:\d\d:\d\d PASS 2 files: 2 passed \(1 fixed\)$`)
	w.end(0, "a.stl", "b.stl")
}

// Files that a model refers to count as well, also one that does not exist yet; the status at the end
// is that of the last check.
func TestWatchSideFiles(t *testing.T) {
	const gltf = `{"asset":{"version":"2.0"},"buffers":[{"uri":"b%20c.bin","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],` +
		`"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}`
	w := startWatch(t, func(dir string) {
		put(t, filepath.Join(dir, "a.stl"), testModel(t, "cross.stl"))
		put(t, filepath.Join(dir, "b.gltf"), []byte(gltf))
	}, "a.stl", "b.gltf")
	w.line(`NOT CHECKED 2 files: 1 failed, 1 not checked$`)
	w.address()
	put(t, filepath.Join(w.dir, "a.stl"), testModel(t, "clean.stl"))
	w.line(`2 files: 1 passed, 1 not checked \(1 fixed\)$`)
	put(t, filepath.Join(w.dir, "b c.bin"), make([]byte, 36))
	w.line(`PASS 2 files: 2 passed \(1 new\)$`) // a degenerate triangle is a warning
	if err := os.Remove(filepath.Join(w.dir, "b c.bin")); err != nil {
		t.Fatal(err)
	}
	w.line(`2 files: 1 passed, 1 not checked \(1 file can no longer be checked\)$`)
	w.end(3, "a.stl", "b.gltf")
	if n := strings.Count(w.stderr.String(), "b c.bin"); n != 2 {
		t.Errorf("the problem is named %d times: %q", n, w.stderr.String())
	}
}

// A configuration that becomes wrong is an error of one check; the run goes on.
func TestWatchConfiguration(t *testing.T) {
	w := startWatch(t, func(dir string) {
		put(t, filepath.Join(dir, "a.stl"), testModel(t, "cross.stl"))
		put(t, filepath.Join(dir, ".meshcheck.yaml"), []byte("policy: strict\n"))
	}, "a.stl")
	w.line(`FAIL`)
	w.address()
	put(t, filepath.Join(w.dir, ".meshcheck.yaml"), []byte("polcy: strict\n"))
	time.Sleep(time.Second)
	put(t, filepath.Join(w.dir, ".meshcheck.yaml"), []byte("fail-on: [\"crossing:off\"]\n"))
	w.line(`PASS \(1 fixed\)$`)
	w.end(0, ".meshcheck.yaml", "a.stl")
	if !strings.Contains(w.stderr.String(), "polcy") {
		t.Errorf("standard error is %q", w.stderr.String())
	}
}
