package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/meshcheck/meshcheck/release/deb"
	"github.com/meshcheck/meshcheck/release/npm"
	"github.com/meshcheck/meshcheck/release/target"
)

const testVersion = "1.2.3-rc.1"

// host is the target that the tests can run.
var host = target.Target{OS: runtime.GOOS, Arch: runtime.GOARCH}

// made is a release of two targets, made from the commit that is checked out.
type made struct{ clone, dir string }

// TestRelease makes a release twice, from clones at two places, and installs each kind of
// package as a user would. The script release/test runs it.
func TestRelease(t *testing.T) {
	if os.Getenv("MESHCHECK_RELEASE") == "" {
		t.Skip("MESHCHECK_RELEASE is not set: makes a release, which takes a minute and needs npm, pip and dpkg")
	}
	m := makeRelease(t, "..", "clone")
	again := makeRelease(t, m.clone, "another/place/with a space")
	if a, b := read(t, m.dir, "SHA256SUMS"), read(t, again.dir, "SHA256SUMS"); a != b {
		t.Fatalf("two runs differ:\n%s\n%s", a, b)
	}
	shell(t, m.dir, "sha256sum --quiet --strict -c SHA256SUMS")
	t.Run("archive", m.archive)
	t.Run("windows", m.windows)
	t.Run("bom", m.bom)
	t.Run("deb", m.deb)
	t.Run("wheel", m.wheel)
	t.Run("npm", m.npm)
	t.Run("manifests", m.manifests)
}

// makeRelease makes a release from a clone of a repository at a place.
func makeRelease(t *testing.T, repository, place string) made {
	t.Helper()
	dir := t.TempDir()
	clone, out := filepath.Join(dir, place), filepath.Join(dir, "out")
	run(t, repository, "git", "clone", "--quiet", "--shared", ".", clone)
	run(t, clone, "release/build", "--targets", "windows/amd64,"+host.OS+"/"+host.Arch, testVersion, out)
	return made{clone, out}
}

// archive runs the program from the archive where there is nothing else.
func (m made) archive(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "tar", "xf", filepath.Join(m.dir, host.Archive(testVersion)), "--strip-components=1")
	model(t, dir)
	if os.Getuid() != 0 {
		t.Skip("only root may change the root folder")
	}
	cmd := exec.Command("/meshcheck", "-q", "-o", "report.html", "-o", "report.json", "chair.glb")
	cmd.Dir, cmd.Env = "/", []string{}
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: dir}
	if out, _ := cmd.CombinedOutput(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 || len(out) > 0 {
		t.Errorf("it ends with %v and prints\n%s", cmd.ProcessState, out)
	}
	hasVersion(t, read(t, dir, "report.json"))
	hasVersion(t, read(t, dir, "report.html"))
	hasVersion(t, read(t, dir, "man/man1/meshcheck.1"))
	for _, shell := range shells {
		if text := read(t, dir, "completions/"+shell.file); !strings.Contains(text, "meshcheck") {
			t.Errorf("%s is\n%s", shell.file, text)
		}
	}
	if text := read(t, dir, "THIRD_PARTY_LICENSES"); !strings.Contains(text, "github.com/qmuntal/gltf v") || !strings.Contains(text, "The Go Authors") {
		t.Errorf("the licences are\n%s", text)
	}
}

