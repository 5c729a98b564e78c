package main

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// run runs a command in a folder, which has to end well, and returns what it prints.
func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	var warnings strings.Builder
	cmd.Stderr = &warnings
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(args, " "), err, out, warnings.String())
	}
	return string(out)
}

// shell runs a line of bash, which has to end well and print nothing.
func shell(t *testing.T, dir, line string) {
	t.Helper()
	if out := run(t, dir, "bash", "-c", line); out != "" {
		t.Errorf("%s prints\n%s", line, out)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// model puts a model that fails into a folder.
func model(t *testing.T, dir string) {
	t.Helper()
	write(t, filepath.Join(dir, "chair.glb"), read(t, "../fixtures", "chair.glb"))
}

func hasVersion(t *testing.T, text string) {
	t.Helper()
	if !strings.Contains(text, testVersion) {
		t.Errorf("no version %s in\n%.2000s", testVersion, text)
	}
}

// fails runs an installed program, which has to know its version and that the chair fails.
func fails(t *testing.T, dir string, program ...string) {
	t.Helper()
	model(t, dir)
	hasVersion(t, run(t, dir, append(program, "--version")...))
	args := append(program, "-o", "report.html", "chair.glb")
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "2 places to fix") {
		t.Errorf("it ends with %v and prints\n%s", cmd.ProcessState, out)
	}
	hasVersion(t, read(t, dir, "report.html"))
}

// waitForChild waits until a process has started the program and that reads standard input.
func waitForChild(t *testing.T, pid int) {
	t.Helper()
	for range 600 {
		children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", pid))
		for _, child := range strings.Fields(string(children)) {
			// Signals that the program handles: it is past its start once it handles SIGTERM.
			status, _ := os.ReadFile("/proc/" + child + "/status")
			_, caught, _ := strings.Cut(string(status), "SigCgt:\t")
			mask, _ := strconv.ParseUint(strings.TrimSpace(caught[:min(16, len(caught))]), 16, 64)
			name, _ := os.Readlink("/proc/" + child + "/exe")
			if filepath.Base(name) == "meshcheck" && mask&(1<<14) != 0 {
				time.Sleep(100 * time.Millisecond)
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the launcher does not start the program")
}

// serveRegistry serves the npm packages of a release as a registry does, and nothing else.
func serveRegistry(t *testing.T, out string) string {
	t.Helper()
	packages := map[string]map[string]any{} // package.json by name
	files, err := filepath.Glob(filepath.Join(out, "npm", "*.tgz"))
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	for _, file := range files {
		p := packageJSON(t, file)
		p["dist"] = map[string]string{"tarball": server.URL + "/files/" + filepath.Base(file)}
		packages[p["name"].(string)] = p
	}
	mux.Handle("/files/", http.StripPrefix("/files/", http.FileServer(http.Dir(filepath.Join(out, "npm")))))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		p := packages[strings.TrimPrefix(r.URL.Path, "/")]
		if p == nil {
			http.NotFound(w, r)
			return
		}
		version := p["version"].(string)
		_ = json.NewEncoder(w).Encode(map[string]any{
			"name": p["name"], "versions": map[string]any{version: p}, "dist-tags": map[string]string{"latest": version},
		})
	})
	return server.URL + "/"
}

// packageJSON returns the package.json of a package, which is its first file.
func packageJSON(t *testing.T, file string) (p map[string]any) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(unzipped)
	if h, err := r.Next(); err != nil || h.Name != "package/package.json" {
		t.Fatalf("%s begins with %v, %v", file, h, err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	return p
}
