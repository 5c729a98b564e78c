package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/release/archive"
	"github.com/meshcheck/meshcheck/release/linked"
	"github.com/meshcheck/meshcheck/release/target"
)

// goVersion is the version of Go that builds a release. Another one gives other bytes.
const goVersion = "go1.26.8"

// command is the package of the program.
const command = "./cmd/meshcheck"

// goTool returns the go command in an environment in which only the sources decide what it
// builds.
func goTool(env []string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off", "GOTOOLCHAIN="+goVersion,
		"CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0", "GODEBUG=", "GOFIPS140=off")
	cmd.Env = append(cmd.Env, env...)
	cmd.Stderr = os.Stderr
	return cmd
}

// compile builds the program into a file. tags are build tags, which a release has none of.
func compile(to, version string, env, tags []string) error {
	cmd := goTool(env, "build", "-trimpath", "-buildvcs=false", "-tags="+strings.Join(tags, ","),
		"-ldflags=-s -w -buildid= -X main.version="+version, "-o", to, command)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go build for %v: %w", env, err)
	}
	return nil
}

// program is what is built for a target.
type program struct {
	target.Target
	data    []byte
	modules []linked.Module
	needs   []string
	notices []byte
}

// buildProgram builds the program for a target and finds out what is in it.
func buildProgram(t target.Target, version, temp string) (program, error) {
	p := program{Target: t}
	env := []string{"GOOS=" + t.OS, "GOARCH=" + t.Arch}
	path := filepath.Join(temp, t.String())
	if err := compile(path, version, env, nil); err != nil {
		return p, err
	}
	var err error
	if p.data, err = os.ReadFile(path); err != nil {
		return p, err
	}
	list, err := goTool(env, "list", "-deps", "-json=Dir,ImportPath,Standard,Imports,Module", command).Output()
	if err != nil {
		return p, fmt.Errorf("go list: %w", err)
	}
	root, err := goTool(nil, "env", "GOROOT").Output()
	if err != nil {
		return p, fmt.Errorf("go env: %w", err)
	}
	if p.modules, p.needs, err = linked.Modules(p.data, list, strings.TrimSpace(string(root))); err != nil {
		return p, err
	}
	p.notices = linked.Notices(p.modules)
	return p, nil
}

// shells are the shells for which there are completions, with the usual names of the files.
var shells = []struct{ name, file string }{
	{"bash", "meshcheck.bash"}, {"zsh", "_meshcheck"}, {"fish", "meshcheck.fish"}, {"powershell", "meshcheck.ps1"},
}

// manual are the files that the program writes about itself.
type manual struct{ pages, completions []archive.File }

// writeManual builds the program for this machine and returns what it writes about itself.
func writeManual(version, temp string, s source) (manual, error) {
	path, pages := filepath.Join(temp, "manual"), filepath.Join(temp, "pages")
	if err := os.Mkdir(pages, 0o777); err != nil {
		return manual{}, err
	}
	if err := compile(path, version, nil, []string{"manual"}); err != nil {
		return manual{}, err
	}
	write := exec.Command(path, "manual", pages)
	write.Env = append(os.Environ(), "SOURCE_DATE_EPOCH="+strconv.FormatInt(s.time.Unix(), 10))
	write.Stderr = os.Stderr
	if err := write.Run(); err != nil {
		return manual{}, fmt.Errorf("the manual: %w", err)
	}
	var m manual
	names, err := filepath.Glob(filepath.Join(pages, "*.1"))
	if err != nil {
		return m, err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return m, err
		}
		m.pages = append(m.pages, archive.Text("man/man1/"+filepath.Base(name), text))
	}
	for _, shell := range shells {
		text, err := exec.Command(path, "completion", shell.name).Output()
		if err != nil {
			return m, fmt.Errorf("the completion for %s: %w", shell.name, err)
		}
		m.completions = append(m.completions, archive.Text("completions/"+shell.file, text))
	}
	return m, nil
}
