package wording

import (
	"net/url"
	"path"
	"path/filepath"
	"strings"
)

// FileURI returns a path as a reference: relative ones cleaned, absolute ones with
// the scheme file. Bytes that are not UTF-8 become U+FFFD, because a program that
// decodes them from %ff may stumble.
func FileURI(p string) string {
	p = PortablePath(p)
	u := url.URL{Path: p}
	if path.IsAbs(p) {
		u.Scheme = "file"
	} else if filepath.VolumeName(filepath.FromSlash(p)) != "" {
		u.Scheme, u.Path = "file", "/"+p
	}
	return u.String()
}

// PortablePath returns a path as pipelines know files: with slashes, without "./",
// in UTF-8. Standard input has no path and is called stdin.
func PortablePath(p string) string {
	if p == "-" {
		return "stdin"
	}
	return path.Clean(strings.ToValidUTF8(filepath.ToSlash(p), "\ufffd"))
}

// LongestPath is the length of the longest path that systems know, in bytes.
const LongestPath = 4096
