//go:build unix

package docs_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// releasedArchive is the archive that a stand-in for curl serves.
const releasedArchive = "meshcheck-1.2.3-linux-arm64.tar.gz"

// download runs the step that downloads the program, on a runner with a processor, with a list
// of checksums beside the action ("" for none) and a server that has one archive.
func (a action) download(t *testing.T, cpu, sums string, served []byte) (dir string, status int, out string) {
	t.Helper()
	dir = t.TempDir()
	if sums != "" {
		writeFile(t, filepath.Join(dir, "action/release/SHA256SUMS"), sums)
	}
	writeFile(t, filepath.Join(dir, "served"), string(served))
	url := "https://github.com/meshcheck/meshcheck/releases/download/v1.2.3/" + releasedArchive
	writeFile(t, filepath.Join(dir, "bin/curl"), `#!/bin/sh
while [ $# -gt 1 ]; do
  [ "$1" != --output ] || to=$2
  shift
done
[ "$1" = "`+url+`" ] || { echo "no such file: $1" >&2; exit 22; }
cp "`+dir+`/served" "$to"
`)
	if err := os.Chmod(filepath.Join(dir, "bin/curl"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, s := range a.Runs.Steps {
		if s.ID == "download" {
			env := []string{
				"RUNNER_OS=Linux", "RUNNER_ARCH=" + cpu, "RUNNER_TEMP=" + dir, "GITHUB_ACTION_PATH=" + dir + "/action",
				"GITHUB_OUTPUT=" + dir + "/outputs", "PATH=" + dir + "/bin:" + os.Getenv("PATH"),
			}
			status, out = runIn(t, dir, env, "bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", s.Run)
			return dir, status, out
		}
	}
	t.Fatal("no step downloads")
	return "", 0, ""
}

// TestActionDownload: beside the checksums of a release, the action takes the program of that
// release and nothing else.
func TestActionDownload(t *testing.T) {
	a := readAction(t)
	var archive bytes.Buffer
	zipped := gzip.NewWriter(&archive)
	w := tar.NewWriter(zipped)
	script := "#!/bin/sh\necho released\n"
	if err := w.WriteHeader(&tar.Header{Name: "meshcheck-1.2.3-linux-arm64/meshcheck", Mode: 0o755, Size: int64(len(script))}); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(w, script)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	sums := fmt.Sprintf("%064d  meshcheck-1.2.3-linux-amd64.cdx.json\n%x  %s\n%064d  npm/meshcheck-1.2.3-linux-arm64.tar.gz\n",
		1, sha256.Sum256(archive.Bytes()), releasedArchive, 2)

	dir, status, out := a.download(t, "ARM64", sums, archive.Bytes())
	if status != 0 {
		t.Fatalf("exit status %d:\n%s", status, out)
	}
	if out := shell(t, dir, "meshcheck-bin/meshcheck; ls meshcheck-bin; cat outputs"); out != "released\nmeshcheck\nbuild=false\n" {
		t.Errorf("it prints %q", out)
	}
	// A file with other bytes is not run.
	_, status, out = a.download(t, "ARM64", sums, []byte("something else"))
	if status != 1 || !strings.Contains(out, "::error::") {
		t.Errorf("exit status %d:\n%s", status, out)
	}
	// Without checksums, or without those for the processor, the program is built.
	for cpu, sums := range map[string]string{"ARM64": "", "X64": sums, "X86": sums} {
		dir, status, out = a.download(t, cpu, sums, archive.Bytes())
		if outputs, _ := os.ReadFile(dir + "/outputs"); status != 0 || string(outputs) != "build=true\n" {
			t.Errorf("%s: exit status %d, outputs %q:\n%s", cpu, status, outputs, out)
		}
	}
}
