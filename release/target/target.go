// Package target lists the systems that meshcheck is released for.
package target

import (
	"fmt"
	"slices"
	"strings"
)

// Target is a system and a processor, as the go command names them.
type Target struct{ OS, Arch string }

// All are the targets of a release.
var All = []Target{
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"linux", "amd64"}, {"linux", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// String returns a name such as "linux-amd64".
func (t Target) String() string { return t.OS + "-" + t.Arch }

// Program returns the file name of the program.
func (t Target) Program() string {
	if t.OS == "windows" {
		return "meshcheck.exe"
	}
	return "meshcheck"
}

// Folder returns the name of the folder in an archive.
func (t Target) Folder(version string) string { return "meshcheck-" + version + "-" + t.String() }

// Archive returns the file name of an archive.
func (t Target) Archive(version string) string {
	if t.OS == "windows" {
		return t.Folder(version) + ".zip"
	}
	return t.Folder(version) + ".tar.gz"
}

// Parse returns the targets of a list such as "linux/amd64,windows/arm64".
func Parse(list string) ([]Target, error) {
	var out []Target
	for name := range strings.SplitSeq(list, ",") {
		os, arch, _ := strings.Cut(name, "/")
		t := Target{os, arch}
		if !slices.Contains(All, t) || slices.Contains(out, t) {
			return nil, fmt.Errorf("no target %q, or twice", name)
		}
		out = append(out, t)
	}
	return out, nil
}
