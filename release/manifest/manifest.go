// Package manifest writes what package managers need to install the archives of a release.
package manifest

import (
	"strings"
	"time"

	"github.com/meshcheck/meshcheck/release/target"
)

const (
	homepage    = "https://github.com/meshcheck/meshcheck"
	license     = "Apache-2.0"
	description = "Exact overlap checker for 3D meshes"
)

// Release is what the manifests say of a release.
type Release struct {
	Version string
	Time    time.Time
	Sums    map[target.Target]string // SHA-256 of the archive, in small hexadecimal digits
}

// url returns where the archive for a target is published.
func (r Release) url(t target.Target) string {
	return homepage + "/releases/download/v" + r.Version + "/" + t.Archive(r.Version)
}

// targets returns the targets of a system that the release has.
func (r Release) targets(os string) []target.Target {
	var out []target.Target
	for _, t := range target.All {
		if r.Sums[t] != "" && t.OS == os {
			out = append(out, t)
		}
	}
	return out
}

// upper returns the sum of an archive as winget writes it.
func (r Release) upper(t target.Target) string { return strings.ToUpper(r.Sums[t]) }