// windows looks into the archive for Windows.
func (m made) windows(t *testing.T) {
	win := target.Target{OS: "windows", Arch: "amd64"}
	dir := t.TempDir()
	run(t, dir, "python3", "-m", "zipfile", "-e", filepath.Join(m.dir, win.Archive(testVersion)), ".")
	info, err := buildinfo.ReadFile(filepath.Join(dir, win.Folder(testVersion), "meshcheck.exe"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range info.Settings {
		if s.Key == "GOOS" && s.Value != "windows" {
			t.Errorf("the program is for %s", s.Value)
		}
	}
}

// bom compares the bill of materials with what the go command finds in the program.
func (m made) bom(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "tar", "xf", filepath.Join(m.dir, host.Archive(testVersion)), "--strip-components=1")
	var want []string
	for line := range strings.SplitSeq(run(t, dir, "go", "version", "-m", "meshcheck"), "\n") {
		if f := strings.Fields(line); len(f) > 2 && f[0] == "dep" {
			want = append(want, f[1]+" "+f[2])
		}
	}
	var b struct {
		Metadata   struct{ Component struct{ Version string } }
		Components []struct {
			Name, Version string
			Licenses      []struct{ License struct{ ID string } }
		}
	}
	if err := json.Unmarshal([]byte(read(t, m.dir, host.Folder(testVersion)+".cdx.json")), &b); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range b.Components {
		if len(c.Licenses) == 0 {
			t.Errorf("%s has no licence", c.Name)
		}
		if c.Name != "std" {
			got = append(got, c.Name+" "+c.Version)
		}
	}
	if !slices.Equal(got, want) || len(want) == 0 || b.Metadata.Component.Version != testVersion {
		t.Errorf("the bill lists\n%q, the program has\n%q", got, want)
	}
}

// deb installs the Debian package into a folder of its own.
func (m made) deb(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"status", "available"} {
		write(t, filepath.Join(root, "var/lib/dpkg", name), "")
	}
	for _, name := range []string{"info", "updates"} {
		if err := os.MkdirAll(filepath.Join(root, "var/lib/dpkg", name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	dpkg := []string{"dpkg", "--root=" + root, "--force-not-root", "--force-architecture", "--log=" + os.DevNull}
	run(t, root, append(dpkg, "--install", filepath.Join(m.dir, deb.Name(testVersion, host.Arch)))...)
	hasVersion(t, run(t, root, "usr/bin/meshcheck", "version"))
	if out := run(t, root, append(dpkg, "--verify", "meshcheck")...); out != "" {
		t.Errorf("dpkg finds that files differ:\n%s", out)
	}
	if out := run(t, root, "man", "--warnings", "-l", "usr/share/man/man1/meshcheck.1.gz"); !strings.Contains(out, "--fail-on LIST") {
		t.Errorf("the manual is\n%s", out)
	}
	if out := run(t, root, "dpkg-query", "--admindir="+root+"/var/lib/dpkg", "-W", "-f=${Version}", "meshcheck"); out != "1.2.3~rc.1" {
		t.Errorf("the version is %s", out)
	}
	run(t, root, append(dpkg, "--purge", "meshcheck")...)
	if _, err := os.Stat(filepath.Join(root, "usr/bin/meshcheck")); err == nil {
		t.Error("the program is there after dpkg --purge")
	}
}

// wheel installs the wheel into a new virtual environment.
func (m made) wheel(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "python3", "-m", "venv", "venv")
	wheels, err := filepath.Glob(filepath.Join(m.dir, "pypi", "*linux*.whl"))
	if err != nil || len(wheels) != 1 {
		t.Fatalf("wheels for Linux: %q, %v", wheels, err)
	}
	run(t, dir, "venv/bin/pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", wheels[0])
	fails(t, dir, "venv/bin/meshcheck")
}

// npm installs the package from a registry that has nothing else.
func (m made) npm(t *testing.T) {
	dir := t.TempDir()
	registry := serveRegistry(t, m.dir)
	write(t, filepath.Join(dir, "package.json"), "{}\n")
	write(t, filepath.Join(dir, ".npmrc"), "registry="+registry+"\ncache="+filepath.Join(dir, "cache")+"\naudit=false\nfund=false\nupdate-notifier=false\n")
	run(t, dir, "npm", "install", "--loglevel=error", "meshcheck")
	fails(t, dir, "npx", "meshcheck")
	if installed, _ := filepath.Glob(filepath.Join(dir, "node_modules/@meshcheck/*")); len(installed) != 1 {
		t.Errorf("installed: %q", installed)
	}
	launcher := filepath.Join(dir, "node_modules/.bin/meshcheck")
	cmd := exec.Command(launcher, "-q", "-")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stderr = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitForChild(t, cmd.Process.Pid)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 143 {
		t.Errorf("terminated, it ends with %v:\n%s", cmd.ProcessState, out.String())
	}
}

// manifests looks for the checksums of the archives.
func (m made) manifests(t *testing.T) {
	sums := read(t, m.dir, "SHA256SUMS")
	for name, archive := range map[string]string{
		"homebrew/meshcheck.rb":                     host.Archive(testVersion),
		"scoop/meshcheck.json":                      target.Target{OS: "windows", Arch: "amd64"}.Archive(testVersion),
		"winget/meshcheck.meshcheck.installer.yaml": target.Target{OS: "windows", Arch: "amd64"}.Archive(testVersion),
	} {
		at := strings.Index(sums, "  "+archive+"\n")
		if at < 64 {
			t.Fatalf("no sum of %s in\n%s", archive, sums)
		}
		if text := strings.ToLower(read(t, m.dir, name)); !strings.Contains(text, sums[at-64:at]) || !strings.Contains(text, "/v"+testVersion+"/"+archive) {
			t.Errorf("%s is\n%s", name, text)
		}
	}
	if names, _ := filepath.Glob(filepath.Join(m.dir, "npm", "*")); len(names) != 3 || !slices.Contains(names, filepath.Join(m.dir, "npm", npm.File(testVersion))) {
		t.Errorf("npm packages: %q", names)
	}
}
