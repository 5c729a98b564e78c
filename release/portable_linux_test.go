package main

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unzip unpacks an archive of the release into a new folder, and returns that.
func (m made) unzip(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	run(t, dir, "python3", "-m", "zipfile", "-e", filepath.Join(m.dir, name), ".")
	return dir
}

// site runs the program of the site in Node, and looks for all files that the site names and for licences.
func (m made) site(t *testing.T) {
	site := filepath.Join(m.unzip(t, siteName(testVersion)+".zip"), siteName(testVersion))
	licenses := read(t, site, "THIRD_PARTY_LICENSES")
	if !strings.Contains(licenses, "github.com/qmuntal/gltf v") || !strings.Contains(licenses, "The Go Authors") || strings.Contains(licenses, "fsnotify") {
		t.Errorf("the licences are\n%s", licenses)
	}
	if read(t, site, "LICENSE") != read(t, "..", "LICENSE") {
		t.Error("the licence of the site is another one")
	}
	hasVersion(t, read(t, site, "index.html"))
	list := regexp.MustCompile(`FILES = \[(.*)\];`).FindStringSubmatch(read(t, site, "offline.js"))
	if list == nil || !strings.Contains(list[1], "meshcheck.wasm.gz") {
		t.Fatalf("the service worker lists %q", list)
	}
	for name := range strings.SplitSeq(list[1], ", ") {
		if _, err := os.Stat(filepath.Join(site, strings.Trim(name, `"`))); err != nil {
			t.Error(err)
		}
	}
	dir := t.TempDir()
	model(t, dir)
	cmd := exec.Command("node", filepath.Join(m.clone, "web/testdata/node.mjs"), site)
	cmd.Dir, cmd.Stderr = dir, t.Output()
	cmd.Stdin = strings.NewReader(`{"files": {"chair.glb": "chair.glb"}, "args": ["-o", "/reports/report.json", "chair.glb"]}` + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Status  int
		Reports map[string]string
	}
	if err := json.Unmarshal(out, &answer); err != nil || answer.Status != 1 {
		t.Errorf("the program ends with %d, %v", answer.Status, err)
	}
	report, err := base64.StdEncoding.DecodeString(answer.Reports["report.json"])
	if err != nil {
		t.Fatal(err)
	}
	hasVersion(t, string(report))
}

// blender compares the extension with the one that its own script builds.
func (m made) blender(t *testing.T) {
	name := blenderFile(testVersion)
	dir := t.TempDir()
	run(t, m.clone, "integrations/blender/build", dir, testVersion)
	if read(t, dir, name) != read(t, m.dir, name) {
		t.Error("the script of the extension writes other bytes")
	}
	extension := filepath.Join(m.unzip(t, name), "meshcheck")
	hasVersion(t, read(t, extension, "blender_manifest.toml"))
	if !strings.Contains(read(t, extension, "LICENSE"), "GNU GENERAL PUBLIC LICENSE") {
		t.Error("the licence is not that of the extension")
	}
}
