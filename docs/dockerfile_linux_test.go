package docs_test

import (
	"debug/elf"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/meshcheck/meshcheck/internal/longtest"
)

// TestDockerfile builds the program with the command of the Dockerfile, from the files that
// .dockerignore leaves. It needs nothing but itself to run, as nobody.
func TestDockerfile(t *testing.T) {
	longtest.Skip(t, "builds the program")
	text, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	build := regexp.MustCompile(`(?m)^RUN (.* go build .*)$`).FindStringSubmatch(string(text))
	if build == nil || !strings.Contains(build[1], " -o /meshcheck ") {
		t.Fatal("the Dockerfile does not build /meshcheck")
	}
	if want := "\nCOPY --from=build /meshcheck /meshcheck\nUSER 65534:65534\nWORKDIR /data\nENTRYPOINT [\"/meshcheck\"]\n"; !strings.HasSuffix(string(text), want) {
		t.Errorf("the Dockerfile does not end with\n%s", want)
	}
	image := t.TempDir()
	shell(t, buildContext(t), strings.Replace(build[1], "-o /meshcheck ", "-o "+shellWord(image+"/meshcheck")+" ", 1), "GOFLAGS=-buildvcs=false", "VERSION=1.2.3")
	isStatic(t, image+"/meshcheck")
	if os.Getuid() != 0 {
		t.Skip("only root may change the root folder")
	}
	data := filepath.Join(image, "data")
	place(t, "chair.glb", data+"/chair.glb")
	for _, dir := range []string{filepath.Dir(image), image} {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(data, 0o777); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/meshcheck", "-q", "-o", "report.html", "-o", "report.json", "chair.glb")
	cmd.Dir, cmd.Env = "/data", []string{}
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: image, Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, _ := cmd.CombinedOutput(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 || len(out) > 0 {
		t.Errorf("it ends with %v and prints\n%s", cmd.ProcessState, out)
	}
	hasFile(t, data, "report.html")
	hasFile(t, data, "report.json")
	if text, _ := os.ReadFile(data + "/report.json"); !strings.Contains(string(text), `"1.2.3"`) {
		t.Error("the report does not name the version of the image")
	}
}

// buildContext returns a copy of what .dockerignore leaves of the tree.
func buildContext(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../.dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	patterns := slices.DeleteFunc(strings.Split(string(text), "\n"), func(l string) bool { return l == "" || l[0] == '#' })
	to, root := t.TempDir(), os.DirFS("..")
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if slices.ContainsFunc(patterns, func(p string) bool { return doublestar.MatchUnvalidated(p, name) }) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		file, err := fs.ReadFile(root, name)
		if err == nil {
			writeFile(t, filepath.Join(to, name), string(file))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(to, ".git")); err == nil {
		t.Error("the history is sent to the builder")
	}
	return to
}

// isStatic fails if a program asks for a loader or a library.
func isStatic(t *testing.T, path string) {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("it has a segment %v", p.Type)
		}
	}
}
