package main

import (
	"os"
	"strings"
	"testing"
)

// TestVersions: what can be the version of a release.
func TestVersions(t *testing.T) {
	for version, want := range map[string]bool{
		"1.0.0": true, "0.10.2": true, "1.0.0-rc.1": true, "1.0.0-beta": true,
		"v1.0.0": false, "1.0": false, "01.0.0": false, "1.0.0+build": false, "1.0.0-": false, "devel": false, "": false, "1.0.0 -x": false,
	} {
		if semver.MatchString(version) != want {
			t.Errorf("%q is a version: %v", version, !want)
		}
	}
}

// TestGoVersion: an image is built by the same Go as a release.
func TestGoVersion(t *testing.T) {
	text, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	if want := "\nFROM golang:" + strings.TrimPrefix(goVersion, "go") + " AS build\n"; !strings.Contains(string(text), want) {
		t.Errorf("the Dockerfile has no %q", want)
	}
}

// TestStart: what is refused before anything is made.
func TestStart(t *testing.T) {
	out := t.TempDir()
	for _, args := range [][]string{
		{}, {"1.0.0"}, {"v1.0.0", out}, {"--targets", "plan9/amd64", "1.0.0", out}, {"--targets", "linux/amd64,linux/amd64", "1.0.0", out}, {"--targets", "", "1.0", out},
	} {
		if start(args) == nil {
			t.Errorf("%q is not refused", args)
		}
	}
	if entries, err := os.ReadDir(out); err != nil || len(entries) > 0 {
		t.Errorf("%v was written, %v", entries, err)
	}
	if err := os.WriteFile(out+"/file", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := emptyFolder(out); err == nil || !strings.Contains(err.Error(), "file") {
		t.Errorf("a folder with a file: %v", err)
	}
}
